"""Joint values at places of a task: what is exact holds, what has a weight is missed by the least.

    min  sum of w e^2 of the weighted rows,    e = 0 of the exact ones,    over the joints that move

by steps of Gauss and Newton: one to where the exact rows hold, and in what directions they leave open
(the null space of their Jacobian) the one that lowers the weighted sum most.  Of what stays open still the
joints do the least, counted in shares of their top speeds.

The knots of a course are solved so beforehand, one place after the other, up to where it is lost.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.course_task import CourseTask
from planner.motion.locked_joints import Mask
from planner.motion.paths.course_lost import place_text
from planner.motion.paths.knots_kernels import LARGEST_KNOT_STEP
from planner.motion.paths.path import PathLost
from planner.motion.rates import chain_of
from predictor.model.joint_text import joint_label, value_text
from telemetry.agreed.reasons import Reason, cause
from telemetry.plan.giving import COORDINATES, EXACT, FREE, Weights

Array = NDArray[np.float64]

NEWTON_STEPS = 40
LAST_STEP = 1e-11  # [rad or m] a step that is shorter ends the search
LONGEST_STEP = 0.3  # [rad or m] beyond it the linear model says little
EXACT_WITHIN = 1e-9  # [m, rad] to which exact rows hold
LEAST_SINGULAR = 1e-7  # of the exact rows' Jacobian: below it, a direction of motion is missing
KNOTS = 101  # places of a course
LIMIT_ROUNDING = 1e-9  # [rad or m]


class NoPointError(ValueError):
    """The joints that move cannot meet the exact rows here."""


class SingularPointError(NoPointError):
    """The exact rows ask for a motion that the joints cannot make."""


class TaskFreedom(NamedTuple):
    """What is asked, and what moves for it."""

    task: CourseTask
    exact: NDArray[np.intp]  # rows that hold
    soft: NDArray[np.intp]  # rows that are missed by as little as possible
    weights: Array  # roots of their weights
    moves: NDArray[np.intp]  # joints that take part
    share: Array  # what each of them does for a unit of effort

    def least_singular(self, q: Array, s: float) -> float:
        """Return the least singular value of the rows that count, by the joints that move."""
        J = self.task.miss(q, s).J
        rows = np.concatenate([self.exact, self.soft])
        return float(np.linalg.svd(J[np.ix_(rows, self.moves)], compute_uv=False)[-1])


class SolvedRows(NamedTuple):
    """The exact rows at one pose, solved for effort."""

    inverse: Array  # (k, m) least effort of the joints for each row
    open: Array  # (k, k - m) directions that leave the rows alone


def freedom_of(task: CourseTask, weights: Weights, locked: Mask) -> TaskFreedom:
    """Return which joints move for which rows: those that carry the tool and are not locked (n,)."""
    chain, given = chain_of(task.robot), np.array(weights)
    moves = np.flatnonzero(chain.carries & ~locked)
    soft = np.flatnonzero((given != EXACT) & (given != FREE))
    return TaskFreedom(
        task, np.flatnonzero(given == EXACT), soft, np.sqrt(given[soft]), moves, chain.share[moves]
    )


def rows_at(freedom: TaskFreedom, J: Array) -> SolvedRows:
    """Solve the exact rows of a Jacobian (6, n).

    Raises:
        SingularPointError: they ask for a motion that the joints cannot make.
    """
    part = J[np.ix_(freedom.exact, freedom.moves)] * freedom.share
    left, values, right = np.linalg.svd(part, full_matrices=True)
    rank = len(freedom.exact)
    if rank and (len(values) < rank or values[-1] <= LEAST_SINGULAR):
        raise SingularPointError
    inverse = freedom.share[:, None] * (right[:rank].T / values[:rank] @ left.T)
    return SolvedRows(inverse, freedom.share[:, None] * right[rank:].T)


def settle(freedom: TaskFreedom, q_near: Array, s: float) -> Array:
    """Return the joint values (n,) at fraction s that steps from q_near lead to.

    Raises:
        NoPointError: they lead to none.
    """
    q = q_near.copy()
    for _ in range(NEWTON_STEPS):
        miss = freedom.task.miss(q, s)
        rows = rows_at(freedom, miss.J)
        step = rows.inverse @ miss.error[freedom.exact]
        if len(freedom.soft) and rows.open.shape[1]:
            J = freedom.weights[:, None] * miss.J[np.ix_(freedom.soft, freedom.moves)]
            left = freedom.weights * miss.error[freedom.soft] - J @ step
            step += rows.open @ np.linalg.lstsq(J @ rows.open, left, rcond=LEAST_SINGULAR)[0]
        longest = float(np.abs(step).max(initial=0.0))
        q[freedom.moves] += step * (LONGEST_STEP / max(longest, LONGEST_STEP))
        if longest <= LAST_STEP:
            break
    if not holds(freedom, q, s):
        raise NoPointError
    return q


def hold(freedom: TaskFreedom, q_near: Array, s: float) -> Array:
    """Return the joint values (n,) nearest to q_near that hold the exact rows, whatever the weighted ones do.

    Raises:
        NoPointError: steps from there lead to none.
    """
    return settle(freedom._replace(soft=freedom.soft[:0]), q_near, s)


def holds(freedom: TaskFreedom, q: Array, s: float) -> bool:
    """True if the exact rows hold at q (n,)."""
    error = freedom.task.miss(q, s).error[freedom.exact]
    return bool(np.all(np.abs(error) <= EXACT_WITHIN))


def solve_knots(freedom: TaskFreedom, first: Array, count: int = KNOTS) -> Array:
    """Solve a course at equal fractions, each place from where the two before it lead; (count, n).

    Raises:
        PathLost: it cannot be followed; where, and why.
    """
    knots, farthest = [first], LARGEST_KNOT_STEP * (KNOTS - 1) / (count - 1)
    for s in np.linspace(0.0, 1.0, count)[1:].tolist():
        try:
            q = settle(freedom, 2.0 * knots[-1] - knots[-2] if len(knots) > 1 else first, s)
        except NoPointError as error:
            raise lost_at(freedom, s, error) from None
        if np.abs(q - knots[-1]).max() > farthest:
            raise lost_at(freedom, s, SingularPointError())
        _check_limits(freedom, q, s)
        knots.append(q)
    return np.array(knots)


def _check_limits(freedom: TaskFreedom, q: Array, s: float) -> None:
    """Raise what the first joint that would pass its limit makes impossible."""
    robot = freedom.task.robot
    for i in freedom.moves:
        low, high = robot.limits.q_min[i], robot.limits.q_max[i]
        if not low - LIMIT_ROUNDING <= q[i] <= high + LIMIT_ROUNDING:
            joint = robot.commanded[i]
            asked = f"{joint_label(robot.commanded, int(i))} would have to come to {value_text(joint, q[i])}"
            within = f"{value_text(joint, low)} to {value_text(joint, high)}"
            raise PathLost(Reason.LIMIT, f"{asked}, beyond {within}, {place_text(freedom.task.course, s)}")


def lost_at(freedom: TaskFreedom, s: float, error: NoPointError) -> PathLost:
    """Say where the line is lost, and to whom."""
    moving = f"the {len(freedom.moves)} joints that move"
    where = place_text(freedom.task.course, s)
    if isinstance(error, SingularPointError):
        return PathLost(Reason.SINGULAR, f"{cause(Reason.SINGULAR)} with {moving} {where}")
    held = ", ".join(COORDINATES[row] for row in freedom.exact) + freedom.task.axes.words
    return PathLost(Reason.UNREACHABLE, f"{moving} do not hold {held} {where}")
