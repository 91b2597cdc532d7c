"""Where every participant is reached: one table for a run, for all its processes, on one host or several.

tm, tc, image   one multicast group and port each; everybody sends and joins on its own host's interface
link            bridge and space segment, each on its own UDP port
device          the door of the handle, where a device's own program speaks to the haptics role
stream          one TCP server for each who receives streams; whoever has to say something connects
"""

import msgspec

from telemetry.agreed.participants import PARTICIPANTS, Participants, check

LOOPBACK = "127.0.0.1"


class Addresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All addresses of a run, by participant."""

    hosts: dict[str, str]  # IPv4 address of the interface that it uses
    streams: dict[str, int]  # TCP port of its server; of everybody who is in the run
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
