"""Checks of this machine as a host of a station: its interface, groups, ports, windows, UTC, keys."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from ground.doctor.host import Host
from ground.doctor.host_findings import Figures, Finding, doubtful, fine, wrong
from ground.doctor.places import FOR_OTHERS
from ground.doctor.time_checks import KEEP_UTC
from ground.station.station_tables import PORTS, StationFile
from telemetry.agreed.keys import key_text
from telemetry.files.settings import FileError
from telemetry.keys.key_folder import keys_in, place_in_use
from telemetry.life.clock import utc_ns_of, utc_text
from telemetry.network.launch import LOOPBACK, UdpAddress

CHECK = "station"
MOST_NAMED = 3  # ports that are in use


def station_checks(host: Host, station: StationFile) -> Iterator[Finding]:
    """Look at what a station asks of this machine, beside what every run asks."""
    interface = _interface(host, station)
    if interface is None:
        named = ", ".join(each.interface for each in station.hosts)
        cure = "name an address of this machine in its [[host]], or bring that interface up"
        yield wrong(CHECK, f"no interface that is up has one of {named}", cure, item="interface")
    else:
        found = f"{interface} is this machine's"
        yield fine(CHECK, found, item="interface", figures={"address": interface})
        yield from _groups(host, station, interface)
        yield _ports(host, station, interface)
    yield _windows(host, station)
    if len(station.hosts) > 1:
        yield _shared_utc(host)
    yield _keys(host, station)


def _interface(host: Host, station: StationFile) -> str | None:
    """Return the address by which this machine serves the station; None: it is none of its hosts."""
    mine = [each.address for each in host.interfaces() if each.is_up]
    wanted = [each.interface for each in station.hosts] or [LOOPBACK]
    return next((address for address in wanted if address in mine), None)


def _groups(host: Host, station: StationFile, interface: str) -> Iterator[Finding]:
    groups = msgspec.structs.asdict(station.network.groups)
    for place, (carrier, group) in enumerate(groups.items()):
        item = f"group {carrier}"
        try:
            took_s = host.echo_s(group, station.network.first_port + place, interface)
            why = "did not come back"
        except OSError as error:
            took_s, why = None, f"could not be sent or received ({error.strerror})"
        if took_s is None:
            cure = f"let the firewall pass UDP to {group} on {interface}, or name another group"
            yield wrong(CHECK, f"a packet to {group} {why}", cure, item=item, figures={"took_s": None})
        else:
            yield fine(CHECK, f"a packet to {group} came back", item=item, figures={"took_s": took_s})


def _ports(host: Host, station: StationFile, interface: str) -> Finding:
    """See that the station's ports are free, and the address for telemetry where it is this machine's."""
    first = station.network.first_port
    ends = [(interface, port) for port in range(first, first + PORTS)]
    telemetry = UdpAddress.parse(station.spacecraft.tm)
    if telemetry.host in [each.address for each in host.interfaces()]:
        ends.append(telemetry.pair)
    taken = [f"{address}:{port}" for address, port in ends if not host.is_free(address, port)]
    facts: Figures = {"first_port": first, "taken": len(taken)}
    if not taken:
        return fine(CHECK, f"free from {first} on", item="ports", figures=facts)
    found = f"in use: {', '.join(taken[:MOST_NAMED])}{' ...' if len(taken) > MOST_NAMED else ''}"
    cure = "end the run (`farhand runs`) or the program that has them, or name others in the station file"
    return wrong(CHECK, found, cure, item="ports", figures=facts)


def _windows(host: Host, station: StationFile) -> Finding:
    now_ns = host.read_both().utc_ns
    left = [window for window in station.link.windows if utc_ns_of(window[1]) > now_ns]
    if not left:
        cure = "write the next contact windows into the station file"
        return doubtful(CHECK, "all contact windows are past", cure, item="windows", figures={"left": 0})
    opens = utc_text(utc_ns_of(left[0][0]))
    found = f"{len(left)} of {len(station.link.windows)} contact windows are left, the next opens {opens}"
    return fine(CHECK, found, item="windows", figures={"left": len(left)})


def _shared_utc(host: Host) -> Finding:
    kept = host.discipline()
    if kept is not None and kept.is_kept:
        return fine(CHECK, "UTC is kept, as its hosts share it alone", item="UTC")
    return wrong(CHECK, "its hosts share UTC alone, and no program keeps it here", KEEP_UTC, item="UTC")


def _keys(host: Host, station: StationFile) -> Finding:
    if not station.keys:
        cure = "make a set with `farhand keys new`, and name its folder in the station file"
        return doubtful(CHECK, "it has no keys: whoever is on its network can command", cure, item="keys")
    folder = Path(station.keys)
    try:
        files = keys_in(Path(place_in_use(folder, station.name).folder))
    except FileError as error:
        return wrong(CHECK, str(error), "do as it says; `farhand keys show` lists them", item="keys")
    found = f"{key_text(files[0].key_id)} of {len(files)} participants"
    if host.place(folder).mode & FOR_OTHERS:
        return doubtful(
            CHECK, f"{found}; others can look into {folder}", f"run `chmod 700 {folder}`", item="keys"
        )
    return fine(CHECK, found, item="keys", figures={"participants": len(files)})
