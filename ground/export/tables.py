"""A recording as tables: one for each class of messages, one of commands, one of events.

    utc | t [s] | sender | columns of the class        t: mission time, from the start of the run

Who writes them takes row by row, so the length of a recording does not matter.  What carries packets of
others is left out; a message of a class that this version does not know is a row of `unknown`, by its keys.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from ground.export.events import Events
from ground.export.new_output import new_folder
from ground.export.plain_messages import CARRIERS, plain
from ground.run.kept.recorded_run import RecordedRun
from ground.series.columns import Column, columns_of
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import nearest
from telemetry.messages.base import wire_name
from telemetry.messages.queue import CommandChanges
from telemetry.recording.records.sent_messages import RecordedMessage

UTC = "utc"  # the first column: integer nanoseconds since 1970
Row = Sequence[Any]
TableRow = tuple[
    str, list[Column], Any
]  # table, its columns behind the first ones, what they are filled from


class TableWriter(Protocol):
    """The writer of one table."""

    def add(self, row: Row) -> None:
        """Take a row."""
        ...

    def close(self) -> None:
        """Write what is left."""
        ...


Begin = Callable[[Path, Sequence[Column]], TableWriter]  # file, its columns; OSError: it cannot be made


class _Unknown(NamedTuple):
    values: Mapping[str, Any]


FIRST_COLUMNS = [
    Column(UTC, "", "whole", lambda message: message.utc_ns),
    Column("t", "s", "real", lambda message: message.at_ns / NS_PER_S),
    Column("sender", "", "text", lambda message: message.sender),
]
EVENT_COLUMNS = [
    Column("level", "", "text", lambda event: event.level.name),
    Column("event", "", "text", lambda event: event.text),
]
UNKNOWN_COLUMNS = [Column("values", "", "text", lambda message: json.dumps(plain(message.values)))]


class ExportedTables(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of tables that was written."""

    recording: str
    folder: str
    tables: dict[str, int]  # NAME -> rows
    damage: str | None


def export_tables(recording: Path, out: Path, begin: Begin, *, suffix: str) -> ExportedTables:
    """Write a folder with one file for each table.

    Raises:
        FileError: the recording cannot be read, or the folder is there already or cannot be written.
    """
    recorded = RecordedRun(recording)
    with new_folder(out) as folder:
        rows = _written(recorded, lambda name, columns: begin(folder / f"{name}{suffix}", columns))
    return ExportedTables(
        recording=str(recording), folder=str(out), tables=rows, damage=recorded.damage or None
    )


def write_table(recorded: RecordedRun, name: str, begin: Callable[[Sequence[Column]], TableWriter]) -> None:
    """Write one table; ValueError: the recording has none of that name."""
    rows = _written(recorded, lambda _, columns: begin(columns), only=name)
    if name not in rows:
        raise ValueError(f"no table {name!r}{nearest(name, [*rows])}")


def _written(
    recorded: RecordedRun, begin: Callable[[str, Sequence[Column]], TableWriter], *, only: str = ""
) -> dict[str, int]:
    """Write all tables, or only one; returns the number of rows of each, by name."""
    model, rows = recorded.model(), dict[str, int]()
    tables = _MessageRows([f".{joint.name}" for joint in model.robot.commanded] if model else [])
    writers: dict[str, TableWriter] = {}
    try:
        for record in recorded.messages():
            first = [column.get(record) for column in FIRST_COLUMNS]
            for table, columns, part in tables.rows(record):
                rows[table] = rows.get(table, 0) + 1
                if only not in ("", table):
                    continue
                if table not in writers:
                    writers[table] = begin(table, [*FIRST_COLUMNS, *columns])
                writers[table].add([*first, *(column.get(part) for column in columns)])
    finally:
        for writer in writers.values():
            writer.close()
    return dict(sorted(rows.items()))


class _MessageRows:
    """Which tables a message has a row in."""

    def __init__(self, joints: Sequence[str]) -> None:
        self._joints = joints
        self._events = Events()
        self._columns: dict[type[msgspec.Struct], list[Column]] = {}

    def rows(self, record: RecordedMessage) -> Iterator[TableRow]:
        message = record.message
        if message is None:
            yield "unknown", UNKNOWN_COLUMNS, _Unknown(record.values)
        elif not isinstance(message, CARRIERS):
            yield from (("events", EVENT_COLUMNS, event) for event in self._events.of(message))
            if isinstance(message, CommandChanges):
                yield from (("commands", self._of(change), change) for change in message.changes)
            else:
                yield wire_name(type(message)), self._of(message), message

    def _of(self, part: msgspec.Struct) -> list[Column]:
        kind = type(part)
        if kind not in self._columns:
            self._columns[kind] = columns_of(kind, self._joints)
        return self._columns[kind]
