"""One direction of the space link, as a rehearsal flies it: delay, jitter, loss, windows, blackouts.

    push ---> dropped, with the reason
         \\--> line (ordered by due time, then by push order) ---> pop

Whether a packet lives is decided when it is pushed, so that the caller knows at once what was lost, and
why.  With `window_at="push"` the window must be open when the packet leaves, with `"pop"` when it
arrives.

Losses are of a channel that fades, after Gilbert (1960) and Elliott (1963): while it is bad, all is lost.

    good ----- enter ----> bad        leave = 1 / burst, for bursts of so many packets on average;
         <---- leave -----            enter = leave * share / (1 - share), so that the share of all is lost

Losses that know nothing of one another are the same model with the shortest bursts, of 1 / (1 - share).
"""

from heapq import heappop, heappush
from typing import Literal

import numpy as np

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS


class Losses:
    """Which packets of one line are lost."""

    def __init__(self, share: float = 0.0, *, burst: float = 1.0) -> None:
        """Start in the good state.

        Args:
            share: of all packets that is lost, 0 to 1.
            burst: mean number of packets lost in a row; never shorter than chance alone makes it.

        Raises:
            ValueError: a share outside 0 ... 1, or a burst below 1.
        """
        if not (0.0 <= share <= 1.0 and burst >= 1.0):
            raise ValueError(f"loss {share} must be within 0 ... 1, burst {burst} packets >= 1")
        self._leave = min(1.0 / burst, 1.0 - share)
        self._enter = self._leave * share / (1.0 - share) if share < 1.0 else 1.0
        self._is_bad = False

    def take_next(self, rng: np.random.Generator) -> bool:
        """Return whether the next packet is lost."""
        if self._enter == 0.0:
            return False
        chance: float = rng.random()
        self._is_bad = chance < (1.0 - self._leave if self._is_bad else self._enter)
        return self._is_bad


class DelayLine:
    """A line of delayed packets; time comes from the caller, chance from the generator handed in."""

    def __init__(
        self,
        *,
        delay_s: float,
        jitter_s: float = 0.0,
        losses: Losses | None = None,
        windows_s: tuple[tuple[float, float], ...] | None = None,
        window_at: Literal["push", "pop"] = "push",
        rng: np.random.Generator,
    ) -> None:
        """Set the line up; `losses` None: nothing is lost by chance; `windows_s` None: always open.

        Raises:
            ValueError: a negative delay or jitter.
        """
        if not (delay_s >= 0.0 and jitter_s >= 0.0):
            raise ValueError(f"delay {delay_s} s and jitter {jitter_s} s must be >= 0")
        self._delay_ns, self._jitter_ns = delay_s * NS_PER_S, jitter_s * NS_PER_S
        self._losses = losses or Losses()
        self._windows = (
            None if windows_s is None else tuple((a * NS_PER_S, b * NS_PER_S) for a, b in windows_s)
        )
        self._window_at = window_at
        self._rng = rng
        self._blackouts: list[tuple[int, int]] = []
        self._heap: list[tuple[int, int, bytes]] = []
        self.pushed = 0
        self.delivered = 0
        self.dropped: dict[str, int] = {}

    @property
    def due_ns(self) -> int:
        """When the next packet arrives; NEVER_NS if none is on its way."""
        return self._heap[0][0] if self._heap else NEVER_NS

    def blackout(self, begin_ns: int, end_ns: int) -> None:
        """Drop what is pushed from `begin_ns` until just before `end_ns`."""
        self._blackouts.append((begin_ns, end_ns))

    def lengthen(self, by_s: float) -> None:
        """Lengthen the delay of what is pushed from now on; a negative figure shortens it, to 0 at most."""
        self._delay_ns = max(0.0, self._delay_ns + by_s * NS_PER_S)

    def push(self, packet: bytes, now_ns: int) -> str | None:
        """Accept a packet: None, or why it is lost: "no_window", "blackout" or "loss"."""
        self.pushed += 1
        due_ns = max(now_ns, now_ns + round(self._delay_ns + self._drawn_jitter_ns()))
        reason = self._fate(now_ns, due_ns, is_unlucky=self._losses.take_next(self._rng))
        if reason is None:
            heappush(self._heap, (due_ns, self.pushed, packet))
        else:
            self.dropped[reason] = self.dropped.get(reason, 0) + 1
        return reason

    def pop(self, now_ns: int) -> list[bytes]:
        """Return what has arrived by now, in order of arrival."""
        arrived = []
        while self._heap and self._heap[0][0] <= now_ns:
            arrived.append(heappop(self._heap)[2])
        self.delivered += len(arrived)
        return arrived

    def _drawn_jitter_ns(self) -> float:
        # drawn for every packet, lost or not: a fault then does not shift the chance of others
        return self._rng.uniform(-self._jitter_ns, self._jitter_ns) if self._jitter_ns > 0.0 else 0.0

    def _fate(self, now_ns: int, due_ns: int, *, is_unlucky: bool) -> str | None:
        if not self._is_open(now_ns if self._window_at == "push" else due_ns):
            return "no_window"
        if any(begin <= now_ns < end for begin, end in self._blackouts):
            return "blackout"
        return "loss" if is_unlucky else None

    def _is_open(self, at_ns: int) -> bool:
        return self._windows is None or any(opens <= at_ns < closes for opens, closes in self._windows)
