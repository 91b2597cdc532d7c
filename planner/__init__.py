"""Which motion to ask for, and what may leave."""
