"""Tree and tool as kernels read them, and where in the packed chain to a tool each value stands."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
# Columns of `Tree.rows`.
PARENT = 0  # index of the frame that carries it
COLUMN = 1  # which of the n values moves it
FIRST, AFTER = 2, 3  # its law's pieces, from the first to before the last; equal: it has no law
AXIS, SIGN = 4, 5  # it turns about this axis of its frame (0, 1, 2), or against it; else OTHER
PLACEMENT = 6  # T_parent_joint, its upper three rows
TWIST = 18  # of its frame at unit speed, linear first, in its own axes, at its own origin
OTHER = 3  # a joint that slides, or turns about an axis of no frame's


class Tree(NamedTuple):
    """The joints as kernels read them; m of them, and the p pieces of all laws."""

    rows: Array  # (m, ROW) a joint each; the columns are named above
    pieces: (
        Array  # (p, 2 + d + 1) begin and end [rad or m of what drives it], coefficients, the constant first
    )


class Tool(NamedTuple):
    """Where a tool is."""

    frame: int
    T_frame_tool: Array  # (4, 4)


# The packed chain: its head, then a row for each joint and one for the tool.
LINKS, WIDTH, HEAD = 0, 1, 2  # how many joints, numbers a piece; length of the head
# Columns of a row; that of the tool has a place alone.
DRIVEN, BEGIN, END = 0, 1, 2  # which of the n values moves it; its law's pieces, as in `Tree.rows`
SLIDES = 3  # 1, or 0 of one that turns
PLACE = 4  # of its frame in that of the joint before, the upper three rows
LINK = 16
