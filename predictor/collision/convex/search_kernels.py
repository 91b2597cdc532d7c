"""The door of the kernels that look at poses: the least distance of each, and where the last one has it.

One minimum runs over all pairs, and the two items that were nearest in the pose before, or at the end of the
search before, are looked at first: then no other is followed farther than it takes to see that it is not
nearer.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.door_layout import VALUES
from predictor.collision.convex.hulls_kernels import Items, Pair
from predictor.collision.convex.packing_layout import FRAME, Packed
from predictor.collision.convex.pair_kernels import points_of
from predictor.collision.convex.room_kernels import (
    LAST,
    MET,
    Room,
    frame_of,
    packed_of,
    place,
    room_of,
    see_from,
    tree_of,
)
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
from predictor.collision.measured_layout import BOTH, EACH, FOUND, ITSELF, POINTS, RATES, SCENE
from predictor.collision.tables import NOBODY
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@kernel
def search(
    q: Array,
    T_world_base: Array,
    table: Array,
    room: Array,
    within: float,
    out_found: Array,
) -> tuple[float, int]:
    """Least distance [m] and its key at the last of poses (k n,); NOBODY: nothing is within that [m].

    Finite `within`: a pair at most so far apart, if there is one; any will do.  A pose that is not finite has
    NaN for a distance, of no pair.  Into (0,), or (k times what `measured_layout` names,), comes what is told
    of all poses; points and normal in the frame of the second: the arm base, the world for what stands in
    space, or what carries a leaf.
    """
    tree, packed, own = tree_of(table), packed_of(table), room_of(table, room)
    n, found = int(table[VALUES]), own.s[MET]
    count = len(q) // n
    told = len(out_found) // max(count, 1)
    first, last = (SCENE, ITSELF) if told == EACH else (BOTH, BOTH)
    found[DISTANCE], found[KEY] = within, NOBODY
    for k in range(count):
        out = out_found[k * told : (k + 1) * told]
        is_finite = place(tree, packed, q[k * n : (k + 1) * n], T_world_base, own)
        for sides in range(first, last + 1):
            nearest_of(packed, own, is_finite, within, sides)
            if told >= FOUND:
                at = FOUND * (sides - first)
                out[at], out[at + 1] = found[DISTANCE], found[KEY]
        if is_finite and told >= RATES:
            _tell(packed, own, found, out[POINTS:RATES].reshape((3, 3)))
        elif told >= RATES:
            out[FOUND:] = math.nan
    return found[DISTANCE], int(found[KEY])


@part
def nearest_of(packed: Packed, room: Room, is_finite: bool, within: float, sides: int) -> None:
    """Put into row MET what is found at the pose in which the arm is; NaN, of no pair: it is not finite."""
    found, m, units = room.s[MET], len(packed.leaves), len(packed.lever)
    begin, end = (0 if sides & SCENE else 2 * m), (units if sides & ITSELF else 2 * m)
    found[DISTANCE], found[KEY], found[ONLY] = within, NOBODY, NOBODY
    if is_finite:
        least(packed, room, (begin, end), LAST + sides - 1, within, found)
    else:
        found[DISTANCE] = math.nan


@part
def least(packed: Packed, room: Room, units: tuple[int, int], last: int, within: float, found: Array) -> None:
    """Look at units from the first to before the last, first where row `last` of the room tells."""
    s, (begin, end) = room.s, units
    known, items = int(s[last, 0]), (int(s[last, 1]), int(s[last, 2]))
    for step in range(begin - 1, end):
        is_first = step < begin
        unit = known if is_first else step
        if not begin <= unit < end or (found[KEY] != NOBODY and found[DISTANCE] <= within < math.inf):
            continue
        if is_beyond(packed.leaves, packed.nodes, packed.pairs, s, unit, found[DISTANCE] + SLACK):
            continue
        look(packed, room, unit, items if unit == known else (-1, -1), is_first, found)
        if math.isnan(found[DISTANCE]):
            return
    if found[KEY] != NOBODY:
        s[last, 0], s[last, 1], s[last, 2] = found[UNIT], found[FIRST_ITEM], found[SECOND_ITEM]


@part
def _tell(packed: Packed, room: Room, found: Array, out_points: Array) -> None:
    """Both nearest points of what was found and the normal (3, 3)."""
    unit, a, b = int(found[UNIT]), int(found[FIRST_ITEM]), int(found[SECOND_ITEM])
    m, f = len(packed.leaves), len(room.T) - 1
    if unit < 2 * m:
        f = frame_of(packed, room, unit)
    else:
        i, j = packed.pairs[unit - 2 * m, 0], packed.pairs[unit - 2 * m, 1]
        see_from(room.T, int(packed.leaves[i, FRAME]), int(packed.leaves[j, FRAME]))
    measure(packed, room, (a, b), f, math.inf)
    own, pair = Items(packed.items, packed.corners, packed.links), Pair(a, b, room.T[f])
    points_of(own, pair, room.s, out_points)
