"""How many of each message every participant received: stated at a file's end, or counted while reading."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import msgspec

from telemetry.recording.given.driver_records import TICKS, ticks_in
from telemetry.recording.records.record import Damage

METADATA = "farhand totals"
_KEY = "totals"


class Totals(msgspec.Struct):
    """What one file holds, or several."""

    records: int = 0
    from_ns: int = 2**62  # from the start of the run
    to_ns: int = -(2**62)
    runs: int = 0  # records that are a run of ticks
    ticks: dict[str, int] = {}
    given: dict[str, dict[str, int]] = {}  # messages by participant and class; drivers' records too
    damage: Damage | None = None  # of the file from which this one was recovered

    def values(self) -> dict[str, str]:
        """Return them as they stand in a file."""
        return {_KEY: msgspec.json.encode(self).decode()}

    def add(self, other: "Totals") -> None:
        """Add what another file holds."""
        self.records += other.records
        self.runs += other.runs
        self.from_ns, self.to_ns = min(self.from_ns, other.from_ns), max(self.to_ns, other.to_ns)
        self.ticks = dict(Counter(self.ticks) + Counter(other.ticks))
        for participant, names in other.given.items():
            self.given[participant] = dict(Counter(self.given.get(participant, {})) + Counter(names))


class RecordCount:
    """Counts records as they come."""

    def __init__(self) -> None:
        """Begin with none."""
        self._from_ns, self._to_ns = 2**62, -(2**62)
        self._counts = Counter[tuple[str, str]]()
        self._ticks = Counter[str]()

    def on_records(self, names: Sequence[str], participants: Sequence[str], times_ns: Sequence[int]) -> None:
        """Count records: the message in each, its receiver, and when it came."""
        self._counts.update(zip(participants, names, strict=True))
        self._from_ns = min(self._from_ns, min(times_ns))
        self._to_ns = max(self._to_ns, max(times_ns))

    def on_ticks(self, participant: str, payload: bytes) -> None:
        """Count the ticks of a run of them."""
        self._ticks[participant] += ticks_in(payload)

    @property
    def totals(self) -> Totals:
        """What was counted."""
        messages, runs = defaultdict[str, dict[str, int]](dict), 0
        for (participant, name), count in self._counts.items():
            if name == TICKS:
                runs += count
                messages[participant].update({})
            else:
                messages[participant][name] = count
        return Totals(
            records=self._counts.total(),
            runs=runs,
            from_ns=self._from_ns,
            to_ns=self._to_ns,
            ticks=dict(self._ticks),
            given=dict(messages),
        )


def totals_of(metadata: dict[str, str]) -> Totals:
    """Return the totals in a file; msgspec.MsgspecError: it is damaged there."""
    return msgspec.json.decode(metadata.get(_KEY, ""), type=Totals)
