"""All commands of a run: which are open, how far each is, and what changed of them for the screens.

What a life may do is in `command_life`, what telemetry proves of it in `onboard_steps`.
"""

from collections import deque
from collections.abc import Iterable
from typing import TypeVar

from planner.gate.set_points.command_life import CommandLife, is_legal
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.onboard_steps import (
    NO_TIMES,
    OPERATION,
    RESUME,
    SET_POINTS,
    CommandNumber,
    Step,
    StepTimes,
    latched_by,
    numbered_steps,
    operation_steps,
    reported_steps,
)
from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.command import BridgeReport, CommandKind, CommandReport, CommandState
from telemetry.messages.queue import Arguments, CommandChange
from telemetry.messages.spacecraft import Telemetry

K = TypeVar("K")
V = TypeVar("V")

KEPT_COMMANDS = 4096  # newest commands whose numbers are still recognised, and their streams
SILENT_FACTOR = 5  # without telemetry a command is waited for this many times longer


class Ledger:
    """All commands of a run."""

    def __init__(self, *, round_trip_ns: int, answer_ns: int, patience_ns: int) -> None:
        """Start empty.

        Args:
            round_trip_ns: no report received earlier after a release can know of it.
            answer_ns: from release, until it is to be known what became of a resume or HOLD.
            patience_ns: from release, when nothing is known, until a command is lost.
        """
        self._round_trip_ns, self._answer_ns, self._patience_ns = round_trip_ns, answer_ns, patience_ns
        self._longer_ns = 0  # than expected, as the way up was measured after a step
        self._open: dict[CommandNumber, CommandLife] = {}
        self._ended: dict[CommandNumber, CommandState] = {}
        self._streams: dict[tuple[int, int], int] = {}  # (epoch, seq) of the newest set-points -> stream
        self._changes: deque[CommandChange] = deque()

    def state(self, number: CommandNumber) -> CommandState | None:
        """Return a command's state; None if it is not known."""
        life = self._open.get(number)
        return life.state if life else self._ended.get(number)

    def is_open(self, kind: CommandKind) -> bool:
        """True if a command of this kind has not ended."""
        return any(number.kind == kind for number in self._open)

    @property
    def unconfirmed_hold_ns(self) -> int | None:
        """When the newest HOLD that no report has confirmed was released [ns]; None: there is none."""
        if not self._open:  # quicker
            return None
        for number in reversed(self._open):
            if number.kind == "hold":
                return self._open[number].released_ns
        return None

    @property
    def in_flight(self) -> int:
        """Commands that were released and have not ended."""
        return sum(life.state.has_left for life in self._open.values())

    @property
    def newest_motion(self) -> tuple[int, int]:
        """Epoch and seq of the newest set-point that left and is not confirmed, stops aside; (0, 0): none."""
        left = (number for number, life in self._open.items() if life.state.has_left)
        return max((number[1:] for number in left if number.kind == "motion"), default=(0, 0))

    def beyond_recall(self, until_ns: int) -> int:
        """Return how many set-points left until then and are not confirmed: HOLD may be too late for them."""
        lives = ((number, life) for number, life in self._open.items() if number.kind in SET_POINTS)
        return sum(life.state.has_left and life.released_ns <= until_ns for _, life in lives)

    def take_changes(self) -> tuple[CommandChange, ...]:
        """Return what changed since the last call."""
        changes = tuple(self._changes)
        self._changes.clear()
        return changes

    def begin(
        self,
        number: CommandNumber,
        state: CommandState = CommandState.PROPOSED,
        *,
        now_ns: int = 0,
        arguments: Arguments | None = None,
    ) -> bool:
        """Enter a new command; False if its number has been used."""
        if self.state(number) is not None:
            return False
        self._open[number] = CommandLife(state, now_ns)
        self._record_change(number, state, "", arguments=arguments)
        return True

    def move(
        self,
        number: CommandNumber,
        state: CommandState,
        reason: str = "",
        *,
        times: StepTimes = NO_TIMES,
    ) -> bool:
        """Move a life on; False, and nothing happens, if that is no legal step."""
        life = self._open.get(number)
        if life is None or not is_legal(life.state, state):
            return False
        self._open[number] = life._replace(state=state)
        self._record_change(number, state, reason, times=times)
        if state.is_end:
            del self._open[number]
            self._ended[number] = state
            _forget_oldest(self._ended)
        return True

    def release(
        self,
        number: CommandNumber,
        now_ns: int,
        *,
        stream: int = 0,
        arguments: Arguments | None = None,
        times: StepTimes = NO_TIMES,
        press: int | None = None,
    ) -> None:
        """Note that a command leaves now; a set-point in that stream, a HOLD with the nonce of its press."""
        self.begin(number, now_ns=now_ns, arguments=arguments)
        if number.kind not in SET_POINTS:
            times = StepTimes(expects_ns=now_ns + self._answer_ns + self._longer_ns)
        if self.move(number, CommandState.RELEASED, times=times):
            self._open[number] = self._open[number]._replace(released_ns=now_ns, press=press)
        if number.kind in SET_POINTS:
            self._streams[number.epoch, number.seq] = stream
            _forget_oldest(self._streams)

    def never_left(self, number: CommandNumber, reason: str) -> None:
        """Cancel a release whose packet was dropped before it reached the wire."""
        life = self._open.get(number)
        if life is not None and life.state is CommandState.RELEASED:
            self._open[number] = life._replace(state=CommandState.VERIFIED)
            self.move(number, CommandState.CANCELLED, reason)

    def on_bridge_report(self, report: BridgeReport) -> None:
        """Take what became of a command at the station, and which HOLD goes up from there."""
        press = self._pressed(report.hold.nonce) if report.hold is not None else None
        if press is not None:
            self.move(press, CommandState.ON_AIR)
        for number in self._numbers(report):
            if report.state is not CommandState.REFUSED:
                self.move(number, report.state)
            elif number.kind in RESUME + OPERATION:
                self.move(number, CommandState.REFUSED, report.reason)
            else:
                self._open[number] = self._open[number]._replace(refusal=report.reason)

    def _numbers(self, report: BridgeReport) -> list[CommandNumber]:
        kinds = OPERATION if report.kind else SET_POINTS if report.seq else RESUME
        numbers = [CommandNumber(kind, report.epoch, report.seq) for kind in kinds]
        return [number for number in numbers if number in self._open and self._open[number].state.has_left]

    def _pressed(self, nonce: int) -> CommandNumber | None:
        """Return the open HOLD of a press; None: there is none."""
        return next((number for number, life in self._open.items() if life.press == nonce), None)

    def on_telemetry(
        self, telemetry: Telemetry, received_ns: int, *, clock: ClockCorrelation | None = None
    ) -> None:
        """Take a report of the spacecraft, whose times `clock` brings to the ground's."""
        is_timed = clock is not None and clock.is_set
        for report in telemetry.reports:
            self._on_report(report, clock.to_ground(report.at_ns) if clock and is_timed else None)
        for number, life in list(self._open.items()):
            if not life.state.has_left:
                continue
            may_know = received_ns - life.released_ns >= self._round_trip_ns + self._longer_ns
            if number.kind in SET_POINTS:
                self._advance(number, numbered_steps(number, life.state, telemetry, streams=self._streams))
            elif number.kind in OPERATION:
                self._advance(number, operation_steps(number, telemetry))
            elif number.kind == "hold" and telemetry.latched and may_know:
                self.move(number, CommandState.CONFIRMED, latched_by(telemetry))

    def _on_report(self, report: CommandReport, on_board_ns: int | None) -> None:
        """Take what the spacecraft reports of one command; of one that has not left it can know nothing."""
        is_press = report.kind == "hold"
        asked = CommandNumber(report.kind, report.epoch, report.seq)
        number = self._pressed(report.seq) if is_press else asked
        life = self._open.get(number) if number is not None else None
        if number is not None and life is not None and life.state.has_left:
            self._advance(number, reported_steps(report, on_board_ns))

    def _advance(self, number: CommandNumber, steps: Iterable[Step]) -> None:
        for state, reason, times in steps:
            self.move(number, state, reason, times=times)

    def wait_longer(self, longer_ns: int) -> None:
        """Wait longer for reports, which come so much later than expected."""
        self._longer_ns = longer_ns

    def on_resumed(self) -> None:
        """Confirm every resume on its way: telemetry shows the latch gone."""
        for number in [number for number in self._open if number.kind == "resume"]:
            self.move(number, CommandState.CONFIRMED)

    def expire(self, now_ns: int, *, has_telemetry: bool) -> None:
        """End what was released long ago and of which nothing is known."""
        for number, life in list(self._open.items()):
            patience_ns = (self._patience_ns + self._longer_ns) * (1 if has_telemetry else SILENT_FACTOR)
            if number.kind == "hold":
                patience_ns += HOLD_REPEATED_NS
            if life.state.has_left and now_ns - life.released_ns > patience_ns:
                end = CommandState.REFUSED if life.refusal else CommandState.LOST
                self.move(number, end, life.refusal)

    def key(self, epoch: int, now_ns: int, stream: int | None) -> StateKey:
        """Return what is open and for how long, what is used up of this epoch, and streams that still prove.

        Args:
            epoch: the present one; all others are counted from it.
            now_ns: ground clock.
            stream: that goes on; None: none does.
        """
        lives = tuple(
            (number.kind, number.epoch - epoch, number.seq if number.kind != "hold" else 0,
             life.state, life.refusal, life.state.has_left and now_ns - life.released_ns)
            for number, life in self._open.items()
        )  # fmt: skip
        used = tuple(number for number in self._ended if number.epoch == epoch and number.kind == "motion")
        kept = {self._streams.get((number.epoch, number.seq)) for number in self._open} | {stream}
        newest = max(self._streams.values(), default=0)
        proving = tuple(
            (first - epoch, seq, number - newest)
            for (first, seq), number in self._streams.items()
            if number in kept
        )
        return (lives, tuple(number.seq for number in used), proving, self._longer_ns)

    def _record_change(
        self,
        number: CommandNumber,
        state: CommandState,
        reason: str,
        *,
        arguments: Arguments | None = None,
        times: StepTimes = NO_TIMES,
    ) -> None:
        kind, epoch, seq = number
        self._changes.append(
            CommandChange(
                kind=kind,
                epoch=epoch,
                seq=seq,
                state=state,
                reason=reason,
                arguments=arguments,
                executes_ns=times.executes_ns,
                expects_ns=times.expects_ns,
                on_board_ns=times.on_board_ns,
            )
        )


def _forget_oldest(kept: dict[K, V]) -> None:
    if len(kept) > KEPT_COMMANDS:
        del kept[next(iter(kept))]
