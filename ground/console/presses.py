"""The newest HOLD that this console knows of: its own by the button, another's by the bridge's report.

button -----------------> own press ---HoldTaken---> taken by ...
BridgeReport.hold, new -> another's press: at the station, or the bridge would not tell of it
BridgeReport without one, after it told of this one -> a resume has gone up: nothing to be shown
"""

from dataclasses import dataclass, replace

from ground.run.hold import REACHES_SPACE
from telemetry.limits import HOLD_REPEATED_NS
from telemetry.messages.command import HoldCommand, HoldTaken, taken
from telemetry.messages.queue import GateStatus

STATION = "bridge"


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPress:
    """One press of HOLD."""

    command: HoldCommand
    at_ns: int  # of the press; another's: when it was first heard of
    leaves_ns: int | None  # when it can go up, by the plan of contacts; None: no window is planned
    is_own: bool = True
    taken_by: tuple[str, ...] = ()  # roles that have answered it

    @property
    def goes_up(self) -> bool:
        """True if one of those that reach the spacecraft has taken it."""
        return any(role in REACHES_SPACE for role in self.taken_by)


def is_kept_up(pressed_ns: int, leaves_ns: int | None) -> bool:
    """True if the station still repeats a press when it can go up."""
    return leaves_ns is not None and leaves_ns - pressed_ns <= HOLD_REPEATED_NS


class Presses:
    """The newest press, and what became of it."""

    def __init__(self) -> None:
        """Start without one."""
        self.newest: HoldPress | None = None
        self._told: HoldCommand | None = None  # by the bridge's newest report

    def pressed(self, command: HoldCommand, now_ns: int, gate: GateStatus | None) -> None:
        """HOLD has been pressed here."""
        self.newest = HoldPress(command=command, at_ns=now_ns, leaves_ns=_leaves_ns(now_ns, gate))

    def taken(self, answer: HoldTaken) -> None:
        """Somebody says that it has taken a press."""
        press = self.newest
        if press is not None and answer == taken(press.command, answer.by):
            self.newest = replace(press, taken_by=(*press.taken_by, answer.by))

    def told(self, command: HoldCommand | None, now_ns: int, gate: GateStatus | None) -> None:
        """The bridge tells of the newest press that no resume has left."""
        before, self._told, press = self._told, command, self.newest
        if command is None:
            if press is not None and press.command == before:
                self.newest = None
        elif press is not None and press.command == command:
            if STATION not in press.taken_by:
                self.newest = replace(press, taken_by=(*press.taken_by, STATION))
        elif command != before:
            leaves_ns = _leaves_ns(now_ns, gate)
            self.newest = HoldPress(
                command=command, at_ns=now_ns, leaves_ns=leaves_ns, is_own=False, taken_by=(STATION,)
            )


def _leaves_ns(now_ns: int, gate: GateStatus | None) -> int | None:
    return now_ns if gate is None or gate.has_window else gate.window_opens_ns
