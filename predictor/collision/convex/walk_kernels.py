"""How near what moves alike is in one pose: a walk down two trees at once.

    leaf's tree  x  tree of solids, or of another leaf        boxes, nearer ones first
    item         x  item                                      their boxes, then the search of `gjk_kernels`

Each of these bounds the distance from below, and whatever is farther than the least that is known, by more
than rounding can do, is left out.  Among equal distances the least key decides: whatever is measured first,
distance and pair are the same.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import COUNT, FRAME, LINK, ROD, ROOT, THICK, ConvexTables
from predictor.collision.convex.gjk_kernels import V
from predictor.collision.convex.hulls_kernels import CENTRE, OWNER, RADIUS, ItemPair, Items
from predictor.collision.convex.pair_kernels import signed_distance
from predictor.collision.convex.scratch_kernels import (
    BOXES,
    STACK,
    Scratch,
    frame_of,
    gap_of,
    gap_of_rod,
    put_box_at,
    put_leaf,
    see_from,
)
from predictor.collision.measured_kernels import NO_PAIR, SLACK, is_mounted
from predictor.compiler.jit import inlined_part, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of what is found: the distance, or within which a pair counts; its key, or NO_PAIR; its unit and
# items.  ONLY the pair of this key counts, unless it is NO_PAIR.
DISTANCE, KEY, UNIT, FIRST_ITEM, SECOND_ITEM, ONLY, FOUND = 0, 1, 2, 3, 4, 5, 6


class Unit(NamedTuple):
    """Two sides that are measured against each other."""

    number: int
    row: int  # of the box around the first
    frame: int  # by which that is placed as the second sees it
    key: int  # of its pair with the owner 0 of the second
    step: int  # from one owner's key to the next one's
    thick: float  # how far both reach beyond their boxes [m]


@part
def is_beyond(leaves: Array, nodes: Array, pairs: Integers, rows: Array, unit: int, reach: float) -> bool:
    """Whether the boxes around both sides of a unit are farther apart [m], or one of them has nothing.

    It is asked for each unit of each pose, so it takes the few tables that it reads, not all of them.
    """
    m = len(leaves)
    if unit >= 2 * m:
        i, j = pairs[unit - 2 * m, 0], pairs[unit - 2 * m, 1]
        return bool(gap_of(rows, BOXES + i, rows, BOXES + j) - leaves[i, THICK] - leaves[j, THICK] > reach)
    root = pairs[len(pairs) - 1, unit // m]
    return bool(root < 0 or gap_of(rows, BOXES + unit, nodes, root) - leaves[unit % m, THICK] > reach)


@part
def search_unit(
    tables: ConvexTables, scratch: Scratch, unit: int, items: tuple[int, int], only: bool, found: Array
) -> None:
    """Search a unit that is not beyond reach for a nearer pair, into what is found (FOUND,).

    At two of its items alone, or at all others; -1 for both are none.
    """
    T, m, pairs, leaves = scratch.T, len(tables.leaves), tables.pairs, tables.leaves
    if unit < 2 * m:
        i, frame = unit % m, frame_of(tables, scratch, unit)
        root = int(pairs[len(pairs) - 1, unit // m])
        own = Unit(unit, BOXES + unit, frame, i, m, leaves[i, THICK])
    else:
        i, j = int(pairs[unit - 2 * m, 0]), int(pairs[unit - 2 * m, 1])
        frame, root, key = len(T) - 1, int(leaves[j, ROOT]), m * tables.solids + unit - 2 * m
        own = Unit(unit, BOXES + 2 * m, frame, key, 0, leaves[i, THICK] + leaves[j, THICK])
        see_from(T, int(leaves[i, FRAME]), int(leaves[j, FRAME]))
        put_leaf(tables, i, scratch, frame, own.row)
    if only:
        measure_items(tables, scratch, own, items, found)
    else:
        walk(tables, scratch, own, (int(leaves[i, ROOT]), root), items, found)


@part
def walk(
    tables: ConvexTables,
    scratch: Scratch,
    unit: Unit,
    roots: tuple[int, int],
    known: tuple[int, int],
    found: Array,
) -> None:
    """Go down two trees from their tops; `known`: two items that have been measured."""
    rows, nodes, m, (number, row, f, key, step, thick) = scratch.rows, tables.nodes, len(tables.leaves), unit
    leaf = number % m if number < 2 * m else int(tables.pairs[number - 2 * m, 0])
    is_rod = tables.leaves[leaf, ROD] >= 0.0
    spare = BOXES + 2 * m + 1
    waiting = push(rows, 0, roots, gap_of(rows, row, nodes, roots[1]) - thick)
    while waiting > 0:
        waiting -= 1
        first, second = int(rows[STACK + waiting, 0]), int(rows[STACK + waiting, 1])
        if rows[STACK + waiting, 2] > found[DISTANCE] + SLACK:
            continue
        at = row
        if first != roots[0]:
            at = spare
            put_box_at(nodes, first, scratch, f, at)
        if nodes[first, COUNT] > 0.0 and nodes[second, COUNT] > 0.0:
            begin, end = int(nodes[first, LINK]), int(nodes[first, LINK] + nodes[first, COUNT])
            for a in range(begin, end):
                if first != roots[0] or end - begin > 1:
                    at = spare + 1
                    put_box_at(tables.items, a, scratch, f, at)
                for b in range(int(nodes[second, LINK]), int(nodes[second, LINK] + nodes[second, COUNT])):
                    if a != known[0] or b != known[1]:
                        measure_items(tables, scratch, Unit(number, at, f, key, step, thick), (a, b), found)
                        if math.isnan(found[DISTANCE]):
                            return
        elif nodes[first, COUNT] > 0.0 or (nodes[second, COUNT] == 0.0 and is_larger(nodes, second, first)):
            for child in range(2):
                node = second + 1 if child == 0 else int(nodes[second, LINK])
                gap = gap_of(rows, at, nodes, node)
                if is_rod:
                    gap = max(gap, gap_of_rod(rows, at, nodes, node))
                waiting = push(rows, waiting, (first, node), gap - thick)
            nearer_on_top(rows, waiting)
        else:
            for child in range(2):
                node = first + 1 if child == 0 else int(nodes[first, LINK])
                put_box_at(nodes, node, scratch, f, spare)
                waiting = push(rows, waiting, (node, second), gap_of(rows, spare, nodes, second) - thick)
            nearer_on_top(rows, waiting)


@inlined_part
def push(rows: Array, waiting: int, nodes: tuple[int, int], gap: float) -> int:
    """Put two nodes, that are so far apart at least, on the stack; how many wait then."""
    rows[STACK + waiting, 0], rows[STACK + waiting, 1], rows[STACK + waiting, 2] = nodes[0], nodes[1], gap
    return waiting + 1


@part
def is_larger(nodes: Array, a: int, b: int) -> bool:
    """Whether the edges of a node's box are longer than those of another."""
    return bool(nodes[a, 3] + nodes[a, 4] + nodes[a, 5] >= nodes[b, 3] + nodes[b, 4] + nodes[b, 5])


@part
def nearer_on_top(rows: Array, waiting: int) -> None:
    """Put the last two that wait in order."""
    top, under = STACK + waiting - 1, STACK + waiting - 2
    if rows[under, 2] < rows[top, 2]:
        for k in range(3):
            rows[under, k], rows[top, k] = rows[top, k], rows[under, k]


@part
def measure_items(
    tables: ConvexTables, scratch: Scratch, unit: Unit, pair: tuple[int, int], found: Array
) -> None:
    """Measure two items of a unit, the first of which has its box in the unit's row."""
    items, (a, b) = tables.items, pair
    key, thick = unit.key + unit.step * int(items[b, OWNER]), items[a, RADIUS] + items[b, RADIUS]
    if gap_of(scratch.rows, unit.row, items, b) - thick > found[DISTANCE] + SLACK:
        return
    if (found[ONLY] != NO_PAIR and found[ONLY] != key) or is_mounted(tables.mounted, key):
        return
    distance = measure(tables, scratch, pair, unit.frame, found[DISTANCE] + SLACK)
    if not (distance > found[DISTANCE] or (distance == found[DISTANCE] and key >= found[KEY])):
        found[DISTANCE], found[KEY], found[UNIT] = distance, key, unit.number
        found[FIRST_ITEM], found[SECOND_ITEM] = a, b


@part
def measure(
    tables: ConvexTables, scratch: Scratch, pair: tuple[int, int], frame: int, enough: float
) -> float:
    """Signed distance [m] of two items, begun in the direction from the middle of b to that of a."""
    (a, b), T, items = pair, scratch.T[frame], tables.items
    for k in range(3):
        x = T[k, 3] - items[b, CENTRE + k]
        for i in range(3):
            x += T[k, i] * items[a, CENTRE + i]
        scratch.rows[V, k] = x
    return signed_distance(
        Items(items, tables.corners, tables.links), ItemPair(a, b, T), enough, scratch.rows
    )
