"""The corner of a hull that is farthest along a direction, compiled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
GRID = 8  # cells along an edge of a cube's side
# Columns of an item: CENTRE and HALF of a box around its corners; the FIRST row of its corners, how many, the
# start of its links (-1: none); its RADIUS; OWNER, the place of the shape that it is of.
CENTRE, HALF, FIRST, SIZE, LINKS, RADIUS, OWNER, ITEM_COLUMNS = 0, 3, 6, 7, 8, 9, 10, 11


class Items(NamedTuple):
    """Items of many bodies, in their order; links of each, from its own first corner and link on.

    (size + 1) starts of neighbours, the corners of the grid, neighbours.
    """

    items: Array  # (k, ITEM_COLUMNS)
    corners: Array  # (v, 3) [m]
    links: Integers


class ItemPair(NamedTuple):
    """Two items, and the pose of A's corners in the frame of B's."""

    a: int
    b: int
    T: Array  # (4, 4)


@part
def farthest(own: Items, item: int, x: float, y: float, z: float, hint: int) -> int:
    """Row of the corner of an item that lies farthest in a direction; `hint`: one to begin with, or -1."""
    items, corners, links = own
    first, size, start = int(items[item, FIRST]), int(items[item, SIZE]), int(items[item, LINKS])
    if start < 0:
        row = first
        most = corners[row, 0] * x + corners[row, 1] * y + corners[row, 2] * z
        for other in range(first + 1, first + size):
            along = corners[other, 0] * x + corners[other, 1] * y + corners[other, 2] * z
            if along > most:
                most, row = along, other
        return row
    row = hint
    if row < 0:
        row = first + links[start + size + 1 + cell_of(x, y, z)]
    most = corners[row, 0] * x + corners[row, 1] * y + corners[row, 2] * z
    while True:
        here, at = row, start + row - first
        for link in range(start + links[at], start + links[at + 1]):
            other = first + links[link]
            along = corners[other, 0] * x + corners[other, 1] * y + corners[other, 2] * z
            if along > most:
                most, row = along, other
        if row == here:
            return row


@part
def cell_of(x: float, y: float, z: float) -> int:
    """Cell of the cube's grid in which a direction lies; some cell for what is not a number."""
    u, v, w, side = abs(x), y, z, 0 if x >= 0.0 else 1  # the side of the cube that the direction goes through
    if abs(y) > u:
        u, v, w, side = abs(y), x, z, 2 if y >= 0.0 else 3
    if abs(z) > u:
        u, v, w, side = abs(z), x, y, 4 if z >= 0.0 else 5
    if not 0.0 < u < np.inf:
        return 0
    column = min(GRID - 1, int(0.5 * GRID * (1.0 + v / u)))
    row = min(GRID - 1, int(0.5 * GRID * (1.0 + w / u)))
    return (side * GRID + column) * GRID + row
