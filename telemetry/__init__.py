"""What is said, how it travels, how it is kept."""
