"""How far the platform has turned, and where the sun stands from it."""

import math
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from scene_bench import BODIES, DELAY, NOW, flown_state, looked, turned
from screen_bench import HOME, PAIR, RUN, S, arm, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.snapshot import Snapshot
from ground.console.scene.base_motion import base_motion, world_from_base
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_look import scene_look
from ground.console.scene.visible_bodies import Whereabouts, displacements
from predictor.geometry.shapes import SPACE
from predictor.model.spatial import inverse_pose, pose
from telemetry.messages.prediction import BasePose

ANGLE, ONE_MICRORADIAN = 0.2, 1e-6
FREE = Bodies(
    robot=BODIES.robot,
    scene=replace(BODIES.scene, bodies=tuple(replace(body, carrier=SPACE) for body in BODIES.scene.bodies)),
)


def snapshot(**predicted):
    """A platform seen turned by ANGLE, and what is predicted of it: an angle, and how far it has gone."""
    told = {
        name: BasePose(p_world_base=(gone, 0.0, 0.0), quat_world_base=turned(angle))
        for name, (angle, gone) in predicted.items()
    }
    state = flown_state(quat_world_base=turned(ANGLE))
    state.on_message(msgspec.structs.replace(arm(NOW), **told), NOW)
    return state.snapshot(NOW)


def test_the_turn_counts_from_the_first_report_that_was_heard():
    state = flown_state(quat_world_base=turned(ANGLE), rate_base=(0.003, 0.0, -0.004))
    base = base_motion(state.snapshot(NOW).arm)
    assert base.turned == pytest.approx(ANGLE)
    assert base.rate == pytest.approx(0.005)
    assert base.since_ns == pytest.approx(NOW - 10 * S - DELAY, abs=1)


def test_a_platform_that_was_turned_already_counts_from_there():
    state = ConsoleState(RUN)
    for second, attitude in ((50, 0.5), (60, 0.5 + ANGLE), (70, 0.5)):
        state.on_message(telemetry(second * S - DELAY, quat_world_base=turned(attitude)), second * S)
        seen = base_motion(state.snapshot(second * S).arm).turned
        assert seen == pytest.approx(ANGLE if second == 60 else 0.0, abs=ONE_MICRORADIAN)


def test_without_a_report_nothing_is_claimed_of_the_platform():
    assert base_motion(Snapshot(at_ns=0).arm) is None


def test_the_sun_stays_in_the_world_while_the_platform_turns_under_it():
    now = looked(quat_world_base=turned(math.pi / 2.0, axis=0))
    assert np.allclose(now.to_sun, (0.0, 1.0, 0.0))
    assert np.allclose(now.base.R_base_world[:, 2], now.to_sun)


def test_the_turn_is_told_as_seen_as_estimated_now_and_as_commanded():
    base = base_motion(snapshot(base_now=(0.3, 0.0), base_commanded=(0.4, 0.0)).arm)
    assert (base.turned, base.turned_now, base.turned_commanded) == pytest.approx((ANGLE, 0.3, 0.4))
    assert base_motion(snapshot().arm).turned_commanded is None


def test_what_stays_in_space_is_drawn_from_where_the_base_is_commanded():
    now = scene_look(FREE, snapshot(base_now=(0.3, 0.1), base_commanded=(0.4, 0.2)), NOW)
    T_base_world = inverse_pose(pose(turned_axes(0.4), np.array([0.2, 0.0, 0.0])))
    assert set(now.moved) == {body.name for body in FREE.scene.bodies}
    assert all(np.allclose(T, T_base_world) for T in now.moved.values())


def test_what_stays_in_space_is_drawn_from_the_seen_base_where_nobody_predicts_it():
    assert np.allclose(world_from_base(snapshot().arm)[:3, :3], turned_axes(ANGLE).T)


def test_the_line_of_the_nearest_pair_ends_on_the_body_as_it_is_drawn():
    told = snapshot(base_now=(0.0, 0.0), base_commanded=(0.1, 0.2))
    now = scene_look(FREE, told, NOW)
    around = displacements(FREE.scene, Whereabouts(world_from_base(told.arm)))
    assert np.allclose(now.gap.ends, FREE.nearest_points(PAIR, HOME, around))
    assert not np.allclose(now.gap.ends, FREE.nearest_points(PAIR, HOME, {}))


def turned_axes(angle):
    """The axes of a platform that has turned about its third."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
