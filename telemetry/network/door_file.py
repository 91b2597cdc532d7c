"""Where the door of the handle is, and the word that opens it: `handle.json` in the run folder.

Its owner alone may read it (mode 0600), which is how a run knows that a device is its owner's.  Each life of
the haptics role writes it anew, with another token.
"""

import secrets
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from telemetry.files.settings import FileError, read_json
from telemetry.files.whole_file import write_private

DOOR_FILE = "handle.json"
TOKEN_BYTES = 16


class DoorFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a device has to know of a run."""

    host: str
    port: int  # of TCP and of UDP
    token: str  # said in the hello


def write_door(folder: Path, host: str, port: int) -> DoorFile:
    """Tell where the door is, with a token that nobody knows yet; OSError: it cannot be written."""
    door = DoorFile(host=host, port=port, token=secrets.token_hex(TOKEN_BYTES))
    write_private(folder / DOOR_FILE, msgspec.json.encode(door))
    return door


def remove_door(folder: Path) -> None:
    """Tell no more where the door is."""
    with suppress(OSError):
        (folder / DOOR_FILE).unlink()


def read_door(folder: Path) -> DoorFile:
    """Return where the door of a run is.

    Raises:
        FileError: nothing tells, or others than the owner may read it.
    """
    path = folder / DOOR_FILE
    if not path.exists():
        raise FileError(path, "", "is not there: the run's haptics role has not begun, or is over")
    door = read_json(path, DoorFile)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise FileError(path, "", f"is readable by others ({mode:04o}); run chmod 600 and start the run anew")
    return door
