"""The audit's own account of a run: authority, signs of life, the queue, and where the arm was sent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ground.audit.law import Body, Law, Number, State

ARMS = ("ArmPlan", "ArmTeleop")
Key = TypeVar("Key")
Kept = TypeVar("Kept")


class Newest(dict[Key, Kept]):
    """What is kept of the newest only, in order of its first coming."""

    def __init__(self, most: int | None) -> None:
        """Keep at most so many; None: all."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, kept: Kept) -> None:
        """Keep one more, and let the oldest go for it."""
        super().__setitem__(key, kept)
        if self._most is not None and len(self) > self._most:
            del self[next(iter(self))]


class RecordPlace(NamedTuple):
    """A message or driver's record in a recording."""

    record: int
    channel: str
    number: int  # of its sender, or in the life of its receiver


class AuditFinding(NamedTuple):
    """A rule that was broken."""

    at_ns: int
    rule: str
    text: str
    place: RecordPlace | None = None  # None: nothing is recorded


class Armed(NamedTuple):
    """An arming that was accepted."""

    act: str
    participant: str
    at_ns: int


def no_delay_ns(at_ns: int) -> int:
    """Return how long a disk takes that never waits."""
    return 0


def same_clock_ns(at_ns: int) -> int:
    """Return what a clock shows that is the run's."""
    return at_ns


@dataclass(slots=True, kw_only=True, eq=False)
class Account:
    """What is known so far; each part of the audit keeps its own share of it, and reads the others'."""

    law: Law
    write_ns: Callable[[int], int] = (
        no_delay_ns  # a release is decided before its record, and leaves after it
    )
    gate_ns: Callable[[int], int] = same_clock_ns  # no distance can be kept that its own clock does not show
    kept: int | None = None  # newest commands that are looked up; None: all
    findings: list[AuditFinding] = field(default_factory=list)
    place: RecordPlace | None = None  # of what is looked at now
    released: int = 0

    # authority
    holder: str = ""
    lease_until_ns: int = 0
    armed: Armed | None = None
    held_by: str | None = None  # who pressed the HOLD that no resume has followed
    person_holds: bool = False

    # signs of life
    last_heard_ns: dict[str, int] = field(default_factory=dict)
    is_recording: bool = False
    is_pressed: bool = False  # the dead-man
    on_board: Body | None = None  # newest report that the gate believes
    reported_poses: tuple[tuple[float, ...], ...] = ()  # of the newest reports, whatever their clock says
    confirmed_ns: int | None = None  # since when the last release is known as executed, at rest

    # queue
    entries: Newest[Number, tuple[State, State]] = field(init=False)  # state, and the one before
    retreats: Newest[Number, None] = field(init=False)  # armed as a way out

    # what has left
    last: State | None = None
    last_ns: int | None = None
    commanded_q: tuple[float, ...] = ()  # of the last set-point or resume
    last_number: Number = (0, 0)  # of all that left
    unconfirmed: list[Number] = field(default_factory=list)  # neither executed nor known to be refused
    stop: list[State] = field(default_factory=list)  # samples that may leave now
    status_ns: int = 0  # the gate's newest word

    def __post_init__(self) -> None:
        """Begin with an empty queue."""
        self.entries, self.retreats = Newest(self.kept), Newest(self.kept)

    def find(self, at_ns: int, rule: str, text: str) -> None:
        """Note that a rule was broken."""
        self.findings.append(AuditFinding(at_ns, rule, text, self.place))

    def has_lease(self, participant: str, at_ns: int) -> bool:
        """Return whether a participant holds the lease."""
        return participant == self.holder and at_ns < self.lease_until_ns

    def restart_gate(self, *, keeps_store: bool) -> None:
        """Forget what a gate forgets that starts again."""
        self.person_holds = self.person_holds and keeps_store
        self.armed, self.holder = None, ""
        self.stop = []
        self.last_heard_ns = {}
        self.is_recording = self.is_pressed = False
