"""What is proposed enters the queue only as it was announced, and only if it comes from what was armed."""

import math

import pytest
from msgspec.structs import replace

from planner.gate.proposals import arguments_of
from predictor.motion.stop import rest
from telemetry.agreed.authority import State
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandState
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import (
    CommandChanges,
    Credit,
    Entry,
    HoldNotice,
    PlanSource,
    Proposal,
    Queued,
    RollBack,
    TeleopSource,
)
from tests.planner.gate.gate_bench import HOME, Bench


def told(bench, kind):
    """All changes of one kind of command, by its number."""
    lives = {}
    for message in bench.all(CommandChanges):
        for change in message.changes:
            if change.kind == kind:
                lives.setdefault((change.epoch, change.seq), []).append(change)
    return lives


def test_a_set_point_of_a_plan_tells_once_which_and_the_joint_that_moves_most():
    before = HOME[0]
    for (_, seq), (first, *later) in told(Bench().in_plan(), "motion").items():
        asked = first.arguments
        assert (asked.source.plan_id, asked.source.index) == ("plan", seq - 1)
        assert asked.largest == (0, pytest.approx(asked.q[0] - before))
        assert all(change.arguments is None for change in later)
        before = asked.q[0]


def test_a_released_set_point_tells_when_it_is_executed_in_ground_time():
    bench = Bench().in_plan()
    bench.press_hold()
    bench.run(3.0)
    for kind in ("motion", "stop"):
        sent = {(point.epoch, point.seq): point.execute_at_ns for point in bench.motions(kind)}
        lives = told(bench, kind)
        for number, at_ns in sent.items():
            (executes_ns,) = [change.executes_ns for change in lives[number] if change.state == "released"]
            assert bench.gate.clock.to_spacecraft(executes_ns) == pytest.approx(at_ns, abs=10_000_000)


def test_a_hold_tells_who_pressed_it_and_a_stop_has_no_source():
    bench = Bench().in_plan()
    bench.press_hold(actor="console")
    bench.run(2.0)
    (hold,) = told(bench, "hold").values()
    assert hold[0].arguments.actor == "console"
    assert all(life[0].arguments.source is None for life in told(bench, "stop").values())


def test_a_resume_tells_the_pose_that_it_leaves_from():
    (resume,) = told(Bench().resumed(), "resume").values()
    assert resume[0].arguments.q == pytest.approx(HOME)


def test_of_another_number_of_joints_no_change_is_told():
    assert arguments_of(rest(HOME), rest(HOME[:3])).largest is None
    assert arguments_of(rest(HOME), None).largest is None


DEAD_MAN_S = DEAD_MAN_NS * 1e-9
OF_ANOTHER_PLAN = PlanSource(plan_id="plan", index=0, certificate=b"another")


def announced(bench):
    """Return the entry that would follow: its number is announced, and nobody has proposed it yet."""
    bench.proposes = False
    bench.run(0.25)
    return bench.entry(bench.last(Credit))


def refusal(bench, entry):
    """Propose what must not enter; return why it is refused."""
    before = len(bench.all(Queued))
    bench.give(Proposal(entry=entry))
    assert len(bench.all(Queued)) == before and not bench.gate.queue.waiting
    bench.run(0.3)
    ends = [change for changes in bench.all(CommandChanges) for change in changes.changes]
    (end,) = [end for end in ends if end.state is CommandState.REFUSED]
    return end.reason


def test_what_was_announced_and_comes_from_the_armed_plan_enters():
    bench = Bench().in_plan(released=1)
    entry = announced(bench)
    bench.give(Proposal(entry=entry))
    assert bench.last(Queued).entry == entry and bench.all(HoldNotice) == []


def test_while_nothing_is_armed_nothing_enters():
    bench = Bench().resumed()
    entry = Entry(epoch=bench.gate.epoch, seq=1, state=rest(HOME), source=OF_ANOTHER_PLAN)
    assert refusal(bench, entry) == Reason.WRONG_STATE
    assert bench.gate.state is State.REST


def test_another_number_than_the_one_that_was_announced_is_refused_and_holds():
    bench = Bench().in_teleop(released=1)
    entry = announced(bench)
    assert refusal(bench, replace(entry, seq=entry.seq + 1)) == Reason.OUT_OF_SEQUENCE
    assert bench.last(HoldNotice).reason == Reason.OUT_OF_SEQUENCE


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("joints", [5, 7])
def test_a_hand_that_leads_another_number_of_joints_is_refused(row, joints):
    bench = Bench().in_teleop(released=1)
    entry = announced(bench)
    rows = list(rest(entry.state.q))
    rows[row] = (0.0,) * joints
    assert refusal(bench, replace(entry, state=JointState(*rows))) == Reason.LIMIT


def test_a_hand_does_not_enter_an_armed_plan_nor_a_plan_the_armed_hand():
    for bench, source in (
        (Bench().in_plan(released=1), TeleopSource(sample=1, dead_man_age=0.0)),
        (Bench().in_teleop(released=1), OF_ANOTHER_PLAN),
    ):
        assert refusal(bench, replace(announced(bench), source=source)) == Reason.CERTIFICATE_MISMATCH


@pytest.mark.parametrize("changes", [{"plan_id": "other"}, {"certificate": b"other"}, {"index": 0}])
def test_an_entry_of_anything_but_the_armed_plans_own_place_is_refused(changes):
    bench = Bench().in_plan(released=1)
    entry = announced(bench)
    other = replace(entry, source=replace(entry.source, **changes))
    assert refusal(bench, other) == Reason.CERTIFICATE_MISMATCH


@pytest.mark.parametrize("age", [-1e-9, DEAD_MAN_S + 1e-9, math.nan, math.inf])
def test_a_hand_whose_dead_man_is_no_longer_young_is_refused(age):
    bench = Bench().in_teleop(released=1)
    entry = announced(bench)
    stale = replace(entry, source=replace(entry.source, dead_man_age=age))
    assert refusal(bench, stale) == Reason.DEAD_MAN_STALE


@pytest.mark.parametrize("age", [0.0, DEAD_MAN_S])
def test_a_dead_man_counts_from_its_instant_until_its_limit(age):
    bench = Bench().in_teleop(released=1)
    entry = announced(bench)
    entry = replace(entry, source=replace(entry.source, dead_man_age=age))
    bench.give(Proposal(entry=entry))
    assert bench.last(Queued).entry == entry


def test_a_proposal_of_another_epoch_changes_nothing():
    bench = Bench().in_plan(released=1)
    entry, waiting = announced(bench), len(bench.gate.queue.waiting)
    for epoch in (entry.epoch - 1, entry.epoch + 1):
        bench.give(Proposal(entry=replace(entry, epoch=epoch)))
    assert (bench.gate.state, len(bench.gate.queue.waiting)) == (State.PLAN, waiting)


def judged_bad(ahead, **says):
    """A bad verdict comes on the number that is so far ahead of the newest that has left."""
    bench = Bench().in_plan()
    at = bench.gate.queue.released_until + ahead
    queued = next(each for each in bench.all(Queued) if each.entry.seq == at)
    bench.judge = lambda entry: False
    bench.give(bench.verdict(queued, **says))
    assert bench.gate.state is State.STOPPING
    return bench


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ("too_close", Reason.TOO_CLOSE),
        ("predicted_contact", Reason.PREDICTED_CONTACT),
        ("", Reason.TOO_CLOSE),
    ],
)
def test_a_bad_verdict_on_the_newest_that_has_left_is_a_hold_for_its_reason(says, reason):
    bench = judged_bad(0, reason=says)
    assert (bench.last(HoldNotice).reason, bench.all(RollBack)) == (reason, [])


def test_a_bad_verdict_on_the_next_to_leave_is_a_roll_back_for_its_reason():
    bench = judged_bad(1, reason="predicted_contact")
    assert (bench.last(RollBack).reason, bench.all(HoldNotice)) == (Reason.PREDICTED_CONTACT, [])


def test_a_verdict_that_comes_at_rest_or_of_another_epoch_and_configuration_holds_nothing():
    bench = Bench().in_plan()
    old = bench.verdict(bench.last(Queued), configuration=b"other")
    bench.give(replace(old, epoch=old.epoch + 1))
    assert bench.all(HoldNotice) == []
    bench.run(6.0)
    assert bench.gate.state is State.REST
    bench.give(old)
    assert bench.all(HoldNotice) == []


def test_a_proposal_is_told_with_the_step_from_the_newest_that_waits():
    bench = Bench().in_plan(released=1)
    entry, newest = announced(bench), bench.gate.queue.newest
    assert newest != bench.gate.stream.r
    bench.give(Proposal(entry=entry))
    bench.run(0.05)
    told = [change for changes in bench.all(CommandChanges) for change in changes.changes]
    begun = next(change for change in told if change.arguments and change.arguments.q == entry.state.q)
    assert begun.arguments.largest == (0, entry.state.q[0] - newest.q[0])
