"""The newest HOLD that this console knows of: its own by the button, another's by the bridge's report.

button -----------------> own press ---HoldTaken---> taken by ...
BridgeReport.hold, new -> another's press: at the station, or the bridge would not tell of it
BridgeReport without one, after it told of this one -> a resume has gone up: nothing to be shown

probe, every second -----HoldReady---> who would have taken a press, and when that was last known
driver ------------------WayState----> why one does not answer, as far as its connection shows
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts
from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import WayState
from telemetry.messages.command import (
    HOLD_RECEIVERS,
    REACHES_SPACE,
    BridgeReport,
    HoldCommand,
    HoldReady,
    HoldTaken,
    taken,
)
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import PassReport

STATION = "bridge"
PROBE_NS = NS_PER_S  # between two probes
UNANSWERED_NS = 5 * PROBE_NS // 2  # after which a receiver is not reached any more


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldFacts(PanelFacts):
    """The newest press, and what became of it."""

    press: HoldPress | None = None
    reported: HoldCommand | None = field(default=None, compare=False)  # by the bridge's newest report
    gate: GateStatus | None = field(default=None, compare=False)  # the newest, with the plan of contacts
    probed_ns: int | None = None  # when the way was first probed; None: it is not
    ready: tuple[tuple[str, int], ...] = ()  # roles that answer, each with its newest probe's instant
    ways: tuple[tuple[str, WayState], ...] = ()  # how the connection to each role stands
    passless: frozenset[str] = frozenset()  # roles that tell of no pass: they answer nobody

    def on_probe(self, now_ns: int) -> "HoldFacts":
        """The way of a press has been probed from here."""
        return self if self.probed_ns is not None else replace(self, probed_ns=now_ns)

    def on_hold_ready(self, answer: HoldReady, now_ns: int) -> "HoldFacts":
        """Note that a role would have taken a press."""
        if self.probed_ns is None or not self.probed_ns <= answer.number <= now_ns:
            return self  # of another console's life
        return replace(self, ready=tuple(sorted({**dict(self.ready), answer.by: answer.number}.items())))

    def on_way_state(self, way: WayState, now_ns: int) -> "HoldFacts":
        """Note how the connection to a role stands."""
        return replace(self, ways=tuple({**dict(self.ways), way.receiver: way}.items()))

    def on_pass_report(self, report: PassReport, now_ns: int) -> "HoldFacts":
        """Note whether a role has a pass, without which it takes no press."""
        passless = self.passless - {report.by} if report.stands else self.passless | {report.by}
        return replace(self, passless=passless)

    def unreached(self, now_ns: int) -> dict[str, int]:
        """Return the roles that a press would not reach, and for how long that is so [ns]."""
        if self.probed_ns is None:
            return {}
        since_ns = {role: now_ns - dict(self.ready).get(role, self.probed_ns) for role in HOLD_RECEIVERS}
        return {role: waits_ns for role, waits_ns in since_ns.items() if waits_ns > UNANSWERED_NS}

    def on_press(self, command: HoldCommand, now_ns: int) -> "HoldFacts":
        """HOLD has been pressed here."""
        press = HoldPress(command=command, at_ns=now_ns, leaves_ns=self._leaves_ns(now_ns))
        return replace(self, press=press)

    def on_hold_taken(self, answer: HoldTaken, now_ns: int) -> "HoldFacts":
        """Note that a role has taken a press."""
        press = self.press
        if press is None or answer != taken(press.command, answer.by):
            return self
        return self._taken_by(press, answer.by)

    def on_bridge_report(self, report: BridgeReport, now_ns: int) -> "HoldFacts":
        """The bridge tells of the newest press that no resume has left."""
        before, command, press = self.reported, report.hold, self.press
        facts = replace(self, reported=command)
        if command is None:
            is_left = press is not None and press.command == before
            return replace(facts, press=None) if is_left else facts
        if press is not None and press.command == command:
            return facts if STATION in press.taken_by else facts._taken_by(press, STATION)
        if command == before:
            return facts
        leaves_ns = self._leaves_ns(now_ns)
        other = HoldPress(
            command=command, at_ns=now_ns, leaves_ns=leaves_ns, is_own=False, taken_by=(STATION,)
        )
        return replace(facts, press=other)

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "HoldFacts":
        """Keep the plan of contacts."""
        return replace(self, gate=status)

    def _taken_by(self, press: HoldPress, role: str) -> "HoldFacts":
        return replace(self, press=replace(press, taken_by=(*press.taken_by, role)))

    def _leaves_ns(self, now_ns: int) -> int | None:
        gate = self.gate
        return now_ns if gate is None or gate.has_window else gate.window_opens_ns

    HANDLERS: ClassVar[Handlers] = {
        HoldTaken: on_hold_taken,
        HoldReady: on_hold_ready,
        WayState: on_way_state,
        PassReport: on_pass_report,
        BridgeReport: on_bridge_report,
        GateStatus: on_gate_status,
    }
