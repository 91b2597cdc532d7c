"""The tool in numbers, beside plain matrices: pose, speed and way left of all three arms, in every frame."""

import math
from dataclasses import replace as replaced
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace
from scene_bench import BODIES, DELAY, NOW, PERIOD_S, THERE, flown_state, plan, there, tube, turned
from screen_bench import HOME, RUN, S, arm, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.settings import Goal
from ground.console.facts.tool_figures import AllToolFigures, ToolModel, tool_frames
from ground.scenario.scenario import load, run_settings
from predictor.geometry.body_motion import BodyMotion
from predictor.geometry.shapes import SPACE
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import quaternion_from_rotation, rotation_from_vector
from predictor.run_model import read_model
from telemetry.messages.prediction import BasePose
from tests.reference.plain_chain import chain, jacobian

ONE_MICRON, ONE_MICRON_S, TINY = 1e-6, 1e-6, 1e-9
Q = (0.3, -1.2, -1.4, 0.2, 0.5, -0.1)
QD = np.array((0.02, -0.03, 0.05, 0.01, -0.04, 0.02))
V_BASE, W_BASE = np.array((0.01, -0.02, 0.005)), np.array((0.004, 0.002, -0.03))  # in world axes


def figures(*messages, frame="base", goals=(), scene=BODIES.scene, later_s=0.0, **how) -> AllToolFigures:
    state = flown_state(*messages, **how)
    return tool_figures_of(state, frame=frame, goals=goals, scene=scene, later_s=later_s)


def tool_figures_of(state: ConsoleState, *, frame="base", later_s=0.0, goals=(), scene=BODIES.scene):
    at_ns = NOW + round(later_s * S)
    model = ToolModel(robot=BODIES.robot, scene=scene, goals=goals)
    return model.figures(state.snapshot(at_ns), at_ns, frame)


def base_at(t_s):
    """The base as it turns and drifts at its twist."""
    R = rotation_from_vector(W_BASE * t_s) @ rotation_from_quaternion(np.array(turned(0.4, axis=1)))
    return BasePose(
        p_world_base=tuple((V_BASE * t_s).tolist()),
        quat_world_base=tuple(quaternion_from_rotation(R).tolist()),
    )


def moving():
    """A console that has heard of a base that drifts, and of an arm that moves, commanded and estimated."""
    state = ConsoleState(RUN)
    for t_s in (-0.1, 0.0):
        at, q = base_at(t_s), tuple((np.array(Q) + QD * t_s).tolist())
        R = rotation_from_quaternion(np.array(at.quat_world_base))
        rate = tuple((R.T @ W_BASE).tolist())
        report = telemetry(NOW - DELAY + round(t_s * S), q, qd=tuple(QD.tolist()), rate_base=rate)
        report = replace(report, p_world_base=at.p_world_base, quat_world_base=at.quat_world_base)
        state.on_message(report, NOW + round(t_s * S))
    for number in range(25):  # at 100 Hz; the base is told anew in every tenth
        t_s = 0.01 * number - 0.29
        base = base_at(0.1 * (number // 10) - 0.29)
        q = tuple((np.array(Q) + QD * t_s).tolist())
        now = replace(arm(NOW + round(t_s * S), q), base_commanded=base, base_now=base)
        state.on_message(now, NOW)
    return state


def twist_in_world(q, R):
    """Twist of the tool: what its joints do, carried and turned by the base (rigid bodies)."""
    twist = np.array(jacobian(list(q))) @ QD
    arm_v, arm_w = R @ twist[:3], R @ twist[3:]
    reach = R @ np.array(chain(list(q))[-1])[:3, 3]
    return V_BASE + np.cross(W_BASE, reach) + arm_v, W_BASE + arm_w


def test_a_pose_is_that_of_plain_matrices():
    shown = figures(arm(NOW, Q))
    assert pytest.approx(np.array(chain(list(HOME))[-1]), abs=TINY) == shown.telemetered.T
    commanded = tool_figures_of(moving()).commanded
    q = np.array(Q) - 0.05 * QD
    assert pytest.approx(np.array(chain(list(q))[-1]), abs=TINY) == commanded.T
    assert rotation_from_zyx(commanded.attitude) == pytest.approx(commanded.T[:3, :3], abs=TINY)


def rotation_from_zyx(attitude):
    (cz, cy, cx), (sz, sy, sx) = np.cos(attitude), np.sin(attitude)
    Rz, Ry = (
        np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]]),
        np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]),
    )
    return Rz @ Ry @ np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])


@pytest.mark.parametrize("which", ["commanded", "telemetered", "estimated"])
def test_a_speed_against_the_base_is_that_of_the_joints_alone(which):
    shown = getattr(tool_figures_of(moving()), which)
    q = Q if which == "telemetered" else tuple(np.array(Q) - 0.05 * QD)
    v, w = np.split(np.array(jacobian(list(q))) @ QD, 2)
    assert shown.speed == pytest.approx(np.linalg.norm(v), abs=ONE_MICRON_S)
    assert shown.turn_rate == pytest.approx(np.linalg.norm(w), abs=ONE_MICRON_S)


@pytest.mark.parametrize(("which", "t_s"), [("commanded", -0.05), ("telemetered", 0.0), ("estimated", -0.05)])
def test_a_speed_against_the_world_has_that_of_a_base_that_floats_in_it(which, t_s):
    shown = getattr(tool_figures_of(moving(), frame="world"), which)
    at, q = base_at(t_s), np.array(Q) + t_s * QD
    R = rotation_from_quaternion(np.array(at.quat_world_base))
    v, w = twist_in_world(q, R)
    assert shown.speed == pytest.approx(np.linalg.norm(v), abs=ONE_MICRON_S)
    assert shown.turn_rate == pytest.approx(np.linalg.norm(w), abs=ONE_MICRON_S)
    place = R @ np.array(chain(list(q))[-1])[:3, 3] + np.array(at.p_world_base)
    assert shown.T[:3, 3] == pytest.approx(place, abs=TINY)


def test_from_the_commanded_tool_the_others_are_as_far_as_they_are_behind():
    shown = figures(arm(NOW, HOME), frame="tool")
    assert pytest.approx(np.eye(4), abs=TINY) == shown.commanded.T
    behind = tool_figures_of(moving(), frame="tool").telemetered.T[:3, 3]
    here, seen = (np.array(chain(list(np.array(Q) + t_s * QD))[-1]) for t_s in (-0.05, 0.0))
    assert behind == pytest.approx(here[:3, :3].T @ (seen - here)[:3, 3], abs=TINY)


def test_every_body_of_the_scene_is_a_frame_and_a_speed_is_against_its_own():
    name = BODIES.scene.bodies[0].name
    assert tool_frames(BODIES.scene)[:3] == ("base", "world", "tool") and name in tool_frames(BODIES.scene)
    motion = BodyMotion(
        about=np.zeros(3),
        times_s=np.array([0.0, 100.0]),
        shift=np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
        R=np.stack([np.eye(3)] * 2),
        turn=np.zeros((1, 3)),
    )
    drifting = replaced(BODIES.scene.bodies[0], motion=motion, carrier=SPACE)  # at 10 mm/s, in the world
    scene = replaced(BODIES.scene, bodies=(drifting,))
    resting = figures(frame=name, scene=scene).telemetered
    assert resting.speed == pytest.approx(0.01, abs=ONE_MICRON_S)
    p_world_tool, t_s = np.array(chain(list(HOME))[-1])[:3, 3], resting.at_ns / S
    assert resting.T[:3, 3] == pytest.approx(
        p_world_tool - drifting.com - (0.01 * t_s, 0.0, 0.0), abs=ONE_MICRON
    )


def test_without_two_predictions_no_speed_is_known_and_of_an_arm_never_heard_of_nothing():
    shown = figures()
    assert (shown.commanded.speed, shown.commanded.turn_rate) == (None, None)
    assert tool_figures_of(ConsoleState(RUN)) == (None, None, None)


def test_an_old_prediction_makes_commanded_and_estimate_stale_and_old_telemetry_itself():
    young, old = figures(), figures(later_s=0.7)
    assert [each.is_stale for each in young] == [False, False, False]
    assert [each.is_stale for each in old] == [True, False, True]
    assert figures(later_s=2.0).telemetered.is_stale


def test_another_place_of_a_recording_tells_no_rates_until_two_predictions_have_come():
    state = moving()
    state.on_message(arm(NOW - 30 * S), NOW)
    assert tool_figures_of(state).commanded.speed is None


def way_of(points):
    places = [np.array(chain(list(q))[-1])[:3, 3] for q in points]
    return sum(math.dist(a, b) for a, b in pairwise(places))


def test_on_a_plan_the_way_left_is_that_along_it_for_each_arm_from_where_it_is():
    path = plan().path
    state = flown_state(plan(), verified=30, executed=10, q=path[10])
    state.on_message(arm(NOW, path[30]), NOW)
    shown = tool_figures_of(state)
    assert shown.commanded.left.to == "plan's end"
    assert shown.commanded.left.way == pytest.approx(way_of(path[30:]), abs=ONE_MICRON)
    assert shown.telemetered.left.way == pytest.approx(way_of(path[10:]), abs=ONE_MICRON)
    assert shown.telemetered.left.turn > shown.commanded.left.turn > 0.0


def test_where_a_way_passes_twice_the_progress_tells_which_time_it_is():
    there_and_back = (*plan().path, *plan().path[::-1])
    ready = replace(plan(), path=there_and_back, duration=80 * PERIOD_S)
    ready = replace(ready, certificate=replace(ready.certificate, points=(b"",) * 80))
    out, back = (figures(ready, verified=k, executed=k, q=there_and_back[k]) for k in (20, 59))
    assert out.telemetered.left.way == pytest.approx(way_of(there_and_back[20:]), abs=ONE_MICRON)
    assert back.telemetered.left.way == pytest.approx(way_of(there_and_back[59:]), abs=ONE_MICRON)


def test_an_arm_that_is_off_the_way_of_the_plan_has_the_straight_one_to_its_end():
    left = figures(plan(), q=Q).telemetered.left
    assert left.to == "plan's end, straight"
    assert left.way == pytest.approx(way_of((Q, THERE)), abs=ONE_MICRON)


def test_without_a_plan_the_way_left_is_that_to_the_first_goal_not_reached():
    place = np.array(chain(list(HOME))[-1])[:3, 3]
    here, beside = (Goal(place=tuple(place + off), tolerance=0.01) for off in ((0, 0, 0), (0, 0.3, 0)))
    assert figures(goals=(here, beside)).telemetered.left == pytest.approx((0.3, None, "goal 2"), abs=1e-9)
    assert figures().telemetered.left is None
    assert figures(there(tube())).telemetered.left.way == pytest.approx(
        math.hypot(0.4, 0.4, 0.2), abs=ONE_MICRON
    )


def test_of_several_tools_the_one_that_the_plan_moves_is_told():
    run = run_settings(load("two_arms"), seed=1, run_id="")
    robot = read_model(run).robot
    name = robot.tool_names[1]
    step = replace(plan().steps[0], tool=name, end_q=robot.home_q)
    ready = replace(plan(), steps=(step,), path=(robot.home_q,) * 2)
    state = ConsoleState(run)
    for message in (ready, arm(NOW, robot.home_q)):
        state.on_message(message, NOW)
    model = ToolModel(robot=robot, scene=BODIES.scene)
    shown = model.figures(state.snapshot(NOW), NOW).commanded
    assert pytest.approx(tool_pose(robot.with_tool(name), robot.home_q), abs=TINY) == shown.T
    assert np.linalg.norm((shown.T - tool_pose(robot, robot.home_q))[:3, 3]) > 0.1
