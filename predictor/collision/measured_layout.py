"""What a method is asked to measure, and where in its answer each value stands."""

SCENE, ITSELF, BOTH = 1, 2, 3  # sides of what is looked at
# How many places there are says what is told of a pose.  FOUND: its least distance and the key of that.
# EACH: the same of the scene, then of the arm itself.  RATES: also where the least is, a point of the first,
# one of the second and the normal.  RATES + n: also how it changes with each joint.
FOUND, EACH, RATES = 2, 4, 11
POINTS, NORMAL = 2, 8
