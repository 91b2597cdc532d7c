"""What the gate hears of the world outside, report by report: which ends motion, and which does not."""

import pytest
from msgspec.structs import replace

from planner.gate.reports import ENDS_BY_HOLD
from planner.gate.set_points.policy import Candidate, spares_locked
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ResumeAct
from telemetry.messages.command import BridgeReport, CommandState, HoldCommand, ResumeCommand
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import LockedJoint
from telemetry.messages.queue import HoldNotice
from tests.planner.gate.gate_bench import HOME, T_NS, Bench, joint_1_move


def station(bench, **changes):
    """What the bridge reports of the set-point that was released last."""
    point = bench.motions()[-1]
    fields = {
        "is_open": True, "reason": "no_window", "epoch": point.epoch, "seq": point.seq,
        "state": CommandState.REFUSED, "hold": None, "tm_received": 0, "tm_lost": 0, "tm_duplicated": 0,
        "tm_implausible": 0,
    }  # fmt: skip
    return BridgeReport(**{**fields, **changes})


def test_a_set_point_refused_at_the_station_ends_the_motion_for_the_reason_told():
    bench = Bench().in_plan(released=2)
    bench.give(station(bench))
    assert bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == "no_window"


@pytest.mark.parametrize(
    "changes", [{"state": CommandState.AT_STATION}, {"seq": 0}, {"epoch": 0}], ids=["passed", "resume", "old"]
)
def test_a_set_point_that_passed_a_refused_resume_and_a_set_point_of_an_older_epoch_end_nothing(changes):
    bench = Bench().in_plan(released=2)
    bench.give(station(bench, **changes))
    assert bench.gate.state is State.PLAN and bench.all(HoldNotice) == []


def test_a_report_that_is_not_newer_than_the_last_tells_of_no_latch():
    bench = Bench().in_plan(released=2)
    old_ns = bench.gate.watch.newest.sampled_ns
    bench.give(bench.telemetry(sampled_ns=old_ns, latched=True, mode="latched"))
    assert bench.gate.state is State.PLAN
    bench.give(bench.telemetry(sampled_ns=old_ns + T_NS, latched=True, mode="latched"))
    assert bench.gate.state is State.HELD


def test_an_arm_that_may_be_touching_is_stopped_also_if_nobody_tells_what():
    bench = Bench().in_plan(released=2)
    bench.give(bench.collisions("contact", scene=None))
    assert bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == "contact_now"


AT = HOME[1] - 0.1
ELBOW = LockedJoint(joint=1, name="joint_2", kind="locked", q=AT, followed=AT, since_ns=0)
STANDS = (HOME[0], AT, *HOME[2:])


def locked_world(bench, change=1, q=AT):
    return replace(Bench.world(bench, change, Reason.JOINT_LOCKED), locked=(replace(ELBOW, q=q),))


def elbow_move():
    """Set-points of a move of joint 2, from where it stands."""
    states = joint_1_move(start=(AT, HOME[0], *HOME[2:]))
    return [JointState(*((row[1], row[0], *row[2:]) for row in state)) for state in states]


def failing(bench, **changes):
    """Let the predictor find the joint, and speak of that world from then on."""
    world = locked_world(bench, **changes)
    bench.world = lambda: world
    bench.give(world)
    return bench


def latched_there(bench):
    bench.hold_q = STANDS
    bench.latch("hold_commanded")
    return bench.run(3.0)


def test_the_gate_asks_for_hold_in_its_own_name_once_and_tells_why():
    bench = failing(Bench().in_plan())
    [hold] = bench.all(HoldCommand)
    assert (hold.actor, bench.gate.state) == ("gate", State.STOPPING)
    [notice] = bench.all(HoldNotice)[-1:]
    assert notice.reason == Reason.JOINT_LOCKED
    bench.run(2.0)
    assert (len(bench.all(HoldCommand)), bench.gate.state) == (1, State.HELD)


def test_a_base_that_is_elsewhere_is_a_hold_as_well():
    bench = Bench().in_plan()
    world = bench.world(change=1, reason=Reason.BASE_ELSEWHERE)
    bench.world = lambda: world
    bench.run(1.0)
    [hold] = bench.all(HoldCommand)
    assert hold.actor == "gate"
    assert bench.gate.ledger.is_open("hold")


def test_it_does_so_at_rest_and_while_the_queue_fills_too():
    at_rest, filling = Bench().resumed(), Bench().resumed().with_plan()
    filling.arm_plan()
    for bench in (at_rest, filling):
        failing(bench)
        assert len(bench.all(HoldCommand)) == 1
        assert bench.gate.state is State.HELD


def test_after_latch_and_resume_r_is_the_reported_pose_and_an_arming_passes():
    bench = latched_there(failing(Bench(start_q=HOME).in_plan()))
    assert bench.status.last.q == STANDS
    assert bench.act(ResumeAct()).accepted
    assert bench.last(ResumeCommand).q == STANDS
    assert bench.run(3.0).status.quiet


def test_it_is_no_persons_hold_so_that_a_script_may_resume():
    bench = latched_there(failing(Bench(holder="operator").in_plan()))
    assert bench.status.held_by == ""
    assert bench.act(ResumeAct()).accepted


def test_the_same_joint_in_a_newer_world_asks_for_nothing_while_latched():
    bench = latched_there(failing(Bench().in_plan()))
    failing(bench, change=2, q=AT + 1e-6)
    bench.run(1.0)
    assert len(bench.all(HoldCommand)) == 1


def test_a_gate_that_restarts_before_the_hold_asks_for_it_again():
    bench = Bench().resumed()
    restarted = Bench(store=bench.store, latched=False)
    world = locked_world(restarted)
    restarted.world = lambda: world
    restarted.run(6.0)
    assert restarted.all(HoldCommand)


def test_where_r_is_where_the_joint_stands_a_gate_that_restarts_asks_for_nothing():
    bench = Bench(start_q=STANDS)
    world = locked_world(bench, change=0)
    bench.world = lambda: world
    bench.resumed()
    assert bench.all(HoldCommand) == []


def test_a_set_point_that_moves_the_joint_does_not_leave_though_it_was_verified():
    bench = Bench(start_q=STANDS)
    world = locked_world(bench, change=0)
    bench.world = lambda: world
    bench.resumed().with_plan(elbow_move()).arm_plan()
    bench.run(3.0)
    assert bench.motions() == []
    assert bench.last(HoldNotice).reason == Reason.LOCKED_JOINT
    assert "joint 2 at" in bench.last(HoldNotice).detail


def test_one_that_leaves_it_where_it_stands_does():
    bench = Bench(start_q=STANDS)
    world = locked_world(bench, change=0)
    bench.world = lambda: world
    bench.resumed().with_plan(joint_1_move(start=STANDS)).arm_plan()
    assert bench.run(4.0).motions()


def test_what_a_predictor_forgets_the_gate_remembers():
    bench = Bench(start_q=STANDS)
    bench.resumed()
    bench.give(locked_world(bench, change=0))
    bench.with_plan(elbow_move()).arm_plan()
    bench.run(3.0)
    assert bench.motions() == []
    assert bench.last(HoldNotice).reason == Reason.LOCKED_JOINT


@pytest.mark.parametrize("part", ["end", "stop"])
def test_the_look_sees_the_set_point_and_its_stop(part):
    robot = read_robot("scenarios/robots/shiyan7_like.toml")
    before, after = rest(STANDS), rest(HOME)
    step = Candidate(before, after if part == "end" else before, [after] if part == "stop" else [])
    assert spares_locked(robot.commanded)(step) is None
    doubt = spares_locked(robot.commanded)(step._replace(locked={1: AT}))
    assert doubt.reason is Reason.LOCKED_JOINT


@pytest.mark.parametrize("reason", ENDS_BY_HOLD)
def test_every_kind_of_other_arm_or_base_is_a_hold_and_it_says_how_many_set_points_cannot_be_stopped(reason):
    bench = Bench().in_plan(released=5)  # the last two before they have waited 0.5 s on board
    bench.give(bench.world(change=1, reason=reason))
    assert bench.all(HoldCommand)[-1].actor == "gate" and bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == reason
    assert "3 set-points that have left cannot be stopped" in bench.last(HoldNotice).detail
    assert not bench.gate.queue.waiting
