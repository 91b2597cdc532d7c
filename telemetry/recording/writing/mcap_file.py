"""A recording on disk: an MCAP file of all messages and their receivers, x-farhand-5.

    channel /MESSAGE      each message once: plain msgpack, with a JSON schema
                          log_time: UTC at which it was first received; sequence: its number
                          /ImageShard without `data` that other shards make again (`repair_shards`)
    channel /receptions   what each participant received, when, under which number in its life; drivers'
                          records: columns in plain msgpack (`receptions`), one for each batch
    metadata, attachments what the run was (`record.About`) at the beginning, `totals` at the end

Batches are flushed as they come, and every 25 of them end a chunk, so a kill costs only what was not yet
handed over.  A recorder that is started again goes on in a new file beside the first, with the next number.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from telemetry.drive.run_clock import time_zero_ns
from telemetry.drive.store import StoreError
from telemetry.files.settings import read_json
from telemetry.files.whole_file import WholeWrites
from telemetry.life.clock import utc_ns
from telemetry.life.contract import Unreadable
from telemetry.recording.reading.chunk_content import STANDS_ALONE
from telemetry.recording.reading.mcap_reading import ABOUT, FORMAT, FORMAT_KEY, RECORD_CAP, Reading
from telemetry.recording.records.receptions import CHANNEL, Receptions, pack_receptions
from telemetry.recording.records.record import (
    RECORDING_LOG,
    About,
    Damage,
    Record,
    pack_batch,
    part,
    parts,
    unpack_batch,
)
from telemetry.recording.records.totals import METADATA as TOTALS
from telemetry.recording.writing.batch_writer import BatchWriter
from telemetry.recording.writing.mcap_writer import McapWriter
from telemetry.wire.schemas import SCHEMA_ENCODING, schema_of

ABOUT_FILE = "recording.json"
DEFAULT_FILE = "recording.mcap"
MESSAGE_ENCODING = "msgpack"
RECEPTIONS_METADATA = {FORMAT_KEY: FORMAT, **STANDS_ALONE}
BATCHES, OCTETS = 25, 4 * 1024 * 1024  # of a chunk: what is more ends it


class _File:
    """A file that is being written."""

    def __init__(self, path: Path, about: About, *, sync: bool) -> None:
        """Begin it; OSError: it cannot be made."""
        self._spool = WholeWrites(path, sync=sync)
        self._zero_ns = about.zero_utc_ns
        self._writer = McapWriter(self._spool, library="farhand")
        self._batches = BatchWriter(about, self._channel)
        self._channels: dict[str, int] = {}  # by message
        self._in_chunk = 0
        plain = {name: str(getattr(about, name)) for name in about.__struct_fields__ if name != "files"}
        self._writer.add_metadata(ABOUT, plain)
        for name, content in about.files.items():
            self._writer.add_attachment(name, content, media_type="application/octet-stream")

    def add(self, records: list[Record]) -> None:
        """Add a batch, to be saved."""
        if self._in_chunk >= BATCHES or self._writer.octets > OCTETS:
            self._writer.end_chunk()
            self._batches.begin_chunk()
            self._in_chunk = 0
        self._in_chunk += 1
        rows, receptions = self._batches.pack(records)
        self._writer.add_messages(rows)
        at_ns = self._zero_ns + receptions.begin_ns
        data = pack_receptions(receptions)
        self._writer.add_summed((self._channel(CHANNEL), receptions.first, at_ns, data))

    def save(self) -> None:
        """Make all that was taken durable; OSError: it may be tried again."""
        self._writer.flush()
        self._spool.save()

    def finish(self, damage: Damage | None) -> None:
        """Write totals and index and close the file; OSError: not all could be written."""
        totals = self._batches.count.totals
        totals.damage = damage
        try:
            self._writer.end_chunk()
            self._writer.add_metadata(TOTALS, totals.values())
            self._writer.finish()
            self._spool.save()
        finally:
            self._spool.close()

    def _channel(self, name: str) -> int:
        channel = self._channels.get(name)
        if channel is None:
            schema = schema_of(Receptions if name == CHANNEL else name)
            number = self._writer.add_schema(name, schema, encoding=SCHEMA_ENCODING) if schema else 0
            values = RECEPTIONS_METADATA if name == CHANNEL else {}
            channel = self._channels[name] = self._writer.add_channel(
                f"/{name}", encoding=MESSAGE_ENCODING, schema=number, values=values
            )
        return channel


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
        self._file: _File | None = None

    def records(self, key: str) -> list[bytes]:
        """Return a batch that ends with the newest number: what comes next is numbered after it."""
        return (
            [pack_batch([Record(self._last, 0, "", 0, b"")])] if key == RECORDING_LOG and self._last else []
        )

    def unreadable(self, key: str) -> Unreadable:
        """Return that nothing is missing: damage shows when the file is read."""
        return Unreadable(octets=0, at_end=False)

    def append(self, key: str, record: bytes) -> None:
        """Write a batch of records; those that were taken before are not written twice.

        Raises:
            StoreError: it could not be written; the batch may come again.
        """
        if key != RECORDING_LOG:
            raise StoreError(f"{self._first}: holds the recording and no other log")
        records = unpack_batch(record)
        new = records[max(self._last + 1 - records[0].number, 0) :] if records else []
        try:
            file = self._opened()
            if new:
                file.add(new)
                self._last = new[-1].number
            file.save()
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error

    def close(self, damage: Damage | None = None) -> None:
        """Write the index and close the file; without index it is readable too.

        `damage` is what could not be read of the file from which this one was recovered.

        Raises:
            StoreError: it could not be written.
        """
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            file.finish(damage)
        except OSError as error:
            raise StoreError(f"{self._first}: {error.strerror}") from error

    def _opened(self) -> _File:
        if self._file is None:
            self._first.parent.mkdir(parents=True, exist_ok=True)
            about = self._about
            if self._zero_utc_ns is not None:
                about = msgspec.structs.replace(about, zero_utc_ns=self._zero_utc_ns())
            path = part(self._first, len(parts(self._first)) + 1)
            self._file = _File(path, about, sync=self._sync)
        return self._file


def store_for(folder: Path) -> RecordingStore:
    """Return the recorder's store of a run folder, with the facts of the run from its recording.json."""
    about = folder / ABOUT_FILE
    about_run = read_json(about, About, at_most=RECORD_CAP) if about.exists() else About()
    return RecordingStore(
        folder / DEFAULT_FILE, about_run, sync=True, zero_utc_ns=lambda: time_zero_ns(folder) or utc_ns()
    )
