"""The launch file of one process, and in it the addresses of every participant of the run.

    tm, tc, image   one multicast group and port each; senders and receivers use their own host's interface
    link            bridge and space segment, each on its own UDP port
    device          the door of the handle, where a device's own program speaks to the haptics role
    stream          one TCP server for each receiver of streams; senders connect to it

The table of addresses is the same for all processes of a run, on one host or several.
"""

import msgspec

from telemetry.agreed.participants import PARTICIPANTS, Participants, Speakers, check, number_of, role_of

LOOPBACK = "127.0.0.1"


class Addresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All addresses of a run, by participant."""

    hosts: dict[str, str]  # IPv4 address of the interface that it uses
    streams: dict[str, int]  # TCP port of its server; of every participant that is in the run
    link_ports: dict[str, int]  # UDP port of each end of the link, by role
    groups: dict[str, str]  # tm, tc, image -> multicast group
    group_ports: dict[str, int]
    device_port: int = 0  # TCP and UDP port of the handle's door, on its own host alone; 0: there is no door
    ttl: int = 0  # of multicast: 0 stays on the host
    participants: Participants = PARTICIPANTS  # of the run, in it or not

    def __post_init__(self) -> None:
        """Refuse a table that cannot be."""
        check(self.participants)

    def host(self, participant: str) -> str:
        """Return the address of the interface that a participant uses."""
        return self.hosts.get(participant, LOOPBACK)


LIVE = "live"


class Launch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one process of a run is given."""

    participant: str
    settings: msgspec.Raw  # JSON, of the type that its role takes
    addresses: Addresses
    seed: int
    folder: str  # the run folder: time zero, logs, stores, recording
    run_id: str = ""  # packets of another run are refused
    mode: str = "rehearsal"
    niceness: int = 0  # of the process, 0 to 19: what may wait gives way to what must be punctual
    faults: tuple[msgspec.Raw, ...] = ()  # of all participants, as JSON that only `installed.SEAMS` reads

    def __post_init__(self) -> None:
        """Refuse a participant that is not of the run, and faults where something flies."""
        number_of(self.participant, self.addresses.participants)
        if self.faults and self.mode == LIVE:
            raise ValueError(f"mode {LIVE} takes no faults: they are for rehearsals; leave `faults` empty")

    @property
    def speakers(self) -> Speakers:
        """The speakers of the run: mode, run id, participants and keys."""
        return Speakers(mode=self.mode, run_id=self.run_id, participants=self.addresses.participants)

    @property
    def role(self) -> str:
        """What the participant plays."""
        return role_of(self.participant, self.addresses.participants)
