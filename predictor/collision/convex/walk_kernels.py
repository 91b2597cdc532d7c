"""How near what moves alike is in one pose: a walk down two trees at once.

    leaf's tree  x  tree of solids, or of another leaf        boxes, nearer ones first
    item         x  item                                      their boxes, then the search of `nearest`

Each of these bounds the distance from below, and whatever is farther than the least that is known, by more
than rounding can do, is left out.  Among equal distances the least key decides: whatever is looked at first,
distance and pair are the same.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls_kernels import CENTRE, OWNER, RADIUS, Items, Pair
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
from predictor.collision.nearest_kernels import is_mounted
from predictor.collision.tables import NOBODY
from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres
# Columns of what is found: the distance, or within which a pair counts; its key, or NOBODY; its unit and
# items.  ONLY the pair of this key counts, unless it is NOBODY.
DISTANCE, KEY, UNIT, FIRST_ITEM, SECOND_ITEM, ONLY, FOUND = 0, 1, 2, 3, 4, 5, 6


class Unit(NamedTuple):
    """Two sides that are looked at."""

    number: int
    row: int  # of the box around the first
    frame: int  # by which that is placed as the second sees it
    key: int  # of its pair with the owner 0 of the second
    step: int  # from one owner's key to the next one's
    thick: float  # how far both reach beyond their boxes [m]


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
def look(packed: Packed, room: Room, unit: int, items: tuple[int, int], only: bool, found: Array) -> None:
    """Look for a nearer pair in a unit that is not beyond reach, into what is found (FOUND,).

    At two of its items alone, or at all others; -1 for both are none.
    """
    T, m, pairs, leaves = room.T, len(packed.leaves), packed.pairs, packed.leaves
    if unit < 2 * m:
        i, frame = unit % m, frame_of(packed, room, unit)
        root = int(pairs[len(pairs) - 1, unit // m])
        own = Unit(unit, BOXES + unit, frame, i, m, leaves[i, THICK])
    else:
        i, j = int(pairs[unit - 2 * m, 0]), int(pairs[unit - 2 * m, 1])
        frame, root, key = len(T) - 1, int(leaves[j, ROOT]), m * packed.solids + unit - 2 * m
        own = Unit(unit, BOXES + 2 * m, frame, key, 0, leaves[i, THICK] + leaves[j, THICK])
        see_from(T, int(leaves[i, FRAME]), int(leaves[j, FRAME]))
        put_leaf(packed, i, room, frame, own.row)
    if only:
        consider(packed, room, own, items, found)
    else:
        walk(packed, room, own, (int(leaves[i, ROOT]), root), items, found)


@part
def walk(
    packed: Packed, room: Room, unit: Unit, roots: tuple[int, int], known: tuple[int, int], found: Array
) -> None:
    """Go down two trees from their tops; `known`: two items that have been looked at."""
    s, nodes, m, (number, row, f, key, step, thick) = room.s, packed.nodes, len(packed.leaves), unit
    leaf = number % m if number < 2 * m else int(packed.pairs[number - 2 * m, 0])
    is_rod = packed.leaves[leaf, ROD] >= 0.0
    spare, waiting = BOXES + 2 * m + 1, 1
    s[STACK, 0], s[STACK, 1] = roots
    s[STACK, 2] = gap_of(s, row, nodes, roots[1]) - thick
    while waiting > 0:
        waiting -= 1
        first, second = int(s[STACK + waiting, 0]), int(s[STACK + waiting, 1])
        if s[STACK + waiting, 2] > found[DISTANCE] + SLACK:
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
                        consider(packed, room, Unit(number, at, f, key, step, thick), (a, b), found)
                        if math.isnan(found[DISTANCE]):
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
def consider(packed: Packed, room: Room, unit: Unit, pair: tuple[int, int], found: Array) -> None:
    """Look at two items of a unit, the first of which has its box in the row that is told."""
    items, (a, b) = packed.items, pair
    key, thick = unit.key + unit.step * int(items[b, OWNER]), items[a, RADIUS] + items[b, RADIUS]
    if gap_of(room.s, unit.row, items, b) - thick > found[DISTANCE] + SLACK:
        return
    if (found[ONLY] != NOBODY and found[ONLY] != key) or is_mounted(packed.mounted, key):
        return
    distance = measure(packed, room, pair, unit.frame, found[DISTANCE] + SLACK)
    if not (distance > found[DISTANCE] or (distance == found[DISTANCE] and key >= found[KEY])):
        found[DISTANCE], found[KEY], found[UNIT] = distance, key, unit.number
        found[FIRST_ITEM], found[SECOND_ITEM] = a, b


@part
def measure(packed: Packed, room: Room, pair: tuple[int, int], frame: int, enough: float) -> float:
    """Signed distance [m] of two items, begun in the direction from the middle of b to that of a."""
    (a, b), T, items = pair, room.T[frame], packed.items
    for k in range(3):
        x = T[k, 3] - items[b, CENTRE + k]
        for i in range(3):
            x += T[k, i] * items[a, CENTRE + i]
        room.s[V, k] = x
    return signed_distance(Items(items, packed.corners, packed.links), Pair(a, b, T), enough, room.s)
