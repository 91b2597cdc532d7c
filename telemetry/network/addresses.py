"""Where every participant is reached: one table for a run, for all its processes, on one host or several.

tm, tc, image   one multicast group and port each; everybody sends and joins on its own host's interface
link            bridge and space segment, each on its own UDP port
stream          one TCP server for each who receives streams; whoever has to say something connects
"""

import msgspec

from telemetry.drive.faults import Fault
from telemetry.participants import PARTICIPANTS, Participants, check, number_of, role_of

LOOPBACK = "127.0.0.1"
LIVE = "live"


class Addresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All addresses of a run, by participant."""

    hosts: dict[str, str]  # IPv4 address of the interface that it uses
    streams: dict[str, int]  # TCP port of its server; of everybody who is in the run
    link_ports: dict[str, int]  # UDP port of each end of the link, by role
    groups: dict[str, str]  # tm, tc, image -> multicast group
    group_ports: dict[str, int]
    ttl: int = 0  # of multicast: 0 stays on the host
    participants: Participants = PARTICIPANTS  # of the run, in it or not

    def __post_init__(self) -> None:
        """Refuse a table that cannot be."""
        check(self.participants)

    def host(self, participant: str) -> str:
        """Return the address of the interface that a participant uses."""
        return self.hosts.get(participant, LOOPBACK)


class Launch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one process of a run is told: the file that its command line names."""

    participant: str
    factory: str  # package.module:build
    settings_type: str  # package.module:Class, of what the factory takes
    settings: msgspec.Raw  # JSON
    addresses: Addresses
    seed: int
    folder: str  # the run folder: time zero, logs, stores, recording
    run_id: str = ""  # what is said in another run is not heard
    mode: str = "rehearsal"
    niceness: int = 0  # of the process, 0 to 19: what may wait gives way to what must be punctual
    faults: tuple[Fault, ...] = ()  # of all participants, in time of the run; each process takes its own

    def __post_init__(self) -> None:
        """Refuse who is not of the run, and trouble where something flies."""
        for participant in (self.participant, *(fault.participant for fault in self.faults)):
            number_of(participant, self.addresses.participants)
        if self.faults and self.mode == LIVE:
            raise ValueError(f"mode {LIVE} takes no faults: they are for rehearsals; leave `faults` empty")

    @property
    def role(self) -> str:
        """What the participant plays."""
        return role_of(self.participant, self.addresses.participants)
