"""Trouble as a list: the faults that `telemetry.drive.seams` lets into a driver.

    Disturbance    messages of some kinds to one receiver, for a while: lost, damaged, doubled, late (and so
                   out of order), or followed by an old one of their kind
    Frozen         a participant neither ticks nor hears, and then goes on with what waited for it
    Stepped        its clock shows another time from an instant on
    SlowStore      each of its records takes a while, in which it stands still
    FailingStore   its store refuses records for a while, or tears them: half written, and then refused
    Killed         its life ends, and begins again with its store or without (`telemetry.drive.deaths`)

Which faults come when is the caller's to say: a list of them, drawn from a seed or written by hand, also as
JSON in a launch file.  What becomes of each message to a receiver is drawn from that receiver's own random
stream, so that a list and a seed do the same in both drivers.

A new fault is a class here, its name in `Fault`, and what it does in `Faults`.
"""

import zlib
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, TypeVar

import msgspec
import numpy as np
from msgspec import Meta

from telemetry.drive.seams import Copy, Parcel, Seams, StoreFault
from telemetry.messages.base import wire_name
from telemetry.wire.keys import TAG_BYTES

OLD_KEPT = 32  # messages of one kind that may come again
WAITS_NS = 1_000_000_000  # what has waited longer for one that is frozen is not delivered any more

Chance = Annotated[float, Meta(ge=0.0, le=1.0)]
Duration = Annotated[int, Meta(ge=0)]  # [ns]


class _Fault(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="fault"):
    """What all faults share: in a file each names its kind."""


class _While(_Fault, frozen=True, kw_only=True):
    """A fault of one participant that lasts for a while, in time of the run."""

    participant: str
    begin_ns: int
    end_ns: int

    def lasts(self, participant: str, now_ns: int) -> bool:
        """Return whether a participant has it now."""
        return self.participant == participant and self.begin_ns <= now_ns < self.end_ns


class Disturbance(_While, tag="disturbance", frozen=True, kw_only=True):
    """What becomes of messages to a participant, each by its own chance, while it lasts."""

    kinds: frozenset[str] = frozenset()  # names of messages; empty: every kind
    drop: Chance = 0.0
    damage: Chance = 0.0
    double: Chance = 0.0
    replay: Chance = 0.0
    late: Chance = 0.0
    late_ns: Duration = 0  # at most

    def concerns(self, parcel: Parcel, now_ns: int) -> bool:
        """Return whether a message that is on its way now is disturbed."""
        if not self.lasts(parcel.receiver, now_ns):
            return False
        return not self.kinds or wire_name(type(parcel.message)) in self.kinds


class Frozen(_While, tag="frozen", frozen=True, kw_only=True):
    """A participant stands still; its process lives, and says so."""


class Stepped(_Fault, tag="stepped", frozen=True, kw_only=True):
    """A participant's clock is ahead by so much (behind, if negative) from an instant on."""

    participant: str
    at_ns: int
    by_ns: int


class SlowStore(_While, tag="slow store", frozen=True, kw_only=True):
    """A participant's disk takes so long for each record."""

    write_ns: Duration


class FailingStore(_While, tag="failing store", frozen=True, kw_only=True):
    """A participant's disk keeps no record."""

    how: StoreFault


class Killed(_Fault, tag="killed", frozen=True, kw_only=True):
    """A participant is killed, and comes back."""

    participant: str
    at_ns: int
    back_ns: int | None = None  # None: when its supervisor starts it again; in virtual time never
    keeps_store: bool = True

    def __post_init__(self) -> None:
        """Refuse a loss that comes at no time."""
        if self.back_ns is None and not self.keeps_store:
            raise ValueError("one that loses its store needs a `back_ns`, before which the store is removed")


Fault = Disturbance | Frozen | Stepped | SlowStore | FailingStore | Killed
Kind = TypeVar("Kind", bound=_Fault)


class Faults(Seams):
    """A list of faults, ready for a driver."""

    def __init__(self, faults: Sequence[Fault], seed: int) -> None:
        """Take the list; every chance is drawn from `seed`."""
        self.done: Counter[str] = Counter()  # what was done to messages, so that a test sees that it was
        self._seed = seed
        self._randoms: dict[str, np.random.Generator] = {}  # by receiver
        self._disturbances = _of(Disturbance, faults)
        self._frozen = _of(Frozen, faults)
        self._stepped = _of(Stepped, faults)
        self._slow = _of(SlowStore, faults)
        self._failing = _of(FailingStore, faults)
        self._writes_until_ns: dict[str, int] = {}
        self._old: dict[tuple[str, type], list[tuple[bytes, ...]]] = {}

    def copies(self, parcel: Parcel, now_ns: int) -> Sequence[Copy]:
        """Disturb a message; what waits longer than a second for a frozen receiver is lost."""
        back_ns = self._thaws_ns(parcel.receiver, now_ns)
        copies = [] if back_ns - now_ns > WAITS_NS else [Copy(0, parcel.pieces)]
        for disturbance in self._disturbances:
            if disturbance.participant == parcel.receiver:
                if disturbance.concerns(parcel, now_ns):
                    copies = self._disturb(copies, disturbance, parcel)
                if disturbance.replay > 0.0:
                    self._remember(parcel)
        return copies

    def clock_ns(self, participant: str, now_ns: int) -> int:
        """Return the participant's clock, with every step so far."""
        steps = (f.by_ns for f in self._stepped if f.participant == participant and f.at_ns <= now_ns)
        return now_ns + sum(steps)

    def back_ns(self, participant: str, now_ns: int) -> int:
        """Return when it goes on: not before it is thawed, and has written."""
        return max(self._thaws_ns(participant, now_ns), self._writes_until_ns.get(participant, now_ns))

    def write_ns(self, participant: str, now_ns: int) -> int:
        """Let a slow disk take its time, in which the participant stands still."""
        slow = (fault.write_ns for fault in self._slow if fault.lasts(participant, now_ns))
        wait_ns = max(slow, default=0)
        if wait_ns:
            self._writes_until_ns[participant] = now_ns + wait_ns
        return wait_ns

    def store_fault(self, participant: str, now_ns: int) -> StoreFault | None:
        """Return what the first of the faults does that its disk has now."""
        return next((fault.how for fault in self._failing if fault.lasts(participant, now_ns)), None)

    def _thaws_ns(self, participant: str, now_ns: int) -> int:
        ends = (fault.end_ns for fault in self._frozen if fault.lasts(participant, now_ns))
        return max(ends, default=now_ns)

    def _disturb(self, copies: list[Copy], how: Disturbance, parcel: Parcel) -> list[Copy]:
        random = self._random(parcel.receiver)
        if self._happens("drop", how.drop, random):
            copies = []
        if self._happens("damage", how.damage, random):
            copies = [Copy(copy.late_ns, _damaged(copy.pieces, random)) for copy in copies]
        if self._happens("double", how.double, random):
            copies = copies * 2
        old = self._old.get(_way(parcel))
        if old and self._happens("replay", how.replay, random):
            copies = [*copies, Copy(0, old[int(random.integers(len(old)))])]
        if self._happens("late", how.late, random):
            copies = [Copy(int(random.integers(how.late_ns + 1)), copy.pieces) for copy in copies]
        return copies

    def _random(self, receiver: str) -> np.random.Generator:
        if receiver not in self._randoms:
            self._randoms[receiver] = np.random.default_rng([self._seed, 1, zlib.crc32(receiver.encode())])
        return self._randoms[receiver]

    def _happens(self, what: str, chance: float, random: np.random.Generator) -> bool:
        if chance <= 0.0 or random.random() >= chance:
            return False
        self.done[what] += 1
        return True

    def _remember(self, parcel: Parcel) -> None:
        """Keep a sample of what was ever sent this way."""
        old = self._old.setdefault(_way(parcel), [])
        if len(old) < OLD_KEPT:
            old.append(parcel.pieces)
        else:
            old[int(self._random(parcel.receiver).integers(OLD_KEPT))] = parcel.pieces


def _of(kind: type[Kind], faults: Sequence[Fault]) -> list[Kind]:
    return [fault for fault in faults if isinstance(fault, kind)]


def _way(parcel: Parcel) -> tuple[str, type]:
    return parcel.receiver, type(parcel.message)


def _damaged(pieces: tuple[bytes, ...], random: np.random.Generator) -> tuple[bytes, ...]:
    """Flip a bit anywhere, and one of the tag: as long as nothing is sealed, only that can be seen."""
    return tuple(_flipped(_flipped(piece, 0, random), len(piece) - TAG_BYTES, random) for piece in pieces)


def _flipped(piece: bytes, begin: int, random: np.random.Generator) -> bytes:
    at = int(random.integers(begin, len(piece)))
    return piece[:at] + bytes([piece[at] ^ 1 << int(random.integers(8))]) + piece[at + 1 :]
