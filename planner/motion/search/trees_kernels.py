r"""A whole search for a free route, compiled: two trees of free lines grow until they meet; shorten, bend.

    start o---o---o                 o---o goal
               \   \             /
                o   o ----------> o         a sample draws one tree, and what has grown there draws the other

RRT-Connect (Kuffner and LaValle, RRT-Connect: an efficient approach to single-query path planning, 2000), the
smaller tree drawn first.  Samples are no random numbers but a sequence that fills the space evenly (Roberts,
The unreasonable effectiveness of quasirandom sequences, 2018), shifted by the contents of the request: the
same task finds the same route.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.piece_kernels import RouteSearch
from planner.motion.search.shorten_kernels import RouteScratch, bend_corners, shorten
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
MOST_NODES = 4000  # of a tree
START, GOAL = 0, MOST_NODES  # rows of the first node of each


class Trees(NamedTuple):
    """Both, from the start and from the goal; kernels only."""

    nodes: Array  # (2 MOST_NODES, n)
    parent: Integers  # (2 MOST_NODES,) row, -1 of the first
    after: Integers  # (2,) row after the last of each


@part
def grow(at: RouteSearch, grown: Trees, request: Array, reach: float, most_looks: int, out_q: Array) -> int:
    """Grow both trees from start and goal by branches no longer than reach [s], until they have met.

    Returns how many nodes the route has: two, if the line from the start to the goal is free; 0: none was
    found.
    """
    n, target, leave, alpha, number = request.shape[1], at.ends[0], at.ends[1], 2.0, 0
    grown.after[0], grown.after[1] = START + 1, GOAL + 1
    grown.parent[START] = grown.parent[GOAL] = -1
    for i in range(n):
        grown.nodes[START, i], grown.nodes[GOAL, i] = request[0, i], request[1, i]
        leave[i] = request[1, i] - request[0, i]
    if at.free(at.check, grown.nodes[START], leave, leave, False) == 1.0:
        for i in range(n):
            out_q[0, i], out_q[1, i] = grown.nodes[START, i], grown.nodes[GOAL, i]
        return 2
    for _ in range(40):  # the root of x^(n + 1) = x + 1, of which the powers make an even sequence
        alpha = math.pow(1.0 + alpha, 1.0 / (n + 1))
    while at.check.looks[0] < most_looks and max(grown.after[0], grown.after[1] - GOAL) < MOST_NODES - 1:
        number += 1
        step = 1.0
        for i in range(n):
            step /= alpha
            value = request[2, i] + number * step
            target[i] = at.low[i] + (value - math.floor(value)) * (at.high[i] - at.low[i])
        one = 0 if grown.after[0] <= grown.after[1] - GOAL else 1
        new = -1
        for turn in range(2):
            tree = one if turn == 0 else 1 - one
            node, least = nearest(at, grown, tree, target)
            while node >= 0 and grown.after[tree] < (tree + 1) * MOST_NODES:
                node, least = _draw(at, grown, tree, node, least, reach)
                if turn == 0 or least == 0.0:
                    break
            if node < 0:
                break
            if turn == 0:
                new = node
                for i in range(n):
                    target[i] = grown.nodes[node, i]
            elif least == 0.0:
                ends = (new, node) if one == 0 else (node, new)
                return _joined(grown, ends[0], ends[1], out_q)
    return 0


@part
def nearest(at: RouteSearch, grown: Trees, tree: int, q: Array) -> tuple[int, float]:
    """The row of a tree's node that is nearest to q (n,), and how far that is [s]."""
    best, least, first = -1, math.inf, tree * MOST_NODES
    for row in range(first, grown.after[tree]):
        total = 0.0
        for i in range(len(q)):
            part = at.weight[i] * (grown.nodes[row, i] - q[i])
            total += part * part
        if total < least:
            best, least = row, total
    return best, math.sqrt(least)


@part
def _draw(
    at: RouteSearch, grown: Trees, tree: int, node: int, length: float, reach: float
) -> tuple[int, float]:
    """Grow a branch from a node towards the target, so long as that is away; returns its row, and the rest.

    Row -1: it is not free.
    """
    target, leave, new = at.ends[0], at.ends[1], grown.after[tree]
    if not length > 0.0:
        return -1, 0.0
    share = min(1.0, reach / length)
    for i in range(len(target)):
        leave[i] = share * (target[i] - grown.nodes[node, i])
    if at.free(at.check, grown.nodes[node], leave, leave, False) != 1.0:
        return -1, 0.0
    for i in range(len(target)):
        grown.nodes[new, i] = target[i] if share == 1.0 else grown.nodes[node, i] + leave[i]
    grown.parent[new] = node
    grown.after[tree] += 1
    return new, (1.0 - share) * length


@part
def _joined(grown: Trees, first: int, second: int, out_q: Array) -> int:
    """Write the route through both trees by a node of each, which are at one place; returns its length."""
    count, node = 0, first
    while node >= 0:
        count, node = count + 1, grown.parent[node]
    row, node, step = count - 1, first, -1
    while node >= 0 and row < len(out_q):
        for i in range(out_q.shape[1]):
            out_q[row, i] = grown.nodes[node, i]
        node, row = grown.parent[node], row + step
        if node < 0 and step < 0:
            node, row, step = grown.parent[second], count, 1
    return row if node < 0 else 0


@kernel
def search_route(
    at: RouteSearch,
    grown: Trees,
    found: RouteScratch,
    request: Array,
    reach: float,
    most_looks: int,
    tries: int,
    out_half: Array,
) -> int:
    """Grow, shorten, and bend; returns how many places the route has, 0: none was found.

    request: start, goal, and where in [0, 1) the samples begin (3, n).
    """
    count = grow(at, grown, request, reach, most_looks, found.q)
    if count == 0:
        return 0
    return bend_corners(at, found, shorten(at, found, count, tries), out_half)
