"""What a participant has had, kept so that it outlives the process: a page of memory that is a file.

    head                      run 16 | inode 8 | boot epoch of the last life 8 | CRC-32 4 octets
    for each sender and way   boot epoch 8 | sequence 8 | CRC-32 4 octets      zero: nothing has come

It is begun with the key, with its room on the disk: its absence means that it was lost, and a disk that is
full later ends no process.  A process that is killed leaves the page as it was; the system
writes the rows down when it likes.  What was said in one run is accepted in no other, so the first life of a
run begins the page anew.

Missing, torn, put back from a copy: who cannot know what it has had is unnumbered, as with lost numbers
(`telemetry.keys.number_state`), and the page stays as it was found.
"""

import hashlib
import mmap
import os
import struct
import zlib
from pathlib import Path
from typing import NamedTuple, get_args

from telemetry.agreed.participants import Participants, number_of
from telemetry.wire.protection.heard_numbers import HeardNumbers, Newest
from telemetry.wire.routes import Carrier

WAYS: tuple[str, ...] = get_args(Carrier)
PLACES = 64  # participants of a table, at most
_HEAD, _ROW, _CHECK = struct.Struct("!16sQQ"), struct.Struct("!QQ"), struct.Struct("!I")
_HEAD_BYTES, _ROW_BYTES = _HEAD.size + _CHECK.size, _ROW.size + _CHECK.size
PAGE_BYTES = _HEAD_BYTES + PLACES * len(WAYS) * _ROW_BYTES
_NO_RUN = bytes(16)


class PageError(Exception):
    """Why it cannot be known what has come."""


class LifeOf(NamedTuple):
    """The life that goes on with a page."""

    run_id: str
    participants: Participants
    epoch: int  # its boot epoch; 0: it is unnumbered, and leaves that of the page
    former: int  # that of the last life that was reserved; 0: not known


def begin_page(path: Path) -> None:
    """Begin the page of a key under which nothing has come yet; not durably.

    Raises:
        OSError: it cannot be written, or is there.
    """
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        head = _HEAD.pack(_NO_RUN, os.fstat(file.fileno()).st_ino, 0)
        file.write(_checked(head) + _no_rows())


def problem_of(path: Path) -> str:
    """Return what speaks against a page as it is now, in one line; empty: nothing."""
    try:
        with _opened(path) as page:
            _head(page, path)
    except (OSError, PageError) as error:
        return f"{path}: {why(error)}"
    return ""


def go_on(path: Path, life: LifeOf) -> HeardNumbers:
    """Return the numbers that lives of this run before this one have had, and what keeps those of this one.

    Raises:
        OSError: the page cannot be opened.
        PageError: it cannot be trusted.
    """
    page = _opened(path)
    run, inode, epoch = _head(page, path)
    if epoch < life.former:
        raise PageError("is older than the last life: it was put back from a copy")
    own_run = hashlib.sha256(life.run_id.encode()).digest()[: len(_NO_RUN)]
    if run != own_run:
        page[_HEAD_BYTES:] = _no_rows()
    rows = [(each.name, way) for each in life.participants for way in WAYS]
    places = {row: _place(*row, life.participants) for row in rows}
    known = [(*row, *_row(page, place)) for row, place in places.items()]
    page[:_HEAD_BYTES] = _checked(_HEAD.pack(own_run, inode, life.epoch or epoch))
    page.flush()  # once: after a start of the host it is not older than the numbers

    def keep(newest: Newest) -> None:
        sender, way, boot_epoch, sequence = newest
        place = places[sender, way]
        page[place : place + _ROW_BYTES] = _checked(_ROW.pack(boot_epoch, sequence))

    return HeardNumbers(tuple(row for row in known if any(row[2:])), keep)


def why(error: OSError | PageError) -> str:
    """Return what is wrong with a page, for people."""
    if isinstance(error, FileNotFoundError):
        return "what was heard is missing"
    return f"what was heard {f'cannot be used ({error.strerror})' if isinstance(error, OSError) else error}"


def _opened(path: Path) -> mmap.mmap:
    number = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if os.fstat(number).st_size != PAGE_BYTES:
            raise PageError("is torn")
        return mmap.mmap(number, PAGE_BYTES)
    finally:
        os.close(number)


def _head(page: mmap.mmap, path: Path) -> tuple[bytes, int, int]:
    run, inode, epoch = _HEAD.unpack(_sound(page, 0, _HEAD_BYTES))
    if inode != os.stat(path).st_ino:
        raise PageError("was put there from a copy")
    return run, inode, epoch


def _row(page: mmap.mmap, place: int) -> tuple[int, int]:
    boot_epoch, sequence = _ROW.unpack(_sound(page, place, _ROW_BYTES))
    return boot_epoch, sequence


def _place(sender: str, way: str, participants: Participants) -> int:
    row = (number_of(sender, participants) - 1) * len(WAYS) + WAYS.index(way)
    return _HEAD_BYTES + row * _ROW_BYTES


def _sound(page: mmap.mmap, place: int, octets: int) -> bytes:
    data = page[place : place + octets]
    body = data[: -_CHECK.size]
    if _checked(body) != data:
        raise PageError("is torn or was altered")
    return body


def _checked(body: bytes) -> bytes:
    return body + _CHECK.pack(zlib.crc32(body))


def _no_rows() -> bytes:
    return _checked(_ROW.pack(0, 0)) * (PLACES * len(WAYS))
