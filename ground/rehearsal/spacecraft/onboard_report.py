"""The on-board software's part of telemetry: its mode, the fate of commands, the newest one's echo.

newest accepted, executed, refused number     in every sample: whoever has missed reports infers the rest
a report of each stage of each command        in three samples: what became of this very one, and when; in
                                              fewer if more has to be reported than fits
"""

from collections import deque
from enum import StrEnum
from typing import Literal, NamedTuple

from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandKind, CommandReport, HoldCommand
from telemetry.messages.spacecraft import MOST_REPORTS, Echo

SAMPLES = 3  # of telemetry that carry a report: of a thousand one is lost on a link that loses one in ten
REPORTS_KEPT = 64  # that wait for their first sample, so that a flood of refusals stays bounded
FITTING = ((10, MOST_REPORTS), (14, 4), (16, 2))  # joints at most, reports that a packet has room for beside
EQUIPMENT_REPORTS = 3  # that have no room beside what is set of the equipment
REFUSALS_KEPT = 32  # numbers that stay refused: more than copies can still be on their way of

SetPointNumber = tuple[int, int]  # epoch, seq
Stage = Literal["accepted", "started", "executed"]
STAGES: tuple[Stage, ...] = ("accepted", "started", "executed")


class Mode(StrEnum):
    """What the arm is doing."""

    LATCHED = "latched"
    READY = "ready"
    MOVING = "moving"
    STOPPING = "stopping"


class Report(NamedTuple):
    """The contract's part of telemetry; the fields are those of `telemetry.messages.spacecraft.Telemetry`."""

    mode: str
    buffer: int
    epoch: int
    accepted: int
    accepted_at_ns: int
    executed_epoch: int
    executed: int
    refused_epoch: int
    refused: int
    refusal: str
    latched: bool
    latch_reason: str
    hold_q: tuple[float, ...]  # [rad]


class NewestCommand:
    """The packet with a command of the gate that came last, for the ground to measure the link by."""

    def __init__(self) -> None:
        """Nothing has come."""
        self._left_ns = self._came_ns = self._packets = 0

    def on_packet(self, left_ns: int, now_ns: int) -> None:
        """A packet that left the ground at `left_ns`, its time code, has come; a copy of it is none."""
        if not self._packets or left_ns != self._left_ns:
            self._packets += 1
            self._left_ns, self._came_ns = left_ns, now_ns

    def step_clock(self, by_ns: int) -> None:
        """The clock is set by so much."""
        self._came_ns += by_ns

    def echo(self, now_ns: int) -> Echo | None:
        """Return what a report made now says of it."""
        if not self._packets:
            return None
        return Echo(left_ns=self._left_ns, for_ns=now_ns - self._came_ns, packets=self._packets)


class CommandFates:
    """What has become of commands."""

    def __init__(self) -> None:
        """Start before the first one."""
        self.accepted: SetPointNumber = (0, 0)
        self.accepted_at_ns = 0
        self.executed: SetPointNumber = (0, 0)
        self.refused: SetPointNumber = (0, 0)
        self.refusal: Reason | None = None
        self._refusals: dict[SetPointNumber, Reason] = {}
        self._new = deque[CommandReport](maxlen=REPORTS_KEPT)
        self._again = deque[tuple[CommandReport, int]](maxlen=2 * MOST_REPORTS)  # in how many samples yet
        self._newest_press: HoldCommand | None = None
        self._presses: dict[int, bool] = {}  # nonces of those that have not come to rest: has the stop begun?

    def on_accepted(self, kind: CommandKind, number: SetPointNumber, now_ns: int) -> None:
        """Note a set-point that waits for its move."""
        self._report(kind, number, "accepted", now_ns=now_ns)
        if number > self.accepted:
            self.accepted, self.accepted_at_ns = number, now_ns

    def on_resumed(self, epoch: int, now_ns: int) -> None:
        """Note a resume, which is done at once."""
        for stage in STAGES:
            self._report("resume", (epoch, 0), stage, now_ns=now_ns)
        self.accepted = (epoch, 0)

    def on_operation(self, number: SetPointNumber, refusal: Reason | None, now_ns: int) -> None:
        """Note a command without motion, which is done at once, or refused."""
        if refusal is not None:
            self._report("operation", number, "accepted", now_ns=now_ns, reason=refusal)
            return
        for stage in STAGES:
            self._report("operation", number, stage, now_ns=now_ns)

    def on_refused(
        self, kind: CommandKind, number: SetPointNumber, reason: Reason, *, stage: Stage, now_ns: int
    ) -> None:
        """Note a command that fails at a stage; a copy of one that has failed tells nothing new."""
        if number not in self._refusals:
            self._report(kind, number, stage, now_ns=now_ns, reason=reason)
        self.refused, self.refusal = number, reason
        self._refusals[number] = reason
        if len(self._refusals) > REFUSALS_KEPT:
            del self._refusals[next(iter(self._refusals))]

    def refusal_of(self, number: SetPointNumber) -> Reason | None:
        """Return why a number was refused, which stays so; None: it was not, or long ago."""
        return self._refusals.get(number)

    def on_started(self, kind: CommandKind, number: SetPointNumber, now_ns: int) -> None:
        """Note a set-point whose move begins."""
        self._report(kind, number, "started", now_ns=now_ns)

    def on_executed(self, kind: CommandKind, number: SetPointNumber, now_ns: int) -> None:
        """Note a set-point whose move has ended."""
        self._report(kind, number, "executed", now_ns=now_ns)
        self.executed = number

    def on_press(self, hold: HoldCommand, now_ns: int) -> None:
        """Note a press of HOLD; a copy of the newest tells nothing new."""
        if hold != self._newest_press:
            self._newest_press = hold
            self._report("hold", (0, hold.nonce), "accepted", now_ns=now_ns)
            self._presses[hold.nonce] = False

    def on_mode(self, mode: Mode, now_ns: int) -> None:
        """Note for presses of HOLD that the arm stops, or stands latched."""
        if mode in (Mode.STOPPING, Mode.LATCHED):
            for nonce in [nonce for nonce, has_begun in self._presses.items() if not has_begun]:
                self._report("hold", (0, nonce), "started", now_ns=now_ns)
                self._presses[nonce] = True
        if mode is Mode.LATCHED:
            for nonce in self._presses:
                self._report("hold", (0, nonce), "executed", now_ns=now_ns)
            self._presses = {}

    def next_reports(self, most: int = MOST_REPORTS) -> tuple[CommandReport, ...]:
        """Return the reports that the next sample of telemetry carries, oldest first; new ones precede."""
        carried = [(self._new.popleft(), SAMPLES) for _ in range(min(most, len(self._new)))]
        carried += [self._again.popleft() for _ in range(min(most - len(carried), len(self._again)))]
        self._again.extend((report, samples - 1) for report, samples in carried if samples > 1)
        return tuple(sorted((report for report, _ in carried), key=lambda report: report.at_ns))

    def _report(
        self, kind: CommandKind, number: SetPointNumber, stage: Stage, *, now_ns: int, reason: str = ""
    ) -> None:
        epoch, seq = number
        report = CommandReport(kind=kind, epoch=epoch, seq=seq, stage=stage, at_ns=now_ns, reason=reason)
        self._new.append(report)


def reports_that_fit(joints: int, *, beside_equipment: bool = False) -> int:
    """Return how many reports a sample of an arm of so many joints carries, and stays one packet."""
    fitting = next((reports for most, reports in FITTING if joints <= most), 1)
    return max(1, fitting - EQUIPMENT_REPORTS) if beside_equipment else fitting
