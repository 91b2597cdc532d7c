"""Which host of a station has which keys: each those of its participants, all of the ground that of HOLD.

    new set ---> part of each host on the ground, and of the spacecraft ---> installed there, by itself

The keys of a host are seen by no other one, but for the moment in which somebody carries them there.
"""

from collections.abc import Mapping
from pathlib import Path

from ground.run.run_plan import FAR_END
from ground.station.station_tables import SUPERVISOR, HostTable, StationFile
from telemetry.agreed.participants import SECOND_UPLINK, SPACECRAFT
from telemetry.keys.key_file import KeyFile, write_key
from telemetry.keys.set_folder import SetOf, key_path

GROUND = "ground"  # the host of a station that names none
HOLD = "hold"  # is sent from any host

Parts = dict[str, list[KeyFile]]  # by host, and by `SPACECRAFT`


def home_of(participant: str, station: StationFile) -> HostTable | None:
    """Return the host of a participant: the one that names it, else the first; None: there are none.

    The second uplink speaks in the process of the adapter.
    """
    hosts, participant = station.hosts, FAR_END if participant == SECOND_UPLINK else participant
    if participant.startswith(f"{SUPERVISOR}-"):
        return hosts[int(participant.rpartition("-")[2]) - 1]
    return next((host for host in hosts if participant in host.participants), hosts[0] if hosts else None)


def names_at(host: HostTable | None, station: StationFile) -> list[str]:
    """Return whose keys a host of the ground has; None: the only one."""
    others = [row.name for row in station.participants if row.name not in (HOLD, SPACECRAFT)]
    return [HOLD, *(name for name in others if home_of(name, station) == host)]


def set_of(station: StationFile, *, is_confidential: bool, expires_ns: int) -> SetOf:
    """Return what a key set of a station is for."""
    return SetOf(
        scope=station.name,
        mode=station.mode,
        participants=station.participants,
        is_confidential=is_confidential,
        expires_ns=expires_ns,
    )


def parts_of(station: StationFile, files: Mapping[str, KeyFile]) -> Parts:
    """Return which of the files of a set each host gets."""
    hosts = station.hosts or (None,)
    parts = {host.name if host else GROUND: names_at(host, station) for host in hosts}
    own = {host: [files[name] for name in names] for host, names in parts.items()}
    return {**own, SPACECRAFT: [files[SPACECRAFT]]}


def write_parcel(keys: Path, host: str, files: list[KeyFile]) -> Path:
    """Write the keys that somebody carries to another host, and return their folder.

    Raises:
        OSError: they cannot be written.
    """
    folder = keys / f"for-{host}-{files[0].key_id:04X}"
    folder.mkdir(mode=0o700, exist_ok=True)
    for content in files:
        write_key(key_path(folder, content.participant), content)
    return folder
