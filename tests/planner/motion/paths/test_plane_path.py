"""A change of the arm plane: the elbow turns as asked, the tool stays, and what ends the turn is told."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked_joints import locked_joints
from planner.motion.moves.adapted_moves import adapt_to_locks
from planner.motion.moves.move_path import path_of
from planner.motion.paths.path import Refusal
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.spatial import pose_difference
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import JointMove, PlaneMove
from tests.arms import SEVEN_Q, seven_joints

ROBOTS = Path(__file__).parents[4] / "scenarios/robots"
STATION = read_robot(ROBOTS / "station_arm.toml")
STATION_Q = tuple(np.radians([10.0, 20.0, -30.0, 130.0, 80.0, 5.0, 0.0]).tolist())
SIX = read_robot(ROBOTS / "shiyan7_like.toml")
SPHERICAL = seven_joints()
SHOULDER, ELBOW, WRIST = 2, 4, 6  # frames whose origins these are, of the arm with a spherical shoulder
EXTREME_Q = (-1.2, -0.8, 0.9, 0.2, -1.2, -0.2, -0.1)  # of the station arm; its elbow soon hardly turns
ARMS = {"offsets": (STATION, STATION_Q), "spherical": (SPHERICAL, SEVEN_Q)}
TURN = math.radians(30.0)
ONE_NANO = 1e-9  # [m] and [rad]

each_arm = pytest.mark.parametrize(("robot", "start_q"), ARMS.values(), ids=ARMS)


def turned(robot, start_q, turn, **keys):
    return path_of(robot, start_q, PlaneMove(turn=turn), **keys)


def arm_angle(q):
    """The angle of the elbow about the line from shoulder to wrist, from the vertical."""
    S, E, W = (link_poses(SPHERICAL, q)[frame, :3, 3] for frame in (SHOULDER, ELBOW, WRIST))
    line = (W - S) / np.linalg.norm(W - S)
    up, lever = (v - (v @ line) * line for v in (np.array([0.0, 0.0, 1.0]), E - S))
    return math.atan2(line @ np.cross(up, lever), up @ lever)


@each_arm
def test_the_tool_stays_where_it_is_all_the_way(robot, start_q):
    path, T = turned(robot, start_q, TURN), tool_pose(robot, start_q)
    for s in np.linspace(0.0, 1.0, 37).tolist():
        assert np.abs(pose_difference(T, tool_pose(robot, path.at(s).q))).max() < ONE_NANO


@pytest.mark.parametrize("turn", [TURN, -TURN])
def test_the_elbow_turns_evenly_about_the_line_from_shoulder_to_wrist(turn):
    path, begin = turned(SPHERICAL, SEVEN_Q, turn), arm_angle(SEVEN_Q)
    for s in (0.0, 0.31, 0.77, 1.0):
        assert arm_angle(path.at(s).q) - begin == pytest.approx(s * turn, abs=ONE_NANO)


@each_arm
def test_slopes_and_bends_of_a_plane_path_are_those_of_its_values(robot, start_q):
    path, step = turned(robot, start_q, TURN), 1e-4
    before, at, after = (path.at(0.63 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-7)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-7)


@each_arm
def test_the_turn_back_ends_where_the_turn_began(robot, start_q):
    there = turned(robot, start_q, TURN).at(1.0).q
    assert there != pytest.approx(start_q, abs=0.1)
    assert turned(robot, there, -TURN).at(1.0).q == pytest.approx(start_q, abs=ONE_NANO)


@pytest.mark.parametrize(
    ("robot", "start_q", "way", "told"),
    [
        (SPHERICAL, SEVEN_Q, 1.0, "would pass its limit of"),
        (STATION, EXTREME_Q, -1.0, "the elbow hardly turns any more"),
    ],
)
def test_a_turn_that_cannot_be_made_is_told_with_how_far_it_goes(robot, start_q, way, told):
    refused = turned(robot, start_q, way * math.pi)
    assert isinstance(refused, Refusal)
    assert told in refused.detail
    goes = math.radians(float(re.search(r"turn it by (-?[\d.]+) deg at most", refused.detail)[1]))
    assert not isinstance(turned(robot, start_q, goes), Refusal)
    assert isinstance(turned(robot, start_q, goes + way * math.radians(0.2)), Refusal)


@pytest.mark.parametrize(
    ("robot", "start_q", "turn", "told"),
    [
        (SIX, SIX.home_q, TURN, "only an arm of 7 joints .* moves its tool by 6 joints"),
        (SPHERICAL, (0.3, 0.6, 0.2, 0.0, 0.1, 0.7, 0.2), TURN, "the elbow lies on the line"),
        (SPHERICAL, SEVEN_Q, 0.0, "more than 0 and at most 360 deg"),
        (SPHERICAL, SEVEN_Q, 0.0, "more than 0 and at most 360 deg"),
    ],
)
def test_an_arm_without_a_plane_to_turn_is_refused_in_words(robot, start_q, turn, told):
    refused = turned(robot, start_q, turn)
    assert isinstance(refused, Refusal)
    assert re.search(told, refused.detail)


def test_a_locked_joint_refuses_the_turn():
    locked = locked_joints(STATION, ["elbow_pitch"])
    refused = turned(STATION, STATION_Q, TURN, locked=locked)
    adapted = adapt_to_locks(STATION, STATION_Q, [PlaneMove(turn=TURN)], locked=locked)
    assert refused.reason is adapted.reason is Reason.LOCKED_JOINT
    assert refused.detail == "joint 4 elbow_pitch is locked; the arm plane turns by all seven joints"
    assert adapted.detail == f"move 1: {refused.detail}"


def test_a_turn_is_kept_where_no_joint_that_carries_the_tool_is_locked():
    moves = [JointMove(q=tuple(SEVEN_Q)), PlaneMove(turn=TURN)]
    adapted = adapt_to_locks(SPHERICAL, SPHERICAL.home_q, moves, locked=np.zeros(7, dtype=bool))
    assert adapted.moves == tuple(moves)
    assert adapted.losses == ()
