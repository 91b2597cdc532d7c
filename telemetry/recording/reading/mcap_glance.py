"""What the files of a recording hold in sum, by the totals at their ends, so that hours need not be read.

closed in order      summary, totals, the last chunk for what the recorder said last; the sums of all
cut, or damaged      read through, and counted
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import IO

import msgspec

from telemetry.files.settings import open_file
from telemetry.messages.base import wire_name
from telemetry.messages.health import RecorderHealth
from telemetry.recording.given.driver_records import TICKS
from telemetry.recording.given.envelope import PACKET_OF, split_envelope
from telemetry.recording.reading.mcap_reading import ABOUT, FORMAT_KEY, FORMATS, Reading
from telemetry.recording.records.receptions import CHANNEL
from telemetry.recording.records.record import About, Damage, damage_of_all
from telemetry.recording.records.totals import METADATA, RecordCount, Totals, totals_of

RECORDS_AT_ONCE = 1000  # records
_HEALTH = wire_name(RecorderHealth)


class FileContents(msgspec.Struct, kw_only=True):
    """What one file holds."""

    about: About  # with names of its files alone
    attached: dict[str, int]  # octets of each
    totals: Totals
    kept: dict[str, int]  # messages of each class
    lost: dict[str, int]  # records that never reached the recorder, by participant
    damage: Damage | None = None
    chunks: int = 0  # as the file tells


def contents_of_all(paths: Sequence[Path]) -> FileContents:
    """Return what several files of one recording hold together; FileError as for one."""
    first, *others = every = [contents_of(path) for path in paths]
    first.damage = damage_of_all([each.damage for each in every])
    kept, lost = Counter(first.kept), Counter(first.lost)
    for other in others:
        first.totals.add(other.totals)
        kept.update(other.kept)
        lost.update(other.lost)
    first.kept, first.lost = dict(sorted(kept.items())), dict(sorted(lost.items()))
    return first


def contents_of(path: Path) -> FileContents:
    """Return what one file holds; FileError: it cannot be opened, or another version wrote it."""
    try:
        with open_file(path) as file:
            closed = _of_closed_file(file)
    except Exception:  # whatever a parser makes of a file that was cut
        closed = None
    if closed is None or closed.chunks != Reading(path).sound_chunks():
        return _of_counted_file(path)
    return closed


def _of_closed_file(file: IO[bytes]) -> FileContents | None:
    """Return what stands at the end of a file; None: another version wrote it."""
    from mcap.reader import SeekingReader

    reader = SeekingReader(file)
    summary = reader.get_summary()
    if summary is None or summary.statistics is None:
        return None
    formats = {channel.metadata.get(FORMAT_KEY) for channel in summary.channels.values()}
    if not formats & FORMATS:
        return None
    values = {metadata.name: metadata.metadata for metadata in reader.iter_metadata()}
    totals = totals_of(values[METADATA])
    counts = summary.statistics.channel_message_counts
    named = {number: channel.topic.removeprefix("/") for number, channel in summary.channels.items()}
    kept = {PACKET_OF.get(name, name): counts[number] for number, name in named.items() if name != CHANNEL}
    newest = next(iter(reader.iter_messages(topics=f"/{_HEALTH}", reverse=True)), None)
    return FileContents(
        about=msgspec.convert(values[ABOUT], About, strict=False),
        attached={index.name: index.data_size for index in summary.attachment_indexes},
        totals=totals,
        kept=kept,
        lost=_lost(newest[2].data) if newest else {},
        damage=totals.damage,
        chunks=len(summary.chunk_indexes),
    )


def _of_counted_file(path: Path) -> FileContents:
    """Read a file through, and count."""
    reading, count, health = Reading(path), RecordCount(), b""
    records = reading.records()
    while some := list(islice(records, RECORDS_AT_ONCE)):
        count.on_records(
            [name for _, name in some], [row.role for row, _ in some], [row.at_ns for row, _ in some]
        )
        for record, name in some:
            if name == TICKS:
                count.on_ticks(record.role, record.packet)
            elif name == _HEALTH and (envelope := split_envelope(record.packet)):
                health = envelope[-1]
    files = reading.about.files
    return FileContents(
        about=msgspec.structs.replace(reading.about, files={}),
        attached={name: len(content) for name, content in files.items()},
        totals=count.totals,
        kept={PACKET_OF.get(name, name): number for name, number in reading.kept.items()},
        lost=_lost(health) if health else {},
        damage=reading.damage,
    )


def _lost(payload: bytes) -> dict[str, int]:
    health = msgspec.msgpack.decode(payload, type=RecorderHealth)
    return {lost.role: lost.records for lost in health.lost}
