"""What operating a station is: the plan of its run on one host (`ground.run.run_plan`).

    station file, host, instant of the beginning ---> the same settings on every host
        ---> the participants of this host, with the addresses of all ---> RunPlan

Hosts agree without speaking to one another first: the beginning is the run's time zero, an instant of UTC,
and the run's id is made of it and the station's name.  Each host resolves the settings from its own files;
the configuration hash shows whether they are the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.console.facts.settings import (
    ConsoleSettings,
    Surroundings,
    approvers,
    consoles,
    observers,
    with_around,
    with_plans,
)
from ground.run.kept.known_runs import runs_folder
from ground.run.kept.recorded_run import about_run
from ground.run.kept.run_folder import make_folder
from ground.run.kept.usage_error import UsageError
from ground.run.run_plan import FAR_END, RunPlan, flight_plan, ground_segment, supervision
from ground.run.station import resolved
from ground.scenario.preflight import check_base, checked_world
from ground.station.key_parts import home_of, names_at
from ground.station.station_file import read_station, run_station
from ground.station.station_tables import SUPERVISOR, HostTable, StationFile
from telemetry.agreed.participants import number_of
from telemetry.agreed.run_settings import NS_PER_S, LinkPlan, RunSettings
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError, nearest, read_file, read_json
from telemetry.keys.key_folder import place_in_use
from telemetry.keys.set_folder import KeyPlace, OwnKeys
from telemetry.life.clock import utc_ns, utc_stamp
from telemetry.life.contract import RoleSpec
from telemetry.network.launch import LOOPBACK, Addresses, FarSpacecraft, Launch, UdpAddress
from telemetry.recording.records.record import About
from telemetry.wire.routes import GROUPS, LINK_ENDS

ADAPTER = "ground.station.adapter_role:build"
STATION_FILE = "station.toml"  # among the files of a recording
UNAUTHENTICATED = "--unauthenticated-network-in-rehearsal"
FIRST_STREAM = 8  # ports from the station's first: groups 0 to 2, the link's ends, the handle; streams


class Asked(NamedTuple):
    """How a station is to be operated."""

    path: Path
    host: str | None  # by its name; None: the only one
    begin_ns: int | None  # time zero, since 1970; None: this second
    unauthenticated: bool  # a network of others is used without keys, in mode rehearsal


class Operation(NamedTuple):
    """A station that is ready to be operated from one host."""

    station: StationFile
    run: RunSettings
    plan: RunPlan


def operation(asked: Asked, *, with_console: bool) -> Operation:
    """Return what operating a station from this host is.

    Raises:
        FileError: the station file, its robot or scene cannot be used; no contact window is left.
        SafetyError: it would not be safe.
        UsageError: the host that is meant is not named, or is none of the station's.
    """
    station = read_station(asked.path)
    check_authenticated(asked.path, station, is_waived=asked.unauthenticated)
    host, begin_ns = _host(station, asked.host), asked.begin_ns or utc_ns() // NS_PER_S * NS_PER_S
    if asked.begin_ns is None and len(station.hosts) > 1:
        raise UsageError("the station has several hosts; add --begin UTC, the same instant on each")
    check_windows(asked.path, station, max(begin_ns, utc_ns()))
    keys = _keys(station, host) if station.keys else None
    name = f"{station.name}-{utc_stamp(begin_ns)}"
    run = resolved(run_station(station, begin_ns), run_id=name)
    looking_on = [*observers(run), *approvers(run)]
    everybody = [*_flying(station, run), *consoles(run, person_flies=True), *looking_on]
    here = [spec for spec in everybody if home_of(spec.participant, station) == host]
    screens = [spec.participant for spec in here if isinstance(spec.settings, ConsoleSettings)]
    plan = flight_plan(
        make_folder(runs_folder(), name if host is None else f"{name}-{host.name}"),
        run,
        here,
        later=screens[1:] if with_console else screens,
        about=_about(run, asked.path, begin_ns),
    )
    around = Surroundings(cameras=None if station.pictures else ())
    plan = replace(
        plan,
        specs=with_plans(with_around(plan.specs, around), plan.folder.plans),
        addresses=_addresses(station, everybody, run.link),
        zero_utc_ns=begin_ns,
        station_keys=keys,
        is_unsealed=not station.keys,
    )
    return Operation(station, run, plan)


def _keys(station: StationFile, host: HostTable | None) -> KeyPlace:
    """Return the set in use; SafetyError: a key of this host may not be used, or is missing."""
    place = place_in_use(Path(station.keys), station.name)
    own = OwnKeys(place=place, mode=station.mode, participants=station.participants)
    own.check(names_at(host, station))
    return place


def _about(run: RunSettings, path: Path, begin_ns: int) -> About:
    files = {STATION_FILE: read_file(path)}
    return about_run(run, name=run.station, files=files, begun=utc_stamp(begin_ns))


def check_authenticated(path: Path, station: StationFile, *, is_waived: bool) -> None:
    """Refuse a station that anybody on its network could command.

    Raises:
        SafetyError: anybody on its network could.
    """
    if station.keys:
        return
    cure = "make a set with `farhand keys new` and name its folder"
    if station.mode == "live":
        also = f"; {UNAUTHENTICATED} is for mode rehearsal" if is_waived else ""
        raise SafetyError(path, "keys", f"is missing: mode live takes nothing unauthenticated; {cure}{also}")
    if not station.on_loopback and not is_waived:
        raise SafetyError(path, "keys", f"is missing, and the network is not this host's alone; {cure}")


def check_windows(path: Path, station: StationFile, from_ns: int) -> None:
    """Refuse a station without a contact window after an instant of UTC [ns since 1970].

    Raises:
        FileError: it has none.
    """
    if station.link.plan(from_ns).windows_s[-1][1] <= 0.0:
        raise FileError(path, "link.windows", "are all past: write the next contact windows")


def check_model(path: str, launch: str) -> None:
    """Check that arm and scene fit one another, which compiles kernels.

    Raises:
        FileError: they do not, or a margin is missing.
    """
    run = msgspec.json.decode(read_json(launch, Launch).settings, type=RunSettings)
    check_base(path, run, checked_world(run))


def _host(station: StationFile, name: str | None) -> HostTable | None:
    """Return the host that is meant; None: the station names none, so it is this one."""
    names = [host.name for host in station.hosts]
    if name is None and len(names) > 1:
        raise UsageError(f"the station has several hosts; add --host NAME, one of: {', '.join(names)}")
    if name is not None and name not in names:
        raise UsageError(f"--host {name}: no such host of the station{nearest(name, names)}")
    return next((host for host in station.hosts if name in (None, host.name)), None)


def _flying(station: StationFile, run: RunSettings) -> list[RoleSpec]:
    """Return what flies on all hosts, with a supervisor for each."""
    adapter = RoleSpec(FAR_END, ADAPTER, run)
    watching = [row.name for row in station.participants if row.role == SUPERVISOR]
    return [
        *ground_segment(run, adapter, cameras=station.pictures),
        *(supervision(run, name) for name in watching),
    ]


def _addresses(station: StationFile, specs: Sequence[RoleSpec], link: LinkPlan) -> Addresses:
    network, table = station.network, station.participants
    first, names = network.first_port, [spec.participant for spec in specs]
    homes = {name: home_of(name, station) for name in names}
    return Addresses(
        hosts={name: home.interface if home else LOOPBACK for name, home in homes.items()},
        streams={name: first + FIRST_STREAM + number_of(name, table) - 1 for name in names},
        link_ports={end: first + len(GROUPS) + place for place, end in enumerate(sorted(LINK_ENDS))},
        groups=msgspec.structs.asdict(network.groups),
        group_ports={carrier: first + place for place, carrier in enumerate(GROUPS)},
        device_port=first + len(GROUPS) + len(LINK_ENDS),
        ttl=network.ttl,
        has_passes=True,
        participants=table,
        spacecraft=FarSpacecraft(
            tc=UdpAddress.parse(station.spacecraft.tc),
            tm=UdpAddress.parse(station.spacecraft.tm),
            link=link,
        ),
    )
