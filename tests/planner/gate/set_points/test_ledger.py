"""Lives of commands: one way, one end, and nothing is believed before it could be known."""

import numpy as np
import pytest
from msgspec import structs

from planner.gate.set_points.ledger import KEPT_COMMANDS, Ledger
from planner.gate.set_points.onboard_steps import CommandNumber
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.command import BridgeReport, CommandReport, CommandState, HoldCommand
from tests.planner.gate.gate_bench import CLOCK_NS, MS, Bench

MOTION = CommandNumber("motion", 3, 1)
S = 1000 * MS
RTT_NS, PATIENCE_NS = 7_000_000_000, 9_750_000_000


def ledger(state=CommandState.RELEASED, number=MOTION, at_ns=0):
    book = Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS, patience_ns=PATIENCE_NS)
    book.begin(number)
    if state is CommandState.RELEASED:
        book.release(number, at_ns)
    return book


def report(**changes):
    return Bench().telemetry(**{"executed_epoch": 0, "executed": 0, "latched": False, **changes})


def bridge(state, reason="", epoch=3, seq=1):
    counts = {"tm_received": 0, "tm_lost": 0, "tm_duplicated": 0, "tm_implausible": 0}
    return BridgeReport(is_open=True, reason=reason, epoch=epoch, seq=seq, state=state, hold=None, **counts)


def test_a_nominal_life_passes_every_state_once():
    book = ledger(CommandState.PROPOSED)
    book.move(MOTION, CommandState.WAITING)
    book.move(MOTION, CommandState.VERIFIED)
    book.release(MOTION, 0)
    book.on_bridge_report(bridge(CommandState.ON_AIR))
    book.on_telemetry(report(epoch=3, accepted=1), RTT_NS)
    book.on_telemetry(report(executed_epoch=3, executed=1), RTT_NS + 1)
    lived = [change.state.value for change in book.take_changes()]
    assert lived[:4] == ["proposed", "waiting", "verified", "released"]
    assert lived[4:] == ["on air", "accepted", "executed", "confirmed"]
    assert book.state(MOTION) is CommandState.CONFIRMED and book.in_flight == 0


def test_a_lost_report_is_skipped_and_a_late_one_does_not_lead_back():
    book = ledger()
    book.on_telemetry(report(epoch=3, accepted=1), RTT_NS)
    book.on_bridge_report(bridge(CommandState.ON_AIR))
    assert book.state(MOTION) is CommandState.ACCEPTED


@pytest.mark.parametrize("end", [CommandState.CONFIRMED, CommandState.REFUSED, CommandState.LOST])
def test_an_end_state_never_changes(end):
    book = ledger()
    book.move(MOTION, end)
    assert not any(book.move(MOTION, state) for state in CommandState)
    assert not book.begin(MOTION)
    assert book.state(MOTION) is end


def test_what_was_not_released_is_never_confirmed_or_lost():
    book = ledger(CommandState.PROPOSED)
    book.on_telemetry(report(executed_epoch=3, executed=1), RTT_NS)
    book.expire(10 * PATIENCE_NS, has_telemetry=True)
    assert book.state(MOTION) is CommandState.PROPOSED
    assert not book.move(MOTION, CommandState.LOST)


def test_numbers_above_the_executed_one_are_refused_when_the_spacecraft_latches():
    book = ledger()
    book.on_telemetry(report(epoch=3, accepted=1), RTT_NS)
    book.on_telemetry(report(epoch=3, accepted=1, latched=True, latch_reason="hold_commanded"), RTT_NS + 1)
    assert book.state(MOTION) is CommandState.REFUSED
    assert book.take_changes()[-1].reason == "hold_commanded"


def test_the_spacecrafts_refusal_ends_exactly_the_number_it_names():
    book = ledger()
    book.release(CommandNumber("motion", 3, 2), 0)
    book.on_telemetry(report(refused_epoch=3, refused=2, refusal="jump"), RTT_NS)
    assert book.state(MOTION) is CommandState.RELEASED
    assert book.state(CommandNumber("motion", 3, 2)) is CommandState.REFUSED


def test_a_set_point_of_which_nothing_is_known_is_lost_after_its_time():
    book = ledger()
    book.expire(PATIENCE_NS, has_telemetry=True)
    assert book.state(MOTION) is CommandState.RELEASED
    book.expire(PATIENCE_NS + 1, has_telemetry=True)
    assert book.state(MOTION) is CommandState.LOST


def test_without_telemetry_the_wait_is_longer_but_ends():
    book = ledger()
    book.expire(PATIENCE_NS + 1, has_telemetry=False)
    assert book.in_flight == 1
    book.expire(5 * PATIENCE_NS + 1, has_telemetry=False)
    assert book.state(MOTION) is CommandState.LOST


def test_a_refusal_at_the_station_is_not_the_end_because_the_next_packet_repeats_it():
    book = ledger()
    book.on_bridge_report(bridge(CommandState.REFUSED, "telemetry_stale"))
    assert book.state(MOTION) is CommandState.RELEASED
    book.on_telemetry(report(executed_epoch=3, executed=1), RTT_NS)
    assert book.state(MOTION) is CommandState.CONFIRMED


def test_a_refusal_at_the_station_of_which_no_more_is_heard_ends_as_refused():
    book = ledger()
    book.on_bridge_report(bridge(CommandState.REFUSED, "telemetry_stale"))
    book.expire(PATIENCE_NS + 1, has_telemetry=True)
    assert book.state(MOTION) is CommandState.REFUSED


def test_on_a_way_that_was_measured_longer_a_hold_is_confirmed_and_a_command_given_up_later():
    hold = CommandNumber("hold", 3, 1)
    book = ledger(number=hold)
    book.begin(MOTION)
    book.release(MOTION, 0)
    longer_ns = 3_000_000_000
    book.wait_longer(longer_ns)
    book.on_telemetry(report(latched=True), RTT_NS + longer_ns - 1)
    book.expire(PATIENCE_NS + longer_ns, has_telemetry=True)
    assert book.is_open("hold") and book.is_open("motion")


def test_hold_is_not_confirmed_by_a_latch_reported_before_it_could_have_arrived():
    hold = CommandNumber("hold", 3, 1)
    book = ledger(number=hold)
    book.on_telemetry(report(latched=True), RTT_NS - 1)
    assert book.is_open("hold")
    book.on_telemetry(report(latched=True), RTT_NS)
    assert book.state(hold) is CommandState.CONFIRMED


@pytest.mark.parametrize(
    ("latch", "reason"),
    [("power_up", "latched_otherwise"), ("hold_commanded", "hold_commanded"), ("", "")],
)
def test_a_hold_that_another_latch_came_before_is_confirmed_and_says_so(latch, reason):
    book = ledger(number=CommandNumber("hold", 3, 1))
    book.on_telemetry(report(latched=True, latch_reason=latch), RTT_NS)
    change = book.take_changes()[-1]
    assert (change.state, change.reason) == (CommandState.CONFIRMED, reason)


def test_a_resume_ends_when_the_latch_is_gone_or_refused_at_the_station():
    resume = CommandNumber("resume", 3, 0)
    book = ledger(number=resume)
    book.on_resumed()
    assert book.state(resume) is CommandState.CONFIRMED
    book = ledger(number=resume)
    book.on_bridge_report(bridge(CommandState.REFUSED, "no_window", seq=0))
    assert book.state(resume) is CommandState.REFUSED


STOP = CommandNumber("stop", 4, 1)


def in_streams(first, second, state=CommandState.RELEASED):
    """MOTION (3, 1) left in one stream, and STOP (4, 1) in another or the same."""
    book = ledger(CommandState.PROPOSED)
    book.release(MOTION, 0, stream=first)
    book.move(MOTION, state)
    book.release(STOP, 0, stream=second)
    return book


def test_a_set_point_that_never_arrived_is_not_confirmed_by_a_later_stream():
    book = in_streams(1, 2)
    book.on_telemetry(report(executed_epoch=4, executed=1), RTT_NS)
    assert book.state(STOP) is CommandState.CONFIRMED
    book.expire(PATIENCE_NS + 1, has_telemetry=True)
    assert book.state(MOTION) is CommandState.LOST


def test_an_epoch_that_was_never_released_here_confirms_nothing_older():
    book = ledger()
    book.on_telemetry(report(executed_epoch=9, executed=1), RTT_NS)
    assert book.state(MOTION) is CommandState.RELEASED


def test_the_stop_that_continues_a_motion_confirms_it_since_on_board_nothing_is_skipped():
    book = in_streams(1, 1)
    book.on_telemetry(report(executed_epoch=4, executed=1), RTT_NS)
    assert book.state(MOTION) is CommandState.CONFIRMED


def test_what_was_seen_on_board_is_executed_when_a_later_stream_is():
    book = in_streams(1, 2, CommandState.ACCEPTED)
    book.on_telemetry(report(executed_epoch=4, executed=1), RTT_NS)
    assert book.state(MOTION) is CommandState.CONFIRMED


def test_a_set_point_whose_packet_never_left_is_cancelled():
    book = ledger()
    book.never_left(MOTION, "release_log")
    assert book.state(MOTION) is CommandState.CANCELLED


def test_a_state_is_told_once_and_only_what_has_left_can_fail_to_leave():
    book = ledger(CommandState.PROPOSED)
    book.never_left(MOTION, "release_log")
    assert book.state(MOTION) is CommandState.PROPOSED
    book.release(MOTION, 0)
    assert not book.move(MOTION, CommandState.RELEASED)
    book.never_left(STOP, "release_log")
    assert book.state(STOP) is None


@pytest.mark.parametrize(("latched", "refused"), [(True, [1, 2]), (False, [2])])
def test_a_latched_spacecraft_has_refused_all_numbers_up_to_the_one_it_names(latched, refused):
    book, numbers = ledger(), [CommandNumber("motion", 3, seq) for seq in (1, 2, 3)]
    for number in numbers:
        book.release(number, 0)
    book.on_telemetry(report(refused_epoch=3, refused=2, refusal="jump", latched=latched), RTT_NS)
    assert [n.seq for n in numbers if book.state(n) is CommandState.REFUSED] == refused


def test_so_many_ended_commands_are_recognised_and_the_oldest_is_forgotten_first():
    book = ledger()
    for seq in range(1, KEPT_COMMANDS + 1):
        book.release(CommandNumber("motion", 3, seq), 0)
        book.move(CommandNumber("motion", 3, seq), CommandState.CONFIRMED)
    assert book.state(MOTION) is CommandState.CONFIRMED
    book.release(STOP, 0)
    book.move(STOP, CommandState.LOST)
    assert book.state(MOTION) is None


def test_a_stream_proves_as_long_as_it_is_among_the_newest_set_points():
    for more, is_proven in ((0, True), (1, False)):
        book = ledger(CommandState.PROPOSED)
        for seq in range(1, KEPT_COMMANDS + more):
            book.release(CommandNumber("motion", 3, seq), 0, stream=1)
        book.release(STOP, 0, stream=1)
        book.on_telemetry(report(executed_epoch=4, executed=1), RTT_NS)
        assert (book.state(MOTION) is CommandState.CONFIRMED) is is_proven


def key_of(number, state=CommandState.RELEASED, *, ends=False, at_ns=0):
    """The key at 9 s, in epoch 3, of a ledger with one command that was released then."""
    book = ledger(state, number, at_ns)
    if ends:
        book.move(number, CommandState.CONFIRMED)
    return book.key(3, 9 * 10**9, None)


def test_open_commands_count_by_their_number_and_the_time_since_they_left():
    first, second = (CommandNumber("motion", 3, seq) for seq in (1, 2))
    assert key_of(first) != key_of(second) and key_of(first) != key_of(first, at_ns=1)
    holds = [CommandNumber("hold", 3, seq) for seq in (1, 2)]
    assert key_of(holds[0]) == key_of(holds[1]) != key_of(holds[1], at_ns=1)
    before = [ledger(CommandState.PROPOSED).key(3, now_ns, None) for now_ns in (0, 1)]
    assert before[0] == before[1]


def test_of_what_has_ended_only_the_numbers_of_this_epochs_motion_count():
    empty = Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS, patience_ns=PATIENCE_NS).key(3, 0, None)
    assert key_of(MOTION, ends=True) != empty
    for number in (CommandNumber("stop", 3, 1), CommandNumber("motion", 2, 1)):
        assert key_of(number, ends=True) == empty


def test_a_stream_counts_while_it_goes_on_or_something_of_it_is_open():
    book = in_streams(1, 2)
    book.move(STOP, CommandState.CONFIRMED)
    lives, used, proving, _ = book.key(3, 0, None)
    assert (len(lives), used, proving) == (1, (), ((0, 1, -1),))
    assert book.key(3, 0, 2)[2] == ((0, 1, -1), (1, 1, 0))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_reported_in_whatever_order_every_life_ends_once(seed):
    rng, book = (
        np.random.default_rng(seed),
        Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS, patience_ns=PATIENCE_NS),
    )
    numbers = [CommandNumber("motion", epoch, seq) for epoch in (1, 2) for seq in range(1, 8)]
    states, ends = list(CommandState), []
    for _ in range(400):
        number = numbers[rng.integers(len(numbers))]
        if rng.random() < 0.3:
            book.release(number, int(rng.integers(RTT_NS)))
        book.move(number, states[rng.integers(len(states))])
    for number in numbers:
        book.release(number, 0)
    book.expire(100 * PATIENCE_NS, has_telemetry=True)
    ends = [(c.epoch, c.seq) for c in book.take_changes() if c.state.is_end]
    assert sorted(ends) == sorted((n.epoch, n.seq) for n in numbers)


def reported(stage, reason="", number=MOTION, at_ns=0):
    kind, epoch, seq = number
    return CommandReport(kind=kind, epoch=epoch, seq=seq, stage=stage, at_ns=at_ns, reason=reason)


def test_a_report_of_a_command_proves_its_stage_and_tells_when_that_was_on_the_grounds_clock():
    book, clock = ledger(), ClockCorrelation(0.2)
    clock.observe(CLOCK_NS, 200 * MS)
    reports = tuple(reported(stage, at_ns=CLOCK_NS + S) for stage in ("accepted", "started", "executed"))
    book.take_changes()
    book.on_telemetry(report(reports=reports), RTT_NS, clock=clock)
    changes = [(change.state.value, change.on_board_ns) for change in book.take_changes()]
    assert changes == [("accepted", S), ("started", S), ("executed", S), ("confirmed", None)]


@pytest.mark.parametrize("stage", ["accepted", "started", "executed"])
def test_a_failure_of_any_stage_is_the_end_and_names_its_reason(stage):
    book = ledger()
    book.on_telemetry(report(reports=(reported(stage, "jump"),)), RTT_NS)
    assert (book.state(MOTION), book.take_changes()[-1].reason) == (CommandState.REFUSED, "jump")


def test_a_resume_that_is_refused_on_board_ends_so_at_once_and_not_as_lost():
    resume = CommandNumber("resume", 3, 0)
    book = ledger(number=resume)
    book.on_telemetry(report(reports=(reported("accepted", "pose_mismatch", resume),)), RTT_NS)
    assert book.state(resume) is CommandState.REFUSED


def test_a_press_of_hold_is_followed_by_its_nonce_and_ends_by_the_latch_alone():
    holds = [CommandNumber("hold", 3, seq) for seq in (1, 2)]
    book = Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS, patience_ns=PATIENCE_NS)
    for hold, press in zip(holds, (11, 12), strict=True):
        book.release(hold, 0, press=press)
    told = [reported(stage, number=("hold", 0, 12)) for stage in ("accepted", "started", "executed")]
    book.on_telemetry(report(reports=(*told, reported("accepted", "limit", ("hold", 0, 11)))), RTT_NS)
    assert [book.state(hold) for hold in holds] == [CommandState.RELEASED, CommandState.EXECUTED]
    book.on_telemetry(report(latched=True), RTT_NS)
    assert [book.state(hold) for hold in holds] == [CommandState.CONFIRMED] * 2


def test_the_bridge_tells_which_press_of_hold_goes_up():
    hold = CommandNumber("hold", 3, 1)
    book = Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS, patience_ns=PATIENCE_NS)
    book.release(hold, 0, press=11)
    for nonce, state in ((12, CommandState.RELEASED), (11, CommandState.ON_AIR)):
        press = HoldCommand(actor="console", pressed_ns=0, nonce=nonce)
        book.on_bridge_report(structs.replace(bridge(CommandState.AT_STATION, seq=0), hold=press))
        assert book.state(hold) is state


def test_what_has_not_left_is_not_moved_by_a_report_of_it():
    book = ledger(CommandState.PROPOSED)
    book.on_telemetry(report(reports=(reported("executed"),)), RTT_NS)
    assert book.state(MOTION) is CommandState.PROPOSED


def test_a_resume_and_a_hold_are_expected_to_be_answered_and_later_on_a_longer_way():
    book = Ledger(round_trip_ns=RTT_NS, answer_ns=RTT_NS + S, patience_ns=PATIENCE_NS)
    book.release(CommandNumber("resume", 3, 0), 5 * S)
    book.wait_longer(2 * S)
    book.release(CommandNumber("hold", 3, 1), 5 * S)
    expected = [change.expects_ns for change in book.take_changes() if change.expects_ns is not None]
    assert expected == [RTT_NS + 6 * S, RTT_NS + 8 * S]
