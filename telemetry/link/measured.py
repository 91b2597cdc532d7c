"""What the ground measures of the link: two clocks, delays, lost packets, age.

    ground clock      released -------- up -------->                     received
    spacecraft clock                               accepted ... sampled ---- down ---^

    spacecraft time = ground time + offset;   offset = sampled - (received - expected down), median of 10 s
    round trip = (accepted - released) + (received - sampled): the offset cancels

All of it comes from on-board reports; settings give only the expected way down, which no report can show.
"""

from bisect import bisect_left, insort
from collections import deque

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.packet import COUNTS
from telemetry.wire.protection.arrival import Arrival, Window

WINDOW_NS = 10 * NS_PER_S
SAMPLES_MAX = 1000  # of the clock's window, so that a flood stays bounded
RELEASED_MAX = 4096  # set-points whose acceptance is waited for
COUNT_WINDOW = 1024  # packets back to which a late one is distinguished from a duplicate


class ClockCorrelation:
    """Ground time to spacecraft time and back."""

    def __init__(self, expected_down_s: float) -> None:
        """Start unset; `expected_down_s`: one-way delay of telemetry [s]."""
        self._down_ns = round(expected_down_s * NS_PER_S)
        self._samples = deque[tuple[int, int]]()  # when received, and the offset of that report
        self._offsets: list[int] = []  # of the same reports, in order of size
        self._offset_ns: int | None = None
        self.since_ns = 0  # first receipt by the present clock

    @property
    def is_set(self) -> bool:
        """True once a report has been received."""
        return self._offset_ns is not None

    @property
    def offset_ns(self) -> int:
        """Spacecraft clock minus ground clock [ns]; ValueError: no report yet."""
        if self._offset_ns is None:
            raise ValueError("the clocks are not correlated before the first report; ask `is_set` first")
        return self._offset_ns

    def expect(self, offset_ns: int, at_ns: int) -> None:
        """Begin with an offset that was measured earlier, at `at_ns`, ground clock."""
        self.observe(at_ns + offset_ns - self._down_ns, at_ns)

    def begin_again(self) -> None:
        """Forget all reports: those that come next are stamped by another clock, or after another delay."""
        self._samples.clear()
        self._offsets.clear()
        self._offset_ns = None

    def deviation_ns(self, sampled_ns: int, received_ns: int) -> int:
        """Return by how much a report's stamp runs ahead of the correlation; ValueError: no report yet."""
        return sampled_ns - received_ns + self._down_ns - self.offset_ns

    def observe(self, sampled_ns: int, received_ns: int) -> None:
        """Add one report: when it was sampled on board, and when it was received on ground."""
        if self._offset_ns is None:
            self.since_ns = received_ns
        offset_ns = sampled_ns - received_ns + self._down_ns
        self._samples.append((received_ns, offset_ns))
        insort(self._offsets, offset_ns)
        while self._samples[0][0] < received_ns - WINDOW_NS or len(self._samples) > SAMPLES_MAX:
            _, left_ns = self._samples.popleft()
            del self._offsets[bisect_left(self._offsets, left_ns)]
        self._offset_ns = self._offsets[(len(self._offsets) - 1) // 2]

    def key(self, now_ns: int) -> tuple[object, ...]:
        """Return what decides how it goes on, ages instead of instants; reports that agree count as one."""
        if len(set(self._offsets)) <= 1:
            return (self._offset_ns,)
        return (self._offset_ns, tuple((now_ns - at_ns, offset_ns) for at_ns, offset_ns in self._samples))

    def to_spacecraft(self, ground_ns: int) -> int:
        """Return the spacecraft clock at a ground time [ns]; ValueError: no report yet."""
        return ground_ns + self.offset_ns

    def to_ground(self, spacecraft_ns: int) -> int:
        """Return the ground time of a spacecraft clock's reading [ns]; ValueError: no report yet."""
        return spacecraft_ns - self.offset_ns


class RoundTrip:
    """Delay per accepted set-point, from release on ground to the report of its acceptance [s]."""

    def __init__(self, correlation: ClockCorrelation) -> None:
        """Measure; `correlation` only shares the round trip out between up and down."""
        self._correlation = correlation
        self._released: dict[tuple[int, int], int] = {}
        self.measured = 0  # accepted numbers
        self._total_s = 0.0
        self.latest_s: float | None = None
        self.max_s: float | None = None
        self.up_s: float | None = None
        self.down_s: float | None = None

    @property
    def mean_s(self) -> float | None:
        """Mean round trip; None before the first."""
        return self._total_s / self.measured if self.measured else None

    def on_release(self, epoch: int, seq: int, at_ns: int) -> None:
        """Note that a set-point has left at `at_ns`, ground clock."""
        self._released[epoch, seq] = at_ns
        if len(self._released) > RELEASED_MAX:
            del self._released[next(iter(self._released))]

    def on_telemetry(self, telemetry: Telemetry, received_ns: int) -> None:
        """Measure by a report: the first one that names a number as accepted counts."""
        number = (telemetry.epoch, telemetry.accepted)
        released_ns = self._released.get(number)
        if released_ns is None:
            return
        for older in [key for key in self._released if key <= number]:
            del self._released[older]
        if released_ns < self._correlation.since_ns:
            return  # the clock has stepped since: what it says of both ends does not fit together
        down_ns = received_ns - telemetry.sampled_ns
        self._add((telemetry.accepted_at_ns - released_ns + down_ns) / NS_PER_S)
        if self._correlation.is_set:
            self.up_s = (self._correlation.to_ground(telemetry.accepted_at_ns) - released_ns) / NS_PER_S
            self.down_s = (received_ns - self._correlation.to_ground(telemetry.sampled_ns)) / NS_PER_S

    def _add(self, round_trip_s: float) -> None:
        self.measured += 1
        self._total_s += round_trip_s
        self.latest_s = round_trip_s
        self.max_s = round_trip_s if self.max_s is None else max(self.max_s, round_trip_s)


class SequenceMonitor:
    """Counts packets as received, lost, late or duplicated, by their 14-bit sequence counts.

    A late packet repairs a loss.  One older than the window counts as a duplicate.
    """

    def __init__(self) -> None:
        """Start before the first one."""
        self._first: int | None = None  # counts unrolled over their wraps
        self._window = Window(COUNT_WINDOW)
        self.received = 0  # different packets
        self.late = 0
        self.duplicated = 0

    @property
    def lost(self) -> int:
        """Numbers between the first and the newest that have not arrived."""
        return 0 if self._first is None else self._window.newest - self._first + 1 - self.received

    def observe(self, count: int, *, is_newest: bool = False) -> Arrival:
        """Classify one packet by its sequence count, which is ambiguous beyond half of its range.

        `is_newest`: it is known to be newer than all before it, so its whole range tells how many are lost.
        """
        newest, behind = self._window.newest, -1 if is_newest else COUNTS // 2
        ahead = (count - newest + behind) % COUNTS - behind
        number = count if self._first is None else newest + ahead
        arrival = self._window.on_number(number)
        if arrival in ("duplicate", "old"):
            self.duplicated += 1
            return "duplicate"
        self._first = number if self._first is None else min(self._first, number)
        self.received += 1
        self.late += arrival == "late"
        return arrival

    def begin_again(self, count: int) -> None:
        """Count the first packet of a sender that counts anew, as after its restart; totals stay."""
        lost = self.lost
        self.received += 1
        self._window = Window(COUNT_WINDOW)
        self._window.on_number(count)
        self._first = count + 1 - self.received - lost


class Freshness:
    """The age of the newest message of a kind; before the first one nothing is fresh."""

    def __init__(self, limit_ns: int) -> None:
        """Stale beyond `limit_ns` since the last time."""
        self._limit_ns = limit_ns
        self._newest_ns: int | None = None

    def refresh(self, now_ns: int) -> None:
        """Note that one has come now."""
        self._newest_ns = now_ns

    def age_ns(self, now_ns: int) -> int | None:
        """Return the age; None before the first one."""
        return None if self._newest_ns is None else now_ns - self._newest_ns

    def is_fresh(self, now_ns: int) -> bool:
        """True if one has come, and not longer ago than the limit."""
        age_ns = self.age_ns(now_ns)
        return age_ns is not None and age_ns <= self._limit_ns
