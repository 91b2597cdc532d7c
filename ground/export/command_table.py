"""The commands of a recording as one table, one row each, by the book that the console keeps of them.

Every row has an end: what was unfinished as the recording ends is lost, or cancelled if it had not left.
KEEP is no row: it asks for nothing, but shows in each tick that the ground is alive, and repeats a set-point
whose row is there.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path

import msgspec

from ground.console.facts.command_book import CommandBook
from ground.console.facts.command_rows import Commands
from ground.console.history.commands_csv import write_rows
from ground.export.new_output import new_file
from ground.run.kept.recorded_run import RecordedRun
from telemetry.recording.records.sent_messages import RecordedMessage


class ExportedCommands(msgspec.Struct, frozen=True, kw_only=True):
    """A table of commands that was written."""

    recording: str
    file: str
    commands: int
    ends: dict[str, int]  # end state -> how many commands ended so
    damage: str | None


def recorded_commands(messages: Iterable[RecordedMessage]) -> Commands:
    """Return all commands of a recording, by when each was heard of first."""
    book, at_ns = CommandBook(most_leaves=sys.maxsize), 0
    for record in messages:
        at_ns = record.at_ns
        book.on_message(record.message, at_ns)
    book.on_end(at_ns)
    return book.rows


def export_commands(recording: Path, out: Path) -> ExportedCommands:
    """Write a CSV file with one row for each command.

    Raises:
        FileError: the recording cannot be read, or the file is there already or cannot be written.
    """
    recorded = RecordedRun(recording)
    rows = recorded_commands(recorded.messages())
    ends = Counter(row.state.value for row in rows)
    with new_file(out) as file, TextIOWrapper(file, encoding="utf-8", newline="") as text:
        count = write_rows(text, rows)
    return ExportedCommands(
        recording=str(recording),
        file=str(out),
        commands=count,
        ends=ends,
        damage=recorded.damage or None,
    )
