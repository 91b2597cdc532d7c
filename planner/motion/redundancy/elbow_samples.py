"""Samples of the elbow: what a redundant arm can do at the places of a course, poses beside a base.

    label   1    o   o   o   o        a column: joint values that put the tool at one place of the course,
    base -> 0    o---o---o   o        neighbours one `STRIDE` apart, along the null space of the Jacobian
           -1    o   o   o   o---o    where the base would have to jump, it goes on from another label
                 place 0 ... last

The base follows the course with least effort, wherever limits are: whether a pose is within them, and clear,
is not asked here.  Of an arm with more than one joint to spare, a column is the one curve that begins along
what moves a leading joint most.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.paths.knots_kernels import LARGEST_KNOT_STEP
from planner.motion.rates import chain_of
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot

Array = NDArray[np.float64]

STRIDE = 0.05  # of effort from a label to the next: joints' values by their shares of top speed [rad or m]
LABELS = 80  # on each side of label 0
NEWTON_STEPS = 4  # of Newton, to bring poses to their places
SOLVED_WITHIN = 1e-8  # [m, rad] to which they are brought; what is flown is solved again
FARTHEST_STRIDES = 3.0  # strides that a step along a column may lead away
EASY_STEP = 0.5  # of the largest step between knots: where the base may go on
DAMPING = 1e-13  # of the trace, for arms that have less freedom than a pose


class ElbowSamples(NamedTuple):
    """Poses beside a course."""

    q: Array  # (k, 2 LABELS + 1, n) joint values at each place and label [rad or m]; NaN: none
    base: NDArray[np.intp]  # (k,) index of the base's label at each place
    lost: int  # how many places there are, and so the first that no label leads to


class _Pose(NamedTuple):
    """A pose of the base."""

    q: Array  # (n,) [rad or m]
    along: Array  # (n,) effort of its self-motion, towards higher labels
    label: int  # its index in a column


class _Arm(NamedTuple):
    """An arm as far as its joints carry its tool."""

    robot: Robot
    share: Array  # (n,) what each joint does for a unit of effort; 0: it takes no part

    def effort(self, change: Array) -> Array:
        """Return changes of joints (..., n) counted by their shares."""
        return np.divide(change, self.share, out=np.zeros_like(change), where=self.share > 0.0)

    def solved(self, q: Array, wanted: Array) -> Array:
        """Return the effort (k, n) that gives tools at joints (k, n) the wanted rates (k, 6)."""
        parts = self._shared_jacobians(q)
        A = parts @ parts.transpose(0, 2, 1)
        trace = np.trace(A, axis1=1, axis2=2)
        A += (DAMPING * trace)[:, None, None] * np.eye(POSE_ROWS)
        return np.asarray(np.einsum("kij,ki->kj", parts, np.linalg.solve(A, wanted[..., None])[..., 0]))

    def idle(self, q: Array, direction: Array) -> Array:
        """Return the unit efforts (k, n) nearest to directions (k, n) that move no tool at q (k, n)."""
        moved = np.einsum("kij,kj->ki", self._shared_jacobians(q), direction)
        left = direction - self.solved(q, moved)
        return np.asarray(left / np.linalg.norm(left, axis=1, keepdims=True))

    def brought(self, T: Array, q: Array) -> Array:
        """Return the joints (k, n) for poses (k, 4, 4) that Newton's steps from q lead to; NaN: to none."""
        q = q.copy()
        for _ in range(NEWTON_STEPS):
            error = self._errors(T, q)
            if np.all(np.abs(error) <= SOLVED_WITHIN):
                break
            q += self.share * self.solved(q, error)
        q[~(np.abs(self._errors(T, q)).max(axis=1) <= SOLVED_WITHIN)] = np.nan
        return q

    def _shared_jacobians(self, q: Array) -> Array:
        return np.array([tool_jacobian(self.robot, row) for row in q]) * self.share

    def _errors(self, T: Array, q: Array) -> Array:
        """Return what tools at q (k, n) lack of poses, (k, 6) [m, sine of the angle]."""
        is_at = np.array([tool_pose(self.robot, row) for row in q])
        E = T[:, :3, :3] @ is_at[:, :3, :3].transpose(0, 2, 1)
        turn = 0.5 * np.stack(
            [E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1
        )
        return np.concatenate([T[:, :3, 3] - is_at[:, :3, 3], turn], axis=1)


def elbow_samples_along(
    robot: Robot, start_q: Array, course: ToolCourse, *, count: int, lead: int
) -> ElbowSamples:
    """Return the samples of a redundant arm at `count` places of a course, which begins at `start_q` (n,).

    Of an arm with more than one joint to spare, `lead` is the joint whose self-motion is followed.
    """
    arm, T = _arm_of(robot), np.array([course.pose(s) for s in np.linspace(0.0, 1.0, count).tolist()])
    begin = _Pose(start_q, arm.idle(start_q[None], np.eye(robot.n)[lead][None])[0], LABELS)
    base = [*_base(arm, T, begin)]
    return ElbowSamples(
        _columns(arm, T[: len(base)], base), np.array([pose.label for pose in base]), len(base)
    )


def leading_joints(robot: Robot, q: Array) -> list[int]:
    """Return the joints whose self-motions at q (n,) are worth following: one for each joint to spare."""
    chain, arm = chain_of(robot), _arm_of(robot)
    J, every = tool_jacobian(robot, q) * arm.share, np.flatnonzero(chain.carries)
    moved = [np.linalg.norm(arm.solved(q[None], J[None, :, joint])[0]) for joint in every]
    order = np.argsort(moved, kind="stable")  # the less of its motion the others undo, the more is idle
    spare = chain.length - min(POSE_ROWS, chain.freedom)
    return [int(joint) for joint in every[order][:spare]]


def _arm_of(robot: Robot) -> _Arm:
    return _Arm(robot, np.where(chain_of(robot).carries, chain_of(robot).share, 0.0))


def _base(arm: _Arm, T: Array, begin: _Pose) -> Iterator[_Pose]:
    """Yield the base at each place, as far as there is one."""
    here = begin
    yield here
    for place in range(1, len(T)):
        q = arm.brought(T[place : place + 1], here.q[None])[0]
        if np.abs(q - here.q).max() <= LARGEST_KNOT_STEP:
            here = here._replace(q=q)
        else:
            found = _elsewhere(arm, T[place - 1 : place + 1], here)
            if found is None:
                return
            here = found
        here = here._replace(along=arm.idle(here.q[None], here.along[None])[0])
        yield here


def _elsewhere(arm: _Arm, T: Array, here: _Pose) -> _Pose | None:
    """Return the base at the second of two places (2, 4, 4): from the nearest label that leads there."""
    column = _columns(arm, T[:1], [here])[0]
    labels = np.flatnonzero(np.isfinite(column[:, 0]))
    before = column[labels]
    after = arm.brought(np.repeat(T[1:], len(labels), axis=0), before)
    is_easy = np.abs(after - before).max(axis=1) <= EASY_STEP * LARGEST_KNOT_STEP
    if not is_easy.any() or len(labels) < 2:
        return None
    k = int(np.where(is_easy, np.abs(labels - here.label), len(column)).argmin())
    upwards = arm.effort(np.gradient(before, axis=0)[k])
    return _Pose(after[k], upwards, int(labels[k]))


def _columns(arm: _Arm, T: Array, base: list[_Pose]) -> Array:
    """Return the columns (k, 2 LABELS + 1, n) at places (k, 4, 4), grown on both sides of the base."""
    columns = np.full((len(base), 2 * LABELS + 1, len(base[0].q)), np.nan)
    rows, labels = np.arange(len(base)), np.array([pose.label for pose in base])
    q, along = np.array([pose.q for pose in base]), np.array([pose.along for pose in base])
    columns[rows, labels] = q
    for sign in (1, -1):
        alive, here, direction, at = rows, q, sign * along, labels
        while len(alive):
            onward = arm.brought(T[alive], here + STRIDE * direction * arm.share)
            at = at + sign
            length = np.linalg.norm(arm.effort(onward - here), axis=1)
            ok = (length <= FARTHEST_STRIDES * STRIDE) & (at >= 0) & (at <= 2 * LABELS)
            alive, here, direction, at = alive[ok], onward[ok], direction[ok], at[ok]
            columns[alive, at] = here
            direction = arm.idle(here, direction) if len(alive) else direction
    return columns
