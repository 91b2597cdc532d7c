"""What is on its way outlives the gate: no report from before it makes the next gate armable."""

import pytest
from msgspec import structs

from planner.gate.role import OPEN_HOLD, build
from telemetry.agreed.authority import State
from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.agreed.reasons import Reason
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Unreadable
from telemetry.messages.acts import ArmTeleop, ResumeAct
from telemetry.messages.command import BridgeReport, CommandState, HoldCommand, HoldTaken, ResumeCommand
from telemetry.messages.queue import CommandChanges
from tests.planner.gate.gate_bench import Bench

HOLD = HoldCommand(actor="anybody", pressed_ns=0, nonce=1)


def restart(bench):
    """The gate dies, and comes back on its store in the same run."""
    bench.role = build(bench.run_settings, bench.store, None)
    return bench


def bridge_repeats(hold):
    return BridgeReport(
        is_open=False,
        reason=Reason.HOLD_UNCONFIRMED,
        state=CommandState.AT_STATION,
        hold=hold,
        **dict.fromkeys(("epoch", "seq", "tm_received", "tm_lost", "tm_duplicated", "tm_implausible"), 0),
    )


def pressed(bench=None):
    """A run at rest in which HOLD has just been pressed."""
    bench = bench or Bench().resumed()
    bench.press_hold()
    return bench


def test_an_old_ready_report_does_not_free_a_gate_that_restarted_under_a_hold():
    bench = restart(pressed()).run(10.0)
    assert bench.gate.state is State.HELD
    assert not bench.act(ArmTeleop()).accepted


def test_the_latch_confirms_the_hold_to_the_restarted_gate_and_a_resume_leaves_it():
    bench = restart(pressed())
    bench.run(1.0)
    bench.latch("hold_commanded")
    bench.run(4.0)
    assert bench.act(ResumeAct()).accepted
    bench.run(4.0)
    assert bench.gate.state is State.REST


def test_the_next_gate_ends_all_commands_of_the_one_before_but_no_hold_that_it_goes_on_with():
    bench = pressed()
    bench.run(1.0)
    died = len(bench.sent)
    restart(bench).give(bridge_repeats(structs.replace(HOLD, nonce=2)))  # before its first tick
    bench.run(1.0)
    changes = [[m for _, m in sent if isinstance(m, CommandChanges)] for sent in halves(bench.sent, died)]
    before, after = [{change.epoch for m in half for change in m.changes} for half in changes]
    assert max(before) < changes[1][-1].first_epoch <= min(after)


def halves(row, place):
    return row[:place], row[place:]


def test_the_next_gate_waits_for_a_report_that_can_know_of_the_newest_press():
    bench = pressed()
    bench.run(2.0)
    newest_ns = bench.now_ns
    bench.press_hold(nonce=2)
    assert restart(bench).gate.ledger.unconfirmed_hold_ns == newest_ns


def test_a_hold_of_which_nothing_is_ever_reported_is_lost_in_its_time_whoever_counts():
    bench = pressed()
    restart(bench.run(10.0))
    bench.run(HOLD_REPEATED_NS / 1e9 - 10.0)
    assert bench.gate.state is State.HELD
    bench.run(10.0)
    assert bench.gate.state is State.REST


def test_a_confirmed_hold_is_forgotten_by_the_next_gate():
    bench = pressed()
    bench.run(1.0)
    bench.latch("hold_commanded")
    restart(bench.run(1.0))
    assert bench.gate.ledger.unconfirmed_hold_ns is None


def test_hold_is_answered_and_acted_on_before_anything_is_written():
    bench = Bench().in_plan()
    bench.order.clear()
    bench.press_hold()
    answered = next(at for at, item in enumerate(bench.order) if isinstance(item, HoldTaken))
    assert answered < bench.order.index("record")
    assert bench.gate.state is State.STOPPING


def test_a_hold_pressed_on_a_full_disk_is_remembered_as_soon_as_there_is_room():
    bench = Bench().resumed()
    bench.log_works = False
    pressed(bench).run(0.5)
    bench.log_works = True
    restart(bench.run(2.0)).run(10.0)
    assert bench.gate.state is State.HELD


def test_a_gate_whose_records_a_full_disk_refused_gives_no_hold_a_number_again():
    bench = Bench().in_plan()
    bench.log_works = False
    pressed(bench.run(1.0)).run(2.0)
    bench.log_works = True
    restart(bench).run(0.5).press_hold(nonce=2)
    born = [c for m in bench.all(CommandChanges) for c in m.changes if c.state is CommandState.PROPOSED]
    holds = [(c.epoch, c.seq) for c in born if c.kind == "hold"]
    assert len(holds) == len(set(holds)) == 2


def test_a_hold_that_reached_only_the_bridge_stops_the_gate_too():
    bench = Bench().in_plan()
    bench.give(bridge_repeats(HOLD))
    assert bench.gate.state is State.STOPPING
    bench.run(4.0)
    assert bench.gate.state is State.HELD
    assert bench.status.held_by == HOLD.actor


def test_a_gate_that_lost_its_disk_hears_of_the_hold_from_the_bridge():
    bench = pressed()
    bench.store = MemoryStore()
    restart(bench).give(bridge_repeats(HOLD))
    bench.run(10.0)
    assert (bench.gate.state, bench.status.held_by) == (State.HELD, HOLD.actor)


def test_what_the_bridge_repeats_is_no_new_press_to_a_gate_that_knows_it():
    bench = pressed()
    bench.give(bridge_repeats(HOLD))
    assert len({c.seq for m in bench.all(CommandChanges) for c in m.changes if c.kind == "hold"}) == 1


def test_a_memory_of_hold_that_cannot_be_read_counts_as_a_hold():
    bench = Bench().resumed()
    bench.store.unreadable = lambda key: Unreadable(octets=3, at_end=key == OPEN_HOLD)
    assert restart(bench).run(10.0).gate.state is State.HELD


def test_set_points_that_left_before_a_restart_keep_the_next_gate_from_arming():
    bench = Bench().in_plan()
    bench.latched, bench.mode = False, "ready"  # as reported before any of them has arrived
    restart(bench).run(2.0)
    assert bench.gate.state is State.HELD
    bench.run(4.0)
    assert bench.gate.state is State.REST


def test_no_resume_is_sent_while_a_hold_is_on_its_way():
    bench = Bench().run(0.5)
    bench.act(ResumeAct())
    before = len(bench.all(ResumeCommand))
    pressed(bench)
    assert bench.act(ResumeAct()).reason == Reason.HOLD_UNCONFIRMED
    assert len(bench.all(ResumeCommand)) == before


def test_a_resume_in_flight_does_not_undo_a_hold_that_was_pressed_after_it():
    bench = Bench().run(0.5)
    assert bench.act(ResumeAct()).accepted
    pressed(bench)
    bench.run(3.0)
    assert (bench.mode, bench.gate.state) == ("ready", State.HELD)


@pytest.mark.parametrize("presses", [2, 3])
def test_further_presses_while_it_stops_still_lead_to_held(presses):
    bench = Bench().in_plan()
    for nonce in range(presses):
        bench.press_hold(nonce=nonce)
        bench.run(0.25)
    bench.run(4.0)
    assert bench.gate.state is State.HELD
