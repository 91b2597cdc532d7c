"""What the drivers ask of a scenario's faults: the seams of all participants, and the ends of their lives.

    virtual time   `VirtualTime.seams`, and whoever runs it kills and starts
    real time      each launch file carries the faults as they are written; `build` makes the seams of its
                   process of them, and the supervisor kills

What becomes of each message to a receiver is drawn from that receiver's own random stream, so that a list and
a seed do the same in both drivers.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

import msgspec

from ground.faults.any_fault import GroundFault, JointFault, SpaceFault, kind_of
from ground.faults.chances import Chances
from ground.faults.consequences import Explained
from ground.faults.faults import Fault
from telemetry.drive.seams import Copy, LifeChange, Parcel, Seams, StoreFault

WAITS_NS = 1_000_000_000  # what has waited longer for one that is frozen is not delivered any more

FAULT_KINDS: dict[str, type[Fault]] = {kind_of(kind): kind for kind in get_args(Fault)}
# What the kinds explain of which the far end tells the record when they begin and end.
EXPLAINED_BY: dict[str, Explained] = {
    name: kind.explained for name, kind in FAULT_KINDS.items() if issubclass(kind, SpaceFault | JointFault)
}
JOINT_FAULTS = tuple(name for name, kind in FAULT_KINDS.items() if issubclass(kind, JointFault))


def build(faults: Sequence[msgspec.Raw], seed: int) -> Seams:
    """Return the seams of the faults of a launch file.

    Raises:
        ValidationError: one of them is none.
    """
    return seams_of([msgspec.json.decode(fault, type=Fault) for fault in faults], seed)


def seams_of(faults: Iterable[Fault], seed: int) -> Seams:
    """Return the seams of the faults that befall the ground; without any there is no trouble."""
    given = on_ground(faults)
    return FaultSeams(given, seed) if given else Seams()


def on_ground(faults: Iterable[Fault]) -> tuple[GroundFault, ...]:
    """Return the faults that befall a participant."""
    return tuple(fault for fault in faults if isinstance(fault, GroundFault))


def encoded(faults: Iterable[Fault]) -> tuple[msgspec.Raw, ...]:
    """Return the faults that befall a participant as launch files carry them, for `build`."""
    return tuple(msgspec.Raw(msgspec.json.encode(fault)) for fault in on_ground(faults))


def changes(faults: Iterable[Fault]) -> tuple[LifeChange, ...]:
    """Return when each participant dies and comes back."""
    return tuple(change for fault in on_ground(faults) for change in fault.changes())


class FaultSeams(Seams):
    """A list of faults, ready for a driver."""

    def __init__(self, faults: Iterable[GroundFault], seed: int) -> None:
        """Take the list; every chance is drawn from `seed`."""
        self.done: Counter[str] = Counter()  # what was done to messages, so that a test sees that it was
        self._seed = seed
        self._faults: dict[str, list[GroundFault]] = {}
        for fault in faults:
            self._faults.setdefault(fault.participant, []).append(fault)
        self._chances: dict[str, Chances] = {}  # by receiver
        self._writes_until_ns: dict[str, int] = {}

    def copies(self, parcel: Parcel, now_ns: int) -> Sequence[Copy]:
        """Disturb a message; what waits longer than a second for a frozen receiver is lost."""
        receiver = parcel.receiver
        waits_ns = self._thaws_ns(receiver, now_ns) - now_ns
        copies = [] if waits_ns > WAITS_NS else [Copy(0, parcel.pieces)]
        for fault in self._of(receiver):
            copies = fault.disturbed(copies, parcel, now_ns=now_ns, chances=self._drawn_for(receiver))
        return copies

    def clock_ns(self, participant: str, now_ns: int) -> int:
        """Return the participant's clock, with every step so far."""
        return now_ns + sum(fault.ahead_ns(now_ns) for fault in self._of(participant))

    def resumes_ns(self, participant: str, now_ns: int) -> int:
        """Return when it goes on: not before it is thawed, and has written."""
        return max(self._thaws_ns(participant, now_ns), self._writes_until_ns.get(participant, now_ns))

    def write_delay_ns(self, participant: str, now_ns: int) -> int:
        """Let a slow disk take its time, in which the participant stands still."""
        wait_ns = max((fault.write_delay_ns(now_ns) for fault in self._of(participant)), default=0)
        if wait_ns:
            self._writes_until_ns[participant] = now_ns + wait_ns
        return wait_ns

    def store_fault(self, participant: str, now_ns: int) -> StoreFault | None:
        """Return what the first of the faults does that its disk has now."""
        return next(filter(None, (fault.store_fault(now_ns) for fault in self._of(participant))), None)

    def _of(self, participant: str) -> Sequence[GroundFault]:
        return self._faults.get(participant, ())

    def _thaws_ns(self, participant: str, now_ns: int) -> int:
        return max((fault.resumes_ns(now_ns) for fault in self._of(participant)), default=now_ns)

    def _drawn_for(self, receiver: str) -> Chances:
        if receiver not in self._chances:
            stream = [self._seed, 1, zlib.crc32(receiver.encode())]
            self._chances[receiver] = Chances(stream, self.done)
        return self._chances[receiver]
