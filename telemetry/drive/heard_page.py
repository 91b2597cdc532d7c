"""What a receiver has had, kept so that it outlives the process: one page of memory that is a file.

    for each sender and way   boot epoch 8 | sequence 8 octets       at its place, zero: nothing has come

A process that is killed leaves the page as it was; the system writes it down when it likes.  After a start of
the host a run does not go on, and what was said in one run is accepted in no other.
"""

import mmap
import os
import struct
from pathlib import Path
from typing import get_args

from telemetry.agreed.participants import Participants
from telemetry.wire.protection.heard_numbers import HeardNumbers, Newest
from telemetry.wire.routes import Carrier

PAGE = "heard.page"
WAYS: tuple[str, ...] = get_args(Carrier)
_ROW = struct.Struct("!QQ")


class HeardPage:
    """The page of one participant."""

    def __init__(self, folder: Path, participants: Participants) -> None:
        """Open or begin the page in a folder.

        Raises:
            OSError: it cannot be opened.
        """
        rows = [(row.name, way) for row in participants for way in WAYS]
        self._places = {row: place * _ROW.size for place, row in enumerate(rows)}
        size = len(rows) * _ROW.size
        folder.mkdir(parents=True, exist_ok=True)
        opened = os.open(folder / PAGE, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            os.posix_fallocate(opened, 0, size)  # or else a disk that is full later ends the process
            self._page = mmap.mmap(opened, size)
        finally:
            os.close(opened)

    @property
    def numbers(self) -> HeardNumbers:
        """The numbers that lives before this one have had, and what keeps those of this one."""
        rows = [(*row, *_ROW.unpack_from(self._page, place)) for row, place in self._places.items()]
        known = tuple((sender, way, epoch, number) for sender, way, epoch, number in rows if epoch or number)
        return HeardNumbers(known, self._keep)

    def _keep(self, newest: Newest) -> None:
        sender, way, boot_epoch, sequence = newest
        _ROW.pack_into(self._page, self._places[sender, way], boot_epoch, sequence)
