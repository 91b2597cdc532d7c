"""How near what moves alike is in one pose: a walk down two trees at once.

    leaf's tree  x  tree of solids, or of another leaf        boxes, nearer ones first
    item         x  item                                      their boxes, then the search of `nearest`

Each of these bounds the distance from below, and whatever is farther than the least that is known, by more
than rounding can do, is left out.  Among equal distances the least key decides: whatever is looked at first,
distance and pair are the same.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls_kernels import CENTRE, OWNER, RADIUS
from predictor.collision.convex.nearest_kernels import V
from predictor.collision.convex.packing_layout import COUNT, FRAME, LINK, ROD, ROOT, THICK, Packed
from predictor.collision.convex.pair_kernels import signed_distance
from predictor.collision.convex.room_kernels import (
    BOXES,
    STACK,
    Room,
    frame_of,
    gap_of,
    gap_of_rod,
    put_box_at,
    put_leaf,
    see_from,
)
from predictor.collision.tables import NOBODY
from predictor.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres
# Columns of what is found: the distance, or within which a pair counts; its key, or NOBODY; its unit and
# items.  ONLY the pair of this key counts, unless it is NOBODY.
DISTANCE, KEY, UNIT, FIRST_ITEM, SECOND_ITEM, ONLY, FOUND = 0, 1, 2, 3, 4, 5, 6


@part
def is_beyond(leaves: Array, nodes: Array, pairs: Integers, s: Array, unit: int, reach: float) -> bool:
    """Whether the boxes around both sides of a unit are farther apart [m], or one of them has nothing.

    It is asked for each unit of each pose, so it takes the few tables that it reads, not all that is packed.
    """
    m = len(leaves)
    if unit >= 2 * m:
        i, j = pairs[unit - 2 * m, 0], pairs[unit - 2 * m, 1]
        return bool(gap_of(s, BOXES + i, s, BOXES + j) - leaves[i, THICK] - leaves[j, THICK] > reach)
    root = pairs[len(pairs) - 1, unit // m]
    return bool(root < 0 or gap_of(s, BOXES + unit, nodes, root) - leaves[unit % m, THICK] > reach)


@part
def look(packed: Packed, room: Room, unit: int, a: int, b: int, only: bool, found: Array, r: int) -> None:
    """Look for a nearer pair in a unit that is not beyond reach, into row r of what is found.

    At two of its items alone, or at all others; a, b are rows of items, or -1.
    """
    T, m, pairs = room.T, len(packed.leaves), packed.pairs
    thick, top = packed.leaves[unit % m, THICK], len(pairs) - 1
    if unit < 2 * m:
        i, row, f, key, step = unit % m, BOXES + unit, frame_of(packed, room, unit), unit % m, m
        root = int(pairs[top, unit // m])
    else:
        i, j, row = int(pairs[unit - 2 * m, 0]), int(pairs[unit - 2 * m, 1]), BOXES + 2 * m
        f, root = len(T) - 1, int(packed.leaves[j, ROOT])
        key, step, thick = (
            m * packed.solids + unit - 2 * m,
            0,
            packed.leaves[i, THICK] + packed.leaves[j, THICK],
        )
        see_from(T, int(packed.leaves[i, FRAME]), int(packed.leaves[j, FRAME]))
        put_leaf(packed, i, room, f, row)
    if only:
        consider(packed, room, a, b, (unit, row, f, key, step), found, r)
    else:
        roots = int(packed.leaves[i, ROOT]), root
        walk(packed, room, (unit, row, f, key, step), roots, thick, (a, b), found, r)


@part
def walk(
    packed: Packed,
    room: Room,
    how: tuple[int, int, int, int, int],
    roots: tuple[int, int],
    thick: float,
    known: tuple[int, int],
    found: Array,
    r: int,
) -> None:
    """Go down two trees from their tops; `known`: two items that have been looked at."""
    s, nodes, m, (unit, row, f, _, _) = room.s, packed.nodes, len(packed.leaves), how
    leaf = unit % m if unit < 2 * m else int(packed.pairs[unit - 2 * m, 0])
    is_rod = packed.leaves[leaf, ROD] >= 0.0
    spare, waiting = BOXES + 2 * m + 1, 1
    s[STACK, 0], s[STACK, 1] = roots
    s[STACK, 2] = gap_of(s, row, nodes, roots[1]) - thick
    while waiting > 0:
        waiting -= 1
        first, second = int(s[STACK + waiting, 0]), int(s[STACK + waiting, 1])
        if s[STACK + waiting, 2] > found[r, DISTANCE] + SLACK:
            continue
        at = row
        if first != roots[0]:
            at = spare
            put_box_at(nodes, first, room, f, at)
        if nodes[first, COUNT] > 0.0 and nodes[second, COUNT] > 0.0:
            begin, end = int(nodes[first, LINK]), int(nodes[first, LINK] + nodes[first, COUNT])
            for a in range(begin, end):
                if first != roots[0] or end - begin > 1:
                    at = spare + 1
                    put_box_at(packed.items, a, room, f, at)
                for b in range(int(nodes[second, LINK]), int(nodes[second, LINK] + nodes[second, COUNT])):
                    if a != known[0] or b != known[1]:
                        consider(packed, room, a, b, (how[0], at, f, how[3], how[4]), found, r)
                        if math.isnan(found[r, DISTANCE]):
                            return
        elif nodes[first, COUNT] > 0.0 or (nodes[second, COUNT] == 0.0 and is_larger(nodes, second, first)):
            for child in range(2):
                node = second + 1 if child == 0 else int(nodes[second, LINK])
                gap = gap_of(s, at, nodes, node)
                if is_rod:
                    gap = max(gap, gap_of_rod(s, at, nodes, node))
                s[STACK + waiting, 0], s[STACK + waiting, 1], s[STACK + waiting, 2] = first, node, gap - thick
                waiting += 1
            nearer_on_top(s, waiting)
        else:
            for child in range(2):
                node = first + 1 if child == 0 else int(nodes[first, LINK])
                put_box_at(nodes, node, room, f, spare)
                s[STACK + waiting, 0], s[STACK + waiting, 1] = node, second
                s[STACK + waiting, 2] = gap_of(s, spare, nodes, second) - thick
                waiting += 1
            nearer_on_top(s, waiting)


@part
def is_larger(nodes: Array, a: int, b: int) -> bool:
    """Whether the edges of a node's box are longer than those of another."""
    return bool(nodes[a, 3] + nodes[a, 4] + nodes[a, 5] >= nodes[b, 3] + nodes[b, 4] + nodes[b, 5])


@part
def nearer_on_top(s: Array, waiting: int) -> None:
    """Put the last two that wait in order."""
    top, under = STACK + waiting - 1, STACK + waiting - 2
    if s[under, 2] < s[top, 2]:
        for k in range(3):
            s[under, k], s[top, k] = s[top, k], s[under, k]


@part
def consider(
    packed: Packed,
    room: Room,
    a: int,
    b: int,
    how: tuple[int, int, int, int, int],
    found: Array,
    r: int,
) -> None:
    """Look at two items; `how`: their unit, the row of the box of the first and its frame, keys of owners."""
    s, items, (unit, row, f, begin, step) = room.s, packed.items, how
    key, thick = begin + step * int(items[b, OWNER]), items[a, RADIUS] + items[b, RADIUS]
    if gap_of(s, row, items, b) - thick > found[r, DISTANCE] + SLACK:
        return
    if (found[r, ONLY] != NOBODY and found[r, ONLY] != key) or is_mounted(packed, key):
        return
    distance = measure(packed, room, a, b, f, found[r, DISTANCE] + SLACK)
    if not (distance > found[r, DISTANCE] or (distance == found[r, DISTANCE] and key >= found[r, KEY])):
        found[r, DISTANCE], found[r, KEY], found[r, UNIT] = distance, key, unit
        found[r, FIRST_ITEM], found[r, SECOND_ITEM] = a, b


@part
def measure(packed: Packed, room: Room, a: int, b: int, f: int, enough: float) -> float:
    """Signed distance [m] of two items, begun in the direction from the middle of b to that of a."""
    for k in range(3):
        x = room.T[f, k, 3] - packed.items[b, CENTRE + k]
        for i in range(3):
            x += room.T[f, k, i] * packed.items[a, CENTRE + i]
        room.s[V, k] = x
    return signed_distance(packed.items, packed.corners, packed.links, a, b, room.T, f, enough, room.s)


@part
def is_mounted(packed: Packed, key: int) -> bool:
    """Whether a leaf and a solid are joined by construction."""
    first, after = 0, len(packed.mounted)
    while first < after:
        middle = (first + after) // 2
        if packed.mounted[middle] < key:
            first = middle + 1
        else:
            after = middle
    return first < len(packed.mounted) and packed.mounted[first] == key
