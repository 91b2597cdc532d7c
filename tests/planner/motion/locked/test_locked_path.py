"""A line of the tool while joints are locked: what holds, what gives way, and what is said of it."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked.locked_course import first_points, locked_course
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import locked_joints
from planner.motion.paths.path import Refusal
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.messages.plan import LineMove, Move

ROBOTS = Path(__file__).parents[4] / "scenarios/robots"
ARM, STATION = read_robot(ROBOTS / "shiyan7_like.toml"), read_robot(ROBOTS / "station_arm.toml")
START, END = (1.0459, 0.0, 0.1149), (1.046, 0.6, 0.115)
QUAT = tuple(quaternion_from_rotation(rotation_from_euler_zyx(np.pi, 0.0, 0.0)).tolist())
NOMINAL_Q = np.radians([0.0, -120.2103, -109.3583, 0.0, -40.4314, 0.0])
LOCKED = locked_joints(ARM, ["joint_2"])
AT = np.radians(-123.8)
# y [m], then with joint 2 locked: z [m], joint 3 and joint 5 [deg]
PUBLISHED = [
    (0.0, 0.04648, -109.6493, -36.5507),
    (0.2, 0.06094, -108.1450, -38.0550),
    (0.4, 0.10759, -103.5999, -42.6001),
    (0.6, 0.19839, -95.7099, -50.4901),
]
EXACT, PRINTED_M, PRINTED_DEG = 1e-9, 6e-6, 6e-5


def asked(gives: str = "", end: tuple[float, float, float] = END) -> Move:
    return LineMove(p_base_tool=end, quat_base_tool=QUAT, begins=(START, QUAT), gives=gives)


def path(gives: str = "", *, at: float = AT) -> LockedPath:
    """The published line with joint 2 locked."""
    move = asked(gives)
    first = next(first_points(ARM, np.where(LOCKED, at, NOMINAL_Q), move, locked=LOCKED))
    found = locked_course(ARM, first, move, locked=LOCKED)
    assert isinstance(found, LockedPath), found
    return found


def missed(found: LockedPath, s: float) -> np.ndarray:
    """How the tool misses the wanted line (6,) [m, rad]."""
    course = found.freedom.task.course
    return pose_difference(course.pose(s), tool_pose(ARM, found.at(s).q))


def test_x_y_and_attitude_stay_and_z_bends_as_published() -> None:
    found = path("z")
    for y, z, q3, q5 in PUBLISHED:
        q = found.at(y / 0.6).q
        assert tool_pose(ARM, q)[2, 3] == pytest.approx(z, abs=PRINTED_M)
        assert np.degrees(q[[2, 4]]) == pytest.approx([q3, q5], abs=PRINTED_DEG)
        assert np.abs(np.delete(missed(found, y / 0.6), 2)).max() < EXACT


def test_a_locked_joint_has_the_very_same_value_all_along() -> None:
    for found in (path("z"), path("nearest")):
        assert {found.at(s).q[1] for s in np.linspace(0.0, 1.0, 33)} == {AT}


def test_the_joints_that_move_are_far_from_a_singular_pose() -> None:
    assert path("z").least_singular == pytest.approx(0.353, abs=5e-4)


def test_the_nearest_place_with_exact_attitude_is_at_most_55_mm_away() -> None:
    found = path("nearest")
    far = [np.linalg.norm(missed(found, s)[:3]) for s in np.linspace(0.0, 1.0, 21)]
    assert far[0] == pytest.approx(0.0540, abs=5e-5)
    assert max(far) == pytest.approx(0.0552, abs=5e-5)
    assert max(np.abs(missed(found, s)[3:]).max() for s in (0.0, 0.4, 1.0)) < EXACT


def test_a_weighted_attitude_gives_way_for_the_place() -> None:
    stiff, soft = (
        path(f"x=1,y=1,z=1,roll={weight},pitch={weight},yaw={weight}") for weight in (100.0, 0.001)
    )
    assert np.linalg.norm(missed(soft, 0.0)[:3]) < 0.1 * np.linalg.norm(missed(stiff, 0.0)[:3])
    assert np.linalg.norm(missed(stiff, 0.0)[3:]) < 0.01 * np.linalg.norm(missed(soft, 0.0)[3:])


@pytest.mark.parametrize("gives", ["z", "nearest", "x=1,y=1,z=1,roll=0.1,pitch=0.1,yaw=0.1", "z,yaw"])
@pytest.mark.parametrize("s", [0.004, 0.37])
def test_rates_are_the_derivatives_of_the_joints(gives: str, s: float) -> None:
    found, h = path(gives), 1e-5
    before, here, after = (found.at(place) for place in (s - h, s, s + h))
    assert (after.q - before.q) / (2.0 * h) == pytest.approx(here.q_s, abs=1e-8)
    assert (after.q_s - before.q_s) / (2.0 * h) == pytest.approx(here.q_ss, abs=1e-6)


def test_a_six_joint_arm_says_what_its_lock_costs() -> None:
    assert [str(loss) for loss in path().losses] == ["z by +83.4 mm at 100 %"]


def test_locked_where_the_line_begins_it_leaves_the_begin() -> None:
    assert abs(missed(path("z", at=np.radians(-120.21)), 0.0)[2]) == pytest.approx(5.5e-6, abs=1e-7)
    assert abs(missed(path("z", at=np.radians(-127.32)), 1.0)[2]) == pytest.approx(4.4e-5, abs=1e-6)


def test_seven_joints_less_one_keep_the_whole_pose() -> None:
    start = np.radians([0.0, 0.0, 5.5, 125.9, 48.6, 0.0, 0.0])
    begin, locked = tool_pose(STATION, start), locked_joints(STATION, ["shoulder_yaw"])
    end = tuple((begin[:3, 3] + (1.0, 0.3, 0.1)).tolist())
    found = locked_course(STATION, start, LineMove(p_base_tool=end), locked=locked)
    assert isinstance(found, LockedPath), found
    q = found.at(1.0).q
    assert found.losses == ()
    assert q[1] == start[1]
    assert np.abs(pose_difference(pose(begin[:3, :3], np.array(end)), tool_pose(STATION, q))).max() < EXACT


def test_more_coordinates_than_joints_that_move_are_refused_in_words() -> None:
    both = locked_joints(ARM, ["joint_2", "joint_5"])
    refused = locked_course(ARM, NOMINAL_Q, asked("z"), locked=both)
    assert isinstance(refused, Refusal)
    assert "4 joints that move hold 4 coordinates at most" in refused.detail
    assert "let 1 more give way" in refused.detail


def test_an_arm_beside_the_curve_is_told_the_joint_move_that_brings_it_there() -> None:
    refused = locked_course(ARM, np.where(LOCKED, AT, NOMINAL_Q), asked("z"), locked=LOCKED)
    assert isinstance(refused, Refusal)
    assert "fly a joint move to (0.00 deg, -123.80 deg, -109.65 deg" in refused.detail


def test_a_line_beyond_reach_tells_the_place() -> None:
    far = asked("z", end=(1.046, 2.4, 0.115))
    first = next(first_points(ARM, np.where(LOCKED, AT, NOMINAL_Q), far, locked=LOCKED))
    refused = locked_course(ARM, first, far, locked=LOCKED)
    assert isinstance(refused, Refusal)
    assert "at 40 % of the line" in refused.detail


def test_a_joint_that_is_not_there_is_told_with_the_nearest_name() -> None:
    with pytest.raises(ValueError, match="joint_2"):
        locked_joints(ARM, ["joint2"])
