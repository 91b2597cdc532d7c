"""A recording on disk: an MCAP file of everything that every role received, and of when it ticked.

    channel /ROLE/MESSAGE   encoding x-farhand-2: the bytes exactly as they came
    channel /ROLE/tick      empty
    log_time                at_ns, from the start of the run;  sequence: number of the record
    metadata, attachments   what the run was (`record.About`), at the beginning of the file

Each batch ends a chunk and is flushed, so a kill costs only what was not yet handed over.  A recorder that is
started again goes on in a new file beside the first, with the next number.  A reader takes what is whole and
says where the rest is damaged.  mcap is loaded only by whoever opens a file.
"""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from telemetry.drive.store import StoreError
from telemetry.recording.received import name_of
from telemetry.recording.record import LOG, About, Damage, Mark, Record, pack_batch, part, parts, unpack_batch
from telemetry.recording.whole_writes import WholeWrites
from telemetry.settings import FileError, open_file, read_json

ENCODING = "x-farhand-2"  # 1 had no run in its headers
ABOUT_FILE = "recording.json"
DEFAULT_FILE = "recording.mcap"
CHUNK_BYTES = 512 * 1024
RECORD_CAP = 128 * 1024 * 1024  # bytes of one MCAP record, and of what a chunk unpacks to
_METADATA = "farhand"
_OLD = "holds {}, which this version cannot read; use the farhand that recorded it, version {}"


class RecordingStore:
    """The recorder's store: one MCAP file."""

    def __init__(self, path: Path, about: About, *, sync: bool) -> None:
        """Write to `path`, or beside it if it exists; `sync` waits for the disk with each batch."""
        self._first, self._about, self._sync = path, about, sync
        earlier = parts(path)
        numbers = (Reading(file).last_number() for file in reversed(earlier))
        self._last = next((number for number in numbers if number), 0)  # a file may have got no record at all
        self._channels: dict[tuple[str, str], int] = {}
        self._spool: WholeWrites | None = None
        self._writer: Any = None

    def records(self, key: str) -> list[bytes]:
        """Return a batch that ends with the newest number: what comes next is numbered after it."""
        return [pack_batch([Record(self._last, 0, "", b"")])] if key == LOG and self._last else []

    def append(self, key: str, record: bytes) -> None:
        """Write a batch of records; those that were taken before are not written twice.

        Raises:
            StoreError: it could not be written; the batch may come again.
        """
        try:
            spool = self._spool or self._open()
            for item in unpack_batch(record):
                if item.number > self._last:
                    self._add(item)
            self._writer.flush()
            spool.save()
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error

    def close(self) -> None:
        """Write the index and close the file; without index it is readable too.

        Raises:
            StoreError: it could not be written.
        """
        if self._spool is None:
            return
        spool, self._spool = self._spool, None
        try:
            self._writer.finish()
            spool.save()
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error
        finally:
            spool.close()

    def _open(self) -> WholeWrites:
        from mcap.writer import Writer

        self._first.parent.mkdir(parents=True, exist_ok=True)
        spool = WholeWrites(part(self._first, len(parts(self._first)) + 1), sync=self._sync)
        self._writer = Writer(spool, chunk_size=CHUNK_BYTES)  # type: ignore[arg-type]
        self._writer.start(profile="", library="farhand")
        about = self._about
        plain = {name: str(getattr(about, name)) for name in about.__struct_fields__ if name != "texts"}
        self._writer.add_metadata(_METADATA, plain)
        for name, text in about.texts.items():
            self._writer.add_attachment(0, 0, name, "text/plain", text.encode())
        self._spool = spool
        return spool

    def _add(self, record: Record) -> None:
        topic = (record.role, name_of(record.role, record.packet))
        channel = self._channels.get(topic)
        if channel is None:
            names = {"role": topic[0], "message": topic[1]}
            channel = self._writer.register_channel("/" + "/".join(topic), ENCODING, 0, names)
            self._channels[topic] = channel
        at_ns = max(record.at_ns, 0)  # the file knows no time before the run
        self._writer.add_message(channel, at_ns, record.packet, at_ns, record.number)
        self._last = record.number


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
                records.append((Record(last, item.log_time, role, item.data), name))
        self._last = last
        return records

    def _learn(self, item: Any) -> list[tuple[Record, str]]:
        from mcap.records import Attachment, Metadata, Statistics

        if isinstance(item, Metadata) and item.name == _METADATA:
            told = {**item.metadata, "texts": self.about.texts}
            self.about = msgspec.convert(told, About, strict=False)
        elif isinstance(item, Attachment):
            texts = {**self.about.texts, item.name: item.data.decode()}
            self.about = msgspec.structs.replace(self.about, texts=texts)
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
    return RecordingStore(folder / DEFAULT_FILE, told, sync=True)
