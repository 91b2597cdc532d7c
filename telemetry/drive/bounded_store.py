"""Stores of virtual time that take no more memory the longer a flight is.

SpooledStore   the newest records of a log are in memory, all before them in a file without a name
NewestStore    of each log the newest record: for whoever reads no more of it when started again
"""

from collections import Counter
from tempfile import TemporaryFile
from typing import IO

from telemetry.drive.store import MemoryStore, packed, split

SPOOLED_BYTES = 256 * 1024  # of a log in memory: that of a gate in some minutes


class SpooledStore(MemoryStore):
    """A store that lasts as long as the run, and is closed with it; a disk that is full ends the flight."""

    def __init__(self) -> None:
        """Start with no logs."""
        super().__init__()
        self._bytes = Counter[str]()  # in memory
        self._files: dict[str, IO[bytes]] = {}

    def records(self, key: str) -> list[bytes]:
        """Return the records of a log, oldest first."""
        file, newest = self._files.get(key), super().records(key)
        if file is None:
            return newest
        file.seek(0)
        return [*split(file.read()).records, *newest]  # and what is written next goes behind the last one

    def append(self, key: str, record: bytes) -> None:
        """Keep a record."""
        super().append(key, record)
        self._bytes[key] += len(record)
        if self._bytes[key] > SPOOLED_BYTES:
            if key not in self._files:
                self._files[key] = TemporaryFile()  # noqa: SIM115 (it is open as long as the store)
            self._files[key].write(b"".join(map(packed, self._logs.pop(key))))
            del self._bytes[key]

    def close(self) -> None:
        """Give up what was kept."""
        for file in self._files.values():
            file.close()


class NewestStore(MemoryStore):
    """A store of which only the ends of logs are read."""

    def append(self, key: str, record: bytes) -> None:
        """Keep a record in place of the one before it."""
        self._logs[key] = [record]
