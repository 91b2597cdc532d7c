"""What each pose of a fan costs: nothing where it is at ease, 1 at the edge of what is allowed, then no end.

    limits      how far the joints are inside them
    singular    the least singular value of the tool's Jacobian, joints by their shares
    clearance   from all that the arm must keep clear of
    haste       what the joints move by where the label stays, as a turn of the fan's own costs it

A begin that is nearer to an edge than is allowed moves the edge: from there the arm has to get away.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.rates import chain_of
from planner.motion.redundancy.fan import LABELS, STRIDE, Fan
from planner.motion.redundancy.valley import SPEED
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot

Array = NDArray[np.float64]

LIMIT_EDGE, LIMIT_EASE = 0.008726646259971648, 0.08726646259971647  # 0.5 and 5 deg [rad or m]
SINGULAR_EDGE, SINGULAR_EASE = 0.005, 0.05  # [m, rad]
EASE_M = 0.05  # beyond the clearance that is asked for
OF_THE_BEGIN = 0.5  # of what the begin has, where that is less than the edge


class Keep(NamedTuple):
    """What an arm is to keep clear of."""

    world: CollisionWorld
    T_world_base: Array | None  # (4, 4) where the base stands as the course begins
    clearance_m: float


def costs(robot: Robot, fan: Fan, keep: Keep | None) -> Array:
    """Return what each pose of a fan costs (k, m); infinite: it is not allowed."""
    rows = fan.q.reshape(-1, robot.n)
    cost = np.where(_is_amid(fan.q).ravel(), 0.0, np.inf)
    _add(cost, rows, lambda q: slack(robot, q).min(axis=1), edge=LIMIT_EDGE, ease=LIMIT_EASE)
    _add(cost, rows, lambda q: _least_singular(robot, q), edge=SINGULAR_EDGE, ease=SINGULAR_EASE)
    if keep is not None:
        world, T, edge = keep
        _add(cost, rows, lambda q: world.batch(q, T).distance, edge=edge, ease=edge + EASE_M)
    return cost.reshape(fan.q.shape[:2]) + _haste(robot, fan)


def _is_amid(columns: Array) -> NDArray[np.bool_]:
    """Tell which poses of columns (k, m, n) are there, with a neighbour on both sides: (k, m)."""
    there = np.isfinite(columns[:, :, 0])
    amid = np.zeros_like(there)
    amid[:, 1:-1] = there[:, :-2] & there[:, 1:-1] & there[:, 2:]
    return amid


def slack(robot: Robot, q: Array) -> Array:
    """Return how far inside their limits joints (k, n) are [rad or m]; no end where one does not count."""
    low, high = np.array(robot.limits.q_min), np.array(robot.limits.q_max)
    return np.where(chain_of(robot).carries, np.minimum(q - low, high - q), np.inf)


def _least_singular(robot: Robot, q: Array) -> Array:
    chain = chain_of(robot)
    J = np.array([tool_jacobian(robot, row) for row in q])[:, :, chain.carries] * chain.share[chain.carries]
    return np.asarray(np.linalg.svd(J, compute_uv=False)[:, chain.freedom - 1])


def _add(cost: Array, rows: Array, measure: Callable[[Array], Array], *, edge: float, ease: float) -> None:
    """Add to the cost (l,) of poses (l, n), of those that are allowed so far, what they lack of ease."""
    allowed = np.flatnonzero(np.isfinite(cost))
    if not len(allowed):
        return
    if np.isfinite(cost[LABELS]):  # of the begin
        edge = min(edge, max(0.0, OF_THE_BEGIN * float(measure(rows[LABELS : LABELS + 1])[0])))
    found = measure(rows[allowed])
    lack = np.maximum(0.0, (ease - found) / (ease - edge))
    cost[allowed] += np.where(found >= edge, lack**2, np.inf)


def _haste(robot: Robot, fan: Fan) -> Array:
    chain = chain_of(robot)
    moved = np.diff(fan.q, axis=0, prepend=fan.q[:1])[:, :, chain.carries] / chain.share[chain.carries]
    cost: Array = SPEED * (moved**2).sum(axis=2) / STRIDE**2
    return np.where(np.isfinite(cost), cost, 0.0)
