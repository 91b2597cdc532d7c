"""Trouble, from one generator: the faults that `telemetry.drive.seams` lets into a driver.

    Disturbance    messages of some kinds to one receiver, for a while: lost, damaged, doubled, late (and so
                   out of order), or followed by an old one of their kind
    Frozen         a role neither ticks nor hears, and then goes on with what waited for it
    Stepped        a role's clock shows another time from an instant on
    SlowStore      each record of a role takes a while, in which the role stands still
    FailingStore   a store that refuses records for a while, or tears them: half written, and then refused

Which faults come when is the caller's to say: a list of them, drawn from a seed or written by hand.
"""

import errno
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from telemetry.drive.seams import Copy, Parcel, Seams
from telemetry.drive.store import FileStore
from telemetry.wire.protection import TAG_BYTES

OLD_KEPT = 32  # messages of one kind that may come again
WAITS_NS = 1_000_000_000  # what has waited longer for a frozen role is not delivered any more


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbance:
    """What becomes of messages to one receiver, each by its own chance, while it lasts."""

    receiver: str
    kinds: frozenset[str] = frozenset()  # names of messages; empty: every kind
    begin_ns: int
    end_ns: int
    drop: float = 0.0
    damage: float = 0.0
    double: float = 0.0
    replay: float = 0.0
    late: float = 0.0
    late_ns: int = 0  # at most

    def concerns(self, parcel: Parcel, now_ns: int) -> bool:
        """Return whether a message that is sent now is disturbed."""
        if not self.begin_ns <= now_ns < self.end_ns:
            return False
        return not self.kinds or type(parcel.message).__name__ in self.kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """A role stands still, as if stopped by a signal."""

    role: str
    begin_ns: int
    end_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """A role's clock is ahead by so much (behind, if negative) from an instant on."""

    role: str
    at_ns: int
    by_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowStore:
    """A role's disk takes so long for each record."""

    role: str
    begin_ns: int
    end_ns: int
    write_ns: int


Fault = Disturbance | Frozen | Stepped | SlowStore


class Faults(Seams):
    """A list of faults, ready for a driver."""

    def __init__(self, faults: Sequence[Fault], rng: np.random.Generator) -> None:
        """Take the list; every chance is drawn from `rng`."""
        self.done: Counter[str] = Counter()  # what was done to messages, so that a test sees that it was
        self._rng = rng
        self._disturbances = [fault for fault in faults if isinstance(fault, Disturbance)]
        self._frozen = [fault for fault in faults if isinstance(fault, Frozen)]
        self._stepped = [fault for fault in faults if isinstance(fault, Stepped)]
        self._slow = [fault for fault in faults if isinstance(fault, SlowStore)]
        self._writes_until_ns: dict[str, int] = {}
        self._old: dict[tuple[str, str], list[tuple[bytes, ...]]] = {}

    def copies(self, parcel: Parcel, now_ns: int) -> Sequence[Copy]:
        """Disturb a message; what waits longer than a second for a frozen role is lost."""
        back_ns = self._thaws_ns(parcel.receiver, now_ns)
        copies = [] if back_ns - now_ns > WAITS_NS else [Copy(0, parcel.pieces)]
        for disturbance in self._disturbances:
            if disturbance.receiver == parcel.receiver:
                if disturbance.concerns(parcel, now_ns):
                    copies = self._disturb(copies, disturbance, parcel)
                if disturbance.replay > 0.0:
                    self._remember(parcel)
        return copies

    def clock_ns(self, role: str, now_ns: int) -> int:
        """Return the role's clock, with every step so far."""
        return now_ns + sum(f.by_ns for f in self._stepped if f.role == role and f.at_ns <= now_ns)

    def back_ns(self, role: str, now_ns: int) -> int:
        """Return when the role goes on: not before it is thawed, and has written."""
        return max(self._thaws_ns(role, now_ns), self._writes_until_ns.get(role, now_ns))

    def write_ns(self, role: str, now_ns: int) -> int:
        """Let a slow disk take its time, in which the role stands still."""
        slow = [f for f in self._slow if f.role == role and f.begin_ns <= now_ns < f.end_ns]
        wait_ns = max((f.write_ns for f in slow), default=0)
        if wait_ns:
            self._writes_until_ns[role] = now_ns + wait_ns
        return wait_ns

    def _thaws_ns(self, role: str, now_ns: int) -> int:
        ends = (f.end_ns for f in self._frozen if f.role == role and f.begin_ns <= now_ns < f.end_ns)
        return max(ends, default=now_ns)

    def _disturb(self, copies: list[Copy], how: Disturbance, parcel: Parcel) -> list[Copy]:
        if self._happens("drop", how.drop):
            copies = []
        if self._happens("damage", how.damage):
            copies = [Copy(copy.late_ns, self._damaged(copy.pieces)) for copy in copies]
        if self._happens("double", how.double):
            copies = copies * 2
        old = self._old.get(_way(parcel))
        if old and self._happens("replay", how.replay):
            copies = [*copies, Copy(0, old[int(self._rng.integers(len(old)))])]
        if self._happens("late", how.late):
            copies = [Copy(int(self._rng.integers(how.late_ns + 1)), copy.pieces) for copy in copies]
        return copies

    def _happens(self, what: str, chance: float) -> bool:
        if chance <= 0.0 or self._rng.random() >= chance:
            return False
        self.done[what] += 1
        return True

    def _damaged(self, pieces: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Flip a bit anywhere, and one of the tag: as long as nothing is sealed, only that can be seen."""
        return tuple(self._flipped(self._flipped(piece, 0), len(piece) - TAG_BYTES) for piece in pieces)

    def _flipped(self, piece: bytes, begin: int) -> bytes:
        at = int(self._rng.integers(begin, len(piece)))
        return piece[:at] + bytes([piece[at] ^ 1 << int(self._rng.integers(8))]) + piece[at + 1 :]

    def _remember(self, parcel: Parcel) -> None:
        """Keep a sample of what was ever sent this way."""
        old = self._old.setdefault(_way(parcel), [])
        if len(old) < OLD_KEPT:
            old.append(parcel.pieces)
        else:
            old[int(self._rng.integers(OLD_KEPT))] = parcel.pieces


def _way(parcel: Parcel) -> tuple[str, str]:
    return parcel.receiver, type(parcel.message).__name__


class FailingStore(FileStore):
    """A file store whose disk now and then cannot write."""

    def __init__(self, folder: Path, fault: Callable[[], Literal["refuses", "tears"] | None]) -> None:
        """Use `folder`, and ask `fault` before each record."""
        super().__init__(folder, sync=False)
        self._fault = fault

    def _write(self, path: Path, data: bytes) -> None:
        fault = self._fault()
        if fault is None:
            super()._write(path, data)
            return
        if fault == "tears":
            super()._write(path, data[: 1 + len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
