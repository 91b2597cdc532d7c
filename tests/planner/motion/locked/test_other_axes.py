"""What gives way, counted by other axes than the base's; and the attitude that comes nearest instead."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from planner.motion.locked.course_task import AXES_OF_BASE
from planner.motion.locked.lock_cost import other_attitude
from planner.motion.locked.locked_course import first_points, locked_course, task_of
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import locked_joints
from planner.motion.tool_courses.frames import in_base
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, rotation_from_vector
from telemetry.messages.plan import LineMove
from telemetry.plan.giving import FREE, axes_of, weights_of

ARM = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
LOCKED, WRIST = locked_joints(ARM, ["joint_2"]), locked_joints(ARM, ["joint_5"])
TILT = rotation_from_vector(np.array([0.4, -0.2, 0.3]))
ONE_NANO = 1e-9


def line_of(gives, **fields):
    T = tool_pose(ARM, START)
    place, quat = tuple(T[:3, 3].tolist()), (0.0, 0.0, 0.0, 1.0)
    return LineMove(p_base_tool=(1.046, 0.3, 0.115), begins=(place, quat), gives=gives, **fields)


def followed(move, locked=LOCKED):
    begin = START.copy()
    path = locked_course(ARM, next(first_points(ARM, begin, move, locked=locked)), move, locked=locked)
    assert isinstance(path, LockedPath)
    return path


def missed(path, s):
    return pose_difference(path.course.pose(s), tool_pose(ARM, path.at(s).q))


def test_axes_are_named_behind_the_coordinates():
    assert [axes_of(gives) for gives in ("z", "z in tool", "x=1, y=2 in frame")] == ["base", "tool", "frame"]
    assert weights_of("z in tool")[2] == FREE
    with pytest.raises(ValueError, match=r"'tol' are no axes; did you mean 'tool'\?"):
        weights_of("z in tol")


def test_what_gives_way_in_axes_of_a_frame_gives_along_those_alone():
    move = in_base(line_of("z in frame", frame="body"), pose(TILT, np.zeros(3)))
    asked = msgspec.structs.replace(move, p_base_tool=(1.046, 0.3, 0.115))
    path = followed(asked)
    for s in (0.0, 0.5, 1.0):
        error = missed(path, s)
        assert np.abs(error[3:]).max() < ONE_NANO
        assert np.abs(TILT.T @ error[:3])[:2].max() < ONE_NANO
    assert abs(missed(path, 1.0)[0]) > 1e-4  # in base axes it gives along others too
    assert "z in axes of the frame by" in str(path.losses[0])


def test_the_tool_s_axes_are_those_with_which_the_course_begins():
    path = followed(line_of("z in tool"))
    plain = followed(line_of("z"))
    assert pytest.approx(path.course.T_begin[:3, :3]) == path.freedom.task.axes.R
    assert path.at(1.0).q == pytest.approx(plain.at(1.0).q, abs=1e-9)  # the tool points straight down


def test_derivatives_in_other_axes_are_the_slopes_of_the_joints():
    move = in_base(line_of("z=1, x=3 in frame", frame="body"), pose(TILT, np.zeros(3)))
    path, step = followed(msgspec.structs.replace(move, p_base_tool=(1.046, 0.3, 0.115))), 1e-4
    before, at, after = (path.at(0.405 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-5)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-4)


def test_no_axes_are_those_of_the_base_and_cost_nothing():
    assert task_of(ARM, START, line_of("z")).axes is AXES_OF_BASE


def test_where_the_attitude_cannot_be_kept_the_nearest_is_told():
    near = START.copy()
    found = other_attitude(task_of(ARM, near, line_of("")), near, WRIST)
    assert 0.1 < np.degrees(np.linalg.norm(found.turn)) < 10.0
    assert str(found).startswith("the place holds with the attitude kept within")


def test_no_attitude_is_told_where_the_place_cannot_hold():
    near = START.copy()
    far = msgspec.structs.replace(line_of(""), p_base_tool=(1.046, 9.0, 0.115))
    assert other_attitude(task_of(ARM, near, far), near, WRIST) is None
