"""The contract between a role and whatever drives it.

A role is a plain object without sockets, files, clock, threads or screen.  It says when it wants the next
tick, and answers messages and ticks with effects, which its driver carries out in order:

    driver --- receive(message, sender, now_ns) -> role --- effects ---> driver
           --- tick(now_ns) -------------------->

    Send(message)              onto the bus
    Persist(key, record)       durable before anything after it in the list; on failure the rest of the list
                               is dropped and the role receives `PersistFailed`
    Work(function, arguments)  what takes longer than 5 ms; its value comes back as `WorkDone`
    End()                      nothing more is to be done: the driver ends the role

A role that outlives its supervisor receives `Orphaned` (`telemetry.hold.orphan`); an end of the space link
to a spacecraft that is elsewhere, `PassState`; who probes HOLD's ways, `WayState`.

A message comes with the name of its sender, by its bytes: authority rests on that, never on a name inside the
message.  Inputs that the driver itself makes (results, failures) come from `DRIVER`.

Two drivers exist: `telemetry.drive.virtual_time` and the real-time runtime.  A role cannot tell them apart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
import numpy as np

from telemetry.agreed.keys import Keyring
from telemetry.life.boot import Boot
from telemetry.messages.base import Message

NEVER_NS = 2**62  # due_ns of a role that wants no tick
DRIVER = ""  # the sender of what did not come off the bus


@dataclass(frozen=True, slots=True)
class Send:
    """Put a message on the bus; its route says which roles receive it."""

    message: Message
    to: str = ""  # only this participant of them; empty: everybody who plays one of them


@dataclass(frozen=True, slots=True)
class Persist:
    """Append a record to the role's own log `key`, durable before the next effect."""

    key: str
    record: bytes
    seal: bytes = b""  # behind it: what only the holder of a key can make; with one the record goes on record


@dataclass(frozen=True, slots=True)
class Work:
    """Run a module-level function away from the role; `name` comes back with its value."""

    name: str
    function: Callable[..., object]
    arguments: tuple[object, ...]


class WorkDone(msgspec.Struct, frozen=True, tag="WorkDone", tag_field="told"):
    """What a `Work` returned; never on the wire."""

    name: str
    value: Any


class PersistFailed(msgspec.Struct, frozen=True, tag="PersistFailed", tag_field="told"):
    """A record could not be made durable, and the effects after it were dropped; never on the wire."""

    key: str
    reason: str
    record: bytes = b""  # that was not written, without its seal


@dataclass(frozen=True, slots=True)
class End:
    """The role has done what it was there for; its process ends in order."""


class Orphaned(msgspec.Struct, frozen=True, tag="Orphaned", tag_field="told"):
    """The supervisor of this process is gone; never on the wire."""


class PassState(msgspec.Struct, frozen=True, kw_only=True, tag="PassState", tag_field="told"):
    """How far a pass with a spacecraft that is elsewhere is agreed; never on the wire."""

    pass_id: str
    state: Literal["waiting", "asking", "agreed", "given up"]  # waiting: for a contact window
    trial: int  # of this start, from 1; 0: nothing has been sent
    trials: int  # after which it is given up
    stands: bool  # keys are agreed: what is sent can be opened
    round_trip: float | None  # of the answer [s]; None: there was none


Way = Literal["never connected", "refused", "silent", "connected", "gone"]


class WayState(msgspec.Struct, frozen=True, kw_only=True, tag="WayState", tag_field="told"):
    """How the connection to a receiver of HOLD stands, to whoever probes it; never on the wire."""

    receiver: str
    state: Way
    why: str = ""  # it was refused at the greeting


Effect = Send | Persist | Work | End
DriverInput = WorkDone | PersistFailed | Orphaned | PassState | WayState
Input = Message | DriverInput
Effects = Iterable[Effect]


class Role(Protocol):
    """What every driver can run."""

    due_ns: int  # the next instant at which the role wants a tick

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Handle one input, with the name of its sender."""
        ...

    def tick(self, now_ns: int) -> Effects:
        """Do what is due; moves `due_ns` forward."""
        ...


class Unreadable(NamedTuple):
    """How much of a log cannot be read."""

    octets: int  # that hold no whole record
    at_end: bool  # also behind the last whole record: it may not be the last that was written


Rings = Mapping[str, Keyring]
UNSEALED_RINGS: Rings = {}


class Logs(Protocol):
    """What is durable for one participant: append-only logs of records by key."""

    def records(self, key: str) -> list[bytes]:
        """Return the whole records of a log, oldest first."""
        ...

    def unreadable(self, key: str) -> Unreadable:
        """Return how much of a log holds no whole record."""
        ...


class Store(Logs, Protocol):
    """What a role finds when it is made."""

    boot: Boot  # where the life that begins now counts from, for what it says in another's name
    keys: (
        Rings  # by participant, of those whose packets or log the role itself seals; none: nothing is sealed
    )

    def zero_utc_ns(self) -> int | None:
        """Return the UTC of the run's time zero [ns since 1970]; None: it has not come."""
        ...


class Build(Protocol):
    """A role's factory; `settings` is annotated with the type that it takes."""

    def __call__(self, settings: Any, store: Store, rng: np.random.Generator) -> Role:
        """Make the role: idle, disarmed, and needing nothing but what it is given."""
        ...


class RoleSpec(NamedTuple):
    """One line of the list that both drivers take: a participant, its role and the settings.

    Its role stands in the run's table of participants.
    """

    participant: str
    role: str  # an installed one (`telemetry.drive.installed`); in code also the place of one's own
    settings: Any
