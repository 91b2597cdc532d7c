"""Which run is going on, and where its roles are reached: what somebody outside needs to press HOLD.

    <state folder>/farhand/current          one line: the run folder
    <run folder>/run.json                   `CurrentRun`

Nothing heavy is imported here: `farhand hold` reads this before it does anything else.
"""

import os
from pathlib import Path

import msgspec

from telemetry.addresses import Addresses
from telemetry.settings import FileError, read_file, read_json

RUN_FILE = "run.json"
POINTER = "current"


class CurrentRun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A run that has been started."""

    folder: str
    mode: str
    run_id: str
    up_s: float  # expected one-way delay to the spacecraft [s]
    down_s: float  # and back [s]
    addresses: Addresses
    supervisor_pid: int

    @property
    def is_supervised(self) -> bool:
        """True if the process that started the run is still there."""
        try:
            os.kill(self.supervisor_pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True


def state_folder() -> Path:
    """Return the folder of what outlasts a command: `$XDG_STATE_HOME/farhand`, or below the home folder."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "farhand"


def runs_folder() -> Path:
    """Return the folder in which run folders and recordings lie."""
    return state_folder() / "runs"


def announce(run: CurrentRun) -> None:
    """Make the run known as the present one."""
    write_whole(Path(run.folder) / RUN_FILE, msgspec.json.encode(run))
    write_whole(state_folder() / POINTER, run.folder.encode())


def withdraw(run: CurrentRun) -> None:
    """Let the run no longer be the present one; a newer one stays."""
    pointer = state_folder() / POINTER
    if _pointed(pointer) == run.folder:
        pointer.unlink(missing_ok=True)


def find(folder: str | None = None) -> CurrentRun | None:
    """Return the run of a folder, or the present one; None: there is none.

    Raises:
        FileError: the folder is named, and it is no run folder of this version.
    """
    named = folder if folder is not None else _pointed(state_folder() / POINTER)
    if not named:
        return None
    try:
        return read_json(Path(named) / RUN_FILE, CurrentRun)
    except FileError as error:
        if folder is None:
            return None  # what was left behind by a run that is gone
        raise FileError(error.path, "", f"{error.problem}; give the folder of a run") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, and nothing between.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _pointed(pointer: Path) -> str:
    try:
        return read_file(pointer).decode().strip()
    except (FileError, UnicodeDecodeError):
        return ""
