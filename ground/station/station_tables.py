"""The tables of a station file: which arm is operated, over which link, by which hosts.

name, mode             of the station; live or rehearsal
robot, scene           shipped ones, or files beside this one
[link]                 what is expected of the link, and its contact windows in UTC
[commanding] [margins] [hand]
[[check]]              what telemetry is checked against
[spacecraft]           the UDP addresses at which its packets go out and come in
[network] [[host]]     groups, ports and hosts of the station; without them everything is on this host
keys                   the folder of the key files
"""

import ipaddress
import itertools
from typing import Annotated, Literal

import msgspec

from predictor.model.data_checks import CheckRows
from telemetry.agreed.participants import PARTICIPANTS, Participant, Participants, PolledName
from telemetry.agreed.run_settings import COLLISION_METHOD, LOOKAHEAD_S, NS_PER_S, LinkPlan
from telemetry.files.settings import FILE_NAME, Table
from telemetry.life.clock import Utc, utc_ns_of
from telemetry.plan.hand_settings_table import HandSettingsTable
from telemetry.plan.plan_file import Delay, MarginsTable

SUPERVISOR = "supervisor"

PORTS = 64  # of a station, in a row
Port = Annotated[int, msgspec.Meta(ge=1024, le=65_536 - PORTS)]  # the first of them
Udp = Annotated[str, msgspec.Meta(max_length=21)]  # ADDRESS:PORT
Group = Annotated[str, msgspec.Meta(max_length=15)]
HostName = Annotated[str, msgspec.Meta(max_length=40, pattern=FILE_NAME)]


class StationLinkTable(Table, frozen=True, kw_only=True):
    """What is expected of the space link."""

    up_s: Delay  # delay from the ground to the spacecraft
    down_s: Delay  # delay back
    jitter_s: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 0.0  # of each packet, earlier or later
    telemetry_period_s: Annotated[float, msgspec.Meta(ge=0.02, le=5.0)] = 0.1  # between two reports
    windows: Annotated[tuple[tuple[Utc, Utc], ...], msgspec.Meta(min_length=1, max_length=100)]

    def __post_init__(self) -> None:
        """Refuse times of no zone, and windows that overlap or never open."""
        edges = [utc_ns_of(edge) for window in self.windows for edge in window]
        if any(a >= b for a, b in itertools.pairwise(edges)):
            raise ValueError("windows must be [opens, closes] pairs in ascending order")

    def plan(self, zero_ns: int) -> LinkPlan:
        """Return the same for a run whose time zero is an instant of UTC [ns since 1970]."""
        seconds = tuple(
            ((utc_ns_of(opens) - zero_ns) / NS_PER_S, (utc_ns_of(closes) - zero_ns) / NS_PER_S)
            for opens, closes in self.windows
        )
        return LinkPlan(
            up_s=self.up_s,
            down_s=self.down_s,
            windows_s=seconds,
            telemetry_period_s=self.telemetry_period_s,
            jitter_s=self.jitter_s,
        )


class StationCommandingTable(Table, frozen=True, kw_only=True):
    """How set-points are queued and released."""

    period_s: Annotated[float, msgspec.Meta(ge=0.05, le=2.0)] = 0.25  # between set-points
    depth: Annotated[int, msgspec.Meta(ge=2, le=40)] = 4  # n_d: periods that a set-point waits
    buffer_s: Annotated[float, msgspec.Meta(ge=0.05, le=10.0)] = 0.5  # that a set-point lies on board
    two_person: bool | None = None  # another person fires than arms; none: in mode live
    poll: tuple[PolledName, ...] = ()  # who all have to say GO before anything leaves
    lookahead_s: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = LOOKAHEAD_S  # 0: nobody looks ahead


class SpacecraftTable(Table, frozen=True, kw_only=True):
    """Where the spacecraft's packets go out and come in: one space packet in each UDP datagram."""

    tc: Udp  # ADDRESS:PORT to which telecommands are sent
    tm: Udp  # ADDRESS:PORT of this station at which telemetry is received


class GroupsTable(Table, frozen=True, kw_only=True):
    """The multicast groups of the station."""

    tm: Group = "239.192.70.1"  # telemetry
    tc: Group = "239.192.70.2"  # telecommands
    image: Group = "239.192.70.3"  # pictures


class NetworkTable(Table, frozen=True, kw_only=True):
    """Groups and ports of the station; the same on all its hosts."""

    first_port: Port = 19_000  # of 64 in a row
    ttl: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0  # of multicast; 0 stays on the host
    groups: GroupsTable = GroupsTable()  # all in 239.192.0.0/14, the organisation's own


class HostTable(Table, frozen=True, kw_only=True):
    """One host of the station."""

    name: HostName  # as `--host` names it
    interface: str  # IPv4 address of the interface by which its participants speak
    participants: tuple[str, ...] = ()  # that run here; of the first host, all that no other one has


class StationFile(Table, frozen=True, kw_only=True):
    """A station file."""

    name: Annotated[str, msgspec.Meta(max_length=40, pattern=FILE_NAME)]  # of run folders and recordings too
    mode: Literal["live", "rehearsal"]  # live: the arm is real
    robot: str  # a shipped one's name, or a file beside this one
    scene: str  # the same
    collision_method: str = COLLISION_METHOD  # as `farhand guide collision` names them
    keys: str = ""  # folder of key files (`farhand keys`), from here; empty: nothing is authenticated
    link: StationLinkTable  # to the spacecraft
    spacecraft: SpacecraftTable  # where it is reached
    commanding: StationCommandingTable = StationCommandingTable()  # queue and release
    margins: MarginsTable  # what clearance is required, and why
    hand: HandSettingsTable = HandSettingsTable()  # how a hand leads the arm
    check: CheckRows = ()  # what telemetry is checked against, beside what the robot file checks
    pictures: bool = False  # whether the spacecraft sends them
    network: NetworkTable = NetworkTable()  # groups and ports
    hosts: Annotated[tuple[HostTable, ...], msgspec.Meta(max_length=16)] = msgspec.field(
        name="host", default=()
    )  # none: everything on this host, on its loopback interface

    @property
    def participants(self) -> Participants:
        """The table of its participants: beside those of every run a supervisor for each further host."""
        more = (Participant(f"{SUPERVISOR}-{number}", SUPERVISOR) for number in range(2, len(self.hosts) + 1))
        return (*PARTICIPANTS, *more)

    @property
    def on_loopback(self) -> bool:
        """True if nothing leaves this host: neither of the ground segment, nor to the spacecraft."""
        interfaces = (host.interface for host in self.hosts)
        ends = (end.partition(":")[0] for end in (self.spacecraft.tc, self.spacecraft.tm))
        return self.network.ttl == 0 and all(
            ipaddress.IPv4Address(each).is_loopback for each in (*interfaces, *ends)
        )
