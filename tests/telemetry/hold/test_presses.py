"""The bridge's HOLD: no press cancels another, and no restart or disk ends the repetition."""

from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.agreed.reasons import Reason
from telemetry.life.contract import Persist, Unreadable
from telemetry.messages.command import BridgeReport, HoldCommand, Keep, ResumeCommand
from tests.telemetry.test_bridge_role import HOLD, ROUND_TRIP_NS, Bench, S, T, motion, on_air, refused, sample

SECOND = HoldCommand(actor="op", pressed_ns=0, nonce=2)
RESUME = ResumeCommand(epoch=9, q=(0.0,) * 6)


def test_a_second_press_goes_up_at_once_and_the_repetition_goes_on_without_a_gap():
    bench = Bench().give(HOLD)
    bench.wait(T // 2)
    assert bench.give(SECOND).up == [SECOND]
    assert len(bench.wait(2 * S)) == 8


def test_a_latch_that_only_the_first_press_can_have_made_does_not_end_the_second():
    bench = Bench().give(HOLD)
    bench.wait(5 * S)
    bench.give(SECOND)
    bench.wait(ROUND_TRIP_NS - 1 * S)
    bench.report(latched=True)
    assert len(bench.wait(1 * S)) == 4
    bench.report(latched=True)
    assert bench.wait(1 * S) == []


def test_the_30_s_count_from_the_newest_press():
    bench = Bench().give(HOLD)
    bench.wait(20 * S)
    bench.give(SECOND)
    assert len(bench.wait(40 * S)) == HOLD_REPEATED_NS // T - 1


def test_a_copy_of_a_press_begins_nothing_once_the_latch_has_been_seen():
    bench = Bench().give(HOLD)
    bench.wait(ROUND_TRIP_NS)
    bench.report(latched=True)
    assert bench.give(HOLD).up == []
    assert bench.wait(1 * S) == []


def test_presses_without_end_cost_no_memory():
    bench = Bench()
    for nonce in range(10_000):
        bench.give(HoldCommand(actor=str(nonce), pressed_ns=0, nonce=nonce))
    assert len(bench.role._hold._presses) < 1000


def test_a_bridge_that_restarts_goes_on_to_repeat_until_the_30_s_are_over():
    bench = Bench().give(HOLD)
    bench.wait(10 * S)
    ups = bench.start().wait(40 * S)
    assert len(ups) == (HOLD_REPEATED_NS - 10 * S) // T
    assert ups[0][1] == HOLD


def test_a_bridge_that_restarts_knows_which_report_can_show_the_latch():
    bench = Bench().give(HOLD)
    bench.wait(1 * S)
    bench.start().wait(1 * S)
    bench.report(latched=True)
    assert len(bench.wait(ROUND_TRIP_NS)) > 0
    bench.report(latched=True)
    assert bench.wait(1 * S) == []
    assert bench.start().wait(1 * S) == []


def test_hold_goes_up_before_it_is_remembered():
    kinds = [type(getattr(effect, "message", effect)) for effect in Bench().give(HOLD).effects]
    assert kinds[0] is HoldCommand
    assert kinds[-1] is Persist


def test_a_full_disk_neither_delays_nor_ends_hold_and_it_is_remembered_when_there_is_room():
    bench = Bench()
    bench.disk_works = False
    assert bench.give(HOLD).up == [HOLD]
    assert len(bench.wait(3 * S)) == 12
    bench.disk_works = True
    bench.wait(2 * S)
    assert bench.start().wait(0) == [(bench.now_ns, HOLD)]


def test_a_bridge_that_cannot_read_whether_there_was_a_hold_begins_one():
    bench = Bench()
    bench.store.unreadable = lambda key: Unreadable(octets=3, at_end=True)
    (first, *_) = bench.start().wait(1 * S)
    assert first[1].actor == "bridge"


def test_motion_does_not_pass_while_a_hold_is_repeated_and_the_stop_does():
    bench = Bench().open().give(motion(1)).give(HOLD)
    assert bench.give(motion(2)).outcome == refused(Reason.HOLD_UNCONFIRMED, seq=2)
    assert bench.give(sample(2, 2)).outcome == on_air(2)


def told(bench):
    return [message for message in bench.sent if isinstance(message, BridgeReport)][-1]


def test_the_bridge_tells_of_a_press_until_a_resume_has_gone_up():
    bench = Bench().give(HOLD)
    assert (told(bench).is_open, told(bench).reason, told(bench).hold) == (False, "hold_unconfirmed", HOLD)
    bench.wait(ROUND_TRIP_NS)
    bench.report(latched=True).give(motion(1))
    assert told(bench).hold == HOLD
    bench.report(latched=True).give(RESUME)
    assert told(bench).hold is None


def test_a_gate_that_comes_back_is_told_at_once():
    bench = Bench().give(HOLD)
    bench.wait(10 * S + T // 3)
    bench.give(Keep(epoch=1, repeat=None)).wait(0)
    assert told(bench).hold == HOLD


def test_no_resume_passes_while_a_hold_is_repeated():
    bench = Bench().report(latched=True).give(HOLD)
    assert bench.give(RESUME).outcome == refused(Reason.HOLD_UNCONFIRMED, epoch=9, seq=0)
    assert bench.up == []
    bench.wait(ROUND_TRIP_NS)
    bench.report(latched=True)
    assert bench.give(RESUME).up == [RESUME]
