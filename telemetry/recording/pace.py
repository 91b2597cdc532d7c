"""Where a recording stands that is being played: a place, a speed, and since when.

position = place + (now - since) * speed     while it plays; else the place
"""

from dataclasses import dataclass
from math import ceil


@dataclass(slots=True, kw_only=True)
class Pace:
    """The one clock of a replay; times in nanoseconds, places from the start of the recorded run."""

    speed: float  # times real time; 0: as fast as possible
    is_playing: bool
    since_ns: int  # present time at which the place was right; in the future: not begun
    place_ns: int = 0

    def position_ns(self, now_ns: int) -> int:
        """Return the place now."""
        if not self.is_playing:
            return self.place_ns
        return self.place_ns + round(max(now_ns - self.since_ns, 0) * self.speed)

    def settle(self, now_ns: int) -> None:
        """Make the position now the place: before the speed changes, or whether it plays."""
        self.place_ns = self.position_ns(now_ns)
        self.since_ns = max(now_ns, self.since_ns)

    def stand(self, place_ns: int, now_ns: int) -> None:
        """Go on from a place: time does not run while something is waited for."""
        self.place_ns, self.since_ns = place_ns, max(now_ns, self.since_ns)

    def due_ns(self, at_ns: int) -> int:
        """Return when what was recorded at `at_ns` is due, if it plays."""
        if not self.speed:
            return self.since_ns
        return self.since_ns + max(ceil((at_ns - self.place_ns) / self.speed), 0)

    def passed(self, at_ns: int) -> None:
        """Note what has been played: without a speed nothing else tells the place."""
        if not self.speed:
            self.place_ns = max(self.place_ns, at_ns)
