"""The door of the kernels that look at poses: the least distance of each, and where the last one has it.

One minimum runs over all pairs, and the two items that were nearest in the pose before, or at the end of the
search before, are looked at first: then no other is followed farther than it takes to see that it is not
nearer.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.packing_layout import FRAME, Packed
from predictor.collision.convex.pair_kernels import points_of
from predictor.collision.convex.room_kernels import LAST, Room, frame_of, place, see_from
from predictor.collision.convex.walk_kernels import (
    DISTANCE,
    FIRST_ITEM,
    KEY,
    ONLY,
    SECOND_ITEM,
    SLACK,
    UNIT,
    is_beyond,
    look,
    measure,
)
from predictor.collision.tables import NOBODY
from predictor.jit import kernel, part
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def search(
    poses: Array,
    T_world_base: Array,
    within: float,
    solids: int,
    out_found: Array,
    out_points: Array,
    rows: Array,
    pieces: Array,
    items: Array,
    corners: Array,
    links: Integers,
    nodes: Array,
    leaves: Array,
    pairs: Integers,
    mounted: Integers,
    lever: Array,
    T: Array,
    s: Array,
) -> None:
    """What is found (k, sides, FOUND) at poses (k, n): over all pairs, or to the scene and of the arm itself.

    Finite `within`: a pair at most so far apart, if there is one; any will do.  A pose that is not finite is
    NaN of any pair.  Into out_points (3, 3) come `points_of` the nearest pair of the last pose, if that is
    finite, in the frame of the second: the arm base, the world for what stands in space, or what carries a
    leaf; it may be empty (0, 3).
    """
    tree, room = Tree(rows, pieces), Room(T, s)
    packed = Packed(items, corners, links, nodes, leaves, pairs, mounted, lever)
    sides, m, units = out_found.shape[1], len(leaves), len(lever)
    for k in range(len(poses)):
        is_finite = place(tree, packed, poses[k], T_world_base, room)
        found = out_found[k]
        for side in range(sides):
            found[side, DISTANCE], found[side, KEY], found[side, ONLY] = within, NOBODY, NOBODY
            if not is_finite:
                found[side, DISTANCE] = math.nan
                continue
            begin, end = (0 if side == 0 else 2 * m), (2 * m if side + 1 < sides else units)
            last = LAST + (side + 1 if sides > 1 else 0)
            least(packed, room, solids, begin, end, last, within, found, side)
        if is_finite and len(out_points) > 0:
            _tell(packed, room, found, out_points)


@part
def least(
    packed: Packed,
    room: Room,
    solids: int,
    begin: int,
    end: int,
    last: int,
    within: float,
    found: Array,
    r: int,
) -> None:
    """Look at units from the first to before the last, first where row `last` of the room tells."""
    s = room.s
    known, a, b = int(s[last, 0]), int(s[last, 1]), int(s[last, 2])
    for step in range(begin - 1, end):
        is_first = step < begin
        unit = known if is_first else step
        if not begin <= unit < end or (found[r, KEY] != NOBODY and found[r, DISTANCE] <= within < math.inf):
            continue
        if is_beyond(packed.leaves, packed.nodes, packed.pairs, s, unit, found[r, DISTANCE] + SLACK):
            continue
        is_known = unit == known
        look(packed, room, solids, unit, a if is_known else -1, b if is_known else -1, is_first, found, r)
        if math.isnan(found[r, DISTANCE]):
            return
    if found[r, KEY] != NOBODY:
        s[last, 0], s[last, 1], s[last, 2] = found[r, UNIT], found[r, FIRST_ITEM], found[r, SECOND_ITEM]


@part
def _tell(packed: Packed, room: Room, found: Array, out_points: Array) -> None:
    """Both nearest points of what was found and the normal (3, 3)."""
    unit, a, b = int(found[0, UNIT]), int(found[0, FIRST_ITEM]), int(found[0, SECOND_ITEM])
    m, f = len(packed.leaves), len(room.T) - 1
    if unit < 2 * m:
        f = frame_of(packed, room, unit)
    else:
        i, j = packed.pairs[unit - 2 * m, 0], packed.pairs[unit - 2 * m, 1]
        see_from(room.T, int(packed.leaves[i, FRAME]), int(packed.leaves[j, FRAME]))
    measure(packed, room, a, b, f, math.inf)
    points_of(packed.items, packed.corners, a, b, room.T, f, room.s, out_points)
