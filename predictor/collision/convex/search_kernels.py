"""The least distance of convex bodies in poses one by one, and where the last one has it.

One minimum runs over all pairs, and the two items that were nearest in the pose before, or at the end of the
search before, are measured first: then no other is followed farther than it takes to see that it is not
nearer.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import FRAME, VALUES, ConvexTables
from predictor.collision.convex.hulls_kernels import ItemPair, Items
from predictor.collision.convex.pair_kernels import points_of
from predictor.collision.convex.scratch_kernels import (
    LAST,
    MET,
    Scratch,
    frame_of,
    place,
    scratch_of,
    see_from,
    tables_of,
    tree_of,
)
from predictor.collision.convex.walk_kernels import (
    DISTANCE,
    FIRST_ITEM,
    KEY,
    ONLY,
    SECOND_ITEM,
    UNIT,
    is_beyond,
    measure,
    search_unit,
)
from predictor.collision.measured_kernels import (
    BOTH,
    EACH,
    FOUND,
    ITSELF,
    NO_PAIR,
    POINTS,
    RATES,
    SCENE,
    SLACK,
)
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]


@kernel
def search(
    q: Array, T_world_base: Array, packed: Array, scratch: Array, within: float, out_found: Array
) -> tuple[float, int]:
    """Least distance [m] and its key at the last of poses (k n,); NO_PAIR: nothing is within that [m].

    Finite `within`: a pair at most so far apart, if there is one; any will do.  A pose that is not finite has
    NaN for a distance, of no pair.  Into (0,), or (k times what `measured_kernels` names,), comes the answer
    for all poses; points and normal in the frame of the second: the arm base, the world for what stands in
    space, or what carries a leaf.
    """
    tree, tables, own = tree_of(packed), tables_of(packed), scratch_of(packed, scratch)
    n, found = int(packed[VALUES]), own.rows[MET]
    count = len(q) // n
    width = len(out_found) // max(count, 1)
    first, last = (SCENE, ITSELF) if width == EACH else (BOTH, BOTH)
    found[DISTANCE], found[KEY] = within, NO_PAIR
    for k in range(count):
        out = out_found[k * width : (k + 1) * width]
        is_finite = place(tree, tables, q[k * n : (k + 1) * n], T_world_base, own)
        for sides in range(first, last + 1):
            nearest_of(tables, own, is_finite, within, sides)
            if width >= FOUND:
                at = FOUND * (sides - first)
                out[at], out[at + 1] = found[DISTANCE], found[KEY]
        if is_finite and width >= RATES:
            _put_points(tables, own, found, out[POINTS:RATES].reshape((3, 3)))
        elif width >= RATES:
            out[FOUND:] = math.nan
    return found[DISTANCE], int(found[KEY])


@part
def nearest_of(tables: ConvexTables, scratch: Scratch, is_finite: bool, within: float, sides: int) -> None:
    """Put into row MET what is found at the pose in which the arm is; NaN, of no pair: it is not finite."""
    found, m, units = scratch.rows[MET], len(tables.leaves), len(tables.lever)
    begin, end = (0 if sides & SCENE else 2 * m), (units if sides & ITSELF else 2 * m)
    found[DISTANCE], found[KEY], found[ONLY] = within, NO_PAIR, NO_PAIR
    if is_finite:
        nearest_of_units(tables, scratch, (begin, end), LAST + sides - 1, within, found)
    else:
        found[DISTANCE] = math.nan


@part
def nearest_of_units(
    tables: ConvexTables, scratch: Scratch, units: tuple[int, int], last: int, within: float, found: Array
) -> None:
    """Search units from the first to before the last, begun with the one in row `last` of the scratch."""
    rows, (begin, end) = scratch.rows, units
    known, items = int(rows[last, 0]), (int(rows[last, 1]), int(rows[last, 2]))
    for step in range(begin - 1, end):
        is_first = step < begin
        unit = known if is_first else step
        if not begin <= unit < end or (found[KEY] != NO_PAIR and found[DISTANCE] <= within < math.inf):
            continue
        if is_beyond(tables.leaves, tables.nodes, tables.pairs, rows, unit, found[DISTANCE] + SLACK):
            continue
        search_unit(tables, scratch, unit, items if unit == known else (-1, -1), is_first, found)
        if math.isnan(found[DISTANCE]):
            return
    if found[KEY] != NO_PAIR:
        rows[last, 0], rows[last, 1], rows[last, 2] = found[UNIT], found[FIRST_ITEM], found[SECOND_ITEM]


@part
def _put_points(tables: ConvexTables, scratch: Scratch, found: Array, out_points: Array) -> None:
    """Both nearest points of what was found and the normal (3, 3)."""
    unit, a, b = int(found[UNIT]), int(found[FIRST_ITEM]), int(found[SECOND_ITEM])
    m, f = len(tables.leaves), len(scratch.T) - 1
    if unit < 2 * m:
        f = frame_of(tables, scratch, unit)
    else:
        i, j = tables.pairs[unit - 2 * m, 0], tables.pairs[unit - 2 * m, 1]
        see_from(scratch.T, int(tables.leaves[i, FRAME]), int(tables.leaves[j, FRAME]))
    measure(tables, scratch, (a, b), f, math.inf)
    own, pair = Items(tables.items, tables.corners, tables.links), ItemPair(a, b, scratch.T[f])
    points_of(own, pair, scratch.rows, out_points)


class ConvexQuery(NamedTuple):
    """Asks poses one by one, until one has something too near (`predictor.proximity.proximity_query`)."""

    T_world_base: Array
    packed: Array
    scratch: Array
    pose: Array  # (n,)

    def cost(self) -> int:
        """Return about how many times as long as the quickest query of all methods it takes."""
        return 20

    @kernel
    def is_free(self, poses: Array, required: float) -> float:
        """1 if all is farther than required in the poses (n, AT_ONCE); else 0."""
        tree, tables, scratch = (
            tree_of(self.packed),
            tables_of(self.packed),
            scratch_of(self.packed, self.scratch),
        )
        for lane in range(poses.shape[1]):
            for i in range(len(poses)):
                self.pose[i] = poses[i, lane]
            is_finite = place(tree, tables, self.pose, self.T_world_base, scratch)
            nearest_of(tables, scratch, is_finite, required, BOTH)
            if scratch.rows[MET, KEY] != NO_PAIR or math.isnan(scratch.rows[MET, DISTANCE]):
                return 0.0
        return 1.0
