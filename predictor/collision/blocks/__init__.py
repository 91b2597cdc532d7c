"""Many configurations at once, side by side in lanes."""
