"""Where the door of the handle is: TCP and UDP at one port, and `handle.json` with its token.

Its owner alone may read the file (mode 0600), which is how a run knows that a device is its owner's.  Each
life of the haptics role writes it anew, with another token.
"""

import secrets
import socket
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from telemetry.files.settings import FileError, read_json
from telemetry.files.whole_file import write_private
from telemetry.network.launch import LOOPBACK

ATTEMPTS = 16  # ports that the system gives for TCP, each of which may be another's for UDP


def open_pair(port: int) -> tuple[socket.socket, socket.socket]:
    """Return a socket that listens and one for datagrams; 0: at any port that is free for both.

    Raises:
        OSError: the port is in use.
    """
    attempts = 1 if port else ATTEMPTS
    while True:
        attempts -= 1
        listening = socket.create_server((LOOPBACK, port))
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            datagrams.bind(listening.getsockname())
        except OSError:
            listening.close()
            datagrams.close()
            if attempts == 0:
                raise
        else:
            datagrams.setblocking(False)
            return listening, datagrams


DOOR_FILE = "handle.json"
TOKEN_BYTES = 16


class DoorFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a device has to know of a run."""

    host: str
    port: int  # of TCP and of UDP
    token: str  # given in the hello


def write_door(folder: Path, host: str, port: int) -> DoorFile:
    """Write where the door is, with a new token; OSError: it cannot be written."""
    door = DoorFile(host=host, port=port, token=secrets.token_hex(TOKEN_BYTES))
    write_private(folder / DOOR_FILE, msgspec.json.encode(door))
    return door


def remove_door(folder: Path) -> None:
    """Remove the file of the door."""
    with suppress(OSError):
        (folder / DOOR_FILE).unlink()


def read_door(folder: Path) -> DoorFile:
    """Return where the door of a run is.

    Raises:
        FileError: there is no such file, or others than the owner may read it.
    """
    path = folder / DOOR_FILE
    if not path.exists():
        raise FileError(path, "", "is not there: the run's haptics role has not begun, or is over")
    door = read_json(path, DoorFile)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise FileError(path, "", f"is readable by others ({mode:04o}); run chmod 600 and start the run anew")
    return door
