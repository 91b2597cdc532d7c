"""When the hand leads, and what it tells: how old its sample is, what comes, where it is let go."""

import numpy as np
import pytest

from planner.teleoperation.hand import RETREAT_SHARE, lasting_note, notes_text, slowed
from planner.teleoperation.tool_law import coast, tool_motion
from predictor.arm_now.uncertainty import shape_levers
from predictor.model.kinematics import tool_jacobian
from predictor.motion.stop import stop
from predictor.verdict.clearing import least_joint_rates
from telemetry.agreed.limits import DEAD_MAN_NS, ESCAPE_M_S, PREDICTOR_NS
from telemetry.messages.base import LONGEST_NAME
from telemetry.messages.handle import HandleSample, Steering
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import Ahead, CollisionState, Nearest
from telemetry.messages.queue import Credit
from tests.planner.teleoperation.hand_desk import PERIOD_S, ROBOT, START, Desk
from tests.planner.teleoperation.leading import LIMITS

ONE_MICRON = 1e-6  # [m]
ASIDE = (0.05, 0.0, 0.0)
LEVERS = shape_levers(ROBOT)
NEAREST = Nearest(distance=0.04, pair=("hand", "target"))


def credit(newest=START, **others):
    return Credit(
        epoch=1, next_seq=1, source="teleop", plan_id="", newest=newest, steering=Steering(), **others
    )


def sampled(at_ns):
    return HandleSample(
        number=3, sampled_ns=at_ns, p_handle=(0.0, 0.0, 0.0), quat_handle=(1.0, 0.0, 0.0, 0.0),
        dead_man=True, left_button=False, right_button=False,
    )  # fmt: skip


def coming(ahead):
    return CollisionState(
        at_ns=0, world=1, level="warning", required=0.03, scene=None, itself=None,
        uncertainty=None, at_least=None, ahead=ahead, skipped=0,
    )  # fmt: skip


def fastest(twist):
    """How fast a point of the arm is at most [m/s]."""
    return float(np.max(LEVERS @ np.abs(least_joint_rates(tool_jacobian(ROBOT, START.q)) @ twist)))


def test_a_hand_of_which_nothing_was_heard_leads_nothing():
    assert Desk().hand.on_credit(credit(), 0) is None


def test_a_sample_counts_for_as_long_as_its_dead_man_does_and_no_nanosecond_longer():
    desk = Desk()
    desk.hand.on_sample(sampled(5))
    led = desk.hand.on_credit(credit(), 5 + DEAD_MAN_NS)
    assert (led.source.sample, led.source.dead_man_age) == (3, pytest.approx(0.3))
    assert desk.hand.on_credit(credit(), 6 + DEAD_MAN_NS) is None


def test_a_credit_that_is_not_answered_changes_nothing():
    states = []
    for stale in (False, True):
        desk = Desk()
        for turn, p in enumerate(((0.0, 0.0, 0.0), ASIDE, ASIDE)):
            desk.hold(p, (0.0, 0.0, 0.05 * turn), right=True)
            if stale:
                assert desk.hand.on_credit(credit(desk.newest), DEAD_MAN_NS + 1) is None
            desk.credit(mode="pose")
        states.append(desk.newest)
    assert states[0] == states[1] != START


def test_of_a_place_that_was_not_given_in_its_credit_nothing_is_made_good_later():
    desk = Desk()
    desk.hold()
    desk.credit()
    desk.hold((0.5, 0.0, 0.0))
    for _ in range(8):
        desk.credit()
    assert desk.notes[-1].startswith("clamped_speed: ")
    end = desk.tool[:3, 3] + coast(tool_motion(ROBOT, desk.newest), LIMITS)[:3]
    desk.hold()
    for _ in range(12):
        desk.credit()
    assert desk.newest.at_rest and desk.tool[:3, 3] == pytest.approx(end, abs=ONE_MICRON)


def test_a_sample_that_came_ahead_of_the_clock_is_told_as_new():
    desk = Desk()
    desk.hand.on_sample(sampled(1000))
    assert desk.hand.on_credit(credit(), 0).source.dead_man_age == 0.0


def test_a_hand_that_is_followed_as_usual_has_nothing_to_be_told():
    desk = Desk()
    desk.hold()
    assert desk.credit().source.note == ""
    assert lasting_note(ROBOT, "pose") == ""


def test_what_is_about_to_come_too_near_is_told_with_the_set_point():
    desk = Desk()
    desk.hold()
    desk.hand.on_collision_state(coming(Ahead(nearest=NEAREST, side="scene", time_to_contact=1.23)), 0)
    assert desk.credit().source.note == "too close in 1.2 s: hand and target"


@pytest.mark.parametrize("late_ns", [0, 1])
def test_what_was_seen_to_come_is_told_for_as_long_as_the_predictors_word_counts(late_ns):
    desk = Desk()
    desk.hand.on_collision_state(coming(Ahead(nearest=NEAREST, side="scene", time_to_contact=1.23)), 7)
    now_ns = 7 + PREDICTOR_NS + late_ns
    desk.hand.on_sample(sampled(now_ns))
    note = desk.hand.on_credit(credit(), now_ns).source.note
    assert note.startswith("too close in") == (late_ns == 0)


@pytest.mark.parametrize("ahead", [None, Ahead(nearest=NEAREST, side="scene", time_to_contact=None)])
def test_where_nothing_is_seen_to_come_nothing_is_told(ahead):
    desk = Desk()
    desk.hold()
    desk.hand.on_collision_state(coming(ahead), 0)
    assert desk.credit().source.note == ""


def test_a_hand_that_was_let_go_is_taken_where_it_is_then_even_in_the_same_epoch():
    desk = Desk()
    desk.hold()
    desk.credit()
    desk.hand.let_go()
    desk.hold(ASIDE)
    assert desk.credit().state == START


def test_an_arm_that_is_taken_in_motion_comes_to_rest_first_and_follows_then():
    desk = Desk()
    desk.newest = JointState(START.q, (0.01, 0.0, 0.0, 0.0, 0.0, 0.0), (0.0,) * 6)
    way = stop(desk.newest, ROBOT.limits, PERIOD_S)
    desk.hold()
    for expected in way:
        assert desk.credit().state == expected
    assert desk.notes == ["braked"] * len(way) and desk.newest.at_rest
    desk.hold(ASIDE)
    begin = desk.tool[0, 3]
    for _ in range(6):
        desk.credit()
    assert desk.notes[-6:] == [""] * 6 and desk.tool[0, 3] > begin + 0.01


def test_on_a_way_out_the_hand_is_given_no_more_than_a_retreat_may_have():
    twists = []
    for is_retreat in (False, True):
        desk = Desk()
        desk.hold()
        desk.hand.on_credit(credit(retreat=is_retreat), 0)
        desk.hold((0.3, 0.0, 0.0))
        newest = START
        for _ in range(6):
            newest = desk.hand.on_credit(credit(newest, retreat=is_retreat), 0).state
        twists.append(tool_jacobian(ROBOT, newest.q) @ newest.qd)
    assert fastest(twists[1]) < ESCAPE_M_S < fastest(twists[0])


def test_a_fast_twist_is_slowed_to_the_speed_of_a_retreat_and_keeps_its_direction():
    twist = np.array([0.05, 0.0, -0.02, 0.0, 0.01, 0.0])
    slow = slowed(twist, ROBOT, START.q, levers=LEVERS)
    assert fastest(slow) == pytest.approx(RETREAT_SHARE * ESCAPE_M_S)
    assert slow / np.linalg.norm(slow) == pytest.approx(twist / np.linalg.norm(twist))


@pytest.mark.parametrize("speed", [0.0, 1e-5])
def test_a_twist_that_is_slow_enough_is_given_as_it_is(speed):
    twist = np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert np.array_equal(slowed(twist, ROBOT, START.q, levers=LEVERS), twist)


def test_as_many_notes_are_told_as_fit_and_the_first_in_any_case():
    first, rest = "a" * 40, "b" * (LONGEST_NAME - 42)
    assert notes_text(()) == ""
    assert notes_text((first, rest)) == f"{first}; {rest}"
    assert notes_text((first, rest + "b", "c")) == f"{first}; c"
    assert notes_text(("d" * 100, "c")) == "d" * LONGEST_NAME
