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

from predictor.geometry.bounds_tree_kernels import DEEPEST, PLANES, build_nodes
from predictor.geometry.mesh import Array, Integers


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
        nodes = build_nodes(boxes, at_most, order, stack, slices, bounds, link)
    tree = BoundsTree(bounds[:nodes].copy(), link[:nodes].copy(), order)
    for array in tree:
        array.setflags(write=False)
    return tree
