"""Where in a wide node each value stands."""

from predictor.collision.tables import WIDE

# Places of what stands side by side: the bounds, the thickness, and what each is.
AROUND, MARK, NODE = 6 * WIDE, 7 * WIDE, 8 * WIDE
NONE = 1e100  # what a place is where there is nothing
