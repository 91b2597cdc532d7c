"""From a pose to another on a way that keeps a clearance: straight if that does, else around.

    start, goal --grow--> a straight line, or two trees that meet --shorten--> fewer and shorter lines
                --bend--> a rounded path

How long is looked is counted in looks, not in time: the same task finds the same way, or none, anywhere.
Where a base floats it stands still for the search; what is found is a proposal, and the certificate decides.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import RoundedPath, rounded
from planner.motion.search.piece_kernels import Eye, Search, free_piece
from planner.motion.search.shorten_kernels import GOLDEN, MOST_PLACES, Way
from planner.motion.search.trees_kernels import MOST_NODES, Trees, search
from predictor.collision.method import CollisionWorld
from predictor.compiler.jit import called_by_address, direct_entry, kernel_array
from predictor.proximity.proximity_layout import AT_ONCE
from predictor.proximity.proximity_query import compiled_query
from telemetry.agreed.chains import digest

Array = NDArray[np.float64]

MOST_LOOKS = 3_000_000  # of the quickest, until no way is said to be found: about a second
SPACING_M = 0.02
WORLDS = 2  # of which all is kept ready
REACH = 0.2  # of a branch, of the way across all joint ranges
SHORTENINGS = 100  # tries


class Asked(NamedTuple):
    """Between which poses a way is looked for."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)
    may_move: NDArray[np.bool_]  # (n,) the other joints stay where they start
    clearance_m: float  # to be kept everywhere, less than both ends have
    spacing_m: float = SPACING_M  # travel between poses that are looked at
    shortenings: int = SHORTENINGS  # tries
    grown: int = 0  # which of the trees that there may be; each leads to another way


class Found(NamedTuple):
    """What a search came to."""

    path: RoundedPath | None  # None: there is no way, or none was found
    is_straight: bool
    looks: int


class _Ready(NamedTuple):
    """All that a search in a world needs beside what is asked."""

    at: Search
    grown: Trees
    found: Way
    halves: Array
    search: Callable[..., int]


def find_way(world: CollisionWorld, asked: Asked, T_world_base: Array | None = None) -> Found:
    """Look for a way; neither end may be nearer to anything than the clearance."""
    ready = _ready(world, None if world.base is None or T_world_base is None else T_world_base.tobytes())
    at, found, halves = _asked_of(ready.at, asked), ready.found, ready.halves
    told, across = np.array([*asked[:2], _shift(asked)]), at.weight * (at.high - at.low)
    reach, most_looks = REACH * math.sqrt(across @ across), MOST_LOOKS // at.eye.query.cost()
    count = ready.search(at, ready.grown, found, told, reach, most_looks, asked.shortenings, halves)
    looks = int(at.eye.looks[0])
    if count == 0:
        return Found(None, False, looks)
    return Found(rounded(found.q[:count].copy(), halves[:count].copy(), weight=at.weight), count == 2, looks)


@lru_cache(maxsize=WORLDS)
def _ready(world: CollisionWorld, base: bytes | None) -> _Ready:
    """Return it for a world, with the base where it stands; None: as the run began."""
    n = world.robot.n
    at = search_in(world, None if base is None else np.frombuffer(base).reshape(4, 4))
    room = trees(n), way(n), np.zeros(MOST_PLACES)
    takes = (at, *room[:2], np.empty((3, n)), 0.0, 0, 0, room[2])
    return _Ready(at, *room, direct_entry(search, takes))


def _asked_of(at: Search, asked: Asked) -> Search:
    """Return what a search needs, with what is asked."""
    low, high, stays = at.low.copy(), at.high.copy(), ~asked.may_move
    low[stays] = high[stays] = asked.start_q[stays]
    looks = np.zeros(1, np.int64)
    eye = at.eye._replace(looks=looks, required=float(asked.clearance_m), spacing=float(asked.spacing_m))
    return at._replace(eye=eye, low=low, high=high)


def _shift(asked: Asked) -> Array:
    """Return where in [0, 1) the samples of a task begin (n,), by what the task says and which trees."""
    told = np.concatenate([*asked[:2], asked.may_move, [asked.clearance_m]]).astype(float).tobytes()
    first = np.resize(np.frombuffer(digest(told), np.uint32), len(asked.start_q)) / 2.0**32
    return (first + GOLDEN * asked.grown) % 1.0


Integers = NDArray[np.int64]


def search_in(world: CollisionWorld, T_world_base: Array | None) -> Search:
    """Return what a search needs, but what is asked of it, with the base where it stands (4, 4)."""
    query, limits, n = world.proximity_query(T_world_base), world.robot.limits, world.robot.n
    eye = Eye(
        looks=np.zeros(1, np.int64),
        look=compiled_query(query),
        query=query,
        levers=kernel_array(world.levers),
        required=math.inf,
        spacing=math.inf,
        poses=np.empty((n, AT_ONCE)),
    )
    ends = np.empty((2, n))
    free = called_by_address(free_piece, (eye, ends[0], ends[0], ends[0], False))
    low, high, speed = map(kernel_array, (limits.q_min, limits.q_max, limits.qd_max))
    return Search(eye, free, low, high, 1.0 / speed, ends)


def way(n: int) -> Way:
    """Return room for a way of an arm of n joints."""
    shape = MOST_PLACES, n
    return Way(np.empty(shape), np.empty(shape), np.empty(MOST_PLACES))


def trees(n: int) -> Trees:
    """Return room for the trees of an arm of n joints."""
    rows = 2 * MOST_NODES
    return Trees(np.empty((rows, n)), np.empty(rows, np.int64), np.empty(2, np.int64))
