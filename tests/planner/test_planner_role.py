"""The planner's role: requests, credits and proposals."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from planner.plans.certificate import is_sound, matches
from planner.role import build, in_flight
from predictor.inputs.world_version import CHANGE_BITS
from predictor.motion.stop import rest
from predictor.run_model import read_model
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.reasons import Reason, cure
from telemetry.life.contract import Send, Work, WorkDone
from telemetry.messages.acts import Lease
from telemetry.messages.fixture import FixtureRequest, Fixtures
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import Beat
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import (
    JointMove,
    LineMove,
    PlanCancel,
    PlanReady,
    PlanRefused,
    PlanRequest,
    ReplanRequest,
)
from telemetry.messages.prediction import Ahead, CollisionState, Nearest, World
from telemetry.messages.queue import Credit, GateStatus, HoldNotice, Proposal
from telemetry.messages.spacecraft import Telemetry
from tests.nominal_run import nominal_run
from tests.tell import tell

ROOT = Path(__file__).parents[2]
LINE_START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
OBSERVED = LineMove(p_base_tool=(1.046, 0.6, 0.115))
ZERO = (0.0,) * 6
MS = 1_000_000
ROUNDING = 1e-9
SETTINGS = nominal_run()
WORLD = World(version=read_model(SETTINGS).world_version, configuration=SETTINGS.configuration)
TELEMETRY = Telemetry(
    sampled_ns=0, mode="ready", q=LINE_START, qd=ZERO, currents=ZERO, temperatures=ZERO, brakes_on=False,
    locked=(False,) * 6, gripper=0.0, quat_world_base=(1.0, 0.0, 0.0, 0.0),
    p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0),
    buffer=0, epoch=0, accepted=0, accepted_at_ns=0, executed_epoch=0, executed=0, refused_epoch=0,
    refused=0, refusal="", latched=False, latch_reason="", hold_q=LINE_START,
)  # fmt: skip


def status(state="rest", last=None):
    return GateStatus(
        state=state, has_window=True, epoch=1, waiting=0, in_flight=0, verified_until=0, quiet=True,
        last=last or rest(LINE_START), latched=False, held_by="", up=None, down=None,
        round_trip=None, window_closes_ns=10**15, window_opens_ns=None, time_step=None,
        ended_by="", rolled_back=False,
    )  # fmt: skip


def hand(number, at_ms, z=0.0, dead_man=True):
    return HandleSample(
        number=number, sampled_ns=at_ms * MS, p_handle=(0.0, 0.0, z), quat_handle=(1.0, 0.0, 0.0, 0.0),
        dead_man=dead_man, left_button=False, right_button=False,
    )  # fmt: skip


def credit(seq, epoch=2, source="plan", plan_id="pass", newest=None):
    newest = newest or rest(LINE_START)
    return Credit(epoch=epoch, next_seq=seq, source=source, plan_id=plan_id, newest=newest)


def teleop(seq, newest=None, epoch=3):
    return credit(seq, epoch, "teleop", "", newest)


@pytest.fixture
def planner():
    role = build(SETTINGS, None, np.random.default_rng(0))
    for message in (TELEMETRY, status(), WORLD):
        assert list(tell(role, message, 0)) == []
    return role


def ask(role, request, now_ns=0):
    """Carry out a request and its work at once; return what is sent in the end."""
    (effect,) = tell(role, request, now_ns)
    if isinstance(effect, Work):
        (effect,) = tell(role, WorkDone(effect.name, effect.function(*effect.arguments)), now_ns)
    return effect.message


def request(*moves, plan_id="pass"):
    return PlanRequest(plan_id=plan_id, moves=moves)


def sent(role, message, now_ns=0):
    return [effect.message for effect in tell(role, message, now_ns) if isinstance(effect, Send)]


def test_a_request_becomes_a_certified_plan(planner):
    ready = ask(planner, request(OBSERVED))
    assert isinstance(ready, PlanReady)
    assert (ready.duration, ready.moves) == (6.25, 1)
    assert ready.shortest <= ready.duration
    assert is_sound(ready.certificate)
    assert ready.certificate.start_q == LINE_START
    assert ready.certificate.configuration == SETTINGS.configuration


def test_a_plan_tells_the_peaks_that_it_commands_before_it_is_armed(planner):
    peaks, limits = ask(planner, request(OBSERVED)).peaks, read_model(SETTINGS).robot.limits
    assert 0.95 < peaks.speed[0] / limits.qd_max[0] <= 1.0
    assert all(0.5 < share <= 1.0 + ROUNDING for share in peaks.shares)
    assert all(0.0 < peak <= most for peak, most in zip(peaks.jerk, limits.qddd_max, strict=True) if peak)


def test_a_plan_tells_its_steps_with_their_set_points_and_where_each_comes_to_rest(planner):
    aside = tuple(q + 0.1 for q in LINE_START)
    ready = ask(planner, request(OBSERVED, JointMove(q=aside)))
    line, joint = ready.steps
    assert (line.kind, joint.kind) == ("line", "joint")
    assert line.points + joint.points == len(ready.certificate.points)
    assert line.points == 25
    assert joint.end_q == ready.path[-1] == pytest.approx(aside)


def test_a_plan_through_the_target_is_refused(planner):
    refused = ask(planner, request(LineMove(p_base_tool=(1.046, 0.1, -0.2))))
    assert isinstance(refused, PlanRefused)
    assert refused.reason == "plan_collision"


def test_a_plan_whose_own_start_is_elsewhere_is_refused_with_the_figures_and_the_cure(planner):
    off = (LINE_START[0], LINE_START[1] + np.radians(0.5), *LINE_START[2:])
    refused = ask(planner, msgspec.structs.replace(request(OBSERVED), start=off))
    assert refused.reason == "starts_elsewhere"
    assert refused.detail == "joint 2 is at -120.21 deg, the plan begins at -119.71 deg, 0.25 deg tolerated"
    assert cure(Reason(refused.reason)) == "plan a joint move to its start"


def test_a_plan_whose_own_start_is_where_the_arm_is_told_to_stand_is_planned_from_the_arm(planner):
    near = tuple(q + np.radians(0.2) for q in LINE_START)
    ready = ask(planner, msgspec.structs.replace(request(OBSERVED), start=near))
    assert ready.certificate.start_q == LINE_START


def test_a_plan_tells_what_it_gives_up_for_joints_that_stay(planner):
    assert ask(planner, request(OBSERVED)).losses == ()
    stays = msgspec.structs.replace(OBSERVED, locked=("joint_6",), gives="z, roll, pitch, yaw")
    (*losses,) = ask(planner, request(stays)).losses
    assert losses and all(loss.startswith("move 1: ") for loss in losses)


@pytest.mark.parametrize("state", ["filling", "plan", "teleop", "stopping"])
def test_no_plan_starts_from_an_arm_that_is_not_known_to_rest(planner, state):
    tell(planner, status(state), 0)
    assert ask(planner, request(OBSERVED)).reason == "no_start_pose"


def test_no_plan_starts_from_a_moving_pose_or_before_the_arm_was_seen(planner):
    moving = JointState(q=LINE_START, qd=(0.01, *ZERO[1:]), qdd=ZERO)
    tell(planner, status(last=moving), 0)
    assert ask(planner, request(OBSERVED)).reason == "no_start_pose"
    unseen = build(SETTINGS, None, np.random.default_rng(0))
    tell(unseen, status(), 0)
    assert ask(unseen, request(OBSERVED)).reason == "no_start_pose"


def test_no_plan_is_made_for_another_configuration(planner):
    tell(planner, msgspec.structs.replace(WORLD, configuration=b"other"), 0)
    assert ask(planner, request(OBSERVED)).reason == "configuration_mismatch"


def test_no_plan_is_certified_for_a_world_that_the_planner_does_not_know(planner):
    tell(planner, msgspec.structs.replace(WORLD, version=WORLD.version + (1 << CHANGE_BITS)), 0)
    assert ask(planner, request(OBSERVED)).reason == "configuration_mismatch"


def test_a_plan_is_certified_in_the_world_as_it_has_changed(planner):
    tell(planner, msgspec.structs.replace(WORLD, version=WORLD.version + 3), 0)
    assert ask(planner, request(OBSERVED)).certificate.world == WORLD.version + 3


def test_each_credit_brings_exactly_one_certified_set_point(planner):
    certificate = ask(planner, request(OBSERVED)).certificate
    for seq in range(1, len(certificate.points) + 1):
        (proposal,) = sent(planner, credit(seq))
        entry = proposal.entry
        assert (entry.epoch, entry.seq, entry.source.index) == (2, seq, seq - 1)
        assert entry.source.certificate == certificate.digest
        assert matches(certificate, seq - 1, entry.state)
    assert sent(planner, credit(len(certificate.points) + 1)) == []


def test_path_time_is_frozen_without_a_credit(planner):
    ask(planner, request(OBSERVED))
    first = sent(planner, credit(1))
    for k in range(50):
        assert not any(isinstance(effect.message, Proposal) for effect in planner.tick(k * 200 * MS))
    assert sent(planner, credit(1), 10_000 * MS) == first
    assert sent(planner, credit(2), 10_250 * MS)[0].entry.source.index == 1


def test_a_new_epoch_starts_the_plan_again(planner):
    ask(planner, request(OBSERVED))
    first = sent(planner, credit(1))[0].entry
    sent(planner, credit(2))
    again = sent(planner, credit(1, epoch=7))[0].entry
    assert (again.epoch, again.state, again.source) == (7, first.state, first.source)


def test_an_unknown_plan_gets_no_set_point(planner):
    assert sent(planner, credit(1, plan_id="nobody's")) == []


def test_the_remainder_of_an_interrupted_line_ends_where_the_line_does(planner):
    whole = ask(planner, request(OBSERVED)).certificate
    for seq in range(1, 16):
        newest = sent(planner, credit(seq))[0].entry.state
    tell(planner, status(last=JointState(q=newest.q, qd=ZERO, qdd=ZERO)), 0)
    ready = ask(planner, ReplanRequest(plan_id="rest", remainder_of="pass"))
    assert isinstance(ready, PlanReady)
    assert ready.certificate.start_q == newest.q
    last = len(ready.certificate.points)
    end = sent(planner, credit(last, epoch=5, plan_id="rest"))[0].entry.state
    wanted = sent(planner, credit(len(whole.points)))[0].entry.state
    assert end.q == pytest.approx(wanted.q, abs=1e-9)


def test_nothing_is_left_of_a_finished_or_unknown_plan(planner):
    certificate = ask(planner, request(OBSERVED)).certificate
    end = sent(planner, credit(len(certificate.points)))[0].entry.state
    tell(planner, status(last=end), 0)
    for plan_id in ("pass", "nobody's"):
        replan = ReplanRequest(plan_id="rest", remainder_of=plan_id)
        assert ask(planner, replan).reason == "no_remainder"


def test_without_a_fresh_handle_sample_there_is_no_teleoperation(planner):
    assert sent(planner, teleop(1)) == []
    tell(planner, hand(4, at_ms=1000), 1000 * MS)
    assert len(sent(planner, teleop(1), 1000 * MS + DEAD_MAN_NS)) == 1
    assert sent(planner, teleop(1), 1001 * MS + DEAD_MAN_NS) == []


def test_engagement_takes_the_hand_where_it_is(planner):
    tell(planner, hand(4, at_ms=0, z=-0.08), 0)
    (proposal,) = sent(planner, teleop(1), 20 * MS)
    assert proposal.entry.state == rest(LINE_START)
    assert (proposal.entry.source.sample, proposal.entry.source.dead_man_age) == (4, 0.02)


def test_a_displaced_hand_moves_the_newest_queued_pose_until_a_hold(planner):
    tell(planner, hand(1, at_ms=0), 0)
    newest = sent(planner, teleop(1))[0].entry.state
    tell(planner, hand(2, at_ms=10, z=-0.05), 10 * MS)
    for seq in range(2, 8):
        newest = sent(planner, teleop(seq, newest), 20 * MS)[0].entry.state
    assert any(newest.qd)
    tell(planner, HoldNotice(epoch=4, reason="operator_hold", detail="", rest_q=newest.q), 30 * MS)
    resting = JointState(q=newest.q, qd=ZERO, qdd=ZERO)
    assert sent(planner, teleop(1, resting, epoch=5), 40 * MS)[0].entry.state == resting


def test_a_released_dead_man_brings_the_tool_to_rest(planner):
    tell(planner, hand(1, at_ms=0), 0)
    newest = sent(planner, teleop(1))[0].entry.state
    tell(planner, hand(2, at_ms=10, z=-0.05), 10 * MS)
    for seq in range(2, 8):
        newest = sent(planner, teleop(seq, newest), 20 * MS)[0].entry.state
    tell(planner, hand(3, at_ms=20, z=-0.05, dead_man=False), 20 * MS)
    for seq in range(8, 18):
        newest = sent(planner, teleop(seq, newest), 20 * MS)[0].entry.state
    assert newest.at_rest


def collisions(left_s):
    nearest = Nearest(distance=0.01, pair=("hand", "rail"))
    return CollisionState(
        at_ns=0, world=1, level="warning", required=0.03, scene=nearest, itself=None, uncertainty=None,
        at_least=None, ahead=Ahead(nearest=nearest, side="scene", time_to_contact=left_s), skipped=0,
    )  # fmt: skip


def test_whoever_leads_the_hand_is_told_what_it_is_about_to_meet_and_moves_as_before(planner):
    tell(planner, hand(1, at_ms=0), 0)
    (before,) = sent(planner, teleop(1), 20 * MS)
    tell(planner, collisions(1.31), 20 * MS)
    (warned,) = sent(planner, teleop(1), 20 * MS)
    assert warned.entry.source.note == "too close in 1.3 s: hand and rail"
    assert warned.entry.state == before.entry.state
    tell(planner, collisions(None), 20 * MS)
    assert sent(planner, teleop(1), 20 * MS) == [before]


def test_what_the_predictor_said_long_ago_is_not_told(planner):
    tell(planner, collisions(1.31), 0)
    tell(planner, hand(1, at_ms=600), 600 * MS)
    assert sent(planner, teleop(1), 600 * MS)[0].entry.source.note == ""


def test_it_beats_five_times_a_second(planner):
    effect, *_ = planner.tick(1000 * MS)
    assert effect.message == Beat(role="planner", configuration=SETTINGS.configuration)
    assert planner.due_ns == 1200 * MS


def test_every_second_it_tells_which_fixtures_there_are(planner):
    told = [effect.message for at in range(11) for effect in planner.tick(at * 200 * MS)]
    assert [message for message in told if isinstance(message, Fixtures)] == [Fixtures(fixtures=())] * 3


def test_with_them_it_tells_since_when_it_lives(planner):
    told = [effect.message for at in (7, 9) for effect in planner.tick(at * 1000 * MS)]
    assert [each.begun_ns for each in told if isinstance(each, Fixtures)] == [7000 * MS] * 2


def test_a_request_of_somebody_else_takes_no_fixture_away(planner):
    tell(planner, Lease(holder="person", until_ns=1000 * MS), 0)
    asked = FixtureRequest(fixture_id="there", kind="point", radius=0.1)
    (work,) = planner.receive(asked, "person", 0)
    made, all_of_them = planner.receive(WorkDone(work.name, work.function(*work.arguments)), "planner", 0)
    assert all_of_them.message == Fixtures(fixtures=(made.message,)) and not made.message.reason
    refused, still_there = planner.receive(asked, "console-2", 0)
    assert refused.message.reason == Reason.NOT_HOLDER and still_there == all_of_them
    assert (made.to, refused.to) == (
        "",
        "console-2",
    )  # a script that waits for this name takes it for no answer


def test_a_task_of_planning_is_a_pure_function(planner):
    (work,) = tell(planner, request(OBSERVED), 0)
    first, second = (work.function(*work.arguments) for _ in range(2))
    assert msgspec.msgpack.encode(first.certificate) == msgspec.msgpack.encode(second.certificate)


def test_set_points_in_flight_follow_from_the_period_also_by_what_the_spacecraft_bears_of_silence():
    run = nominal_run()
    slow = msgspec.structs.replace(run, commanding=msgspec.structs.replace(run.commanding, period_s=0.5))
    assert in_flight(run) == (7.0 + 0.5 + 1.0) / 0.25 + 4 + 2
    assert in_flight(slow) == (7.0 + 0.5 + 2.0) / 0.5 + 4 + 2


def test_a_plan_that_is_asked_too_fast_is_refused_with_the_peaks_that_it_would_have_had(planner):
    goal = JointMove(q=tuple(q + 0.3 for q in LINE_START), duration=2.0)
    refused, limits = ask(planner, request(goal)), read_model(SETTINGS).robot.limits
    shortest = ask(planner, request(msgspec.structs.replace(goal, duration=None), plan_id="shortest"))
    assert (refused.reason, refused.shortest) == (Reason.DURATION_TOO_SHORT, shortest.duration)
    by = shortest.duration / 2.0
    assert refused.peaks.speed == pytest.approx([by * each for each in shortest.peaks.speed])
    assert refused.peaks.jerk == pytest.approx([by**3 * each for each in shortest.peaks.jerk])
    assert max(np.divide(refused.peaks.speed, limits.qd_max)) == pytest.approx(refused.peaks.shares[0])
    assert max(refused.peaks.shares) > 1.0


def test_a_plan_that_was_cancelled_is_never_announced_and_gives_no_set_point(planner):
    (work,) = tell(planner, request(OBSERVED), 0)
    (answer,) = sent(planner, PlanCancel(plan_id="pass"))
    assert answer.reason == Reason.PLANNING_CANCELLED
    assert list(tell(planner, WorkDone(work.name, work.function(*work.arguments)), 0)) == []
    assert list(tell(planner, credit(1), 0)) == []


def test_a_plan_of_who_has_no_lease_is_shown_to_its_asker_alone_and_gives_no_set_point(planner):
    tell(planner, Lease(holder="console-2", until_ns=0), 0)
    (work,) = tell(planner, request(OBSERVED), 0, by="console")
    (shown,) = tell(planner, WorkDone(work.name, work.function(*work.arguments)), 0)
    assert isinstance(shown.message, PlanReady) and shown.to == "console"
    assert list(tell(planner, credit(1), 0)) == []
