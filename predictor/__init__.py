"""What the arm is, where it is, what it will touch."""
