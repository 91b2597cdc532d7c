"""Values over time in little memory: every sample of late, and the extremes of blocks of what is older.

    level 0   . . . . . . . . . . . . . . . .   32,768 samples                       54 min at 10 Hz
    level 1   |       |       |       |         17,280 blocks of 8, least and most   3.8 h
    level 2   |                                 17,280 blocks of 64                  30 h
    level 3   of 512                                                                 30 h at 80 Hz

One thread appends; others read at any time without a lock: what is overwritten while they read is left out.
A block never reaches over a silence, which stands as a row of NaN in every level.  Memory grows with the
samples until level 0 is full, and never after that.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Stamps = NDArray[np.int64]
Values = NDArray[np.float32]
Row = TypeVar("Row", Stamps, Values)

SAMPLES, BLOCKS = 32_768, 17_280  # rows of level 0, of every other one
LEVELS = 4
BLOCK = 8  # rows of the level below in a block
FIRST_ROWS = 64  # before a level grows
SILENCE_NS = 3_000_000_000  # longer than this without a sample is a gap


class Rows(NamedTuple):
    """Samples or blocks of one figure, in order of time."""

    from_ns: Stamps  # (m,) the first sample of each
    until_ns: Stamps  # (m,) its last
    low: Values  # (m,) NaN: nothing was known
    high: Values  # (m,)

    def behind(self, first: int) -> "Rows":
        """Return them without the first ones."""
        return Rows(self.from_ns[first:], self.until_ns[first:], self.low[first:], self.high[first:])

    def and_then(self, later: "Rows") -> "Rows":
        """Return them with later ones behind them."""
        return Rows(
            np.concatenate((self.from_ns, later.from_ns)),
            np.concatenate((self.until_ns, later.until_ns)),
            np.concatenate((self.low, later.low)),
            np.concatenate((self.high, later.high)),
        )


class Course(NamedTuple):
    """What is to be drawn of one figure: at most two points a pixel."""

    at_ns: Stamps  # (m,)
    value: Values  # (m,) NaN: a gap


class _Arrays(NamedTuple):
    from_ns: Stamps
    until_ns: Stamps
    low: Values  # (figures, rows)
    high: Values  # of level 0 the same array


class Level:
    """A ring of rows, each of all figures."""

    def __init__(self, figures: int, most: int, *, is_raw: bool) -> None:
        """Begin with few rows, to grow to `most`."""
        self._most, self._is_raw = most, is_raw
        self._arrays = self._made(figures, min(FIRST_ROWS, most))
        self.count = 0  # of all rows that ever were

    @property
    def room(self) -> int:
        """How many rows its memory holds."""
        return len(self._arrays.from_ns)

    @property
    def is_full(self) -> bool:
        """True if a row more takes the place of the oldest."""
        return self.count >= self._most

    def append(self, span: tuple[int, int], low: Values, high: Values) -> None:
        """Append a row; `span`: its first and its last stamp."""
        if self.count == len(self._arrays.from_ns) < self._most:
            self.grow(min(2 * self.count, self._most))
        arrays, at = self._arrays, self.count % len(self._arrays.from_ns)
        arrays.from_ns[at], arrays.until_ns[at] = span
        arrays.low[:, at] = low
        if not self._is_raw:
            arrays.high[:, at] = high
        self.count += 1  # from here on it is read

    def grow(self, rows: int | None = None) -> None:
        """Make room for so many rows, or at once for as many as there ever will be."""
        old, held = self._arrays, min(self.count, len(self._arrays.from_ns))
        if len(old.from_ns) >= self._most:
            return
        new = self._made(len(old.low), rows or self._most)
        new.from_ns[:held], new.until_ns[:held] = old.from_ns[:held], old.until_ns[:held]
        new.low[:, :held], new.high[:, :held] = old.low[:, :held], old.high[:, :held]
        self._arrays = new

    def reaches(self, at_ns: int) -> bool:
        """True if nothing at or after an instant is missing here."""
        count, arrays = self.count, self._arrays
        return count <= self._most or bool(arrays.from_ns[(count + 1) % self._most] <= at_ns)

    def rows(self, figure: int, from_ns: int, until_ns: int) -> Rows:
        """Return what lies in a window, with one row before and one behind it."""
        count = self.count
        arrays = self._arrays  # behind its count: these hold at least so many
        oldest = max(0, count - len(arrays.from_ns))
        begins = _unrolled(arrays.from_ns, oldest, count)
        first = max(int(np.searchsorted(begins, from_ns, "right")) - 1, 0) + oldest
        last = min(int(np.searchsorted(begins, until_ns, "right")) + 1 + oldest, count)
        rows = Rows(
            _unrolled(arrays.from_ns, first, last),
            _unrolled(arrays.until_ns, first, last),
            _unrolled(arrays.low[figure], first, last),
            _unrolled(arrays.high[figure], first, last),
        )
        lost = max(0, self.count + 1 - self._most - first)  # overwritten meanwhile
        return rows.behind(lost)

    def _made(self, figures: int, rows: int) -> _Arrays:
        """Return arrays whose memory is taken now, and not bit by bit."""
        stamps = np.full(rows, 0, dtype=np.int64)
        low = np.full((figures, rows), np.nan, dtype=np.float32)
        if self._is_raw:
            return _Arrays(stamps, stamps, low, low)
        return _Arrays(stamps, stamps.copy(), low, low.copy())


class _OpenBlock:
    """A block that is not full yet."""

    def __init__(self, figures: int) -> None:
        self.low, self.high = np.empty(figures, np.float32), np.empty(figures, np.float32)
        self.span, self.count = (0, 0), 0

    def add(self, span: tuple[int, int], low: Values, high: Values) -> None:
        if self.count:
            np.fmin(self.low, low, out=self.low)
            np.fmax(self.high, high, out=self.high)
        else:
            self.low[:], self.high[:] = low, high
        self.span = (self.span[0] if self.count else span[0], span[1])
        self.count += 1


class Rings:
    """All figures of one kind of message."""

    def __init__(self, figures: int, *, samples: int = SAMPLES, blocks: int = BLOCKS) -> None:
        """Hold nothing yet."""
        self.levels = [Level(figures, samples, is_raw=True)]
        self.levels += [Level(figures, blocks, is_raw=False) for _ in range(LEVELS - 1)]
        self._open = [_OpenBlock(figures) for _ in self.levels]  # of the first: never used
        self._nothing = np.full(figures, np.nan, np.float32)
        self._newest_ns: int | None = None

    @property
    def newest_ns(self) -> int | None:
        """When the newest sample came; None: there is none."""
        return self._newest_ns

    def add(self, at_ns: int, values: Sequence[float]) -> None:
        """Append a sample of every figure; time never goes back."""
        row, newest_ns = np.asarray(values, np.float32), self._newest_ns
        if newest_ns is not None:
            at_ns = max(at_ns, newest_ns)
            if at_ns - newest_ns > SILENCE_NS:
                self._add_silence((at_ns + newest_ns) // 2)
        self.levels[0].append((at_ns, at_ns), row, row)
        self._push(1, (at_ns, at_ns), (row, row))
        if self.levels[0].is_full:
            for level in self.levels[1:]:
                level.grow()
        self._newest_ns = at_ns

    def course(self, figure: int, window_ns: tuple[int, int], *, pixels: int) -> Course:
        """Return a figure in a window, as the least and the most in each of so many pixels."""
        rows = self.rows(figure, window_ns)
        if len(rows.low) <= 2 * pixels and rows.low is rows.high:
            return Course(rows.from_ns, rows.low)
        return _extremes(rows, window_ns, pixels)

    def rows(self, figure: int, window_ns: tuple[int, int]) -> Rows:
        """Return a figure in a window, of the finest level that reaches back to its beginning."""
        level = next((each for each in self.levels if each.reaches(window_ns[0])), self.levels[-1])
        rows = level.rows(figure, *window_ns)
        if level is self.levels[0]:
            return rows._replace(high=rows.low)
        known_ns = int(rows.until_ns[-1]) if len(rows.until_ns) else window_ns[0]
        rest = self.levels[0].rows(figure, known_ns + 1, window_ns[1])
        first = int(np.searchsorted(rest.from_ns, known_ns, "right"))  # what is in no whole block yet
        return rows.and_then(rest.behind(first))

    def _push(self, k: int, span: tuple[int, int], extremes: tuple[Values, Values]) -> None:
        block = self._open[k]
        block.add(span, *extremes)
        if block.count == BLOCK:
            self._close(k)

    def _close(self, k: int) -> None:
        """Make a row of the open block of a level, as far as it got."""
        block = self._open[k]
        if block.count:
            block.count = 0
            self.levels[k].append(block.span, block.low, block.high)
            if k + 1 < LEVELS:
                self._push(k + 1, block.span, (block.low, block.high))

    def _add_silence(self, at_ns: int) -> None:
        for k in range(1, LEVELS):
            self._close(k)
        for level in self.levels:
            level.append((at_ns, at_ns), self._nothing, self._nothing)


def _unrolled(ring: Row, first: int, last: int) -> Row:
    """Return a copy of rows of a ring, by their numbers since the beginning."""
    begin, end, size = first % len(ring), last % len(ring), len(ring)
    if last <= first:
        return ring[:0].copy()
    if begin < end:
        return ring[begin:end].copy()
    return np.concatenate((ring[begin:size], ring[:end]))


def _extremes(rows: Rows, window_ns: tuple[int, int], pixels: int) -> Course:
    from_ns, until_ns = window_ns
    pixel = (rows.from_ns - from_ns) * pixels // max(until_ns - from_ns, 1)
    begins = np.flatnonzero(np.diff(pixel, prepend=pixel[:1] - 1))
    if not len(begins):
        return Course(rows.from_ns, rows.low)
    low, high = np.fmin.reduceat(rows.low, begins), np.fmax.reduceat(rows.high, begins)
    at_ns = rows.from_ns[begins]
    return Course(np.repeat(at_ns, 2), np.stack((low, high), axis=1).reshape(-1))
