"""The launch file of one process, and in it the addresses of every participant of the run.

    tm, tc, image   one multicast group and port each; senders and receivers use their own host's interface
    link            bridge and space segment, each on its own UDP port
    device          the door of the handle, where a device's own program speaks to the haptics role
    stream          one TCP server for each receiver of streams; senders connect to it

    spacecraft      a real station's: where its packets go out and come in, one in each UDP datagram

The table of addresses is the same for all processes of a run, on one host or several.
"""

import ipaddress

import msgspec

from telemetry.agreed.participants import PARTICIPANTS, Participants, Speakers, check, number_of, role_of
from telemetry.agreed.run_settings import LinkPlan
from telemetry.keys.set_folder import KeyPlace

LOOPBACK = "127.0.0.1"


class UdpAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where datagrams go to, or come in."""

    host: str  # IPv4 address
    port: int

    @classmethod
    def parse(cls, text: str) -> "UdpAddress":
        """Return ADDRESS:PORT as both; ValueError: it is none."""
        host, _, port = text.rpartition(":")
        if not 1 <= int(port) <= 65_535:
            raise ValueError(f"port {port} is not within 1 ... 65535")
        return cls(str(ipaddress.IPv4Address(host)), int(port))

    @property
    def pair(self) -> tuple[str, int]:
        """The same as sockets have it."""
        return self.host, self.port


class FarSpacecraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a spacecraft is reached that no process of the run simulates."""

    tc: UdpAddress  # to which its telecommands are sent
    tm: UdpAddress  # at which its telemetry comes in
    link: LinkPlan  # delays and windows in which the start of a pass can be answered


class Addresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All addresses of a run, by participant."""

    hosts: dict[str, str]  # IPv4 address of the interface that it uses
    streams: dict[str, int]  # TCP port of its server; of every participant that is in the run
    link_ports: dict[str, int]  # UDP port of each end of the link, by role
    groups: dict[str, str]  # tm, tc, image -> multicast group
    group_ports: dict[str, int]
    device_port: int = 0  # TCP and UDP port of the handle's door, on its own host alone; 0: there is no door
    ttl: int = 0  # of multicast: 0 stays on the host
    has_passes: bool = False  # the spacecraft is no part of the run: the space link is sealed by passes
    participants: Participants = PARTICIPANTS  # of the run, in it or not
    spacecraft: FarSpacecraft | None = None  # None: the far end of the link is a simulation

    def __post_init__(self) -> None:
        """Refuse a table that cannot be."""
        check(self.participants)

    @property
    def places(self) -> dict[str, str]:
        """The address of each group, as what is sealed for it names it."""
        return {carrier: f"{group}:{self.group_ports[carrier]}" for carrier, group in self.groups.items()}

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
    keys: KeyPlace | None  # where the process reads its own; None: nothing is proven, as somebody asked for
    niceness: int = 0  # of the process, 0 to 19: what may wait gives way to what must be punctual
    faults: tuple[msgspec.Raw, ...] = ()  # of all participants, as JSON that only `installed.SEAMS` reads

    def __post_init__(self) -> None:
        """Refuse a participant that is not of the run, and faults where something flies."""
        number_of(self.participant, self.addresses.participants)
        if self.faults and self.mode == LIVE:
            raise ValueError(f"mode {LIVE} takes no faults: they are for rehearsals; leave `faults` empty")
        if self.keys is None and self.mode == LIVE:
            raise ValueError(f"mode {LIVE} takes nothing that is not proven; name the folder of the keys")

    @property
    def speakers(self) -> Speakers:
        """The speakers of the run: mode, run id, participants and keys."""
        return Speakers(
            mode=self.mode,
            run_id=self.run_id,
            participants=self.addresses.participants,
            has_passes=self.addresses.has_passes,
            places=self.addresses.places,
        )

    @property
    def role(self) -> str:
        """What the participant plays."""
        return role_of(self.participant, self.addresses.participants)
