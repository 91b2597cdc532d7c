"""What telemetry proves of a command that has left: its reports one by one, and the newest numbers.

    a report of this very command          that stage, at its instant on board; a failure is its end
    numbers: accepted, executed, refused   the same, as far as the order on board proves it: for whoever has
                                           missed the reports, and for a spacecraft that makes none

A resume or HOLD is confirmed by the latch alone, which the gate looks for itself; no HOLD ends as refused.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandKind, CommandReport, CommandState
from telemetry.messages.spacecraft import Telemetry

Streams = Mapping[tuple[int, int], int]  # (epoch, seq) of set-points -> unbroken stream they left in
SET_POINTS: tuple[CommandKind, ...] = ("motion", "stop")
RESUME: tuple[CommandKind, ...] = ("resume",)
OPERATION: tuple[CommandKind, ...] = ("operation",)


class CommandNumber(NamedTuple):
    """Which command."""

    kind: CommandKind
    epoch: int
    seq: int


class StepTimes(NamedTuple):
    """What is known of times with a step of a life, ground clock [ns]; None: it is not."""

    executes_ns: int | None = None  # its move begins
    expects_ns: int | None = None  # its end is to be known
    on_board_ns: int | None = None  # it was so on board


NO_TIMES = StepTimes()


class Step(NamedTuple):
    """A state that a command has come to."""

    state: CommandState
    reason: str = ""
    times: StepTimes = NO_TIMES


def reported_steps(report: CommandReport, on_board_ns: int | None) -> Iterator[Step]:
    """Yield what a report of a command proves."""
    times = StepTimes(on_board_ns=on_board_ns)
    if not report.reason:
        yield Step(CommandState(report.stage), "", times)
        if report.stage == "executed" and report.kind in SET_POINTS + OPERATION:
            yield Step(CommandState.CONFIRMED)
    elif report.kind != "hold":
        yield Step(CommandState.REFUSED, report.reason, times)


def numbered_steps(
    number: CommandNumber, state: CommandState, telemetry: Telemetry, *, streams: Streams
) -> Iterator[Step]:
    """Yield what the newest numbers prove of a set-point; `streams`: of numbers that were released."""
    if _is_executed(number, state, telemetry, streams=streams):
        yield from (Step(CommandState.EXECUTED), Step(CommandState.CONFIRMED))
        return
    if number.epoch == telemetry.epoch and number.seq <= telemetry.accepted:
        yield Step(CommandState.ACCEPTED)
        state = state if state is CommandState.STARTED else CommandState.ACCEPTED
    if number.epoch == telemetry.refused_epoch and _is_refused(number.seq, telemetry):
        yield Step(CommandState.REFUSED, telemetry.refusal)
    elif telemetry.latched and state is CommandState.ACCEPTED:
        yield Step(CommandState.REFUSED, telemetry.latch_reason)


def operation_steps(number: CommandNumber, telemetry: Telemetry) -> Iterator[Step]:
    """Yield what the newest command of the equipment proves of this one."""
    newest = telemetry.equipment
    if newest is None or (newest.epoch, newest.seq) != (number.epoch, number.seq):
        return
    if newest.refusal:
        yield Step(CommandState.REFUSED, newest.refusal)
    else:
        yield from (Step(CommandState.EXECUTED), Step(CommandState.CONFIRMED))


def latched_by(telemetry: Telemetry) -> str:
    """Return why a HOLD ends that finds a latch, which may be another's."""
    reason = telemetry.latch_reason
    return reason if reason in ("", Reason.HOLD_COMMANDED) else Reason.LATCHED_OTHERWISE


def _is_executed(
    number: CommandNumber, state: CommandState, telemetry: Telemetry, *, streams: Streams
) -> bool:
    """True if the newest executed set-point proves this one; one seen on board before also by order."""
    position = (number.epoch, number.seq)
    executed = (telemetry.executed_epoch, telemetry.executed)
    if position > executed:
        return False
    if number.epoch == telemetry.executed_epoch or state in (CommandState.ACCEPTED, CommandState.STARTED):
        return True
    stream = streams.get(position)
    return stream is not None and stream == streams.get(executed)


def _is_refused(seq: int, telemetry: Telemetry) -> bool:
    first = 1 if telemetry.latched else telemetry.refused
    return first <= seq <= telemetry.refused
