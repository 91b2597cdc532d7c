"""Where every role is reached: one table for a run, the same for all its processes, on one host or several.

tm, tc, image   one multicast group and port each; every role sends and joins on its own host's interface
link            bridge and space segment, each on its own UDP port
stream          one TCP server for each role that receives streams; whoever has to say something connects
"""

import msgspec

from telemetry.wire.routes import ROLES

LOOPBACK = "127.0.0.1"


class Addresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All addresses of a run."""

    hosts: dict[str, str]  # role -> IPv4 address of the interface it uses
    streams: dict[str, int]  # role -> TCP port of its server
    link_ports: dict[str, int]  # bridge, space_segment -> UDP port
    groups: dict[str, str]  # tm, tc, image -> multicast group
    group_ports: dict[str, int]
    ttl: int = 0  # of multicast: 0 stays on the host

    def host(self, role: str) -> str:
        """Return the address of the interface that a role uses."""
        return self.hosts.get(role, LOOPBACK)


class Launch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one process of a run is told: the file that its command line names."""

    role: str
    factory: str  # package.module:build
    settings_type: str  # package.module:Class, of what the factory takes
    settings: msgspec.Raw  # JSON
    roles: tuple[str, ...]  # that this run has
    addresses: Addresses
    epoch_ns: int  # monotonic clock of the host at time zero of the run
    seed: int
    folder: str  # the run folder: logs, stores, recording
    run_id: str = ""  # what is said in another run is not heard
    mode: str = "rehearsal"
    niceness: int = 0  # of the process, 0 to 19: what may wait gives way to what must be punctual

    def __post_init__(self) -> None:
        """Refuse a role that nobody knows."""
        if self.role not in ROLES:
            raise ValueError(f"unknown role {self.role!r}; known are {', '.join(ROLES)}")
