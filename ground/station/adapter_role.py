"""The adapter: the far end of the link, where the spacecraft is somewhere else.

    bridge --- Uplink ---> adapter --- the same packet ---> spacecraft      one in each UDP datagram
           <-- Downlink --         <-- the same packet ---                  (`telemetry.network.station_port`)
    HOLD, at its own door --> adapter --- HoldCommand ----> spacecraft      in the name of `second_uplink`

It opens no packet and proves none: that is done where a packet is acted on.  HOLD it sends up by itself, with
the bridge dead, under a pass and a key of its own; and again every period until a report could know of the
press.  No resume can have left before that, so no copy of it latches an arm that was let go again.  While its
pass does not stand it answers neither press nor probe: what it sends might not be taken on board.
"""

from typing import NamedTuple

import msgspec
import numpy as np

from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.hold.orphan import OrphanWatch
from telemetry.hold.presses import Presses
from telemetry.life.contract import Effect, Effects, Input, Orphaned, PassState, Send, Store
from telemetry.messages.command import HoldCommand, HoldProbe, ready, taken
from telemetry.messages.spacecraft import Downlink, PassReport, Uplink

NAME = "space_segment"
PASSED_ON = Uplink | Downlink
REPORT_NS = NS_PER_S


class _Repeat(NamedTuple):
    """A press that is sent again."""

    hold: HoldCommand
    due_ns: int
    until_ns: int


class Adapter:
    """The role."""

    def __init__(self, settings: RunSettings) -> None:
        """Start without a pass."""
        self.due_ns = 0
        self._period_ns = settings.commanding.period_ns
        self._round_trip_ns = settings.link.round_trip_ns
        self._presses = Presses()
        self._repeat: _Repeat | None = None
        self._pass: PassState | None = None
        self._report_ns = 0
        self._orphan_watch = OrphanWatch(settings.mode, settings.participants)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Pass a packet on, send up a press of HOLD, or note how far the pass is."""
        if isinstance(message, PASSED_ON):
            if isinstance(message, Uplink):
                self._orphan_watch.on_predecessor(now_ns)
            return [Send(message)]
        if isinstance(message, HoldCommand):
            return self._press(message, sender, now_ns)
        if isinstance(message, HoldProbe):
            return [Send(ready(message, NAME), to=sender)] if self._reaches_space else []
        if isinstance(message, PassState):
            self._pass = message
            return self._pass_reports()
        if isinstance(message, Orphaned):
            self._orphan_watch.on_orphaned(now_ns)
        return []

    def tick(self, now_ns: int) -> Effects:
        """Send the newest press again as long as it may be, and report, each when due."""
        effects: list[Effect] = []
        if now_ns >= self._report_ns:
            self._report_ns = now_ns + REPORT_NS
            effects += self._pass_reports()
        repeat = self._repeat
        if repeat is not None and now_ns >= repeat.due_ns:
            self._repeat = None
            if now_ns < repeat.until_ns:
                effects.append(Send(repeat.hold))
                self._repeat = repeat._replace(due_ns=now_ns + self._period_ns)
        self._reschedule()
        return [*effects, *self._orphan_watch.ending(now_ns)]

    @property
    def _reaches_space(self) -> bool:
        """True if what this end says itself can be opened on board."""
        return self._pass is not None and self._pass.stands

    def _press(self, hold: HoldCommand, sender: str, now_ns: int) -> Effects:
        self._orphan_watch.on_request(now_ns, hold.actor)
        answer = [Send(taken(hold, NAME), to=sender)] if self._reaches_space else []
        if not self._presses.on_hold(hold):
            return answer
        self._repeat = _Repeat(hold, now_ns + self._period_ns, now_ns + self._round_trip_ns)
        self._reschedule()
        return [Send(hold), *answer]

    def _pass_reports(self) -> list[Effect]:
        return [] if self._pass is None else [Send(PassReport(by=NAME, **msgspec.structs.asdict(self._pass)))]

    def _reschedule(self) -> None:
        self.due_ns = min(self._report_ns, self._repeat.due_ns if self._repeat else self._report_ns)


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> Adapter:
    """Make the adapter's role."""
    return Adapter(settings)
