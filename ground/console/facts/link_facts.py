"""The link: whether there is contact, how long the ways are, what is lost, and what the bridge lets pass.

    contact              the window is open, and telemetry comes
    loss of signal       the window has closed, or telemetry stays away beyond its limit
    contact again        the window is open, and telemetry has been heard in it

A window that opens is not yet contact: what was on its way is as unknown as before, until something is heard.

Loss is a difference of the bridge's counts, never a figure of the whole run: newest - those of ten seconds
before, begun anew with every contact and with every bridge.  What a gap in contact has cost is no loss of the
link, so counts from before it are left out.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.arm_facts import BelievedReport
from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest_stamped
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.command import BridgeReport
from telemetry.messages.link import LinkStatus
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import PassReport

RECENT_NS = 10 * NS_PER_S
BRIDGE = "bridge"
REPORT_LIMIT_S = 2.5  # the bridge reports every second, and with every command
DELAY_LIMIT_S = 10.0  # measured with every packet up


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """The contact, as the gate reports its windows and as telemetry comes; assumed at first."""

    limit_ns: int = 0  # for which telemetry may stay away
    has_window: bool = True
    telemetry_ns: int | None = None  # when the newest telemetry came
    closed_ns: int | None = None  # when contact ended with its window; None: not since it was heard
    since_ns: int = 0  # when it began again

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "Contact":
        """Take what the gate tells of its windows."""
        if status.has_window or self.closed_ns is not None:
            return replace(self, has_window=status.has_window)
        silent_ns = self.los_ns(now_ns)
        closed_ns = min(status.window_closes_ns, now_ns) if silent_ns is None else silent_ns
        return replace(self, has_window=False, closed_ns=closed_ns)

    def on_report(self, now_ns: int) -> "Contact":
        """Telemetry has come."""
        if not self.has_window:
            return self
        since_ns = self.since_ns if self.los_ns(now_ns) is None else now_ns
        return replace(self, telemetry_ns=now_ns, closed_ns=None, since_ns=since_ns)

    def los_ns(self, now_ns: int) -> int | None:
        """Return when contact ended, ground clock [ns]; None: there is contact."""
        if self.closed_ns is not None:
            return self.closed_ns
        is_silent = self.telemetry_ns is not None and now_ns - self.telemetry_ns > self.limit_ns
        return self.telemetry_ns if is_silent else None


class Loss(NamedTuple):
    """Reports of the spacecraft that were lost, of all that were sent meanwhile."""

    lost: int
    of: int
    over_s: float  # time that this is about

    @property
    def share(self) -> float:
        """The share that was lost, 0 to 1."""
        return self.lost / self.of


class BridgeCounts(NamedTuple):
    """What the bridge had counted by an instant."""

    at_ns: int
    received: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFacts(PanelFacts):
    """The link, both ways."""

    up: Stamped[float] | None = None  # [s]; stamp: when it was measured
    down: Stamped[float] | None = None
    round_trip: Stamped[float] | None = None
    status: Stamped[LinkStatus] | None = newest_stamped(LinkStatus, limit_s=REPORT_LIMIT_S)
    loss: Stamped[Loss] | None = None  # of telemetry, of late
    bridge: Stamped[BridgeReport] | None = newest_stamped(BridgeReport, limit_s=REPORT_LIMIT_S)
    agreed: Stamped[PassReport] | None = None  # how far the bridge's pass is; None: there are none
    contact: Contact = field(default=Contact(), compare=False)
    counts: tuple[BridgeCounts, ...] = field(default=(), compare=False)  # of late

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "LinkFacts":
        """Take windows."""
        return replace(self, contact=self.contact.on_gate_status(status, now_ns))

    def on_link_status(self, status: LinkStatus, now_ns: int) -> "LinkFacts":
        """Take delays, which are as old as what they were measured by."""
        trip = status.round_trip
        if trip is None:
            return self
        at_ns = now_ns - round(trip.age * NS_PER_S)
        up, down, whole = (
            None if delay is None else Stamped(delay, at_ns, DELAY_LIMIT_S)
            for delay in (status.up.delay, status.down.delay, trip.value)
        )
        return replace(self, up=up, down=down, round_trip=whole)

    def on_report(self, report: BelievedReport, now_ns: int) -> "LinkFacts":
        """Telemetry has come."""
        return replace(self, contact=self.contact.on_report(now_ns))

    def on_bridge_report(self, report: BridgeReport, now_ns: int) -> "LinkFacts":
        """Take the newest counts."""
        newest, before = BridgeCounts(now_ns, report.tm_received, report.tm_lost), self.counts
        if before and newest.received < before[-1].received:
            before = ()  # another bridge counts from zero
        since_ns = max(now_ns - RECENT_NS, self.contact.since_ns)
        counts = (*(each for each in before if each.at_ns >= since_ns), newest)
        loss = _loss(counts[0], newest)
        seen = None if loss is None else Stamped(loss, now_ns, REPORT_LIMIT_S)
        return replace(self, counts=counts, loss=seen)

    def on_pass_report(self, report: PassReport, now_ns: int) -> "LinkFacts":
        """Take how far the bridge's pass is; the adapter's shows at HOLD's way."""
        return replace(self, agreed=Stamped(report, now_ns, REPORT_LIMIT_S)) if report.by == BRIDGE else self

    HANDLERS: ClassVar[Handlers] = {
        PassReport: on_pass_report,
        GateStatus: on_gate_status,
        LinkStatus: on_link_status,
        BelievedReport: on_report,
        BridgeReport: on_bridge_report,
    }


def _loss(oldest: BridgeCounts, newest: BridgeCounts) -> Loss | None:
    """Return the loss between two counts; None as long as nothing can be told."""
    lost = max(0, newest.lost - oldest.lost)  # what comes late is lost no more
    of = newest.received - oldest.received + lost
    return Loss(lost, of, (newest.at_ns - oldest.at_ns) / NS_PER_S) if of > 0 else None
