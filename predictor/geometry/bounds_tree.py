"""A tree of boxes along the axes over many items, so that what is far away is never looked at one by one.

    node 0 (all) --+-- node 1 --+-- node 2: items order[0:4]      children of node i: i + 1 and link[i, 0]
                   |            `-- node 3: items order[4:7]      items of node i: link[i, 1] of `order`,
                   `-- node 4: items order[7:11]                  from link[i, 0] on

Nodes lie in the order in which a walk from the top meets them.  A node is divided where the surface of both
halves, times what each holds, is least among a few planes across the longest extent of its items' centres
(MacDonald and Booth, Heuristics for ray tracing using space subdivision, 1990; Wald, On fast construction of
SAH-based bounding volume hierarchies, 2007).  It knows bounds alone, not what the items are.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.jit import bare_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

PLANES = 16  # slices between which a node may be divided
HELD, COST = 6, 7  # columns of a slice, after its bounds
STEEP = 40  # levels below which items are halved by number, so that
DEEPEST = 64  # nodes at most wait on the stack of a walk, whatever the items


class BoundsTree(NamedTuple):
    """The nodes, and the items in their order."""

    bounds: Array  # (nodes, 6) low x, y, z, high x, y, z [m]
    link: Integers  # (nodes, 2) second child and 0; or the first of its items in `order`, and how many
    order: Integers  # (k,) index of each item


def bounds_tree(low: Array, high: Array, *, at_most: int = 4) -> BoundsTree:
    """Return the tree over k boxes (k, 3), (k, 3), with no more than `at_most` items where it ends.

    Raises:
        ValueError: bounds that are not finite, or low above high.
    """
    boxes = np.ascontiguousarray(np.concatenate([low, high], axis=1), dtype=np.float64)
    if not (np.isfinite(boxes).all() and (boxes[:, :3] <= boxes[:, 3:]).all()):
        raise ValueError("bounds must be finite, and low must not be above high")
    count = len(boxes)
    most = max(1, 2 * count - 1)
    bounds, link = np.empty((most, 6)), np.zeros((most, 2), np.int64)
    order, stack, slices = np.arange(count), np.empty((DEEPEST, 4), np.int64), np.empty((PLANES, 8))
    if count <= at_most:  # most scenes: nothing to divide, and no kernel for it
        nodes = min(count, 1)
        link[0, 1] = count
        if count:
            bounds[0] = np.concatenate([boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)])
    else:
        nodes = _build(boxes, at_most, order, stack, slices, bounds, link)
    tree = BoundsTree(bounds[:nodes].copy(), link[:nodes].copy(), order)
    for array in tree:
        array.setflags(write=False)
    return tree


@bare_kernel
def _build(
    boxes: Array,
    at_most: int,
    order: Integers,
    stack: Integers,
    slices: Array,
    out_bounds: Array,
    out_link: Integers,
) -> int:
    """Fill bounds (nodes, 6) and links (nodes, 2), with `order` (k,) put into that of the nodes; how many.

    The stack (DEEPEST, 4) holds begin, end, the node whose second child it is, and its level.
    """
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, len(order), -1, 0
    waiting, node = 1, 0
    while waiting > 0:
        waiting -= 1
        begin, end = stack[waiting, 0], stack[waiting, 1]
        parent, level = stack[waiting, 2], stack[waiting, 3]
        if parent >= 0:
            out_link[parent, 0], out_link[parent, 1] = node, 0
        for i in range(3):
            low, high = np.inf, -np.inf
            for k in range(begin, end):
                low, high = min(low, boxes[order[k], i]), max(high, boxes[order[k], 3 + i])
            out_bounds[node, i], out_bounds[node, 3 + i] = low, high
        middle = begin
        if end - begin > at_most:
            middle = (begin + end) // 2
            if level < STEEP:
                middle = _divide(boxes, order, begin, end, slices)
        if middle == begin:
            out_link[node, 0], out_link[node, 1] = begin, end - begin
        else:  # the first half is the next node; the second waits below it on the stack
            for half in range(2):
                stack[waiting, 0], stack[waiting, 1] = (begin, middle) if half else (middle, end)
                stack[waiting, 2], stack[waiting, 3] = -1 if half else node, level + 1
                waiting += 1
        node += 1
    return node


@bare_kernel
def _divide(boxes: Array, order: Integers, begin: int, end: int, slices: Array) -> int:
    """Put the items of one node into the order of its halves; where the second one begins."""
    axis, least, extent = 0, 0.0, 0.0
    for i in range(3):
        low, high = np.inf, -np.inf
        for k in range(begin, end):
            twice = boxes[order[k], i] + boxes[order[k], 3 + i]
            low, high = min(low, twice), max(high, twice)
        if high - low > extent:
            axis, least, extent = i, low, high - low
    middle = (begin + end) // 2
    if not extent > 0.0:  # all centres in one place: nothing tells the halves apart
        return middle
    scale = PLANES / extent
    plane = _best_plane(boxes, order, begin, end, axis, least, scale, slices)
    first, last = begin, end - 1
    while first <= last:
        item = order[first]
        if _slice(boxes, item, axis, least, scale) < plane:
            first += 1
        else:
            order[first], order[last] = order[last], item
            last -= 1
    return first if begin < first < end else middle


@bare_kernel
def _slice(boxes: Array, item: int, axis: int, low: float, scale: float) -> int:
    """In which of the slices of a node the centre of an item lies."""
    place = (boxes[item, axis] + boxes[item, 3 + axis] - low) * scale
    return min(PLANES - 1, int(place))


@bare_kernel
def _best_plane(
    boxes: Array,
    order: Integers,
    begin: int,
    end: int,
    axis: int,
    low: float,
    scale: float,
    slices: Array,
) -> int:
    """The first slice of the second half, so that the surface of both, times what they hold, is least.

    Of each slice (PLANES, 8) are noted the bounds of its items, how many, and the cost of dividing before it.
    """
    for plane in range(PLANES):
        for i in range(3):
            slices[plane, i], slices[plane, 3 + i] = np.inf, -np.inf
        slices[plane, HELD] = slices[plane, COST] = 0.0
    for k in range(begin, end):
        item = order[k]
        plane = _slice(boxes, item, axis, low, scale)
        slices[plane, HELD] += 1.0
        for i in range(3):
            slices[plane, i] = min(slices[plane, i], boxes[item, i])
            slices[plane, 3 + i] = max(slices[plane, 3 + i], boxes[item, 3 + i])
    for way in range(2):
        count, x, y, z = 0.0, np.inf, np.inf, np.inf
        right, back, top = -np.inf, -np.inf, -np.inf
        for step in range(PLANES - 1):
            plane = step if way == 0 else PLANES - 1 - step
            count += slices[plane, HELD]
            x, right = min(x, slices[plane, 0]), max(right, slices[plane, 3])
            y, back = min(y, slices[plane, 1]), max(back, slices[plane, 4])
            z, top = min(z, slices[plane, 2]), max(top, slices[plane, 5])
            if count > 0.0:
                dx, dy, dz = right - x, back - y, top - z
                slices[plane + 1 - way, COST] += count * (dx * dy + dy * dz + dz * dx)
    best = 1
    for plane in range(2, PLANES):
        best = plane if slices[plane, COST] < slices[best, COST] else best
    return best
