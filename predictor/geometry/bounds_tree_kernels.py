"""A tree of bounds built from the top down, compiled: each node is divided where that costs least."""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
PLANES = 16  # slices between which a node may be divided
HELD, COST = 6, 7  # columns of a slice, after its bounds
STEEP = 40  # levels below which items are halved by number, so that
DEEPEST = 64  # nodes at most wait on the stack of a walk, whatever the items


@kernel
def build_nodes(
    boxes: Array,
    at_most: int,
    order: Integers,
    stack: Integers,
    slices: Array,
    out_bounds: Array,
    out_link: Integers,
) -> int:
    """Fill bounds (nodes, 6) and links (nodes, 2), put `order` (k,) into that of the nodes; return how many.

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


@part
def _divide(boxes: Array, order: Integers, begin: int, end: int, slices: Array) -> int:
    """Put the items of one node into the order of its halves; return where the second one begins."""
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


@part
def _slice(boxes: Array, item: int, axis: int, low: float, scale: float) -> int:
    """Return the slice of a node in which the centre of an item lies."""
    place = (boxes[item, axis] + boxes[item, 3 + axis] - low) * scale
    return min(PLANES - 1, int(place))


@part
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
    """Return the first slice of the second half: the surface of both, times what they hold, is least.

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
    # Half the surface of each side times what it holds, swept from either end: the cost of dividing.
    for from_end in range(2):
        count, x, y, z = 0.0, np.inf, np.inf, np.inf
        right, back, top = -np.inf, -np.inf, -np.inf
        for step in range(PLANES - 1):
            plane = step if from_end == 0 else PLANES - 1 - step
            count += slices[plane, HELD]
            x, right = min(x, slices[plane, 0]), max(right, slices[plane, 3])
            y, back = min(y, slices[plane, 1]), max(back, slices[plane, 4])
            z, top = min(z, slices[plane, 2]), max(top, slices[plane, 5])
            if count > 0.0:
                dx, dy, dz = right - x, back - y, top - z
                slices[plane + 1 - from_end, COST] += count * (dx * dy + dy * dz + dz * dx)
    best = 1
    for plane in range(2, PLANES):
        best = plane if slices[plane, COST] < slices[best, COST] else best
    return best
