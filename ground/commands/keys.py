"""The command `farhand keys`: the keys of a station from their first day to their last.

new      a set for a station: this host's part installed, a parcel for each other host and the spacecraft
install  a parcel on the host that it was made for
rotate   the next set, for hosts whose arm is latched and at rest
use      which set the next run of a host begins with
revoke   a set that is never taken again
show     which sets there are, and what speaks against them; ids, never a key

--json of `show` has the keys of `ShownSets`.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, real
from ground.commands.output import answer
from ground.report.terminal import print_fitted
from ground.run.kept.known_runs import Runs
from ground.run.kept.usage_error import UsageError
from ground.run.latch_listener import wait_for_latch
from ground.station.key_parts import GROUND, Parts, parts_of, set_of, write_parcel
from ground.station.shown_keys import ShownSets, as_text, shown
from ground.station.station_file import read_station
from ground.station.station_tables import StationFile
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError, nearest
from telemetry.keys import key_folder
from telemetry.keys.key_file import KeyFile, key_in
from telemetry.keys.set_folder import KEY, NUMBERS, drawn, key_path
from telemetry.life.clock import monotonic_ns, utc_ns

DAY_NS = 86_400 * NS_PER_S
SET_ID = re.compile(r"[0-9A-F]{4}")
STATION = "its file; `keys` in it names the folder of this host's keys"
AT_OTHERS = "revoke it at every other host and the spacecraft too"
FOLDER = "the keys of this host: their folder, or the station file that names it"


def new(arguments: list[str]) -> int:
    """Make the first key set of a station."""
    options = Arguments("keys new", "Make the first key set of a station, a part for each host.")
    _add_station(options)
    given = options.parse_args(arguments)
    station = _station(given.station)
    keys = Path(station.keys)
    if keys.exists() and key_folder.installed(keys):
        raise SafetyError(keys, "", "holds keys already; rotate them (`farhand keys rotate`)")
    parts, own = _drawn(station, given), _own_host(station, given.host)
    with _writing(keys):
        name = key_folder.install(keys, parts.pop(own))
    print_fitted(f"key {name} of {station.name}, mode {station.mode}: in use on {own}, in {keys}")
    _pack(keys, parts)
    return DONE


def install(arguments: list[str]) -> int:
    """Install a parcel."""
    options = Arguments(
        "keys install", "Install the keys that were made for this host, and begin their numbers."
    )
    options.add_argument("parcel", metavar="PARCEL", help="the folder that was carried here")
    options.add_argument("keys", metavar="KEYS", help=FOLDER)
    given = options.parse_args(arguments)
    parcel, keys = Path(given.parcel), _folder(given.keys)
    files = key_folder.keys_in(parcel)
    if any(parcel.glob(f"*{NUMBERS}")):
        raise SafetyError(parcel, "", "is an installed set, whose numbers are in use; rotate the keys")
    with _writing(keys):
        name = key_folder.install(keys, files)
    with _writing(parcel):
        for content in files:
            key_path(parcel, content.participant).unlink()
    with suppress(OSError):
        parcel.rmdir()  # unless somebody keeps something else there
    state = "in use" if key_folder.in_use(keys) == name else "not in use yet"
    print_fitted(f"key {name}: installed in {keys}, {state}; no key is left in the parcel")
    return DONE


def rotate(arguments: list[str]) -> int:
    """Exchange the set of a station for the next one."""
    options = Arguments("keys rotate", "Make the next key set of a station and use it, latched and at rest.")
    _add_station(options)
    options.add_argument(
        "--with", dest="others", action="append", default=[], metavar="KEYS",
        help="folder of another host's or the spacecraft's keys, where it can be reached; may be repeated",
    )  # fmt: skip
    given = options.parse_args(arguments)
    station = _station(given.station)
    keys, others = Path(station.keys), [Path(other) for other in given.others]
    former = _readable_key(keys / key_folder.in_use(keys))
    check_at_rest(station.name)
    parts = _drawn(station, given, number=key_folder.next_number((keys, *others)), former=former)
    own, reached = parts.pop(_own_host(station, given.host)), dict[Path, list[KeyFile]]()
    for other in others:
        reached[other] = parts.pop(_host_of(other, parts))
    if not parts:
        with _writing(keys):
            name = key_folder.rotate({**reached, keys: own})
        _report(name, (*reached, keys), "in use")
        print_fitted(
            f"a run that lives keeps its keys; after it: farhand keys revoke {keys} OLD, at each host"
        )
        return DONE
    with _writing(keys):
        names = {key_folder.install(folder, files) for folder, files in {**reached, keys: own}.items()}
    name = names.pop()
    _report(name, (*reached, keys), "installed, not in use yet")
    _pack(keys, parts)
    print_fitted(f"once it is everywhere: farhand keys use KEYS {name}, at the spacecraft first, here last")
    return DONE


def use(arguments: list[str]) -> int:
    """Name the set that the next run begins with."""
    given = _of_set("keys use", "Let the next run of this host begin with another set.", arguments)
    folder = _folder(given.keys)
    for scope in {row.scope for row in shown(folder).sets if row.name == given.id}:
        check_at_rest(scope)
    with _writing(folder):
        key_folder.use(folder, given.id)
    print_fitted(f"key {given.id}: in use in {folder}")
    return DONE


def revoke(arguments: list[str]) -> int:
    """Take a set never again."""
    given = _of_set("keys revoke", "Take a set never again, and destroy what this host has of it.", arguments)
    folder = _folder(given.keys)
    place = str((folder / given.id).resolve())
    for run in Runs().living().runs:
        if run.keys is not None and str(Path(run.keys.folder).resolve()) == place:
            raise SafetyError(
                run.folder, f"key {given.id}", "this run lives with it; end it (`farhand stop`)"
            )
    was_here = given.id in (*key_folder.installed(folder), *key_folder.revoked(folder))
    with _writing(folder):
        key_folder.revoke(folder, given.id)
    known = "" if was_here else ", where it never was: look at the id;"
    print_fitted(f"key {given.id}: revoked in {folder}{known or ';'} {AT_OTHERS}")
    return DONE


def show(arguments: list[str]) -> int:
    """Show the sets of a host; exit code 1 if something speaks against the one in use."""
    options = Arguments("keys show", "Show the key sets of a host: ids, whose, until when, never a key.")
    options.add_argument("keys", metavar="KEYS", help=FOLDER)
    options.add_json("the sets")
    given = options.parse_args(arguments)
    sets: ShownSets = shown(_folder(given.keys))
    answer(sets, as_text(sets), given.json)
    return FAILED if sets.problems else DONE


def check_at_rest(scope: str) -> None:
    """Refuse to exchange keys under an arm that may move.

    Raises:
        SafetyError: a run of this station lives, and its arm is not reported latched and at rest.
    """
    for run in Runs().living().runs:
        if run.keys is None or not run.keys.is_stations or run.keys.scope != scope:
            continue
        found = wait_for_latch(run, monotonic_ns() - round((run.up_s + run.down_s) * NS_PER_S))
        if found != "latched":
            raise SafetyError(
                run.folder,
                "",
                f"{found}: keys are exchanged only latched and at rest; press HOLD, then again",
            )


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell in one line what the system does not let be written.

    Raises:
        FileError: something was not written.
    """
    try:
        yield
    except OSError as error:
        cure = "keys need a folder of your own with room, on a disk of this host"
        raise FileError(
            error.filename or folder, "", f"cannot be written ({error.strerror}); {cure}"
        ) from None


def _add_station(options: Arguments) -> None:
    options.add_argument("station", metavar="STATION", help=STATION)
    options.add_argument("--host", metavar="NAME", help="which of the station's hosts this is")
    options.add_argument(
        "--days",
        type=real("time", "days", least=0.001, most=3650.0),
        help="after which the keys expire (default: as the former; the first: never)",
    )
    options.add_argument(
        "--confidential",
        action=argparse.BooleanOptionalAction,
        help="payloads are encrypted too (default: as of the former; the first: no)",
    )


def _of_set(command: str, what: str, arguments: list[str]) -> argparse.Namespace:
    options = Arguments(command, what)
    options.add_argument("keys", metavar="KEYS", help=FOLDER)
    options.add_argument("id", metavar="ID", help="of the set, as `farhand keys show` tells it")
    given = options.parse_args(arguments)
    given.id = given.id.upper()
    if not SET_ID.fullmatch(given.id):
        raise UsageError(
            f"{command}: {given.id!r} is no key set: four hexadecimal digits, as `farhand keys show` tells"
        )
    return given


def _station(path: str) -> StationFile:
    station = read_station(Path(path))
    if not station.keys:
        raise FileError(path, "keys", 'is missing; name the folder of this host\'s keys, such as "keys"')
    return station


def _folder(name: str) -> Path:
    return Path(_station(name).keys) if name.endswith(".toml") else Path(name)


def _own_host(station: StationFile, name: str | None) -> str:
    names = [host.name for host in station.hosts] or [GROUND]
    if name is None and len(names) > 1:
        raise UsageError(f"the station has several hosts; add --host NAME, one of: {', '.join(names)}")
    if name is not None and name not in names:
        raise UsageError(f"--host {name}: no such host of the station{nearest(name, names)}")
    return name or names[0]


def _drawn(
    station: StationFile,
    given: argparse.Namespace,
    *,
    number: int | None = None,
    former: KeyFile | None = None,
) -> Parts:
    """Draw a set that is no weaker than the former, unless that is asked for."""
    is_confidential = former is not None and former.is_confidential
    lasts_ns = former.expires_ns - former.made_ns if former is not None and former.expires_ns else 0
    if given.confidential is not None:
        is_confidential = given.confidential
    if given.days is not None:
        lasts_ns = round(given.days * DAY_NS)
    expires_ns = utc_ns() + lasts_ns if lasts_ns else 0
    what = set_of(station, is_confidential=is_confidential, expires_ns=expires_ns)
    return parts_of(station, drawn(what, number=number))


def _readable_key(folder: Path) -> KeyFile | None:
    """Return a key of a set, whose others may be damaged: to rotate is their cure; None: all are."""
    for path in sorted(folder.glob(f"*{KEY}")):
        with suppress(SafetyError):
            return key_in(path)
    return None


def _host_of(folder: Path, parts: Parts) -> str:
    """Return the host whose keys lie in a folder, by the participants that have one there."""
    held = {content.participant for content in key_folder.keys_in(folder / key_folder.in_use(folder))}
    for host, files in parts.items():
        if held == {content.participant for content in files}:
            return host
    raise UsageError(f"--with {folder}: holds the keys of no host of this station that is left")


def _report(name: str, folders: Iterable[Path], state: str) -> None:
    print_fitted("\n".join(f"key {name}: {state}, in {folder}" for folder in folders))


def _pack(keys: Path, parts: Parts) -> None:
    for host, files in parts.items():
        with _writing(keys):
            parcel = write_parcel(keys, host, files)
        print_fitted(f"for {host}: carry {parcel} there, then: farhand keys install {parcel.name} KEYS")
