"""What the hand feels, by what is told of the arm: the delay while it leads, and nothing of what is old."""

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest

from haptics.devices.device import HandleReading
from haptics.feeling import KEPT_SAMPLES, Engagements, Feeling
from haptics.forces.delayed_spring import DelayedSpring
from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import Felt, ForceLoop
from haptics.forces.push import Barrier, Push
from haptics.forces.wrench import NO_WRENCH, Wrench, norm
from haptics.known_arm import KnownArm
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.motion.stop import rest
from telemetry.agreed.hand_settings import ForceSettings, HandSettings
from telemetry.messages import prediction, queue
from telemetry.messages.handle import Steering
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Entry, PlanSource, TeleopSource
from tests.nominal_run import MODEL, nominal_run

ROBOT = read_robot(Path(__file__).parents[2] / "scenarios" / "robots" / "two_arms.toml")
OTHER_TOOL = ROBOT.tool_names[1]


def led(epoch=1, *, sample=1, tool="", frame="base"):
    source = TeleopSource(sample=sample, dead_man_age=0.0, tool=tool, steering=Steering(frame=frame))
    return Entry(epoch=epoch, seq=1, state=rest(ROBOT.home_q), source=source)


def engaged(*entries, samples=1):
    engagements = Engagements(ROBOT)
    for number in range(1, samples + 1):
        engagements.on_sample(number, (0.001 * number, 0.0, 0.0))
    for entry in entries:
        engagements.on_entry(entry)
    return engagements.newest


@pytest.mark.parametrize(("later", "x_origin"), [(0, 0.001), (KEPT_SAMPLES - 1, 0.001), (KEPT_SAMPLES, 0.0)])
def test_the_hand_asks_for_nothing_where_its_sample_was_if_that_is_not_long_ago(later, x_origin):
    assert engaged(led(), samples=1 + later).p_origin == (x_origin, 0.0, 0.0)


def test_only_the_first_entry_of_an_epoch_begins_an_engagement():
    first, second = led(sample=1), led(sample=2)
    assert engaged(first, second, samples=2).p_origin == (0.001, 0.0, 0.0)
    assert engaged(first, led(epoch=2, sample=2), samples=2).p_origin == (0.002, 0.0, 0.0)


def test_a_plan_ends_the_engagement():
    plan = Entry(
        epoch=1, seq=2, state=rest(ROBOT.home_q), source=PlanSource(plan_id="p", index=0, certificate=b"")
    )
    assert engaged(led(), plan) is None


@pytest.mark.parametrize(("frame", "carrier"), [("tool", OTHER_TOOL), ("camera", ROBOT.tool_names[0])])
def test_a_frame_is_carried_by_the_tool_that_is_led_and_that_of_the_camera_by_the_first(frame, carrier):
    engagement = engaged(led(tool=OTHER_TOOL, frame=frame))
    assert (engagement.robot.tool_names[0], engagement.carrier.tool_names[0]) == (OTHER_TOOL, carrier)


S = 1_000_000_000
MS = 1_000_000
PERIOD_NS = S // 4
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
QUARTER_ABOUT_Z = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
HOME = tuple(np.radians((0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)))
BILATERAL = Steering(control="bilateral")
HAND = HandleReading(
    p_handle=(0.0, -0.02, 0.0), quat_handle=UPRIGHT, dead_man=True, left_button=False, right_button=False
)
LET_GO = HandleReading(
    p_handle=(0.0, 0.0, 0.0), quat_handle=UPRIGHT, dead_man=False, left_button=False, right_button=False
)


class Ahead:
    """A reason that leads the hand back along -y of the base."""

    why, is_ready = "contact", True

    def push(self, tool):
        return Push(np.zeros(3), np.zeros(3), (Barrier(np.array([0.0, 1.0, 0.0]), 0.5),))


def status(state="teleop", **changes):
    told = queue.GateStatus(
        state=state, has_window=True, epoch=2, waiting=0, in_flight=0, verified_until=0, last=rest(HOME),
        quiet=False, latched=False, held_by="", up=None, down=None, round_trip=7.0,
        window_closes_ns=1000 * S, window_opens_ns=None, ended_by="", rolled_back=False, time_step=None,
    )  # fmt: skip
    return msgspec.structs.replace(told, **changes)


def entry(state, seq=1, steering=BILATERAL):
    source = queue.TeleopSource(sample=7, dead_man_age=0.0, steering=steering)
    told = queue.Entry(epoch=2, seq=seq, state=state, source=source)
    return queue.Queued(entry=told, previous=state, chain_before=b"", configuration=b"")


def seen(q=HOME, age_s=3.5):
    return prediction.PredictedArm(
        at_ns=0, q_commanded=q, q_now=q, q_seen=q, seen_age=age_s, residual=0.0, required=0.03,
        scene=None, itself=None,
    )  # fmt: skip


def feeling(*, steering=BILATERAL, quat_handle=UPRIGHT, reasons=None, hand=None):
    hand = hand or HandSettings(steering=steering, quat_base_handle=quat_handle)
    run = msgspec.structs.replace(nominal_run(), hand=hand)
    felt = Feeling(run, MODEL.robot, reasons or [DelayedSpring(40.0, 1.0)])
    felt.on_sample(7, (0.0, 0.0, 0.0))
    felt.on_message(status("rest"), 0)
    felt.on_message(status(), 0)
    felt.on_message(entry(JointState(*steady(0)), steering=steering), 0)
    felt.on_message(seen(), 0)
    return felt


def steady(k):
    """Return joints that move the tool by 0.01 m/s along y: state k of the queue, from rest at HOME."""
    J = tool_jacobian(MODEL.robot, np.array(HOME))
    qd = np.linalg.solve(J, [0.0, 0.01, 0.0, 0.0, 0.0, 0.0])
    still = (0.0,) * 6
    return (tuple(np.array(HOME) + 0.25 * k * qd), tuple(qd), still) if k else (HOME, still, still)


def test_a_lead_of_10_mm_is_felt_against_it():
    felt = feeling()
    felt.on_message(entry(JointState(*steady(4)), seq=2), S)
    felt.on_message(seen(), S)
    assert felt.model(HAND, S).force == pytest.approx((0.0, -0.4, 0.0), abs=0.002)


def test_it_is_felt_in_the_handles_own_axes():
    felt = feeling(quat_handle=QUARTER_ABOUT_Z)
    felt.on_message(entry(JointState(*steady(4)), seq=2), S)
    felt.on_message(seen(), S)
    assert felt.model(HAND, S).force == pytest.approx((-0.4, 0.0, 0.0), abs=0.002)


def test_between_set_points_the_force_grows_on():
    felt = feeling()
    felt.on_message(entry(JointState(*steady(4)), seq=2), S)
    forces = []
    for now_ns in (S, S + PERIOD_NS // 2, S + PERIOD_NS):
        felt.on_message(seen(), now_ns)
        forces.append(felt.model(HAND, now_ns).force[1])
    assert forces == pytest.approx([-0.4, -0.45, -0.5], abs=0.003)


def test_the_model_is_as_old_as_what_was_seen():
    assert feeling().model(HAND, 50 * MS).at_ns == 0
    assert feeling().model(HAND, 101 * MS) is None


@pytest.mark.parametrize("steering", [Steering(), Steering(mode="pose")])
def test_a_hand_that_is_not_bilateral_feels_nothing(steering):
    assert feeling(steering=steering).model(HAND, 1) is None


def test_who_lets_go_feels_nothing():
    assert feeling().model(LET_GO, 1) is None


@pytest.mark.parametrize("changes", [{"state": "rest"}, {"state": "stopping"}, {"epoch": 3}])
def test_a_hand_that_does_not_lead_the_arm_feels_nothing(changes):
    felt = feeling()
    felt.on_message(status(**changes), 1)
    assert felt.model(HAND, 1) is None


def test_what_is_known_ages_from_the_second_report_in_a_row_that_is_late():
    felt = feeling()
    ages_s = (3.5, 3.6, 3.7, 3.74)  # the way down takes 3.5 s, a report comes each 0.1 s
    for age_s in ages_s:
        felt.on_message(seen(age_s=age_s), S)
        assert S - felt.model(HAND, S).at_ns == pytest.approx(max(0.0, age_s - 3.7) * S, abs=1.0)
    felt.on_message(seen(age_s=3.81), S)
    assert felt.model(HAND, S) is None


def forces_after_the_last_report(*, lost_ns):
    """The force of each millisecond of a hand 10 mm ahead; telemetry is there again after `lost_ns`."""
    felt, loop, forces = feeling(), ForceLoop(SIMULATED), []
    felt.on_message(entry(JointState(*steady(4)), seq=2), 0)
    for now_ns in range(0, 3 * S, MS):
        since_ns = now_ns - 2 * S
        age_ns = since_ns if 0 <= since_ns < lost_ns else now_ns % (100 * MS)
        if now_ns % (10 * MS) == 0:
            felt.on_message(seen(age_s=3.5 + age_ns / S), now_ns)
        if now_ns % (20 * MS) == 0 and (model := felt.model(HAND, now_ns)) is not None:
            loop.on_model(msgspec.structs.replace(model, is_limited=False))
        forces.append(norm(loop.step(HAND.p_handle, UPRIGHT, now_ns).wrench.force))
    return forces[2000:]


def test_one_report_that_is_lost_is_not_felt():
    forces = forces_after_the_last_report(lost_ns=200 * MS)
    assert min(forces) == max(forces) > 0.3


def test_the_force_is_gone_100_ms_after_telemetry_is_known_to_be_lost():
    forces = forces_after_the_last_report(lost_ns=S)
    assert forces[200] == forces[0] > 0.3
    assert set(forces[300:]) == {0.0}


def test_a_roll_back_takes_back_what_was_sent():
    felt = feeling()
    felt.on_message(entry(JointState(*steady(40)), seq=2), S)
    back = queue.RollBack(
        epoch=2, seq=2, reason="too_close", pair=("a", "b"), distance=0.0, required=0.03,
        time_to_contact=None, cancelled=1, rest_q=HOME,
    )  # fmt: skip
    felt.on_message(back, S)
    felt.on_message(seen(), S)
    assert felt.model(HAND, S).force == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_a_lead_is_a_wall_where_the_hand_was_taken():
    wall = feeling(reasons=[Ahead()]).model(HAND, 1).walls[0]
    assert wall.normal == pytest.approx((0.0, 1.0, 0.0))
    assert wall.p_wall == (0.0, 0.0, 0.0)
    assert wall.stiffness == 300.0


def test_a_hand_that_only_turns_meets_no_wall():
    turning = Steering(mode="attitude", control="bilateral")
    assert feeling(steering=turning, reasons=[Ahead()]).model(HAND, 1).walls == ()


def test_a_centring_spring_pulls_to_where_the_hand_was_taken_and_is_told():
    hand = HandSettings(steering=BILATERAL, force=ForceSettings(centring=60.0))
    felt = feeling(hand=hand)
    model = felt.model(HAND, 1)
    assert (model.p_anchor, model.stiffness) == ((0.0, 0.0, 0.0), 60.0)
    told = felt.take_report(Felt(NO_WRENCH, "", 1.0, 0.0), 1)
    assert told.asked[-1].why == "centring"
    assert told.asked[-1].force == pytest.approx((0.0, 1.2, 0.0))


def test_screens_are_told_what_the_force_is_made_of_and_what_gain_is_allowed():
    felt = feeling(reasons=[DelayedSpring(40.0, 1.0), Ahead()])
    felt.model(HAND, 1)
    told = felt.take_report(Felt(Wrench((0.0, 1.0, 0.0), (0.0, 0.0, 0.0)), "energy", 0.5, 0.01), 1)
    assert [share.why for share in told.asked] == ["delay", "contact"]
    assert told.asked[1].force == pytest.approx((0.0, 300.0 * 0.02, 0.0))
    assert (told.delay, told.limit, told.passed) == (8.75, "energy", 0.5)
    assert told.passive_gain == pytest.approx(5.0 / (0.21723 * 8.75), rel=1e-4)
    assert told.stable_gain == pytest.approx(47.87, abs=0.01)


def test_without_a_delay_no_gain_is_too_high():
    run = nominal_run()
    hand = HandSettings(steering=BILATERAL, force=msgspec.structs.replace(run.hand.force, sent="released"))
    felt = feeling(hand=hand)
    felt.on_message(status(round_trip=0.0), 0)
    felt.model(HAND, 1)
    told = felt.take_report(Felt(NO_WRENCH, "", 1.0, 0.0), 1)
    assert (told.delay, told.passive_gain, told.stable_gain) == (0.0, None, None)


def test_screens_are_told_that_it_is_over_once():
    felt, quiet = feeling(), Felt(NO_WRENCH, "", 0.0, 0.0)
    felt.model(HAND, 1)
    felt.take_report(quiet, 1)
    felt.on_message(status("rest"), 2)
    assert felt.take_report(quiet, 2).asked == ()
    assert felt.take_report(quiet, 3) is None


def test_the_delay_is_the_measured_one_and_by_release_that_of_the_link_alone():
    run = nominal_run()
    by_release = HandSettings(force=msgspec.structs.replace(run.hand.force, sent="released"))
    known = KnownArm(msgspec.structs.replace(run, hand=by_release), MODEL.robot)
    assert known.delay_s() == 7.0
    known.on_message(status(round_trip=6.5), 0)
    assert known.delay_s() == 6.5


def test_the_arm_that_is_looked_at_is_where_it_comes_to_rest():
    known = KnownArm(nominal_run(), MODEL.robot)
    known.on_message(status("rest"), 0)
    known.on_message(entry(JointState(*steady(4))), S)
    known.on_message(seen(), S)
    tool = known.tool(MODEL.robot, S)
    assert tool.T_base_tool[1, 3] > tool.T_base_sent[1, 3] + 1e-4
    assert tool.T_base_sent[:3, 3] == pytest.approx(tool_pose(MODEL.robot, steady(4)[0])[:3, 3], abs=1e-9)
