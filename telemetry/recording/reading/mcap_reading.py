"""One file of a recording, read: what is whole, and where the rest is damaged.

    chunk, chunk, ...   each by itself; of older recordings one names messages and copies of the two before
    chunk that is torn  by a kill, a full disk or a flipped bit: its batches before that place
    file of the run     attached with a sum: one that is not as it was written is left out, as damage

mcap is loaded only when a file is read.
"""

import os
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from telemetry.files.settings import FileError, open_file
from telemetry.recording.reading.chunk_content import (
    CHUNKS_BEFORE,
    Batch,
    BatchReader,
    Channel,
    ChunkContent,
    unpacked,
)
from telemetry.recording.reading.holes import CHUNK, CHUNK_HEAD, FRAME, FRAME_BEGIN, Holes, next_chunk
from telemetry.recording.records.record import About, Damage, Mark, Record, damage_of_all
from telemetry.recording.records.totals import METADATA as TOTALS
from telemetry.recording.records.totals import Totals, totals_of

FORMAT, FORMAT_KEY = "x-farhand-5", "format"
FORMATS = {FORMAT, "x-farhand-4"}  # 4 kept no tags; 3 held each message as often as it was received
ABOUT = "farhand"
RECORD_CAP = 128 * 1024 * 1024  # bytes of one MCAP record, and of what a chunk unpacks to

_OLD = "holds {}, which this version cannot read; use the farhand that recorded it, version {}"
_BEFORE = "x-farhand-3"
_FORMER = {"x-farhand-1", "x-farhand-2", _BEFORE}  # were the encoding of every channel
AT_ITS_END = 2**62  # behind every number
_KIND, _RECORD_HEAD = 1, 9  # octets before the length of a record, and before what it holds
_SUM, _MAGIC = 4, 8  # octets of an attached sum, and at the end


class _Chunk(NamedTuple):
    """A chunk as it is in the file."""

    frame: bytes
    size: int  # unpacked
    begin_ns: int  # UTC
    checksum: int = 0  # of what it unpacks to
    is_torn: bool = False


class Reading:
    """One file, read from its beginning or from a mark.

    While it is read it learns `about` and `marks`; at the end `damage` says what could not be read.
    """

    def __init__(self, path: Path) -> None:
        """Read from `path`."""
        self.path, self.about = path, About()
        self.marks: list[Mark] = []
        self.totals: Totals | None = None  # None: the file has none, or they were not read yet
        self.kept = Counter[str]()  # messages of each class
        self._holes = Holes()
        self._last = self._offset = 0
        self._missing = 0  # batches that the file says it holds, less those that were read
        self._is_all = self._is_cut = False  # nothing comes after the last item; it reaches to the end
        self._is_counting = True  # what is missing before the first record, too
        self._resume: int | None = None  # where to look for the next chunk; None: nothing is damaged here
        self._content = ChunkContent()

    @property
    def damage(self) -> Damage | None:
        """What could not be read so far, here or in the file from which it was recovered; None: all could."""
        stated = self.totals.damage if self.totals else None
        return damage_of_all((self._holes.damage, stated))

    def records(self, mark: Mark | None = None, *, after: int = 0) -> Iterator[tuple[Record, str]]:
        """Return the records in order, each with its message's name; never raises for damage.

        `after` is the number after which the first one comes; 0: any.

        Raises:
            FileError: the file cannot be opened, or another version wrote it.
        """
        self._last, self._missing, self._is_counting = after, 0, mark is None
        reader = BatchReader()
        places = [known.offset for known in self.marks]
        before = 0 if self._content.is_alone else CHUNKS_BEFORE
        begin = max(places.index(mark.offset) - before, 0) if mark else 0
        self.marks = self.marks if mark else []
        for chunk in self._chunks(places[begin] if mark else 0):
            if mark is None:
                self.marks.append(Mark(self._offset, chunk.begin_ns - self.about.zero_utc_ns))
            reader.begin_chunk()
            try:
                for batch in self._proven(chunk):
                    if self._content.is_alone:
                        reader.drop_earlier_chunks()
                    reader.add(batch)
                    self.kept.update(message.name for message in batch.messages)
                    if mark is None or self._offset >= mark.offset:
                        yield from self._rows(batch, reader)
            except FileError:
                raise
            except Exception as error:  # whatever a parser makes of damaged bytes: the next chunk
                self._give_up(error)
            if chunk.is_torn:
                self._holes.ends(self._offset, self._last)
        damage = self._holes.damage
        missing = self._missing - (damage.missing if damage else 0)
        if mark is None and missing > 0:
            if damage is None:
                self._holes.add(Damage(self._last, self._offset, "ends before its last record"))
            self._holes.miss(AT_ITS_END, missing)

    def sound_chunks(self) -> int | None:
        """Return how many chunks the file holds, None: it is damaged; they are summed up, and not opened."""
        count = 0
        for chunk in self._chunks(0):
            count += 1
            is_known = chunk.size <= RECORD_CAP and not chunk.is_torn
            if not is_known or zlib.crc32(unpacked(chunk.frame, chunk.size)) != chunk.checksum:
                return None
        return None if self._holes.damage else count

    def last_number(self) -> int:
        """Return the number of the last whole record, 0: none; unpacks first and last chunks only."""
        chunks, last = self._chunks(0), 0
        first, newest = list(islice(chunks, 1)), deque(chunks, maxlen=2)
        with suppress(Exception):  # the very last may be torn
            for chunk in (*first, *newest):
                for batch in self._proven(chunk):
                    last = batch.receptions.first + len(batch.receptions.who) - 1
        return last

    def _proven(self, chunk: _Chunk) -> Iterator[Batch]:
        """Return the batches of a chunk; ValueError: the rest of it is damaged."""
        if chunk.size > RECORD_CAP:
            raise ValueError("chunk is not as it was written")
        content = unpacked(chunk.frame, chunk.size)
        for batch in self._content.batches(content):
            self._refuse({channel.values.get(FORMAT_KEY, FORMAT) for channel in self._channels} - FORMATS)
            yield batch
        self._refuse(_FORMER & {channel.encoding for channel in self._channels})  # those have no batch
        if not (self._content.is_whole and len(content) == chunk.size) and not chunk.is_torn:
            raise ValueError("chunk is not as it was written")

    def _rows(self, batch: Batch, reader: BatchReader) -> list[tuple[Record, str]]:
        """Return the records of a batch, all or none."""
        receptions, expected, damage = batch.receptions, self._last + 1, self._holes.damage
        rows = list(reader.records(receptions))
        known = [row for row in rows if row is not None]
        lost = receptions.first - expected if self._last or (self._is_counting and damage) else 0
        if lost < 0 or (lost > 0 and damage is None):
            self._give_up(ValueError(f"holds number {receptions.first} instead of {expected}"))
        if lost < 0:
            return []
        if len(known) < len(rows) and self._holes.damage is None:
            self._give_up(ValueError("names what it does not hold"))
        self._holes.miss(receptions.first, lost + len(rows) - len(known))
        self._last = receptions.first + len(rows) - 1
        self._missing -= len(known)
        return known

    @property
    def _channels(self) -> Iterable[Channel]:
        return self._content.channels.values()

    def _refuse(self, formats: Set[str]) -> None:
        """Refuse what another version wrote."""
        for found in formats:
            version = "0.4" if found == _BEFORE else self.about.version
            raise FileError(self.path, "", _OLD.format(found, version))

    def _chunks(self, offset: int) -> Iterator[_Chunk]:
        """Return the chunks as they are, one that is torn too; learn from everything else on the way."""
        begin: int | None = offset
        try:
            with open_file(self.path) as file:
                size = os.fstat(file.fileno()).st_size
                while begin is not None:
                    self._resume = None
                    yield from self._undamaged(file, begin)
                    begin = None if self._resume is None else next_chunk(file, self._resume, size)
        except OSError as error:
            raise FileError(self.path, "", f"cannot be read ({error.strerror})") from None

    def _undamaged(self, file: IO[bytes], offset: int) -> Iterator[_Chunk]:
        """Return the chunks from an offset to where the file itself is damaged, or its end."""
        from mcap.records import Attachment, Chunk
        from mcap.stream_reader import StreamReader

        file.seek(offset)
        reader = StreamReader(file, skip_magic=offset > 0, emit_chunks=True, record_size_limit=RECORD_CAP)
        items = iter(reader.records)
        while (item := self._next(items, file)) is not None:
            if isinstance(item, Chunk):
                if not self._is_as_long(item.data, file):
                    self._give_up(ValueError("a chunk's lengths disagree"), resume=self._offset + 1)
                    break
                yield _Chunk(
                    item.data, item.uncompressed_size, item.message_start_time, item.uncompressed_crc
                )
            elif isinstance(item, Attachment) and not self._is_proven(file):
                self._give_up(ValueError(f"attached {item.name} is not as it was written"))
            elif not self._learn(item):
                self._resume = self._offset + 1
                return
        if self._resume is not None and (torn := self._torn(file)):
            yield torn

    def _is_as_long(self, frame: bytes, file: IO[bytes]) -> bool:
        """True if a chunk was read from the present place, and all of its lengths agree."""
        end = file.tell()
        file.seek(self._offset + _KIND)
        length = int.from_bytes(file.read(_RECORD_HEAD - _KIND), "little")
        file.seek(end)
        return length == end - self._offset - _RECORD_HEAD == FRAME_BEGIN - _RECORD_HEAD + len(frame)

    def _is_proven(self, file: IO[bytes]) -> bool:
        """True if what is attached has the sum that stands behind it."""
        end = file.tell()
        file.seek(self._offset + _RECORD_HEAD)
        body = file.read(end - file.tell())
        return zlib.crc32(body[:-_SUM]) == int.from_bytes(body[-_SUM:], "little")

    def _torn(self, file: IO[bytes]) -> _Chunk | None:
        """Return the chunk that begins at the present place and is not there as a whole, if it is one."""
        file.seek(self._offset)
        data = file.read(RECORD_CAP)
        if len(data) < FRAME_BEGIN or data[0] != CHUNK or data[CHUNK_HEAD.size :][: len(FRAME)] != FRAME:
            return None
        _, _, begin_ns, _, _, _ = CHUNK_HEAD.unpack_from(data)
        return _Chunk(data[FRAME_BEGIN:], RECORD_CAP, begin_ns, is_torn=True)

    def _next(self, items: Iterator[object], file: IO[bytes]) -> object:
        from mcap.records import Footer

        size = os.fstat(file.fileno()).st_size
        self._offset = file.tell()
        self._is_all = self._offset == size
        item, failure = None, None
        try:
            item = next(items, None)
        except OSError:
            raise
        except Exception as error:  # whatever a parser makes of damaged bytes
            failure = error
        self._is_cut = file.tell() == size
        is_early = isinstance(item, Footer) and file.tell() + _MAGIC < size
        if failure or is_early:
            self._give_up(failure or ValueError("tells its end before it"), resume=self._offset + 1)
        return None if is_early else item

    def _give_up(self, error: Exception, *, resume: int | None = None) -> None:
        """Note what is wrong at the present place, and from where to look for the next chunk."""
        problem = "ends within a record" if self._is_cut else f"is damaged: {error}"
        if self._is_all:
            problem = "ends without an index: was not closed"
        self._holes.add(Damage(self._last, self._offset, problem))
        self._resume = self._resume if resume is None else resume

    def _learn(self, item: object) -> bool:
        """Note what the file holds about the run and itself; False: it is damaged there."""
        from mcap.records import Attachment, Metadata

        try:
            if isinstance(item, Metadata) and item.name == ABOUT:
                stated = {**item.metadata, "files": self.about.files}
                self.about = msgspec.convert(stated, About, strict=False)
            elif isinstance(item, Metadata) and item.name == TOTALS:
                self.totals = totals_of(item.metadata)
                self._missing += self.totals.records
            elif isinstance(item, Attachment):
                files = {**self.about.files, item.name: item.data}
                self.about = msgspec.structs.replace(self.about, files=files)
        except msgspec.MsgspecError as error:
            self._give_up(error)
            return False
        return True
