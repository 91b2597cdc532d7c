"""From a pose to another on a way that keeps a clearance everywhere: straight if that does, else around.

    start, goal --grow--> a straight line, or two trees that meet --shorten--> fewer and shorter lines
                --bend--> a rounded path

How long is looked is counted in looks, not in time: the same task finds the same way, or none, anywhere.
Where a base floats it stands still for the search; what is found is a proposal, and the certificate decides.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.rounded import RoundedPath, rounded
from planner.motion.search.piece import search_in
from planner.motion.search.shorten import MOST_PLACES, bend, shorten, way
from planner.motion.search.trees import grow, trees
from predictor.collision.method import CollisionWorld
from telemetry.chain import digest

Array = NDArray[np.float64]

MOST_LOOKS = 100_000  # until no way is said to be found
REACH = 0.2  # of a branch, of the way across all joint ranges
SHORTENINGS = 100  # tries


class Asked(NamedTuple):
    """Between which poses a way is looked for."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)
    may_move: NDArray[np.bool_]  # (n,) the other joints stay where they start
    clearance_m: float  # to be kept everywhere, less than both ends have
    shortenings: int = SHORTENINGS  # tries


class Found(NamedTuple):
    """What a search came to."""

    path: RoundedPath | None  # None: there is no way, or none was found
    is_straight: bool
    looks: int


def find_way(world: CollisionWorld, asked: Asked, T_world_base: Array | None = None) -> Found:
    """Look for a way; neither end may be nearer to anything than the clearance."""
    limits, stays = world.robot.limits, ~asked.may_move
    low, high = np.array(limits.q_min), np.array(limits.q_max)
    low[stays] = high[stays] = asked.start_q[stays]
    at = search_in(world, (low, high), clearance_m=asked.clearance_m, T_world_base=T_world_base)
    ends = [world.clearance(q, T_world_base).distance for q in asked[:2]]
    across = REACH * float(np.linalg.norm(at.weight * (high - low)))
    found, halves = way(world.robot.n), np.zeros(MOST_PLACES)
    grown = trees((asked.start_q, asked.goal_q), ends)
    count = grow(at, grown, _shift(asked), across, MOST_LOOKS, found.q, found.distance)
    if count:
        count = bend(at, found, shorten(at, found, count, asked.shortenings), halves)
    looks = int(at.eye.looks[0])
    if count == 0:
        return Found(None, False, looks)
    return Found(rounded(found.q[:count].copy(), halves[:count], weight=at.weight), count == 2, looks)


def _shift(asked: Asked) -> Array:
    """Return where in [0, 1) the samples of a task begin (n,), by what the task says."""
    told = np.concatenate([*asked[:2], asked.may_move, [asked.clearance_m]]).astype(float).tobytes()
    return np.random.default_rng(np.frombuffer(digest(told), np.uint32)).random(len(asked.start_q))


def warm(world: CollisionWorld) -> None:
    """Compile every kernel of a search, so that the first one is not late."""
    home = np.array(world.robot.home_q)
    find_way(world, Asked(home, home, np.ones(len(home), np.bool_), -math.inf))
