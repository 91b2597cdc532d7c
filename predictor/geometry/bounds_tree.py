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

from predictor.jit import kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

PLANES = 16  # slices between which a node may be divided
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
    order = np.arange(count, dtype=np.int64)
    nodes = _build(boxes, at_most, order, bounds, link) if count else 0
    tree = BoundsTree(bounds[:nodes].copy(), link[:nodes].copy(), order)
    for array in tree:
        array.setflags(write=False)
    return tree


@kernel
def _build(boxes: Array, at_most: int, order: Integers, out_bounds: Array, out_link: Integers) -> int:
    """Fill bounds (nodes, 6) and links (nodes, 2), with `order` (k,) put into that of the nodes; how many."""
    stack = np.empty((DEEPEST, 4), np.int64)  # begin, end, the node whose second child it is, level
    _wait(stack, 0, (0, len(order), -1, 0))
    waiting, node = 1, 0
    while waiting > 0:
        waiting -= 1
        begin, end = stack[waiting, 0], stack[waiting, 1]
        parent, level = stack[waiting, 2], stack[waiting, 3]
        if parent >= 0:
            out_link[parent, 0], out_link[parent, 1] = node, 0
        _surround(boxes, order[begin:end], out_bounds[node])
        middle = begin
        if end - begin > at_most:
            middle += _divide(boxes, order[begin:end]) if level < STEEP else (end - begin) // 2
        if middle == begin:
            out_link[node, 0], out_link[node, 1] = begin, end - begin
        else:  # the first half is the next node; the second waits below it on the stack
            _wait(stack, waiting, (middle, end, node, level + 1))
            _wait(stack, waiting + 1, (begin, middle, -1, level + 1))
            waiting += 2
        node += 1
    return node


@kernel
def _wait(stack: Integers, place: int, row: tuple[int, int, int, int]) -> None:
    for column in range(4):
        stack[place, column] = row[column]


@kernel
def _surround(boxes: Array, items: Integers, out_bounds: Array) -> None:
    out_bounds[:3], out_bounds[3:] = np.inf, -np.inf
    for item in items:
        for i in range(3):
            out_bounds[i] = min(out_bounds[i], boxes[item, i])
            out_bounds[3 + i] = max(out_bounds[3 + i], boxes[item, 3 + i])


@kernel
def _divide(boxes: Array, items: Integers) -> int:
    """Put items (k,) of one node into the order of its halves; how many the first one has."""
    low, high, axis = np.empty(3), np.empty(3), 0
    low[:], high[:] = np.inf, -np.inf
    for item in items:
        for i in range(3):
            twice = boxes[item, i] + boxes[item, 3 + i]
            low[i], high[i] = min(low[i], twice), max(high[i], twice)
    for i in range(1, 3):
        axis = i if high[i] - low[i] > high[axis] - low[axis] else axis
    if not high[axis] > low[axis]:  # all centres in one place: nothing tells the halves apart
        return len(items) // 2
    scale = PLANES / (high[axis] - low[axis])
    plane = _best_plane(boxes, items, axis, low[axis], scale)
    first, last = 0, len(items) - 1
    while first <= last:
        item = items[first]
        if _slice(boxes, item, axis, low[axis], scale) < plane:
            first += 1
        else:
            items[first], items[last] = items[last], item
            last -= 1
    return first if 0 < first < len(items) else len(items) // 2


@kernel
def _slice(boxes: Array, item: int, axis: int, low: float, scale: float) -> int:
    """In which of the slices of a node the centre of an item lies."""
    place = (boxes[item, axis] + boxes[item, 3 + axis] - low) * scale
    return min(PLANES - 1, int(place))


@kernel
def _best_plane(boxes: Array, items: Integers, axis: int, low: float, scale: float) -> int:
    """The first slice of the second half, so that the surface of both, times what they hold, is least."""
    held, around = np.zeros(PLANES, np.int64), np.empty((PLANES, 6))
    around[:, :3], around[:, 3:] = np.inf, -np.inf
    for item in items:
        k = _slice(boxes, item, axis, low, scale)
        held[k] += 1
        for i in range(3):
            around[k, i] = min(around[k, i], boxes[item, i])
            around[k, 3 + i] = max(around[k, 3 + i], boxes[item, 3 + i])
    cost = np.zeros(PLANES)  # of dividing before each slice
    for way in range(2):
        count, box = 0, np.empty(6)
        box[:3], box[3:] = np.inf, -np.inf
        for step in range(PLANES - 1):
            k = step if way == 0 else PLANES - 1 - step
            count += held[k]
            for i in range(3):
                box[i], box[3 + i] = min(box[i], around[k, i]), max(box[3 + i], around[k, 3 + i])
            cost[k + 1 if way == 0 else k] += count * _surface(box) if count else 0.0
    best = 1
    for k in range(2, PLANES):
        best = k if cost[k] < cost[best] else best
    return best


@kernel
def _surface(box: Array) -> float:
    """Half the surface of a box (6,) [m^2]."""
    x, y, z = box[3] - box[0], box[4] - box[1], box[5] - box[2]
    return float(x * y + y * z + z * x)
