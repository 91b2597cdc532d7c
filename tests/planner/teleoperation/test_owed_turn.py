"""The tool turns by the sum of what the hand turned, whenever that was, and then stands still."""

from functools import reduce

import numpy as np
import pytest

from planner.teleoperation.owed_turn import OwedTurn, rate_to, vector_near
from planner.teleoperation.tool_law import ToolMotion, advance, axis_limits, coast
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_from_vector, rotation_vector
from telemetry.agreed.hand_settings import HandSettings
from tests.planner.teleoperation.hand_desk import PERIOD_S, ROBOT, START, Desk
from tests.planner.teleoperation.leading import LIMITS

ONE_MICRORADIAN = 1e-6
NO_DRIFT = 1e-9  # [m]
RATE_MAX = HandSettings().turning_max
SCALE = 0.5
X, Y, Z = np.eye(3)


class Tool:
    """A tool that its law alone turns."""

    def __init__(self, limits=LIMITS):
        self.limits, self.owed = limits, OwedTurn(RATE_MAX, limits)
        self.motion, self.turned, self.farthest = ToolMotion(np.eye(4), np.zeros(6), np.zeros(6)), 0.0, 0.0

    def turn(self, w, share=1.0):
        """Let the hand turn at w (3,) for a period, of which shared control gives a share."""
        asked = self.owed.ask(w, self.motion)
        rate = self.owed.give(asked, share * asked, self.motion)
        before, wanted = self.motion.T_base_tool[:3, :3], np.concatenate([np.zeros(3), rate])
        self.motion = advance(self.motion, wanted, self.limits)
        self.turned = self.turned + rotation_vector(self.motion.T_base_tool[:3, :3] @ before.T)
        self.farthest = np.maximum(self.farthest, self.turned)

    def rest(self, periods=40):
        """Let the hand stand still."""
        for _ in range(periods):
            self.turn(np.zeros(3))
        return self.turned


def increments(rate, total, phase):
    """Return what a hand turns in each period (k,) that begins within the first one."""
    ends = PERIOD_S * np.arange(int(total / rate / PERIOD_S) + 4)
    return np.diff(rate * np.clip(ends - phase * PERIOD_S, 0.0, total / rate))


@pytest.mark.parametrize("total", np.radians([0.3, 2.0, 20.0]).tolist())
@pytest.mark.parametrize("rate", np.radians([1.0, 5.0, 6.0]).tolist())
def test_the_tool_ends_at_what_was_asked_whenever_in_a_period_and_never_goes_further(rate, total):
    for phase in np.linspace(0.0, 0.9, 7):
        tool = Tool()
        for turn in increments(rate, total, phase):
            tool.turn(turn / PERIOD_S * Z)
        assert tool.rest() == pytest.approx(total * Z, abs=ONE_MICRORADIAN)
        assert tool.motion.is_still
        assert tool.farthest[2] < total + ONE_MICRORADIAN


@pytest.mark.parametrize("gentle", [1.0, 0.3, 10.0])
def test_any_turns_about_any_axes_add_up(gentle):
    rng, tool = np.random.default_rng(6), Tool(LIMITS.gentler(gentle))
    rates = np.repeat(rng.normal(scale=0.03, size=(12, 3)), 4, axis=0)
    for w in rates:
        tool.turn(w)
        assert np.linalg.norm(tool.motion.twist) < 1.2 * RATE_MAX
    tool.rest(80)
    asked = reduce(lambda R, w: rotation_from_vector(PERIOD_S * w) @ R, rates, np.eye(3))
    assert tool.motion.T_base_tool[:3, :3] == pytest.approx(asked, abs=ONE_MICRORADIAN)
    assert tool.motion.is_still


@pytest.mark.parametrize("angle", [0.0, 1.0, 3.5, 6.0, 9.0])
def test_a_turn_of_more_than_half_a_turn_is_told_from_the_shorter_one_the_other_way(angle):
    v = angle * np.array([0.6, 0.0, -0.8])
    assert vector_near(rotation_from_vector(v), 0.9 * v + 0.2 * Y) == pytest.approx(v, abs=1e-12)


def test_what_shared_control_does_not_give_is_not_owed():
    tool = Tool()
    for _ in range(20):
        tool.turn(0.04 * Y, share=0.0)
    assert not tool.rest().any()
    for _ in range(20):
        tool.turn(0.04 * Y, share=0.5)
    assert tool.rest() == pytest.approx(0.5 * 20 * PERIOD_S * 0.04 * Y, abs=0.01)


def test_no_more_is_owed_than_the_greatest_rate_and_its_stop_make_good():
    owed, still = OwedTurn(RATE_MAX, LIMITS), Tool().motion
    for _ in range(100):
        owed.ask(RATE_MAX * Z, still)
    stuck = Tool()
    stuck.owed = owed
    fastest = ToolMotion(np.eye(4), np.array([0.0] * 5 + [RATE_MAX]), np.zeros(6))
    most = PERIOD_S * RATE_MAX + coast(fastest, LIMITS)[5]
    assert stuck.rest() == pytest.approx(most * Z, abs=ONE_MICRORADIAN)


def test_what_is_dropped_turns_the_tool_no_further_than_its_stop():
    tool = Tool()
    for _ in range(12):
        tool.turn(0.08 * X)
    end = tool.turned + coast(tool.motion, LIMITS)[3:]
    tool.owed.drop()
    assert tool.rest() == pytest.approx(end, abs=ONE_MICRORADIAN)


def flown(desk, angles, axis=Z, **buttons):
    """Turn the handle to each angle, a credit for each; return by how much the tool turned in all."""
    for angle in angles:
        desk.hold(turn=angle * axis, **buttons)
        desk.credit(mode="attitude")
    return rotation_vector(desk.tool[:3, :3] @ tool_pose(ROBOT, START.q)[:3, :3].T)


def at_desk(**settings):
    desk = Desk(**{"turning_scale": SCALE, "turning_dead_zone": 0.0, **settings})
    desk.hold(right=True)
    desk.credit(mode="attitude")
    return desk


@pytest.mark.parametrize("phase", [0.0, 0.35, 0.7])
def test_an_arm_turns_its_tool_by_the_sum_and_its_place_stays(phase):
    desk = at_desk()
    way = np.cumsum(increments(np.radians(10.0), 0.4, phase))
    assert flown(desk, [*way, *[0.4] * 16], right=True) == pytest.approx(SCALE * 0.4 * Z, abs=ONE_MICRORADIAN)
    assert desk.newest.at_rest
    assert np.linalg.norm(desk.tool[:3, 3] - tool_pose(ROBOT, START.q)[:3, 3]) < NO_DRIFT
    standing = desk.newest
    flown(desk, [0.4] * 4, right=True)
    assert desk.newest == standing


def test_what_was_turned_until_the_right_button_was_released_is_made_and_the_way_back_is_not():
    desk = at_desk()
    flown(desk, [0.04, 0.08, 0.12, 0.15], right=True)
    turned = flown(desk, [0.1, *[0.0] * 16], right=False)
    assert turned == pytest.approx(SCALE * 0.15 * Z, abs=ONE_MICRORADIAN)
    assert desk.newest.at_rest


@pytest.mark.parametrize("buttons", [{"left": True, "right": True}, {"dead_man": False, "right": True}])
def test_the_left_button_or_a_dead_man_let_go_stops_a_tool_that_still_owes(buttons):
    desk = at_desk()
    before = flown(desk, [0.04, 0.08, 0.12, 0.16], right=True)
    turned = flown(desk, [0.2, *[0.3] * 12], **buttons)
    assert desk.newest.at_rest
    assert before[2] < turned[2] < 0.8 * SCALE * 0.16
    assert flown(desk, [0.3] * 4, right=True) == pytest.approx(turned, abs=ONE_MICRORADIAN)


def test_a_left_button_between_two_credits_is_not_missed():
    desk = at_desk()
    flown(desk, [0.04, 0.08, 0.12, 0.16], right=True)
    desk.hold(turn=(0.0, 0.0, 0.16), left=True, right=True)
    assert flown(desk, [0.16] * 12, right=True)[2] < 0.8 * SCALE * 0.16


def test_about_a_locked_axis_nothing_is_owed():
    desk = at_desk(locked_axes=("turn_z",))
    assert not flown(desk, np.linspace(0.0, 0.4, 12), right=True).any()


def test_a_tool_that_was_led_into_a_limit_comes_back_with_the_hand():
    desk = at_desk(turning_scale=1.0)
    angles = 0.024 * np.arange(90)
    far = flown(desk, angles, right=True, axis=Y)
    assert desk.notes[-1].startswith("slower: ")
    back = flown(desk, angles[-1] - 0.024 * np.arange(5), right=True, axis=Y)
    assert back[1] < far[1]


def test_a_set_point_that_was_lost_is_made_good():
    desk = at_desk()
    for angle in np.linspace(0.0, 0.2, 12):
        kept = desk.newest
        flown(desk, [angle], right=True)
        desk.newest = kept if 0.05 < angle < 0.1 else desk.newest
    assert flown(desk, [0.2] * 16, right=True) == pytest.approx(SCALE * 0.2 * Z, abs=ONE_MICRORADIAN)


def test_a_tool_that_was_asked_for_no_turn_is_given_none():
    owed = OwedTurn(RATE_MAX, LIMITS)
    assert not owed.give(np.zeros(3), np.zeros(3), Tool().motion).any()


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_with_way_enough_the_rate_is_the_greatest_itself(sign):
    bounds = axis_limits(LIMITS)[-1]
    assert rate_to((0.0, 0.0), sign * 1.0, most=RATE_MAX, limits=bounds) == sign * RATE_MAX
    assert abs(rate_to((0.0, 0.0), sign * 1e-3, most=RATE_MAX, limits=bounds)) < RATE_MAX
