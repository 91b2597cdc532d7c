"""What is durable for one role: append-only logs, one file per key.

    record   u32 length | u32 CRC-32 of length and bytes | bytes

A record that was cut short, by a kill or a full disk, was never acknowledged: it is cut off before the next
one is written, and a record whose writing failed leaves nothing behind.  A log that is damaged in its middle
still gives the records behind the damage, and says how much of it cannot be read.  A log that is shorter than
what was written to it is not written any more.
"""

import errno
import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from telemetry.files.whole_file import make_name_durable
from telemetry.life.boot import FIRST_BOOT
from telemetry.life.contract import UNSEALED_RINGS, Unreadable

_HEAD = struct.Struct("!II")
RECORD_CAP = 1 << 20  # bytes of one record, so that what is looked for behind damage is bounded


class StoreError(OSError):
    """A record could not be made durable."""


class MemoryStore:
    """A store that lasts as long as the run: for virtual time without a run folder."""

    boot, keys = FIRST_BOOT, UNSEALED_RINGS  # of a role that is made of it without a driver

    def __init__(self) -> None:
        """Start with no logs."""
        self._logs: dict[str, list[bytes]] = {}

    def records(self, key: str) -> list[bytes]:
        """Return the records of a log, oldest first."""
        return list(self._logs.get(key, ()))

    def unreadable(self, key: str) -> Unreadable:
        """Return that all of it can be read."""
        return Unreadable(octets=0, at_end=False)

    def zero_utc_ns(self) -> int | None:
        """Return None: no run has begun."""
        return None

    def append(self, key: str, record: bytes) -> None:
        """Keep a record."""
        self._logs.setdefault(key, []).append(record)


class FileStore:
    """A store of one folder: `<key>.log` for each log."""

    def __init__(self, folder: Path, *, sync: bool, files: Mapping[str, Path] | None = None) -> None:
        """Use `folder`, made with the first record, and for some keys another file.

        `sync` waits for the disk with each record, which virtual time has no reason to.
        """
        self._folder = folder
        self._files = dict(files or {})
        self._sync = sync
        self._lengths: dict[str, int] = {}  # up to which each log was acknowledged
        self._named: set[str] = set()  # logs whose names are durable too

    def path(self, key: str) -> Path:
        """Return the file of a log."""
        return self._files.get(key, self._folder / f"{key}.log")

    def records(self, key: str) -> list[bytes]:
        """Return the whole records of a log, oldest first."""
        return split(self._data(key)).records

    def unreadable(self, key: str) -> Unreadable:
        """Return how much of a log holds no whole record."""
        data = self._data(key)
        log = split(data)
        torn = len(data) - log.end
        return Unreadable(octets=log.damaged + torn, at_end=torn > 0)

    def complaints(self) -> list[str]:
        """Return a line for each log of the folder that is damaged, for people."""
        found = [(path, self._complaint(path)) for path in sorted(self._folder.glob("*.log"))]
        return [f"{path}: {complaint}" for path, complaint in found if complaint]

    def _complaint(self, path: Path) -> str:
        try:
            lost = self.unreadable(path.stem)
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        where = ", also at its end" if lost.at_end else ""
        return f"{lost.octets} bytes hold no record{where}" if lost.octets else ""

    def append(self, key: str, record: bytes) -> None:
        """Append a record; it is durable when this returns.

        Raises:
            StoreError: it could not be written, and is not in the log.
        """
        path, data = self.path(key), packed(record)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            begin = self._lengths[key] = self._mended(key)
            self._write(path, data)
            if self._sync and key not in self._named:
                make_name_durable(path)
                self._named.add(key)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        self._lengths[key] = begin + len(data)

    def _data(self, key: str) -> bytes:
        path = self.path(key)
        return path.read_bytes() if path.exists() else b""

    def _mended(self, key: str) -> int:
        """Cut off what was never acknowledged, and return the length from which the log goes on."""
        path = self.path(key)
        size = path.stat().st_size if path.exists() else 0
        begin = self._lengths[key] if key in self._lengths else split(self._data(key)).end
        if size < begin:
            raise OSError(errno.EIO, f"holds {size} of the {begin} bytes that were written to it")
        if size > begin:
            with path.open("r+b") as file:
                file.truncate(begin)
                self._make_durable(file.fileno())
        return begin

    def _write(self, path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(data)
            file.flush()
            self._make_durable(file.fileno())

    def _make_durable(self, number: int) -> None:
        if self._sync:
            os.fsync(number)


class Log(NamedTuple):
    """The content of a log's bytes."""

    records: list[bytes]
    end: int  # of the last whole record
    damaged: int  # bytes before it that hold none


def packed(record: bytes) -> bytes:
    """Return a record as its log holds it; ValueError: it is too large for one."""
    if len(record) > RECORD_CAP:
        raise ValueError(f"a record of {len(record)} bytes; {RECORD_CAP} at most")
    return _HEAD.pack(len(record), _checksum(record)) + record


def _checksum(record: bytes) -> int:
    # begun with the length, so that a damaged one is seen, and so that a stretch of zeros is no record
    return zlib.crc32(record, 0xFFFFFFFF - len(record))


def split(data: bytes) -> Log:
    """Split a log into its whole records."""
    records: list[bytes] = []
    offset = end = damaged = 0
    while offset < len(data):
        record = _record_at(data, offset)
        if record is None:
            offset += 1
            continue
        damaged += offset - end
        records.append(record)
        offset = end = offset + _HEAD.size + len(record)
    return Log(records, end, damaged)


def _record_at(data: bytes, offset: int) -> bytes | None:
    """Return the whole record that begins at an offset, or None."""
    body = offset + _HEAD.size
    if body > len(data):
        return None
    length, checksum = _HEAD.unpack_from(data, offset)
    if length > min(RECORD_CAP, len(data) - body):
        return None
    record = data[body : body + length]
    return record if _checksum(record) == checksum else None
