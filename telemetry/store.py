"""What is durable for one role: append-only logs, one file per key.

    record   u32 length | u32 CRC-32 | bytes

A log that was cut in mid-record, by a kill or a full disk, reads up to its last whole record, and what comes
after that is cut off before the next append.
"""

import os
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

_HEAD = struct.Struct("!II")


class StoreError(OSError):
    """A record could not be made durable."""


class MemoryStore:
    """A store that lasts as long as the run: for virtual time without a run folder."""

    def __init__(self) -> None:
        """Start with no logs."""
        self._logs: dict[str, list[bytes]] = {}

    def records(self, key: str) -> list[bytes]:
        """Return the records of a log, oldest first."""
        return list(self._logs.get(key, ()))

    def append(self, key: str, record: bytes) -> None:
        """Keep a record."""
        self._logs.setdefault(key, []).append(record)


class FileStore:
    """A store of one folder: `<key>.log` for each log."""

    def __init__(self, folder: Path, *, sync: bool, files: Mapping[str, Path] | None = None) -> None:
        """Use `folder`, made if need be, and for some keys another file.

        `sync` waits for the disk with each record, which virtual time has no reason to.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._files = dict(files or {})
        self._sync = sync
        self._mended: set[str] = set()

    def path(self, key: str) -> Path:
        """Return the file of a log."""
        return self._files.get(key, self._folder / f"{key}.log")

    def records(self, key: str) -> list[bytes]:
        """Return the records of a log, oldest first, up to the last whole one."""
        path = self.path(key)
        return whole_records(path.read_bytes())[0] if path.exists() else []

    def append(self, key: str, record: bytes) -> None:
        """Append a record; it is durable when this returns.

        Raises:
            StoreError: it could not be written.
        """
        path = self.path(key)
        try:
            if key not in self._mended:
                self._cut_damage(path)
                self._mended.add(key)
            self._write(path, _HEAD.pack(len(record), zlib.crc32(record)) + record)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error

    def _write(self, path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(data)
            if self._sync:
                file.flush()
                os.fsync(file.fileno())

    def _cut_damage(self, path: Path) -> None:
        if not path.exists():
            return
        data = path.read_bytes()
        whole = whole_records(data)[1]
        if whole < len(data):
            with path.open("r+b") as file:
                file.truncate(whole)


def whole_records(data: bytes) -> tuple[list[bytes], int]:
    """Split a log into its records; return them and the length that they cover."""
    records, offset = [], 0
    while offset + _HEAD.size <= len(data):
        length, checksum = _HEAD.unpack_from(data, offset)
        record = data[offset + _HEAD.size : offset + _HEAD.size + length]
        if len(record) < length or zlib.crc32(record) != checksum:
            break
        records.append(record)
        offset += _HEAD.size + length
    return records, offset
