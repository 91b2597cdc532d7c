"""Virtual time in which messages go as they are, and nothing of what a role is given is kept.

For flights without a recording, several times faster than `virtual_time`: the bus carries the messages
themselves (`uncoded_bus`), and the recorder receives only that there was something
(`telemetry.recording.given.counted_tap`).  Everybody receives the same at the same time.
"""

from telemetry.agreed.participants import RECORDER
from telemetry.drive.uncoded_bus import UncodedBus
from telemetry.drive.virtual_bus import Calm, OnItsWay
from telemetry.drive.virtual_time import VirtualTime
from telemetry.recording.given.counted_tap import CountedTap
from telemetry.recording.given.tap import is_on_record


class UncodedTime(VirtualTime):
    """The deterministic driver, without bytes."""

    bus_kind = UncodedBus

    def _tap(self, name: str) -> CountedTap:
        self._hand_over(name)  # of the life before
        return CountedTap(name, self._lives[name], self)

    def _tick(self, name: str) -> None:
        if name == RECORDER:
            for participant in self._taps:
                self._hand_over(participant)
        super()._tick(name)

    def _deliver(self, name: str, passage: OnItsWay) -> None:
        """Deliver a message; without any trouble nothing about it has to be asked."""
        if not isinstance(passage, Calm) or not self._is_calm:
            return super()._deliver(name, passage)
        now_ns, role, (sender, message, _) = self.now_ns, self._roles[name], passage
        self._taps[name].on_packet(b"", now_ns)
        self.witness.on_received(now_ns, name, message, sender=sender)
        effects = role.receive(message, sender, now_ns)
        self._observe(now_ns, name, message)
        if effects or role.due_ns != self._due_ns[name]:
            self._carry_out(name, effects)
        return None

    def _hand_over(self, name: str) -> None:
        """Hand the recorder what is counted of a participant."""
        tap = self._taps.get(name)
        record = tap.take_record() if isinstance(tap, CountedTap) else None
        if record and RECORDER in self._roles and is_on_record(self._played[name]):
            self._roles[RECORDER].receive(record.tapped, name, record.at_ns)
