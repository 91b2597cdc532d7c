"""Virtual time in which messages go as they are, and nothing of what a role is given is kept.

For flights without a recording, several times faster than `virtual_time`: the bus carries the messages
themselves (`uncoded_bus`), and the recorder receives only that there was something
(`telemetry.recording.given.counted_tap`).  Everybody receives the same at the same time.
"""

from telemetry.agreed.participants import RECORDER
from telemetry.drive.uncoded_bus import UncodedBus
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

    def _hand_over(self, name: str) -> None:
        """Hand the recorder what is counted of a participant."""
        tap = self._taps.get(name)
        record = tap.take_record() if isinstance(tap, CountedTap) else None
        if record and RECORDER in self._roles and is_on_record(self._played[name]):
            self._roles[RECORDER].receive(record.tapped, name, record.at_ns)
