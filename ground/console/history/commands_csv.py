"""The commands of a pass as a table, one row a command with the instants of its whole life.

t [s] | kind | epoch | seq | state | reason | arguments | executes_ns    as in the table `commands`
proposed [s] ... lost [s]                                                 when each state was heard of first
expected [s]                                                              by when its end was to be known
accepted on board [s] ... refused on board [s]                            as reported, on the ground's clock
clearance [m] | required [m] | pair | after                               its verdict; which stop explains it

A row whose state is no end was unfinished as the console wrote the table; an export of a recording has none.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from ground.console.facts.command_rows import CommandRow
from ground.series.columns import columns_of
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChange

ON_BOARD = (CommandState.ACCEPTED, CommandState.STARTED, CommandState.EXECUTED, CommandState.REFUSED)
IN_SECONDS = ("expects_ns", "on_board_ns")  # of a change, which have columns of their own here
CHANGE_COLUMNS = [column for column in columns_of(CommandChange, ()) if column.name not in IN_SECONDS]
HEADER = (
    "t [s]",
    *(column.header for column in CHANGE_COLUMNS),
    *(f"{state.value} [s]" for state in CommandState),
    "expected [s]",
    *(f"{state.value} on board [s]" for state in ON_BOARD),
    *("clearance [m]", "required [m]", "pair", "after"),
)


def write_commands(path: Path, rows: Iterable[CommandRow]) -> int:
    """Write commands into a new file; return how many; OSError: it cannot be written."""
    with path.open("x", encoding="utf-8", newline="") as file:
        return write_rows(file, rows)


def write_rows(file: TextIO, rows: Iterable[CommandRow]) -> int:
    """Write commands into a file without line ends of its own; return how many."""
    writer, count = csv.writer(file), 0
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow(list(_cells(row)))
        count += 1
    return count


def _cells(row: CommandRow) -> Iterator[Any]:
    change = CommandChange(
        kind=row.kind,  # type: ignore[arg-type]  # a row holds what a change has told
        epoch=row.epoch,
        seq=row.seq,
        state=row.state,
        reason=row.reason,
        arguments=row.arguments,
        executes_ns=row.executes_ns,
    )
    yield row.begun_ns / NS_PER_S
    yield from (column.get(change) for column in CHANGE_COLUMNS)
    yield from (_seconds(row.since_ns(state)) for state in CommandState)
    yield _seconds(row.expects_ns)
    yield from (_seconds(row.on_board_ns(state)) for state in ON_BOARD)
    verdict = row.verdict
    yield from (verdict.clearance, verdict.required, " / ".join(verdict.pair)) if verdict else ("", "", "")
    yield row.after


def _seconds(at_ns: int | None) -> float | None:
    return None if at_ns is None else at_ns / NS_PER_S
