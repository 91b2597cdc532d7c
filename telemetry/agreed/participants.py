"""The participants of a run: each has a name of its own and plays a role; `Speakers` is that as one value.

    role          what a process does; routes are per role                          console
    participant   its identity in a run: addresses, stores, records, numbers are    console   console-2
                  per participant

A run's table of participants is part of its settings.  The place in it, from 1, is the participant's number
on the wire, so a table only ever grows at its end.

    launch file, settings of the run ---> Speakers --------> wire, reader, clients
                                             |-- proven ---> roles that open packets carried to them
    recording                             Speakers
                                             '-- on record -> readers of it, and roles that are run again

An observer receives all that a console receives, and can cause nothing but HOLD; it may also ask for what has
been.  An approver may besides say GO, let a held step go on, and fire what another has armed: a supervisor of
people, and commands no motion itself (`telemetry/wire/routes.py`).  Who has which of these roles is proven by
the key of its participant alone.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from telemetry.agreed.keys import UNSEALED, Keyring

CONSOLE = "console"  # a role, and the first of its participants
_OF_EVERY_RUN = (
    "bridge", "recorder", "predictor", "planner", "gate", "haptics", "operator", "space_segment",
    "image_monitor", "console", "supervisor", "replay", "hold", "person",
)  # fmt: skip
OBSERVER = "observer"
APPROVER = "approver"  # the second person; `supervisor` is the process that starts the others
DEVICE = "device"  # a handle that a program of its own drives; in real time it comes by the `device_door`
ROLES = (*_OF_EVERY_RUN, OBSERVER, DEVICE, APPROVER)
SEATS = {  # roles of those who sit at a screen, and what the key of one may do there
    CONSOLE: "HOLD, GO; with the lease motion, and ARM and FIRE of what is critical",
    APPROVER: "HOLD, GO, FIRE of what another has armed, the release of a held step; no motion",
    OBSERVER: "HOLD alone",
}
GATE = "gate"
RECORDER = "recorder"
SPACECRAFT = "spacecraft"  # at the far end of the space link
SECOND_UPLINK = "second_uplink"  # sends up the second copy of a HOLD
REPLAY = "replay"  # a role, and the mode of the bus on which it speaks

_NAME = re.compile(r"[a-z][a-z0-9_-]*")  # also of files


PolledName = Literal[  # of who can be asked for GO before anything leaves
    "console", "console-2", "console-3", "approver", "approver-2",
    "operator", "person", "planner", "predictor",
]  # fmt: skip


class Participant(NamedTuple):
    """One row of the table."""

    name: str
    role: str


Participants = tuple[Participant, ...]

PARTICIPANTS: Participants = (
    *(Participant(role, role) for role in _OF_EVERY_RUN),
    Participant("console-2", CONSOLE),  # places for further screens
    Participant("console-3", CONSOLE),
    Participant(SPACECRAFT, "space_segment"),
    Participant(SECOND_UPLINK, "space_segment"),
    Participant("observer", OBSERVER),  # places for who looks on
    Participant("observer-2", OBSERVER),
    Participant("observer-3", OBSERVER),
    Participant(DEVICE, DEVICE),
    Participant("approver", APPROVER),  # places for who approves
    Participant("approver-2", APPROVER),
)


def role_of(name: str, participants: Participants = PARTICIPANTS) -> str:
    """Return the role that a participant plays; ValueError: no participant has this name."""
    return participants[number_of(name, participants) - 1].role


def number_of(name: str, participants: Participants = PARTICIPANTS) -> int:
    """Return a participant's number on the wire, from 1; ValueError: no participant has this name."""
    names = [participant.name for participant in participants]
    if name not in names:
        raise ValueError(f"unknown participant {name!r}; participants: {', '.join(names)}")
    return names.index(name) + 1


def playing(roles: Iterable[str], participants: Participants = PARTICIPANTS) -> tuple[str, ...]:
    """Return the names of all participants that play one of these roles, in the order of the table."""
    wanted = frozenset(roles)
    return tuple(participant.name for participant in participants if participant.role in wanted)


def check(participants: Participants) -> None:
    """Refuse an unknown role, a name that no file could have, and a name that stands twice.

    Raises:
        ValueError: the table has one.
    """
    for place, (name, role) in enumerate(participants):
        if role not in ROLES:
            raise ValueError(
                f"participant {name!r} plays the unknown role {role!r}; known: {', '.join(ROLES)}"
            )
        if not _NAME.fullmatch(name):
            raise ValueError(f"participant {name!r}: a name has small letters, digits, - and _ only")
        if name in (earlier.name for earlier in participants[:place]):
            raise ValueError(f"participant {name!r} stands in the table twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """The speakers of one run: the mode, run id, participants and keys by which packets are accepted."""

    mode: str = "rehearsal"
    run_id: str | None = ""  # None: any run
    participants: Participants = PARTICIPANTS
    keys: Keyring | None = UNSEALED  # of who speaks or receives; None: nothing is proven here
    places: Mapping[str, str] = field(default_factory=dict)  # address of each group
    has_passes: bool = False  # the space link is sealed under the keys of passes, not of the run
    pass_peer: str = ""  # in a pass, who is at the other end of it

    @property
    def proven(self) -> "Speakers":
        """The same for a role, which receives only what was proven as it came, and has no keys."""
        return replace(self, keys=None)

    @property
    def on_record(self) -> "Speakers":
        """The same for reading a recording: of any run, and proven by the receivers of that time."""
        return replace(self, run_id=None, keys=None)


REHEARSING = Speakers()  # in a run without a name, by the table of participants that every run can have
