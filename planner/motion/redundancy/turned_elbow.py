"""A course that a redundant arm cannot follow by least effort, with its elbow turned out of the way.

    least effort    lost at a limit or a singular pose, or something comes too close
    elbow samples   all that the arm can do at the places of the course    `....elbow_samples`
    costs           not allowed, or how near a limit, a singular pose, an obstacle
    smoothest path  through the samples of least cost                      `....smoothest_path`
    knots, guide    as of any course: the tool is exactly on it            `planner.motion.paths.tool_path`

Where least effort will do, nothing of this is asked.  Of an arm with several joints to spare one of them
leads at a time: what needs two at once is not found.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import nearest
from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.paths.arm_plane import ArmPlaneError, arm_plane
from planner.motion.paths.path import Refusal, spline_through
from planner.motion.paths.tool_path import ToolPath, knot_count
from planner.motion.rates import chain_of
from planner.motion.redundancy.elbow_samples import LABELS, elbow_samples_along, leading_joints
from planner.motion.redundancy.smoothest_path import KeepClear, sample_costs, slack, smoothed, smoothest_path
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.joint_text import joint_label, shown_unit, shown_value
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]

TURNABLE = (Reason.LIMIT, Reason.SINGULAR, Reason.UNREACHABLE, Reason.PLAN_COLLISION)
KNOT_WEIGHT = 10.0  # of second differences
SHARPEST = 0.05  # [rad or m] second difference of knots: a joint that bends more would hardly move on
MM_PER_M = 1000.0


def turn_elbow(
    robot: Robot,
    start_q: Sequence[float] | Array,
    course: ToolCourse,
    *,
    lost: Refusal,
    keep: KeepClear | None = None,
) -> ToolPath | Refusal:
    """Return a course from `start_q` (n,) with the elbow turned, or why it stays refused.

    Args:
        robot: the arm; one without a joint to spare stays refused as it is.
        start_q: where it stands [rad or m].
        course: where its tool is to go.
        lost: why least effort will not do.
        keep: what else to keep clear of.
    """
    if not chain_of(robot).is_redundant(POSE_ROWS) or lost.reason not in TURNABLE:
        return lost
    start, count = np.array(start_q, dtype=float), knot_count(course)
    for lead in leading_joints(robot, start):
        samples = elbow_samples_along(robot, start, course, count=count, lead=lead)
        labels = smoothest_path(sample_costs(robot, samples, keep), LABELS) if samples.lost == count else None
        knots = None if labels is None else _knots(robot, course, _between(samples.q, labels), start=start)
        if labels is not None and knots is not None:
            place = int(np.abs(labels - samples.base).argmax())
            by = _turn_text(robot, samples.q[place, samples.base[place]], knots[place])
            words = f"{by} {_purpose_text(robot, knots, lost, keep=keep)}"
            guide = spline_through(knots)
            return ToolPath(robot=robot, course=course, knots=knots, guide=guide, turned=words)
    return lost._replace(detail=f"{lost.detail}; no turn of the elbow that helps was found")


def _between(columns: Array, labels: Array) -> Array:
    """Return the poses (k, n) of columns (k, m, n) at labels (k,), by cubics through four of them."""
    first = np.clip(np.floor(labels).astype(np.intp) - 1, 0, columns.shape[1] - 4)
    corners = columns[np.arange(len(labels))[:, None], first[:, None] + np.arange(4)]
    t = (labels - first)[:, None] - np.arange(4)  # from each of the four
    others = np.array([[j for j in range(4) if j != i] for i in range(4)])
    weights = np.prod(t[:, others], axis=2) / np.prod(np.arange(4)[:, None] - others, axis=1)
    return np.asarray(np.einsum("ki,kin->kn", weights, corners))


def _knots(robot: Robot, course: ToolCourse, rough: Array, *, start: Array) -> Array | None:
    """Return the joint values (k, n) on a course nearest to rough ones; None: lost, or not smooth."""
    knots, rough[0] = [start], start
    fractions = np.linspace(0.0, 1.0, len(rough)).tolist()
    for s, near in zip(fractions[1:], smoothed(rough, KNOT_WEIGHT)[1:], strict=True):
        found = nearest(robot, course.pose(s), near)
        if not found.reached:
            return None
        knots.append(found.q)
    rows = np.array(knots)
    return rows if np.abs(np.diff(rows, n=2, axis=0)).max() <= SHARPEST else None


def _turn_text(robot: Robot, plain: Array, q: Array) -> str:
    """Return in words how far joints q (n,) are turned beside others with the same pose of the tool."""
    try:
        angle = -arm_plane(robot, plain).miss(q, 0.0)[-1]
        return f"elbow turned by {np.degrees(angle):.0f} deg"
    except ArmPlaneError:
        joint = int(np.argmax(np.abs(q - plain) / chain_of(robot).share))
        one = robot.commanded[joint]
        by = f"{shown_value(one, float(q[joint] - plain[joint])):.3g} {shown_unit(one)}"
        return f"{joint_label(robot.commanded, joint)} aside by {by}"


def _purpose_text(robot: Robot, knots: Array, lost: Refusal, *, keep: KeepClear | None) -> str:
    """Return in words what the turn keeps apart or within, as far as the knots (k, n) show."""
    if keep is not None:
        seen = keep.world.batch(knots, keep.T_world_base)
        place = int(seen.distance.argmin())
        least = f"{seen.distance[place] * MM_PER_M:.0f} mm at least"
        pair = keep.world.pair_names[seen.pair[place]]
        other = "" if pair == lost.pair else f", of {' and '.join(pair)}"
        return f"to keep {' and '.join(lost.pair)} apart: {least}{other}"
    if lost.reason is Reason.SINGULAR:
        return "to keep away from a singular pose"
    margins = slack(robot, knots).min(axis=0)
    joint = int(margins.argmin())
    one = robot.commanded[joint]
    inside = f"{shown_value(one, float(margins[joint])):.2g} {shown_unit(one)}"
    return f"to keep {joint_label(robot.commanded, joint)} {inside} inside its limit"
