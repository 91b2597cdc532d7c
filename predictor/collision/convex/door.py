"""An arm and a scene of convex bodies in one array, and the room that their kernels compute in.

A call of a kernel costs as much for each array as a hundred numbers do that it computes, so it takes two:

    head | joints | laws | items | corners | links | nodes | leaves | pairs | mounted | levers
    frames (2 f + 1, 4, 4), the last is spare | scratch | pose and base, when units are due, their speeds

Of the scratch:

    0 ... DEPTH    simplex and polytope of two items
    LAST           where the last searches ended: of the scene, of the arm itself, of all pairs
    MET            what was found
    STACK ...      nodes of two trees that wait
    BOXES ...      a box around each leaf, in the arm base and then, if that floats, in the world; and spare
                   ones of what is under way
"""

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.door_layout import FRAMES, HEAD, JOINTS, ROOM_END, SCRATCH, TABLE_END
from predictor.collision.convex.packing_layout import Packed
from predictor.collision.convex.room_kernels import BOXES, LAST, MET, WIDE
from predictor.model.robot import Robot

Array = NDArray[np.float64]

SPARE = 3  # boxes: of a leaf, of a node, of an item


def door_of(robot: Robot, packed: Packed) -> tuple[Array, Array]:
    """Return arm and scene in one array, and room to compute in, where no search has ended."""
    units, (rows, pieces) = len(packed.lever), robot.tree
    arrays = [np.ascontiguousarray(each).ravel() for each in (rows, pieces, *packed[:-1])]
    parts = [each.view(np.float64) for each in arrays]
    frames, boxes = 2 * (len(rows) + 1) + 1, 2 * len(packed.leaves) + SPARE
    rooms = 16 * frames, (BOXES + boxes) * WIDE, robot.n, 16, units, units
    head = np.zeros(HEAD)
    head[:JOINTS] = robot.n, packed.solids, rows.shape[1], pieces.shape[1]
    head[JOINTS : TABLE_END + 1] = [*accumulate(map(len, parts), initial=HEAD)]
    head[FRAMES : ROOM_END + 1] = [*accumulate(rooms, initial=0)]
    table, room = np.concatenate([head, *parts]), np.zeros(int(head[ROOM_END]))
    table.setflags(write=False)
    scratch = room[int(head[SCRATCH]) :]
    scratch[LAST * WIDE : MET * WIDE] = -1.0
    return table, room
