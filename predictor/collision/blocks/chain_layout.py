"""Columns of a chain's rows."""

PARENT, JOINT, COLUMN, SLIDES, X, Y, Z, COS, SIN, THETA = range(10)  # columns of a row
