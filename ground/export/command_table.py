"""The commands of a recording as one table, one row a command, by the book that the console keeps of them."""

import sys
from io import TextIOWrapper
from pathlib import Path

import msgspec

from ground.console.facts.command_book import CommandBook
from ground.console.history.commands_csv import write_rows
from ground.export.new_output import new_file
from ground.run.kept.recorded_run import RecordedRun


class ExportedCommands(msgspec.Struct, frozen=True, kw_only=True):
    """A table of commands that was written."""

    recording: str
    file: str
    commands: int
    ends: dict[str, int]  # end state -> how many commands ended so
    unfinished: int  # as the recording ended
    damage: str | None


def export_commands(recording: Path, out: Path) -> ExportedCommands:
    """Write a CSV file with one row for each command.

    Raises:
        FileError: the recording cannot be read, or the file is there already or cannot be written.
    """
    recorded, book = RecordedRun(recording), CommandBook(most_leaves=sys.maxsize)
    ends: dict[str, int] = {}
    for record in recorded.messages():
        book.on_message(record.message, record.at_ns)
    for row in book.rows:
        if row.state.is_end:
            ends[row.state.value] = ends.get(row.state.value, 0) + 1
    with new_file(out) as file, TextIOWrapper(file, encoding="utf-8", newline="") as text:
        count = write_rows(text, book.rows)
    return ExportedCommands(
        recording=str(recording),
        file=str(out),
        commands=count,
        ends=ends,
        unfinished=count - sum(ends.values()),
        damage=recorded.damage or None,
    )
