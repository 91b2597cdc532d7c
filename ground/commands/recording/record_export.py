"""`farhand record export`: a recording in formats that other programs know.

--foxglove FILE   an MCAP file with well-known schemas (`ground.export.foxglove_file`)
--csv DIR         tables (`ground.export.table_files`)
--parquet DIR     the same tables (`ground.export.table_files`)
--commands FILE   one table, one row a command (`ground.export.command_table`)
"""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec

from ground.commands.arguments import Arguments
from ground.export.command_table import ExportedCommands, export_commands
from ground.export.foxglove_file import ExportedFile, export_foxglove
from ground.export.new_output import check_free
from ground.export.table_files import export_csv, export_parquet
from ground.export.tables import ExportedTables
from ground.run.kept.usage_error import UsageError, needs

Exported = ExportedFile | ExportedTables | ExportedCommands
Export = Callable[[Path, Path], Exported]
FORMATS: dict[str, tuple[Export, str]] = {  # option -> who writes it, what it is for people
    "foxglove": (export_foxglove, "an MCAP file that Foxglove and others open"),
    "csv": (export_csv, "a folder of tables, one for each class of messages"),
    "parquet": (
        export_parquet,
        "the same tables as Parquet (extra `parquet`)",
    ),
    "commands": (export_commands, "a CSV table of commands, one row each: every state with its time"),
}
NOTHING_ASKED = (
    "record export: say what to write: --foxglove FILE, --csv DIR, --parquet DIR or --commands FILE"
)


def add_formats(options: Arguments) -> None:
    """Let the command line name what is to be written."""
    for name, (_, what) in FORMATS.items():
        options.add_argument(f"--{name}", metavar="OUT", help=f"export: {what}")


class Exports(msgspec.Struct, frozen=True, kw_only=True):
    """What was written."""

    exports: list[Exported]
    damage: str | None  # of the recording


def export(path: Path, given: Namespace) -> Exports:
    """Write all that was asked for.

    Raises:
        UsageError: nothing was asked for, or a library is missing; nothing is written then.
        FileError: the recording cannot be read, or something is there already or cannot be written.
    """
    wanted = {name: getattr(given, name) for name in FORMATS if getattr(given, name)}
    if not wanted:
        raise UsageError(NOTHING_ASKED)
    if "parquet" in wanted:
        needs("pyarrow", extra="parquet")
    for out in wanted.values():  # all of it or none: a second try would find the first half in its way
        check_free(Path(out))
    done = [FORMATS[name][0](path, Path(out)) for name, out in wanted.items()]
    return Exports(exports=done, damage=done[0].damage)


def as_text(result: Exports) -> str:
    """Return the lines for people."""
    lines = [_line(row) for row in result.exports]
    return "\n".join([*lines, f"damage     {result.damage or 'none'}"])


def _line(row: Exported) -> str:
    if isinstance(row, ExportedFile):
        return f"{row.messages} messages of {len(row.topics)} topics in {row.file}"
    if isinstance(row, ExportedCommands):
        ends = "".join(f", {count} {state}" for state, count in row.ends.items())
        return f"{row.commands} commands in {row.file}{ends}"
    return f"{sum(row.tables.values())} rows of {len(row.tables)} tables in {row.folder}"
