"""What shared control takes of a command and says of it: the nearest tube, the base that it was told of."""

from types import SimpleNamespace

import numpy as np
import pytest

from planner.teleoperation.shared_control import SharedControl
from planner.teleoperation.surroundings import ClearTwist
from planner.teleoperation.tool_law import tool_limits
from predictor.model.base.floating_base import floating_base
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import rest
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.fixture import Bend, Fixture
from telemetry.messages.prediction import BasePose, RestingBase, World
from tests.arms import SEVEN_Q, seven_joints
from tests.planner.teleoperation.hand_desk import PERIOD_S

ROBOT, NEWEST = seven_joints(), rest(SEVEN_Q)
LIMITS = tool_limits(HandSettings(), period_s=PERIOD_S)
P = tool_pose(ROBOT, SEVEN_Q)[:3, 3]
DOWN = np.array([0.0, 0.0, -0.02, 0.0, 0.0, 0.0])
ACROSS = np.array([0.02, 0.0, 0.0, 0.0, 0.0, 0.0])


class Around:
    """Surroundings that give what they are made with, and keep where the base was said to stand."""

    def __init__(self, given=None, base=None):
        self.world, self.given, self.bases = SimpleNamespace(base=base), given, []

    def clear_twist(self, wanted, arm):
        self.bases.append(arm.T_world_base)
        return ClearTwist(wanted, None) if self.given is None else self.given


def tube_down(name, aside=0.0):
    """A tube that leads straight down, so far aside of the tool [m]."""
    begin = P + np.array([aside, 0.0, 0.1])
    bends = tuple(Bend(point=tuple((begin - [0.0, 0.0, depth]).tolist())) for depth in (0.0, 0.5))
    return Fixture(fixture_id=name, kind="tube", configuration=b"", world=0, bends=bends, radius=0.05)


def blend(shared, asked):
    return shared.blend(asked, ROBOT, NEWEST, limits=LIMITS)


@pytest.mark.parametrize("names", [("near", "far"), ("far", "near")])
def test_of_two_tubes_the_one_that_is_nearer_to_the_tool_leads_it(names):
    shared, aside = SharedControl(("fixture",), None), {"near": 0.06, "far": 0.4}
    shared.on_fixtures([tube_down(name, aside[name]) for name in names])
    assert blend(shared, -ACROSS).notes == ("led along the fixture near",)


def test_along_the_middle_of_a_tube_what_is_asked_is_given_and_nothing_is_told():
    shared = SharedControl(("fixture",), None)
    shared.on_fixtures([tube_down("down")])
    given = blend(shared, DOWN)
    assert given.twist == pytest.approx(DOWN, abs=1e-12) and given.notes == ()


def test_where_a_tube_takes_the_hand_another_way_it_is_told_which_one():
    shared = SharedControl(("fixture",), None)
    shared.on_fixtures([tube_down("down", aside=0.06)])
    given = blend(shared, -ACROSS)
    assert given.notes == ("led along the fixture down",) and given.twist[0] > 0.0


@pytest.mark.parametrize("given", [DOWN, 0.95 * DOWN])
def test_what_the_surroundings_take_is_not_told_while_it_is_hardly_anything(given):
    shared = SharedControl(("clearance",), Around(ClearTwist(given, ("hand", "target"))))
    assert blend(shared, DOWN).notes == ()


def test_what_the_surroundings_take_is_told_with_what_is_left_of_it():
    shared = SharedControl(("clearance",), Around(ClearTwist(0.5 * DOWN, ("hand", "target"))))
    assert blend(shared, DOWN).notes == ("led away from hand and target: 0.010 of 0.020 m/s",)
    turning = np.array([0.0, 0.0, 0.0, 0.1, 0.0, 0.0])
    shared = SharedControl(("clearance",), Around(ClearTwist(0.2 * turning, ("hand", "target"))))
    assert blend(shared, turning).notes == ("led away from hand and target: 0.020 of 0.100 rad/s",)


def test_the_surroundings_are_seen_from_where_a_floating_base_was_told_to_stand():
    around = Around(base=floating_base(ROBOT))
    shared = SharedControl(("clearance",), around)
    blend(shared, DOWN)
    place = BasePose(p_world_base=(0.1, 0.2, 0.3), quat_world_base=(1.0, 0.0, 0.0, 0.0))
    shared.on_world(World(version=1, configuration=b"", base=RestingBase(q=SEVEN_Q, pose=place)))
    blend(shared, DOWN)
    assert around.bases[0] is None
    assert around.bases[1][:3, 3] == pytest.approx((0.1, 0.2, 0.3), abs=1e-9)


def test_a_hand_that_asks_for_nothing_is_given_nothing_and_nobody_looks_around():
    around = Around()
    assert not blend(SharedControl(("clearance",), around), np.zeros(6)).twist.any() and not around.bases
