"""The runs of this host: which of them live, and where their roles are reached.

    <state folder>/farhand/runs/<name>/lock/<role>   who of it lives (`ground.run.kept.locks`)
                                      /run.json      `KnownRun`, written before the first role is started

A run lives as long as one of its processes does, with or without the one that watches over them.  No file
says which run is the present one: whoever asks looks at the locks.  What ends in order leaves none, so that
asking stays quick beside hundreds of old runs.  Nothing heavy is imported: `farhand hold` asks first of all.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.run.kept.locks import LOCK_FOLDER, SUPERVISOR, held, living, lock_path
from ground.run.kept.usage_error import UsageError
from telemetry.agreed.participants import REPLAY, Speakers
from telemetry.files.settings import FileError, nearest, read_json
from telemetry.files.whole_file import write_whole
from telemetry.keys.set_folder import KeyPlace, OwnKeys
from telemetry.network.launch import Addresses

RUN_FILE = "run.json"
NO_RUN = "no run lives here (`farhand rehearse` starts one, `farhand runs` tells what ran)"


class KnownRun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What others must know of a run to speak to it."""

    folder: str
    mode: str
    run_id: str
    begun: str  # UTC, as `telemetry.life.clock.utc_stamp` writes it
    up_s: float  # expected one-way delay to the spacecraft [s]
    down_s: float  # and back [s]
    period_s: float  # T: the gate tells its state once in each [s]
    addresses: Addresses
    keys: KeyPlace | None = None  # where its key set lies; None: nothing is proven there

    @property
    def speakers(self) -> Speakers:
        """Its mode, id and participants, by which its messages are read."""
        return Speakers(
            mode=self.mode,
            run_id=self.run_id,
            participants=self.addresses.participants,
            places=self.addresses.places,
        )

    def speakers_as(self, *participants: str) -> Speakers:
        """Return the same with the ring of who speaks or receives: the first of these with a key here.

        Raises:
            SafetyError: none of them has one that may be used.
        """
        if self.keys is None:
            return self.speakers
        keys = OwnKeys(place=self.keys, mode=self.mode, participants=self.addresses.participants)
        return replace(self.speakers, keys=keys.ring(keys.first_here(participants)))

    @property
    def name(self) -> str:
        """What people call it by: the name of its folder."""
        return Path(self.folder).name


class LivingRuns(NamedTuple):
    """The runs that live, by name."""

    runs: list[KnownRun]
    unreadable: list[FileError]  # of those that live too, and cannot be spoken to


class Runs:
    """The runs of one state folder; once a run is over, it is not looked at again."""

    def __init__(self) -> None:
        """Look at nothing yet."""
        self._over: set[str] = set()

    def living(self) -> LivingRuns:
        """Return the runs that live; a replay is none: it has no arm."""
        found = LivingRuns([], [])
        for folder in run_folders():
            if folder.name in self._over:
                continue
            if living(folder):
                self._add(folder, found)
            elif (folder / RUN_FILE).exists():  # else it may be about to begin
                self._over.add(folder.name)
        return found

    def _add(self, folder: Path, found: LivingRuns) -> None:
        try:
            known = read_json(folder / RUN_FILE, KnownRun)
        except FileError as error:
            found.unreadable.append(error)
        else:
            found.runs.extend([] if known.mode == REPLAY else [known])


def state_folder() -> Path:
    """Return the folder of what outlasts a command: `$XDG_STATE_HOME/farhand`, or below the home folder."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "farhand"


def runs_folder() -> Path:
    """Return the folder in which run folders and recordings lie."""
    return state_folder() / "runs"


def run_folders() -> list[Path]:
    """Return the folders of all runs that live or have lived, by name."""
    try:
        return sorted(Path(entry.path) for entry in os.scandir(runs_folder()) if _is_folder(entry))
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


@contextmanager
def known_to_live(folder: Path) -> Iterator[None]:
    """Let a run be known to live as long as this process watches over it.

    Raises:
        FileError: it cannot be: nothing may fly that nobody could find.
    """
    with ExitStack() as ending:
        ending.callback(remove_locks, folder)
        try:
            ending.enter_context(held(lock_path(folder, SUPERVISOR)))
        except OSError as error:
            raise FileError(folder, "", f"cannot hold a run ({error.strerror})") from None
        yield


def remove_locks(folder: Path) -> None:
    """Leave no lock behind of a run that is over."""
    if not living(folder):
        shutil.rmtree(folder / LOCK_FOLDER, ignore_errors=True)


def write_run_file(known: KnownRun) -> None:
    """Let others reach the run; OSError: it cannot be written."""
    write_whole(Path(known.folder) / RUN_FILE, msgspec.json.encode(known))


def find_run(name: str) -> KnownRun:
    """Return the run of a name or a folder, whether it lives or not.

    Raises:
        FileError: there is none, or it is not of this version.
    """
    for folder in (runs_folder() / name, Path(name)):
        if folder.is_dir():
            return read_json(folder / RUN_FILE, KnownRun)
    names = [folder.name for folder in run_folders()]
    raise FileError(name, "", f"no such run{nearest(name, names)} (`farhand runs` lists them)")


def the_run(name: str | None) -> KnownRun:
    """Return the run that is named, or else the only one that lives.

    Raises:
        UsageError: none is named, and none lives, or several do.
        FileError: there is no run of that name, or it is not of this version.
    """
    if name is not None:
        return find_run(name)
    found, unreadable = Runs().living()
    names = [run.name for run in found] + [Path(error.path).parent.name for error in unreadable]
    if len(names) > 1:
        raise UsageError(f"several runs live; name one of them: {', '.join(names)}")
    if unreadable:
        raise unreadable[0]
    if not found:
        raise UsageError(NO_RUN)
    return found[0]
