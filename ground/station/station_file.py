"""Read a station file, and check what its tables alone cannot: `ground.station.station_tables`.

What only a rehearsal of a scenario has is no key of a station, and whoever writes one is told why.
"""

import ipaddress
import tomllib
from pathlib import Path

import msgspec

from ground.run.joined_checks import joined_checks
from ground.run.station import Station
from ground.scenario.preflight import check_collision, check_jitter
from ground.scenario.scenario_files import part_path
from ground.station.station_tables import SUPERVISOR, StationFile
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.participants import PARTICIPANTS
from telemetry.agreed.run_settings import Commanding
from telemetry.files.problems import Problems
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError, parse_toml, read_file
from telemetry.network.launch import LOOPBACK, UdpAddress

NOT_HERE = {  # keys that a scenario has, and what a station says to them
    **dict.fromkeys(
        ("truth", "fault", "seed", "act", "operator", "expect", "start", "start_q_deg", "duration_s"),
        "is a rehearsal's of a scenario; a station knows nothing of it: take it out",
    ),
    "commanding.policy": "compares in a rehearsal (refill, unchecked); a station has the watermark alone",
    "commanding.planner_latency_s": "is virtual time's: take it out",
    "link.loss": "is a simulated link's: take it out",
    "link.windows_s": "counts from a rehearsal's start; write windows, in UTC: [[2026-11-24T10:00:00Z, ...]]",
}


def read_station(path: Path) -> StationFile:
    """Read a station file; robot and scene become paths.

    Raises:
        FileError: it cannot be used: file, key, what is allowed, the nearest valid key.
        SafetyError: it asks for what a station has not.
    """
    content = read_file(path)
    _refuse_a_rehearsals(path, content)
    station = parse_toml(content, StationFile, path)
    problems = Problems()
    with problems:
        check_collision(path, station.collision_method)
    with problems:
        timing = station.commanding
        check_jitter(path, station.link.jitter_s, period_s=timing.period_s, buffer_s=timing.buffer_s)
    for key, address in msgspec.structs.asdict(station.spacecraft).items():
        with problems:
            _check_address(path, f"spacecraft.{key}", address)
    with problems:
        _check_network(path, station)
    problems.raise_if_any()
    robot, scene = part_path(path, "robot", station.robot), part_path(path, "scene", station.scene)
    joined_checks(read_robot(robot), station.check, path)
    read_scene(scene)
    keys = str((path.parent / station.keys).resolve()) if station.keys else ""
    return msgspec.structs.replace(station, robot=str(robot), scene=str(scene), keys=keys)


def run_station(file: StationFile, zero_ns: int) -> Station:
    """Return the station of a run whose time zero is an instant of UTC [ns since 1970]."""
    timing = file.commanding
    return Station(
        name=file.name,
        mode=file.mode,
        robot_file=file.robot,
        scene_file=file.scene,
        collision_method=file.collision_method,
        commanding=Commanding(
            period_s=timing.period_s,
            depth=timing.depth,
            buffer_s=timing.buffer_s,
            policy="watermark",
            lookahead_s=timing.lookahead_s,
            two_person=file.mode == "live" if timing.two_person is None else timing.two_person,
            poll=timing.poll,
        ),
        link=file.link.plan(zero_ns),
        margins=file.margins.budget(),
        participants=file.participants,
        hand=file.hand.settings({}),
        checks=file.check,
        has_passes=True,
    )


def _refuse_a_rehearsals(path: Path, content: bytes) -> None:
    """Refuse a key that only a rehearsal has, by its own line, before any other mistake is named."""
    try:
        tables = tomllib.loads(content.decode())
    except ValueError:
        return  # who reads it refuses it
    for key, problem in NOT_HERE.items():
        table, _, name = key.rpartition(".")
        within = tables.get(table) if table else tables
        if isinstance(within, dict) and name in within:
            raise SafetyError(path, key, problem)


def _check_address(path: Path, where: str, text: str) -> None:
    try:
        UdpAddress.parse(text)
    except ValueError as error:
        raise FileError(path, where, f"must be ADDRESS:PORT, as {LOOPBACK}:10025 ({error})") from None


def _check_network(path: Path, station: StationFile) -> None:
    """Refuse hosts without a network, addresses that are none, and participants of two hosts or none."""
    for key, group in msgspec.structs.asdict(station.network.groups).items():
        if not _is_administrative(group):
            raise FileError(path, f"network.groups.{key}", "must be a group within 239.192.0.0/14")
    seen: set[str] = set()
    for number, host in enumerate(station.hosts):
        where = f"host[{number}]"
        try:
            ipaddress.IPv4Address(host.interface)
        except ValueError:
            raise FileError(path, f"{where}.interface", "must be an IPv4 address of this host") from None
        for name in (host.name, *host.participants):
            if name in seen:
                raise FileError(path, where, f"{name!r} stands there twice")
            seen.add(name)
        unknown = set(host.participants) - {participant.name for participant in PARTICIPANTS} | (
            {SUPERVISOR} & set(host.participants)
        )
        if unknown:
            raise FileError(path, f"{where}.participants", f"{min(unknown)!r} is none that a host can have")


def _is_administrative(group: str) -> bool:
    try:
        return ipaddress.IPv4Address(group) in ipaddress.IPv4Network("239.192.0.0/14")
    except ValueError:
        return False
