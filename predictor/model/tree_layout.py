"""Tree and tool as kernels read them."""

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
