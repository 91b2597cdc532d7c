"""Where a file of a recording is damaged, and where it goes on behind that.

chunk | chunk | damaged | chunk ...   a damaged chunk costs itself; the next whole one is found by its head
              '-- hole --'
"""

import re
import struct
from typing import IO

from telemetry.recording.records.record import Damage

CHUNK, CHUNK_HEAD = 0x06, struct.Struct("<BQQQQI")  # kind, length, times, size unpacked, checksum
FRAME = b"\x04\x00\x00\x00zstd"  # stands before the length of a chunk's frame
FRAME_BEGIN = CHUNK_HEAD.size + len(FRAME) + 8  # in a chunk
_RECORD_HEAD = 9  # kind and length
_PACKED = struct.Struct("<Q")
_AT_ONCE = 1 << 20  # octets that are looked through


class Holes:
    """What of one file could not be read: each place once, however often the file is read."""

    def __init__(self) -> None:
        """Begin with nothing damaged."""
        self._places: dict[int, Damage] = {}  # by the byte where it begins
        self._gaps: dict[int, int] = {}  # records that are missing before, or among those of, a batch

    def add(self, damage: Damage) -> None:
        """Note a damaged place."""
        self._places.setdefault(damage.offset, damage)

    def ends(self, offset: int, after: int) -> None:
        """Note that something behind a damaged place was read all the same."""
        self._places[offset] = self._places[offset]._replace(after=after)

    def miss(self, batch: int, records: int) -> None:
        """Note that records are missing where a batch begins with this number."""
        self._gaps[batch] = self._gaps.get(batch, 0) or records

    @property
    def damage(self) -> Damage | None:
        """The first place, with what all of them cost; None: nothing is damaged."""
        if not self._places:
            return None
        first, *others = self._places.values()
        also = f", and {len(others)} more places" if others else ""
        return first._replace(problem=first.problem + also, missing=sum(self._gaps.values()))


def next_chunk(file: IO[bytes], begin: int, size: int) -> int | None:
    """Return where the first chunk at `begin` or later is that a file of so many bytes holds as a whole."""
    for at in range(begin, size, _AT_ONCE):
        file.seek(at)
        data = file.read(_AT_ONCE + FRAME_BEGIN)
        for match in re.finditer(re.escape(FRAME), data):
            head = match.start() - CHUNK_HEAD.size
            if head < 0 or match.end() + _PACKED.size > len(data):
                continue
            kind, length, *_ = CHUNK_HEAD.unpack_from(data, head)
            [packed] = _PACKED.unpack_from(data, match.end())
            is_one = kind == CHUNK and length == FRAME_BEGIN - _RECORD_HEAD + packed
            if is_one and at + head + _RECORD_HEAD + length <= size:
                return at + head
    return None
