"""A route from one pose to another that keeps a clearance: straight if that is free, else around.

    start, goal --grow--> a straight line, or two trees that meet --shorten--> fewer and shorter lines
                --bend--> a rounded path

A search is as long as its looks, not its time: the same task finds the same route, or none, anywhere.
Where a base floats it stands still for the search; what is found is a proposal, and the certificate decides.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import RoundedPath, rounded
from planner.motion.search.piece_kernels import PieceCheck, RouteSearch, is_free_piece
from planner.motion.search.shorten_kernels import GOLDEN, MOST_PLACES, RouteScratch
from planner.motion.search.trees_kernels import MOST_NODES, Trees, search_route
from predictor.collision.method import CollisionWorld
from predictor.compiler.jit import called_by_address, direct_entry, kernel_array
from predictor.proximity.proximity_layout import AT_ONCE
from predictor.proximity.proximity_query import compiled_query
from telemetry.agreed.chains import digest

Array = NDArray[np.float64]

MOST_LOOKS = 3_000_000  # of the quickest kind, until no route is said to be found: about a second
SPACING_M = 0.02
WORLDS_KEPT = 2  # whose searches are kept ready
BRANCH_REACH = 0.2  # of a branch, of the way across all joint ranges
MOST_SHORTENINGS = 100  # tries


class RouteRequest(NamedTuple):
    """The poses between which a route is searched."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)
    may_move: NDArray[np.bool_]  # (n,) the other joints stay where they start
    clearance_m: float  # to be kept everywhere, less than both ends have
    spacing_m: float = SPACING_M  # travel between poses that are looked at
    shortenings: int = MOST_SHORTENINGS  # tries
    grown: int = 0  # which of the trees that there may be; each leads to another route


class FoundRoute(NamedTuple):
    """The result of a search."""

    path: RoundedPath | None  # None: there is no route, or none was found
    is_straight: bool
    looks: int


class _ReadySearch(NamedTuple):
    """All that a search in a world needs beside its request."""

    at: RouteSearch
    grown: Trees
    found: RouteScratch
    halves: Array
    search: Callable[..., int]


def find_route(world: CollisionWorld, request: RouteRequest, T_world_base: Array | None = None) -> FoundRoute:
    """Search for a route; neither end may be nearer to anything than the clearance."""
    ready = _ready(world, None if world.base is None or T_world_base is None else T_world_base.tobytes())
    at, found, halves = _with_request(ready.at, request), ready.found, ready.halves
    ends, across = np.array([*request[:2], _first_sample(request)]), at.weight * (at.high - at.low)
    reach, most_looks = BRANCH_REACH * math.sqrt(across @ across), MOST_LOOKS // at.check.query.cost()
    count = ready.search(at, ready.grown, found, ends, reach, most_looks, request.shortenings, halves)
    looks = int(at.check.looks[0])
    if count == 0:
        return FoundRoute(None, False, looks)
    path = rounded(found.q[:count].copy(), halves[:count].copy(), weight=at.weight)
    return FoundRoute(path, count == 2, looks)


@lru_cache(maxsize=WORLDS_KEPT)
def _ready(world: CollisionWorld, base: bytes | None) -> _ReadySearch:
    """Return the search in a world, with the base where it stands; None: as the run began."""
    n, nodes, places = world.robot.n, 2 * MOST_NODES, (MOST_PLACES, world.robot.n)
    at = _search_in(world, None if base is None else np.frombuffer(base).reshape(4, 4))
    trees = Trees(np.empty((nodes, n)), np.empty(nodes, np.int64), np.empty(2, np.int64))
    route = RouteScratch(np.empty(places), np.empty(places), np.empty(MOST_PLACES))
    halves = np.zeros(MOST_PLACES)
    arguments = (at, trees, route, np.empty((3, n)), 0.0, 0, 0, halves)
    return _ReadySearch(at, trees, route, halves, direct_entry(search_route, arguments))


def _search_in(world: CollisionWorld, T_world_base: Array | None) -> RouteSearch:
    """Return what a search needs beside its request, with the base where it stands (4, 4)."""
    query, limits, n = world.proximity_query(T_world_base), world.robot.limits, world.robot.n
    check = PieceCheck(
        looks=np.zeros(1, np.int64),
        look=compiled_query(query),
        query=query,
        levers=kernel_array(world.levers),
        required=math.inf,
        spacing=math.inf,
        poses=np.empty((n, AT_ONCE)),
    )
    ends = np.empty((2, n))
    free = called_by_address(is_free_piece, (check, ends[0], ends[0], ends[0], False))
    low, high, speed = map(kernel_array, (limits.q_min, limits.q_max, limits.qd_max))
    return RouteSearch(check, free, low, high, 1.0 / speed, ends)


def _with_request(at: RouteSearch, request: RouteRequest) -> RouteSearch:
    """Return a search with the clearance, the spacing and the joints of a request."""
    low, high, stays = at.low.copy(), at.high.copy(), ~request.may_move
    low[stays] = high[stays] = request.start_q[stays]
    required, spacing = float(request.clearance_m), float(request.spacing_m)
    check = at.check._replace(looks=np.zeros(1, np.int64), required=required, spacing=spacing)
    return at._replace(check=check, low=low, high=high)


def _first_sample(request: RouteRequest) -> Array:
    """Return where in [0, 1) the samples of a request begin (n,), by its contents and its trees."""
    contents = np.concatenate([*request[:2], request.may_move, [request.clearance_m]]).astype(float).tobytes()
    first = np.resize(np.frombuffer(digest(contents), np.uint32), len(request.start_q)) / 2.0**32
    return (first + GOLDEN * request.grown) % 1.0
