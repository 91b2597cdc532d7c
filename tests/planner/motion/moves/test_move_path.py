"""The path of a move as a plan asks for it: kinds, frames, attitudes; what is missing is said in one line."""

import math
from pathlib import Path

import numpy as np
import pytest

from planner.motion.moves.move_path import path_of, place_values
from planner.motion.paths.path import Refusal
from planner.motion.tool_courses.facing import off_target
from planner.motion.tool_courses.frames import NO_FRAMES, FrameError, PlanFrames, quaternion_of, vector_of
from planner.motion.tool_courses.move_course import tool_course_of
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.base.floating_base import floating_base
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, rotation_from_vector
from predictor.motion.stop import rest
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import ArcMove, LineMove, OrbitMove, PlaceMove
from tests.arms import SEVEN_Q, seven_joints

SCENARIOS = Path(__file__).parents[4] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots/shiyan7_like.toml")
FREE = read_scene(SCENARIOS / "scenes/free_target.toml")
START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
CAMERA = (0.0, 0.0, -1.0)
UP = (0.0, 0.0, 1.0)
BELOW = (1.0459, 0.0, -0.3)  # what the tool looks at from the start
ONE_NANO = 1e-9

MOVES = {
    "arc through": ArcMove(through=(1.05, 0.2, 0.2), p_base_tool=(1.0, 0.4, 0.1)),
    "arc about": ArcMove(centre=(1.3, 0.0, 0.0), axis=UP, angle=-0.6, turns=True),
    "orbit": OrbitMove(centre=BELOW, axis=(1.0, 0.0, 0.0), angle=0.4, looks=CAMERA),
    "turning line": LineMove(p_base_tool=(1.0, 0.3, 0.2), look_at=BELOW, looks=CAMERA),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_the_tool_keeps_to_the_course_that_is_asked_for(move):
    path, T_begin = path_of(ROBOT, START, move), tool_pose(ROBOT, START)
    course = tool_course_of(T_begin, move)
    for s in np.linspace(0.0, 1.0, 23):
        error = pose_difference(course.pose(float(s)), tool_pose(ROBOT, path.at(float(s)).q))
        assert np.abs(error).max() < ONE_NANO


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_slopes_and_bends_of_the_joints_are_those_of_their_values(move):
    path, step = path_of(ROBOT, START, move), 1e-4
    before, at, after = (path.at(0.63 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-6)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-6)


def test_a_redundant_arm_follows_an_arc_that_turns_it():
    robot, step = seven_joints(), 1e-4
    centre = tuple(tool_pose(robot, SEVEN_Q)[:3, 3] + (0.2, 0.0, 0.0))
    path = path_of(robot, tuple(SEVEN_Q), ArcMove(centre=centre, axis=UP, angle=0.8, turns=True))
    before, at, after = (path.at(0.37 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-6)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-5)
    assert np.abs(pose_difference(path.course.pose(0.37), tool_pose(robot, at.q))).max() < ONE_NANO


def test_a_whole_orbit_ends_where_it_began_and_has_knots_near_enough_to_one_another():
    aside = LineMove(p_base_tool=(1.0, 0.1, 0.1), look_at=BELOW, looks=CAMERA)
    begin = tuple(path_of(ROBOT, (*START[:5], math.pi), aside).at(1.0).q)
    path = path_of(ROBOT, begin, OrbitMove(centre=BELOW, axis=UP, angle=2 * math.pi, looks=CAMERA))
    assert len(path.knots) == 401
    assert path.at(1.0).q[:5] == pytest.approx(begin[:5], abs=1e-9)
    assert begin[5] - path.at(1.0).q[5] == pytest.approx(2 * math.pi)


def test_an_orbit_about_the_line_of_sight_is_none():
    move = OrbitMove(centre=BELOW, axis=UP, angle=1.0, looks=CAMERA)
    assert "begins on its own axis" in path_of(ROBOT, START, move).detail


def test_a_line_may_end_looking_at_a_target():
    path = path_of(ROBOT, START, MOVES["turning line"])
    assert off_target(tool_pose(ROBOT, path.at(1.0).q), np.array(BELOW), np.array(CAMERA)) < 1e-9


def test_places_may_be_given_from_a_body_of_the_scene():
    body = FREE.bodies[0]
    around = PlanFrames(FREE)
    end = np.array((1.046, 0.6, 0.115))
    asked = LineMove(frame=body.name, p_base_tool=tuple(end - body.com))
    path = path_of(ROBOT, START, asked, frames=around)
    assert path.course.pose(1.0)[:3, 3] == pytest.approx(end, abs=1e-15)


def test_world_and_a_floating_body_are_seen_from_where_the_base_stands():
    T_world_base = pose(rotation_from_vector(np.array([0.0, 0.05, 0.1])), np.array([0.02, 0.0, -0.01]))
    around, body = PlanFrames(FREE, floating_base(ROBOT), T_world_base), FREE.bodies[0]
    assert T_world_base @ around.frame("world") == pytest.approx(np.eye(4), abs=1e-15)
    assert (T_world_base @ around.frame(body.name))[:3, 3] == pytest.approx(body.com, abs=1e-15)
    assert around.frame("base") == pytest.approx(np.eye(4))


def test_a_base_that_floats_is_followed_to_where_a_move_begins():
    around = PlanFrames(FREE, floating_base(ROBOT))
    there = [rest(START), rest(tuple(np.array(START) + 0.01))]
    turned = around.after(there, 1.0).frame("world")
    assert 1e-5 < np.abs(turned - np.eye(4)).max() < 1e-2
    assert around.after(there[:1], 1.0) is around


def test_an_attitude_in_a_turned_frame_is_turned_with_it():
    T_world_base = pose(rotation_from_vector(np.array([0.0, 0.0, 0.3])), np.zeros(3))
    around = PlanFrames(FREE, floating_base(ROBOT), T_world_base)
    R, end = tool_pose(ROBOT, START)[:3, :3], (1.0, 0.2, 0.1)
    asked = LineMove(frame="world", p_base_tool=end, quat_base_tool=(0.0, 0.0, 0.0, 1.0))
    found = path_of(ROBOT, START, asked, frames=around).course.pose(1.0)[:3, :3]
    assert found == pytest.approx(rotation_from_vector(np.array([0.0, 0.0, -0.3])) @ R, abs=1e-7)


def place_at(robot, q):
    T = tool_pose(robot, q)
    return PlaceMove(p_base_tool=vector_of(T[:3, 3]), quat_base_tool=quaternion_of(T[:3, :3]))


def test_a_place_may_be_given_from_a_body_of_the_scene():
    body, end = FREE.bodies[0], np.array((1.046, 0.6, 0.115))
    asked = PlaceMove(frame=body.name, p_base_tool=vector_of(end - body.com))
    there = tool_pose(ROBOT, path_of(ROBOT, START, asked, frames=PlanFrames(FREE)).at(1.0).q)
    assert there[:3, 3] == pytest.approx(end, abs=ONE_NANO)
    assert there[:3, :3] == pytest.approx(tool_pose(ROBOT, START)[:3, :3], abs=ONE_NANO)


def test_a_place_is_reached_with_the_joints_that_are_not_locked():
    locked, goal = np.arange(6) == 1, (*START[:1], START[1], *(np.array(START[2:]) + 0.3))
    there = path_of(ROBOT, START, place_at(ROBOT, goal), locked=locked).at(1.0).q
    assert there[1] == START[1]
    assert np.abs(pose_difference(tool_pose(ROBOT, goal), tool_pose(ROBOT, there))).max() < ONE_NANO


def test_a_place_that_needs_a_locked_joint_is_refused():
    goal = (START[0], START[1] + 0.2, *START[2:])
    refused = path_of(ROBOT, START, place_at(ROBOT, goal), locked=np.arange(6) == 1)
    assert refused.reason in (Reason.UNREACHABLE, Reason.LIMIT)


def test_all_joint_values_that_are_listed_for_a_place_reach_it_and_leave_a_locked_joint():
    locked, goal = np.arange(6) == 1, (*START[:2], *(np.array(START[2:]) + 0.3))
    move = place_at(ROBOT, goal)
    free, held = (
        [*place_values(ROBOT, START, move, frames=NO_FRAMES, locked=mask)] for mask in (None, locked)
    )
    assert len(free) > len({row[1] for row in held}) == 1
    for q in (*free, *held):
        assert np.abs(pose_difference(tool_pose(ROBOT, goal), tool_pose(ROBOT, q))).max() < 1e-8


@pytest.mark.parametrize("locked", [None, np.arange(7) == 2], ids=["free", "a joint locked"])
def test_a_redundant_arm_goes_to_a_place(locked):
    robot, goal = seven_joints(), np.add(SEVEN_Q, (0.4, -0.2, 0.0, 0.3, 0.2, -0.2, 0.5))
    there = path_of(robot, tuple(SEVEN_Q), place_at(robot, goal), locked=locked).at(1.0).q
    assert np.abs(pose_difference(tool_pose(robot, goal), tool_pose(robot, there))).max() < 1e-8
    assert locked is None or there[2] == SEVEN_Q[2]


def test_an_unknown_frame_is_told_the_nearest():
    with pytest.raises(FrameError, match=r"no frame 'targte'; did you mean 'target'\?"):
        PlanFrames(FREE).frame("targte")


def test_a_redundant_arm_follows_an_arc_with_a_joint_locked():
    robot, locked = seven_joints(), np.arange(7) == 2
    centre = tuple(tool_pose(robot, SEVEN_Q)[:3, 3] + (0.2, 0.0, 0.0))
    move = ArcMove(centre=centre, axis=UP, angle=0.3, turns=True)
    end = path_of(robot, tuple(SEVEN_Q), move, locked=locked).at(1.0).q
    wanted = tool_course_of(tool_pose(robot, SEVEN_Q), move).pose(1.0)
    assert end[2] == SEVEN_Q[2]
    assert np.abs(pose_difference(wanted, tool_pose(robot, end))).max() < 1e-8


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (ArcMove(through=UP), "the arc needs its p_base_tool"),
        (ArcMove(axis=UP, angle=1.0), "the arc needs its centre"),
        (ArcMove(centre=UP), "the arc needs its axis"),
        (ArcMove(centre=UP, axis=UP), "the arc needs an axis and an angle about it"),
        (
            OrbitMove(centre=UP, axis=(0.0, 0.0, 0.0), angle=1.0),
            "the orbit needs an axis and an angle about it",
        ),
        (
            OrbitMove(centre=(9.0, 0.0, 0.0), axis=UP, angle=1.0),
            "turn it first, by a line with look_at",
        ),
        (LineMove(p_base_tool=UP, quat_base_tool=(2.0, 0.0, 0.0, 0.0)), "its length must be 1"),
        (LineMove(p_base_tool=UP, frame="moon"), "there is no frame 'moon'"),
    ],
)
def test_what_is_missing_or_makes_no_course_is_refused_in_one_line(move, told):
    refusal = path_of(ROBOT, START, move)
    assert isinstance(refusal, Refusal)
    assert told in refusal.detail
    assert "\n" not in refusal.detail
