"""Columns of a chain's rows, and of the volumes that its frames carry."""

PARENT, JOINT, COLUMN, SLIDES, X, Y, Z, COS, SIN, THETA = range(10)  # columns of a row
FRAME, BEGIN, RUN = 0, 1, 4  # columns of a volume: the frame that carries it, and its axis in there
