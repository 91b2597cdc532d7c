"""The hand leads the arm: what its pose asks for, and the one step that follows it."""
