"""A tree of WIDE children at every node, whose bounds lie side by side: one comparison takes them all.

    node: low x of all children | low y | low z | high x | high y | high z | thickness | what they are

A child is another node, or an obstacle, of which the bounds are those of its axis and the thickness is that
around it.  The tree is made from one of two children each (`predictor.geometry.bounds_tree`): of the children
of a node the widest is replaced by its own two, as long as there are free places.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.tables import COUNT, LINK, THICK, WIDE, CapsuleTables
from predictor.collision.capsules.one_pose.packed_layout import EMPTY_PLACE, NODE

Array = NDArray[np.float64]


def wide_tree(tables: CapsuleTables, root: int, first: int) -> tuple[Array, int]:
    """Return the tree (w, NODE) below a root of all nodes, and how many of it wait at most on a walk's stack.

    `first` is how many nodes stand before these in the table that they go to.  A child is the row of its
    obstacle, or -1 - k: the node in place k.
    """
    rows: list[Array] = []
    tops, deepest, thick = [(root, 1)], 1, tables.obstacles[:, THICK]
    for top, level in tops:  # grows by the children that are nodes
        below, obstacles = _children(tables.nodes, top)
        row = np.zeros((8, WIDE))
        row[7] = EMPTY_PLACE
        for lane, node in enumerate(below):
            row[:6, lane], row[7, lane] = tables.nodes[node, :6], -1 - NODE * (first + len(tops))
            tops.append((node, level + 1))
        lanes = slice(len(below), len(below) + len(obstacles))
        row[:3, lanes] = tables.limits[:3, obstacles] + thick[obstacles]
        row[3:6, lanes] = tables.limits[3:, obstacles] - thick[obstacles]
        row[6, lanes], row[7, lanes] = thick[obstacles], obstacles
        rows.append(row.ravel())
        deepest = max(deepest, level)
    return np.array(rows), deepest * WIDE


def _children(nodes: Array, top: int) -> tuple[list[int], list[int]]:
    """Return what a wide node holds: nodes, and obstacles."""
    below, is_open = [top], True
    obstacles: list[int] = []
    while is_open:
        free = WIDE - len(below) - len(obstacles)
        inner = [node for node in below if nodes[node, COUNT] == 0.0 and free > 0]
        ends = [node for node in below if 0.0 < nodes[node, COUNT] <= free + 1]
        is_open = bool(inner or ends)
        if inner:
            widest = max(inner, key=lambda node: _surface(nodes[node]))
            below.remove(widest)
            below += [widest + 1, int(nodes[widest, LINK])]
        elif ends:
            end = ends[0]
            below.remove(end)
            begin = int(nodes[end, LINK])
            obstacles += range(begin, begin + int(nodes[end, COUNT]))
    return below, obstacles


def _surface(node: Array) -> float:
    x, y, z = node[3:6] - node[:3]
    return float(x * y + y * z + z * x)
