"""How many rows a rate of the tool has: place and attitude, or the place alone."""

POSE_ROWS, PLACE_ROWS = 6, 3
