"""The lanes of the delay, folded from what a console is told."""

import msgspec
import pytest

from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.link.delay_lanes import LaneFold, lanes_of
from telemetry.messages.command import CommandState
from telemetry.messages.images import ImageStatus
from telemetry.messages.lanes import LossSpan
from telemetry.messages.queue import (
    CommandChange,
    CommandChanges,
    GateStatus,
    HoldArguments,
    HoldNotice,
    PlanSource,
    RollBack,
    SetPointArguments,
    TeleopSource,
)
from tests.telemetry.wire.test_codec import example

UP_NS = 3 * S
HAND = TeleopSource(sample=1, dead_man_age=0.0)


def told(state, seq, *, kind="motion", epoch=3, **more):
    step = CommandChange(kind=kind, epoch=epoch, seq=seq, state=CommandState(state), reason="", **more)
    return CommandChanges(changes=(step,))


def released(seq, at_s, source=HAND, kind="motion"):
    """A set-point that is proposed and leaves, and is executed some time later."""
    arguments = SetPointArguments(source=source, q=(0.0,), largest=None)
    executes_ns = round(at_s * S) + UP_NS
    return [
        (round(at_s * S), told("proposed", seq, kind=kind, arguments=arguments)),
        (round(at_s * S), told("released", seq, kind=kind, executes_ns=executes_ns)),
    ]


def flown(count=4):
    """So many set-points of a hand, one in each quarter of a second, from 10 s on."""
    return [each for seq in range(1, count + 1) for each in released(seq, 10.0 + seq / 4)]


def test_set_points_of_one_thing_are_one_span_from_the_first_that_left_to_the_last_that_is_executed():
    (span,) = lanes_of(flown(count=4)).motions
    assert (span.what, span.first, span.last) == ("hand", 1, 4)
    assert (span.left_ns, span.left_last_ns) == (10.25 * S, 11.0 * S)
    assert (span.executes_ns, span.executes_last_ns) == (10.25 * S + UP_NS, 11.0 * S + UP_NS)


def test_another_thing_that_is_done_begins_another_span():
    plan = PlanSource(plan_id="pass", index=0, certificate=b"")
    messages = [*flown(count=2), *released(3, 11.0, plan), *released(4, 11.25, None, kind="stop")]
    assert [(span.what, span.plan_id) for span in lanes_of(messages).motions] == [
        ("hand", ""),
        ("", "pass"),
        ("stop", ""),
    ]


def test_what_telemetry_confirms_and_what_does_not_fly_divides_a_span():
    ends = [(20 * S, told("confirmed", 1)), (20 * S, told("confirmed", 2)), (21 * S, told("refused", 3))]
    (span,) = lanes_of([*flown(count=4), *ends, (22 * S, told("lost", 4))]).motions
    assert (span.confirmed, span.cut, span.fate) == (2, 3, "refused")


def test_a_set_point_that_never_left_does_not_cut_the_stop_that_took_its_number():
    arguments = SetPointArguments(source=HAND, q=(0.0,), largest=None)
    waiting = [(11 * S, told("proposed", 3, arguments=arguments))]
    stop = released(3, 11.0, None, kind="stop")
    refused = [(12 * S, told("rolled back", 3))]
    assert [span.cut for span in lanes_of([*flown(count=2), *waiting, *stop, *refused]).motions] == [0, 0]


def test_a_hold_lasts_from_when_it_was_pressed_until_telemetry_shows_the_latch():
    hold = [
        (30 * S, told("proposed", 1, kind="hold", arguments=HoldArguments(actor="console"))),
        (30 * S, told("released", 1, kind="hold")),
    ]
    (span,) = lanes_of(hold).commands
    assert (span.actor, span.begun_ns, span.left_ns, span.ended_ns) == ("console", 30 * S, 30 * S, None)
    (span,) = lanes_of([*hold, (37 * S, told("confirmed", 1, kind="hold"))]).commands
    assert (span.ended_ns, span.end) == (37 * S, "confirmed")


def test_stops_and_losses_of_signal_are_told_with_their_instants():
    def window(is_open):
        return msgspec.structs.replace(example(GateStatus), has_window=is_open)

    windows = [(k * S, window(k not in (3, 4))) for k in range(1, 7)]
    stops = [(7 * S, example(RollBack)), (8 * S, example(HoldNotice))]
    lanes = lanes_of([*windows, *stops, (9 * S, window(False))])
    assert lanes.losses == (
        LossSpan(from_ns=3 * S, until_ns=5 * S),
        LossSpan(from_ns=9 * S, until_ns=None),
    )
    assert [(mark.kind, mark.at_ns) for mark in lanes.stops] == [("roll_back", 7 * S), ("hold", 8 * S)]


def test_pictures_are_counted_when_they_were_taken_and_a_gap_is_seen():
    def status(received):
        return msgspec.structs.replace(example(ImageStatus), camera="a", received=received, age=3.5)

    came = [*range(1, 6), 5, 5, 5, 5, 6]  # one in each quarter of a second, but for a whole one
    lanes = lanes_of([(10 * S + k * S // 4, status(number)) for k, number in enumerate(came)])
    assert [(span.first_ns / S, span.last_ns / S, span.count) for span in lanes.pictures] == [
        (6.5, 7.5, 5),
        (8.75, 8.75, 1),
    ]


@pytest.mark.parametrize("count", [1, 3000])
def test_the_lanes_of_a_long_pass_stay_few(count):
    fold = LaneFold()
    for seq in range(1, count + 1):
        source = PlanSource(plan_id=f"{seq}", index=0, certificate=b"")
        for at_ns, message in released(seq, seq, source):
            fold.on_message(message, at_ns)
    assert len(fold.lanes.motions) == min(count, 1000)
    assert fold.lanes.motions[-1].plan_id == f"{count}"


def test_an_act_that_a_gate_left_unfinished_ends_as_the_next_one_begins():
    hold = told("released", 1, kind="hold", arguments=HoldArguments(actor="console"))
    begun = CommandChanges(changes=(), first_epoch=hold.changes[0].epoch + 1)
    (span,) = lanes_of([(30 * S, hold), (33 * S, begun), (34 * S, begun)]).commands
    assert (span.ended_ns, span.end) == (33 * S, "lost")
