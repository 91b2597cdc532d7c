"""A recording on disk: an MCAP file of everything that every role was given, and of when it ticked.

    channel /ROLE/MESSAGE   encoding x-farhand-3: u32 number in the role's life | the bytes as they came
    channel /ROLE/Ticked    the same, of what its driver told it (`told`); and Started, WorkDone, ...
    log_time                at_ns, from the start of the run, 0 before it;  sequence: number of the record
    publish_time            at_ns as it is, in two's complement
    metadata, attachments   what the run was (`record.About`), at the beginning of the file

Each batch ends a chunk and is flushed, so a kill costs only what was not yet handed over.  A recorder that is
started again goes on in a new file beside the first, with the next number.  A reader takes what is whole and
says where the rest is damaged.  mcap is loaded only by whoever reads a file (`mcap_writer`).
"""

import os
import struct
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from telemetry.clock import utc_ns
from telemetry.contract import Unreadable
from telemetry.drive.run_clock import time_zero_ns
from telemetry.drive.store import StoreError
from telemetry.recording.mcap_writer import McapWriter, Row
from telemetry.recording.received import name_of, signature
from telemetry.recording.record import LOG, About, Damage, Mark, Record, pack_batch, part, parts, unpack_batch
from telemetry.recording.whole_writes import WholeWrites
from telemetry.settings import FileError, open_file, read_json

ENCODING = "x-farhand-3"  # 1 had no run in its headers, 2 nothing of what drivers tell
ABOUT_FILE = "recording.json"
DEFAULT_FILE = "recording.mcap"
RECORD_CAP = 128 * 1024 * 1024  # bytes of one MCAP record, and of what a chunk unpacks to
_METADATA = "farhand"
_IN_LIFE = struct.Struct("<I")
_OLD = "holds {}, which this version cannot read; use the farhand that recorded it, version {}"


class RecordingStore:
    """The recorder's store: one MCAP file."""

    def __init__(
        self, path: Path, about: About, *, sync: bool, zero_utc_ns: Callable[[], int] | None = None
    ) -> None:
        """Write to `path`, or beside it if it exists; `sync` waits for the disk with each batch.

        `zero_utc_ns` is asked for the run's time zero with the first batch; None: `about` knows it.
        """
        self._first, self._about, self._sync = path, about, sync
        self._zero_utc_ns = zero_utc_ns
        earlier = parts(path)
        numbers = (Reading(file).last_number() for file in reversed(earlier))
        self._last = next((number for number in numbers if number), 0)  # a file may have got no record at all
        self._channels: dict[tuple[str, str], int] = {}  # by role and message
        self._known: dict[tuple[str, bytes], int] = {}  # the same by role and signature
        self._spool: WholeWrites | None = None
        self._writer: McapWriter | None = None

    def records(self, key: str) -> list[bytes]:
        """Return a batch that ends with the newest number: what comes next is numbered after it."""
        return [pack_batch([Record(self._last, 0, "", 0, b"")])] if key == LOG and self._last else []

    def unreadable(self, key: str) -> Unreadable:
        """Return that nothing is missing: what is damaged is told to who reads."""
        return Unreadable(octets=0, at_end=False)

    def append(self, key: str, record: bytes) -> None:
        """Write a batch of records; those that were taken before are not written twice.

        Raises:
            StoreError: it could not be written; the batch may come again.
        """
        if key != LOG:
            raise StoreError(f"{self._first}: holds the recording and no other log")
        try:
            spool, writer = self._opened()
            writer.add_messages(self._rows(writer, unpack_batch(record)))
            writer.end_chunk()
            spool.save()
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error

    def close(self) -> None:
        """Write the index and close the file; without index it is readable too.

        Raises:
            StoreError: it could not be written.
        """
        if self._spool is None or self._writer is None:
            return
        spool, self._spool = self._spool, None
        try:
            self._writer.finish()
            spool.save()
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error
        finally:
            spool.close()

    def _opened(self) -> tuple[WholeWrites, McapWriter]:
        if self._spool is None or self._writer is None:
            self._first.parent.mkdir(parents=True, exist_ok=True)
            spool = WholeWrites(part(self._first, len(parts(self._first)) + 1), sync=self._sync)
            self._spool, self._writer = spool, McapWriter(spool, library="farhand")
            self._tell_about(self._writer)
        return self._spool, self._writer

    def _tell_about(self, writer: McapWriter) -> None:
        about = self._about
        if self._zero_utc_ns is not None:
            about = msgspec.structs.replace(about, zero_utc_ns=self._zero_utc_ns())
        plain = {name: str(getattr(about, name)) for name in about.__struct_fields__ if name != "files"}
        writer.add_metadata(_METADATA, plain)
        for name, content in about.files.items():
            writer.add_attachment(name, content, media_type="application/octet-stream")

    def _rows(self, writer: McapWriter, records: Iterable[Record]) -> Iterator[Row]:
        """Return the messages of a batch, as far as they are new; new channels begin before them."""
        known, pack = self._known, _IN_LIFE.pack
        for number, at_ns, role, in_life, packet in records:
            if number > self._last:
                named = (role, signature(packet))
                channel = known.get(named)
                if channel is None:
                    channel = known[named] = self._channel(writer, role, name_of(role, packet))
                self._last = number
                yield channel, number, at_ns, pack(in_life) + packet

    def _channel(self, writer: McapWriter, role: str, message: str) -> int:
        channel = self._channels.get((role, message))
        if channel is None:
            names = {"role": role, "message": message}
            channel = writer.add_channel(f"/{role}/{message}", encoding=ENCODING, values=names)
            self._channels[role, message] = channel
        return channel


class Reading:
    """One file, read from its beginning or from a mark.

    While it is read it learns `about` and `marks`; at the end `damage` says what could not be read.
    """

    def __init__(self, path: Path) -> None:
        """Read from `path`."""
        self.path, self.about = path, About()
        self.marks: list[Mark] = []
        self.damage: Damage | None = None
        self._last = self._offset = 0
        self._missing = 0  # records that the file says it holds, less those that were read
        self._is_all = self._is_cut = False  # nothing comes after the last item; it reaches to the end
        self._topics: dict[int, tuple[str, str]] = {}

    def records(self, mark: Mark | None = None, *, after: int = 0) -> Iterator[tuple[Record, str]]:
        """Return the records in order, each with its message's name; never raises for damage.

        `after` is the number that the first one must follow; 0: any.

        Raises:
            FileError: the file cannot be opened, or another version wrote it.
        """
        from mcap.records import Chunk

        self._last, self._missing = after, 0
        self.marks = self.marks if mark else []
        for item in self._items(mark):
            try:
                records = self._chunk(item) if isinstance(item, Chunk) else self._learn(item)
            except FileError:
                raise
            except Exception as error:  # whatever a parser makes of damaged bytes
                self._give_up(error)
                return
            if mark is None and isinstance(item, Chunk):
                self.marks.append(Mark(self._offset, item.message_start_time))
            self._missing -= len(records)
            yield from records
        if mark is None and self._missing and self.damage is None:
            problem = f"{self._missing} records are missing at its end"
            self.damage = Damage(self._last, self._offset, problem)

    def last_number(self) -> int:
        """Return the number of the last whole record, 0 without any; unpacks the last chunks only."""
        from mcap.records import Chunk, Message

        newest = deque((item for item in self._items() if isinstance(item, Chunk)), maxlen=2)
        for chunk in reversed(newest):  # the very last may be torn
            with suppress(Exception):
                return max(item.sequence for item in _unpacked(chunk) if isinstance(item, Message))
        return 0

    def _items(self, mark: Mark | None = None) -> Iterator[Any]:
        """Return what the file is made of, chunks as they are; `_offset` is where each begins."""
        from mcap.stream_reader import StreamReader

        try:
            with open_file(self.path) as file:
                file.seek(mark.offset if mark else 0)
                reader = StreamReader(
                    file, skip_magic=mark is not None, emit_chunks=True, record_size_limit=RECORD_CAP
                )
                items = iter(reader.records)
                while (item := self._next(items, file)) is not None:
                    yield item
        except OSError as error:
            raise FileError(self.path, "", f"cannot be read ({error.strerror})") from None

    def _next(self, items: Iterator[Any], file: IO[bytes]) -> Any:
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
        if failure:
            self._give_up(failure)
        return item

    def _give_up(self, error: Exception) -> None:
        """Say what is wrong at the present place."""
        problem = "ends within a record" if self._is_cut else f"is damaged: {error}"
        if self._is_all:
            problem = "ends without an index: was not closed"
        self.damage = Damage(self._last, self._offset, problem)

    def _chunk(self, chunk: Any) -> list[tuple[Record, str]]:
        """Return a chunk's records, all or none."""
        from mcap.records import Channel, Message

        records, last = [], self._last
        for item in _unpacked(chunk):
            if isinstance(item, Channel):
                if item.message_encoding != ENCODING:
                    raise FileError(self.path, "", _OLD.format(item.message_encoding, self.about.version))
                self._topics[item.id] = (item.metadata["role"], item.metadata["message"])
            elif isinstance(item, Message):
                if last and item.sequence != last + 1:
                    raise ValueError(f"holds number {item.sequence} instead of {last + 1}")
                last = item.sequence
                role, name = self._topics[item.channel_id]
                (in_life,) = _IN_LIFE.unpack_from(item.data)
                packet = item.data[_IN_LIFE.size :]
                at_ns = item.publish_time - (item.publish_time >> 63 << 64)
                records.append((Record(last, at_ns, role, in_life, packet), name))
        self._last = last
        return records

    def _learn(self, item: Any) -> list[tuple[Record, str]]:
        from mcap.records import Attachment, Metadata, Statistics

        if isinstance(item, Metadata) and item.name == _METADATA:
            told = {**item.metadata, "files": self.about.files}
            self.about = msgspec.convert(told, About, strict=False)
        elif isinstance(item, Attachment):
            files = {**self.about.files, item.name: item.data}
            self.about = msgspec.structs.replace(self.about, files=files)
        elif isinstance(item, Statistics):
            self._missing += item.message_count
        return []


def _unpacked(chunk: Any) -> list[Any]:
    """Return what a chunk holds; ValueError and others: it is damaged, or larger than anybody writes."""
    import zstandard
    from mcap.stream_reader import breakup_chunk

    size = zstandard.frame_content_size(chunk.data) if chunk.compression == "zstd" else -1
    if not 0 <= size == chunk.uncompressed_size <= RECORD_CAP:
        raise ValueError("chunk is not as it was written")
    return list(breakup_chunk(chunk, validate_crc=True))


def store_for(folder: Path) -> RecordingStore:
    """Return the recorder's store of a run folder, told of the run by the folder's recording.json."""
    about = folder / ABOUT_FILE
    told = read_json(about, About, at_most=RECORD_CAP) if about.exists() else About()
    return RecordingStore(
        folder / DEFAULT_FILE, told, sync=True, zero_utc_ns=lambda: time_zero_ns(folder) or utc_ns()
    )
