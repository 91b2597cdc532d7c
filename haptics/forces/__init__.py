"""Laws of what the hand feels."""
