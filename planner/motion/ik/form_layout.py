"""Where in the array of a closed form each of its values stands."""

SPHERICAL, PARALLEL = 0.0, 1.0
# Places in a form.  Joint i's angle in its row is theta = sign q + offset.
FAMILY = 0
A1, D1, ASIDE = 1, 2, 3  # axis 2 from axis 1; joint 1's height; the wrist's distance from the plane of axis 1
UPPER, LOWER = 4, 5  # lengths of the two links that bend at the elbow
LEAN, COS_LEAN, SIN_LEAN = 6, 7, 8  # of SPHERICAL: the lower link's angle from where row 3 counts it
D5, A4 = 9, 10  # of PARALLEL
SIDE = 11  # (5,) sine of each row's alpha, 1 or -1; 0 where axes are parallel
OFFSET, SIGN = 16, 22  # (6,) each
INTO_ROWS, BEHIND = 28, 40  # (3, 4) each: of the base in frame 0, and of frame 6 in the tool
Q_MIN, Q_MAX = 52, 58  # (6,) each
HOME = 64  # (6,) where joints that are free stand, if nothing else is said
