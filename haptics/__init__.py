"""What the hand feels."""
