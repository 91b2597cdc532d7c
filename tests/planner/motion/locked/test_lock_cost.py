"""At which angles a joint may lock, and what had best give way."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked.course_task import CourseTask
from planner.motion.locked.lock_cost import (
    LockTrial,
    best_giving,
    best_worst_case,
    feasibility,
    relative_manipulability,
)
from planner.motion.tool_courses.tool_course import straight
from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, rotation_from_euler_zyx
from telemetry.files.settings import read_file
from telemetry.plan.giving import weights_of
from tests.shared_data import shared_file

ROBOTS = Path(__file__).parents[4] / "scenarios/robots"
STATION, ARM = read_robot(ROBOTS / "station_arm.toml"), read_robot(ROBOTS / "shiyan7_like.toml")
BEGIN = pose(rotation_from_euler_zyx(np.pi, 0.0, 0.0), np.array([1.0459, 0.0, 0.1149]))
LINE = CourseTask(robot=ARM, course=straight(BEGIN, np.array([0.0001, 0.6, 0.0001])))
START = np.radians([0.0, -120.2103, -109.3583, 0.0, -40.4314, 0.0])
END = np.radians([29.8392, -127.3219, -96.4890, 0.0, -46.1890, 29.8392])
A_TENTH = np.radians(0.15)


def trial(joint: int, gives: str = "z") -> LockTrial:
    return LockTrial(LINE, START, joint, weights_of(gives))


def gives(joint: int) -> str:
    low, high = sorted((float(START[joint]), float(END[joint])))
    return best_giving(LINE, START, joint, values=(low, high)).gives


def test_the_line_misses_as_much_as_is_published_with_joint_2_locked() -> None:
    assert trial(1).at(np.radians(-123.8), START).place == pytest.approx(0.08339, abs=5e-6)


def test_beyond_an_interval_s_end_the_line_is_lost_and_inside_it_is_not() -> None:
    (interval,) = feasibility(trial(1), count=12).intervals
    assert interval.low == ARM.limits.q_min[1]
    assert interval.high == pytest.approx(np.radians(-109.1), abs=A_TENTH)
    assert trial(1).at(interval.high - A_TENTH, START).is_feasible
    assert not trial(1).at(interval.high + A_TENTH, START).is_feasible


def test_what_is_lost_where_is_told_for_an_angle_that_is_not_feasible() -> None:
    assert "% of the line" in trial(1).at(np.radians(-108.0), START).reason
    assert "begin" in trial(1).at(np.radians(0.0), START).reason


def test_each_joint_has_its_own_coordinate_that_had_best_give_way() -> None:
    assert [gives(joint) for joint in (0, 3, 5)] == ["y", "roll", "roll"]


def test_a_joint_that_the_line_does_not_turn_costs_nothing_when_it_locks_there() -> None:
    choice = best_giving(LINE, START, 3, values=(0.0, 0.0))
    assert choice.dearest.cost < 1e-9


SSRMS, IIWA = "canadarm2/ssrms.urdf", "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf"
POSES = 30
ELBOW, NO_COMPONENT = 3, 1e-3


def real(name):
    return describe_robot(shared_file(f"data/robots/{name}"), read_file).robot


def some_poses(robot):
    low, high = np.maximum(robot.limits.q_min, -np.pi), np.minimum(robot.limits.q_max, np.pi)
    return np.random.default_rng(7).uniform(low, high, (POSES, robot.n))


def by_differences(robot, q, h=1e-5):
    """The tool's Jacobian (6, n) by finite differences of its pose."""
    steps = h * np.eye(robot.n)
    return np.array(
        [pose_difference(tool_pose(robot, q + e), tool_pose(robot, q - e)) / (2.0 * h) for e in steps]
    ).T


def by_determinants(J):
    whole = np.linalg.det(J @ J.T)
    return [
        np.sqrt(max(0.0, np.linalg.det(np.delete(J, i, 1) @ np.delete(J, i, 1).T)) / whole)
        for i in range(J.shape[1])
    ]


def check_identities(robot):
    for q in some_poses(robot):
        left = relative_manipulability(robot, q)
        assert np.sum(left**2) == pytest.approx(1.0, abs=1e-12)  # a unit null vector
        assert left.min() <= best_worst_case(robot) == pytest.approx(1.0 / np.sqrt(7.0))
        J = by_differences(robot, q)
        if np.linalg.cond(J) < 1e3:
            assert left == pytest.approx(by_determinants(J), abs=1e-6)


def test_what_a_lock_leaves_is_the_null_vector_s_component():
    check_identities(STATION)


@pytest.mark.parametrize("name", [SSRMS, IIWA])
def test_and_that_of_real_arms(name):
    check_identities(real(name))


def test_an_elbow_between_spherical_shoulder_and_wrist_must_not_lock():
    robot = real(IIWA)
    assert max(relative_manipulability(robot, q)[ELBOW] for q in some_poses(robot)) < NO_COMPONENT


def test_an_arm_with_offsets_can_lose_its_elbow():
    assert max(relative_manipulability(STATION, q)[ELBOW] for q in some_poses(STATION)) > 0.05


def test_six_joints_can_lose_none():
    assert relative_manipulability(ARM, np.array(ARM.home_q)) == pytest.approx(np.zeros(6), abs=1e-12)
    assert best_worst_case(ARM) == 0.0
