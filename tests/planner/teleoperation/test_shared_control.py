"""Shared control on its way: a hand that pushes at what is near slides along, and nothing is refused."""

import re

import numpy as np
import pytest

from planner.teleoperation.shared_control import SharedControl
from planner.teleoperation.surroundings import ClearTwist, Surroundings
from planner.teleoperation.tool_law import tool_limits
from predictor.collision.method import build_world
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_new_model
from predictor.verdict.judge import judge
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.fixture import Bend, Fixture
from telemetry.messages.prediction import BasePose, RestingBase, World
from tests.nominal_run import DATA, MODEL
from tests.nominal_run import ROBOT as ROBOT_FILE
from tests.planner.teleoperation.hand_desk import PERIOD_S, ROBOT, START, Desk

REQUIRED_M, FROM_M = 0.03, 0.05
WORLD = build_world("capsules", MODEL.robot, MODEL.scene)


def around():
    return Surroundings(WORLD, required_m=REQUIRED_M, from_m=FROM_M)


def verdicts(desk, p, seconds):
    """Hold the handle aside by p (3,) [m], and return the verdict on each set-point until one refuses."""
    desk.hold()
    desk.credit()
    desk.hold(p)
    found = []
    for _ in range(int(seconds / PERIOD_S)):
        before = desk.newest
        state = desk.credit().state
        found.append(judge(WORLD, before, state, required_m=REQUIRED_M, period_s=PERIOD_S))
        if not found[-1].ok:
            break
    return found


@pytest.mark.parametrize("p", [(0.0, 0.0, -0.2), (0.0, 0.03, -0.06), (0.02, 0.0, -0.1)])
def test_a_hand_that_pushes_at_the_target_is_refused_alone_and_slides_along_with_the_clearance(p):
    assert not verdicts(Desk(), p, 15.0)[-1].ok
    desk = Desk(around=around(), shared=("clearance",))
    shared = verdicts(desk, p, 15.0)
    assert all(each.ok for each in shared)
    assert REQUIRED_M < min(each.clearance for each in shared) < REQUIRED_M + FROM_M
    assert desk.notes[-1].startswith("led away from hand and target_")


class Unled(Surroundings):
    """Surroundings that lead nothing away: the barrier alone is left."""

    def clear_twist(self, wanted, arm):
        return ClearTwist(wanted, None)


def test_the_barrier_alone_lets_nothing_be_asked_that_would_be_refused():
    bare = Unled(WORLD, required_m=REQUIRED_M, from_m=FROM_M)
    desk = Desk(around=bare, shared=("clearance",))
    found = verdicts(desk, (0.0, 0.0, -0.06), 15.0)
    assert all(each.ok for each in found) and min(each.clearance for each in found) < REQUIRED_M + FROM_M
    assert any(note.startswith("clamped_barrier: ") and "target" in note for note in desk.notes)


def test_the_note_says_how_much_of_the_command_is_left():
    desk = Desk(around=around(), shared=("clearance",))
    verdicts(desk, (0.0, 0.0, -0.05), 6.0)
    assert desk.bent.asked == pytest.approx((0.0, 0.0, -0.036)) and np.linalg.norm(desk.bent.given) < 0.02
    assert re.fullmatch(r"led away from hand and target_handrail: 0\.0\d\d of 0\.036 m/s", desk.notes[-1])


def test_who_does_not_share_control_with_the_clearance_is_not_bent_by_it():
    assert not verdicts(Desk(around=around(), shared=("fixture",)), (0.0, 0.0, -0.2), 15.0)[-1].ok


def test_past_a_target_that_floats_the_hand_is_led_only_once_the_base_is_known():
    floating = read_new_model(ROBOT_FILE, DATA / "scenes/free_target.toml")
    world = build_world("capsules", floating.robot, floating.scene)
    near = world.clearance(START.q).distance
    shared = SharedControl(("clearance",), Surroundings(world, required_m=near - 0.02, from_m=FROM_M))
    limits, asked = tool_limits(HandSettings(), period_s=PERIOD_S), np.array([0.0, 0.0, -0.05, 0.0, 0.0, 0.0])

    def given(height):
        """With the base so much higher than as the run began."""
        place = BasePose(p_world_base=(0.0, 0.0, height), quat_world_base=(1.0, 0.0, 0.0, 0.0))
        shared.on_world(World(version=1, configuration=b"", base=RestingBase(q=START.q, pose=place)))
        return shared.blend(asked, floating.robot, START, limits=limits).twist[2]

    assert shared.blend(asked, floating.robot, START, limits=limits).twist[2] == asked[2]
    assert asked[2] < given(0.01) < given(0.0) < given(-0.01) < 0.0
    assert given(0.1) == asked[2]


def test_both_at_once_follow_the_tube_and_stay_clear_of_where_it_leads():
    p = tool_pose(ROBOT, START.q)[:3, 3]
    desk = Desk(around=around(), shared=("fixture", "clearance"))
    bends = (Bend(point=tuple(p.tolist())), Bend(point=tuple((p - [0.0, 0.0, 0.3]).tolist())))
    into = Fixture(fixture_id="into", kind="tube", configuration=b"", world=0, bends=bends, radius=0.02)
    desk.hand.on_fixtures([into])
    shared = verdicts(desk, (0.0, 0.025, -0.025), 15.0)
    assert all(each.ok for each in shared) and shared[-1].clearance < REQUIRED_M + FROM_M
    assert "led along the fixture into" in desk.notes
    assert desk.notes[-1].startswith("led away from hand and")
