"""The smoothest path from label to label through elbow samples, on which every pose is allowed and at ease.

    label   . . # # # . .    #  not allowed        cost of a pose: 0 where it is at ease
            . . . # . . o    least sum of          cost + SPEED v^2 + BEND (change of v)^2
            o . . . o o .    v: labels to the next place, `FASTEST` at most
            . o o o . . .

It is found by dynamic programming over label and v, so that no better one is missed; then what the steps
from label to label leave of corners is smoothed, as far as that stays within what is allowed.

A pose costs nothing where it is at ease, 1 at the edge of what is allowed, then no end:

    limits      how far the joints are inside them
    singular    the least singular value of the tool's Jacobian, joints by their shares
    clearance   from all that the arm must keep clear of
    haste       what the joints move by where the label stays, as a turn of the samples' own costs it

A begin that is nearer to an edge than is allowed moves the edge: from there the arm has to get away.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.rates import chain_of
from planner.motion.redundancy.elbow_samples import LABELS, STRIDE, ElbowSamples
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot

Array = NDArray[np.float64]


FASTEST = 4  # labels from a place to the next
SPEED, BEND = 0.02, 0.05
SMOOTHEST = 1e5  # weight of second differences
WEIGHT_FALL, WEIGHTS = 10.0, 7  # it falls by that, so many times at most, until the path is allowed
LIMIT_EDGE, LIMIT_EASE = 0.008726646259971648, 0.08726646259971647  # 0.5 and 5 deg [rad or m]
SINGULAR_EDGE, SINGULAR_EASE = 0.005, 0.05  # [m, rad]
EASE_M = 0.05  # beyond the clearance that is asked for
OF_THE_BEGIN = 0.5  # of what the begin has, where that is less than the edge


def smoothest_path(cost: Array, begin: int) -> Array | None:
    """Return a label, not a whole number, at each place (k,); None: nothing leads through.

    Args:
        cost: of each place and label (k, m); infinite: not allowed.
        begin: the label at the first place, which is taken whatever it costs.
    """
    labels = _least(cost, begin)
    if labels is None:
        return None
    weights = SMOOTHEST / WEIGHT_FALL ** np.arange(WEIGHTS)
    smooth = (smoothed(labels, weight) for weight in weights)
    return next((path for path in smooth if _is_allowed(cost, path)), labels)


def _least(cost: Array, begin: int) -> Array | None:
    """Return the path (k,) of whole labels that costs least, or None."""
    places, labels = cost.shape
    speeds = np.arange(-FASTEST, FASTEST + 1)
    turns = BEND * (speeds[:, None] - speeds) ** 2  # [v, v before]
    sums = np.full((labels, len(speeds)), np.inf)
    sums[begin] = 0.0  # any speed: it begins at rest in time
    came = np.empty((places, labels, len(speeds)), dtype=np.intp)
    for place in range(1, places):
        each = sums[:, None, :] + turns  # [label, v, v before]
        came[place] = each.argmin(axis=2)
        best = np.take_along_axis(each, came[place][..., None], axis=2)[..., 0] + SPEED * speeds**2
        sums = np.full_like(sums, np.inf)
        for k, v in enumerate(speeds.tolist()):
            into = slice(max(v, 0), labels + min(v, 0))
            sums[into, k] = best[max(-v, 0) : labels - max(v, 0), k] + cost[place, into]
    label, k = divmod(int(sums.argmin()), len(speeds))
    if not np.isfinite(sums[label, k]):
        return None
    path = np.empty(places)
    for place in range(places - 1, 0, -1):
        path[place] = label
        label -= int(speeds[k])
        k = int(came[place, label, k])
    path[0] = label
    return path


def smoothed(rows: Array, weight: float) -> Array:
    """Return rows (k, ...) with smaller second differences, that begin at the same (Whittaker 1923)."""
    bends = np.diff(np.eye(len(rows)), n=2, axis=0)
    A = np.eye(len(rows)) + weight * bends.T @ bends
    out = rows.copy()
    out[1:] += np.linalg.solve(A[1:, 1:], (rows - A @ rows)[1:])
    return out


def _is_allowed(cost: Array, path: Array) -> bool:
    """True if the labels on both sides of a path (k,) are allowed everywhere, behind its begin."""
    low = np.floor(path).astype(np.intp)
    if low[1:].min() < 0 or low[1:].max() + 1 >= cost.shape[1]:
        return False
    places = np.arange(1, len(path))
    return bool(np.isfinite(cost[places, low[1:]]).all() and np.isfinite(cost[places, low[1:] + 1]).all())


class KeepClear(NamedTuple):
    """The world that an arm is to keep clear of, and by how much."""

    world: CollisionWorld
    T_world_base: Array | None  # (4, 4) where the base stands as the course begins
    clearance_m: float


def sample_costs(robot: Robot, samples: ElbowSamples, keep: KeepClear | None) -> Array:
    """Return what each pose of the samples costs (k, m); infinite: it is not allowed."""
    rows = samples.q.reshape(-1, robot.n)
    cost = np.where(_is_amid(samples.q).ravel(), 0.0, np.inf)
    _add(cost, rows, lambda q: slack(robot, q).min(axis=1), edge=LIMIT_EDGE, ease=LIMIT_EASE)
    _add(cost, rows, lambda q: _least_singular(robot, q), edge=SINGULAR_EDGE, ease=SINGULAR_EASE)
    if keep is not None:
        world, T, edge = keep
        _add(cost, rows, lambda q: world.batch(q, T).distance, edge=edge, ease=edge + EASE_M)
    return cost.reshape(samples.q.shape[:2]) + _haste(robot, samples)


def _is_amid(columns: Array) -> NDArray[np.bool_]:
    """Return which poses of columns (k, m, n) are there, with a neighbour on both sides: (k, m)."""
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


def _haste(robot: Robot, samples: ElbowSamples) -> Array:
    carries, share = chain_of(robot).carries, chain_of(robot).share
    moved = np.diff(samples.q, axis=0, prepend=samples.q[:1])[:, :, carries] / share[carries]
    cost: Array = SPEED * (moved**2).sum(axis=2) / STRIDE**2
    return np.where(np.isfinite(cost), cost, 0.0)
