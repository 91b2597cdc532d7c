"""The command `farhand runs`: what runs or ran here, one line each; `--prune` removes what is over.

--json  runs[{name, folder, mode, begun, state, ok, ended_by{who, at_s}, processes{ROLE: pid},
        recording{file, bytes}}], removed[the same rows],
        recordings[{file, bytes}]: of flights in virtual time, which `--prune` leaves
"""

from collections.abc import Sequence
from typing import Any

from ground.cli import DONE
from ground.commands.arguments import Arguments
from ground.commands.json_output import answer
from ground.listing import table
from ground.report.words import counted, ender
from ground.run.history import history, recordings, remove_over
from ground.run.runs import runs_folder

MEBIBYTE = 1 << 20
HEADINGS = ("RUN", "BEGUN (UTC)", "STATE", "ALIVE", "RECORDING")
NONE = "no run is here; `farhand rehearse` starts one"


def runs(arguments: list[str]) -> int:
    """List the runs, after removing what is over if told so."""
    options = _options().parse_args(arguments)
    removed = remove_over() if options.prune else []
    told = {"runs": history(), "removed": removed, "recordings": recordings()}
    answer(told, as_text(told), options.json)
    return DONE


def as_text(told: dict[str, Any]) -> str:
    """Return what was removed, one line for each run, and how to end those that nobody watches over."""
    lines = [f"removed {row['name']} ({_size(row)})" for row in told["removed"]]
    lines += table([HEADINGS, *map(_cells, told["runs"])]) if told["runs"] else [NONE]
    for row in told["runs"]:
        if row["state"] == "orphaned":
            lines.append(f"nobody watches over {row['name']}: end it with `farhand stop {row['name']}`")
    return "\n".join([*lines, *_of_virtual_time(told["recordings"])])


def _of_virtual_time(recordings: Sequence[dict[str, Any]]) -> list[str]:
    if not recordings:
        return []
    size = sum(row["bytes"] for row in recordings) / MEBIBYTE
    what = f"{counted(len(recordings), 'recording')} of flights in virtual time ({size:.1f} MiB)"
    return [f"{what} in {runs_folder()}: yours to keep or remove"]


def _options() -> Arguments:
    options = Arguments("runs", "List what runs or ran here.")
    options.add_argument(
        "--prune", action="store_true", help="remove the folders of runs that are over, with their recordings"
    )
    options.add_json("write the list")
    return options


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return row["name"], _begun(row["begun"]), _state(row), str(len(row["processes"])), _size(row)


def _begun(stamp: str | None) -> str:
    """Return 20260131T120000Z as 01-31 12:00; the year is in the name."""
    return f"{stamp[4:6]}-{stamp[6:8]} {stamp[9:11]}:{stamp[11:13]}" if stamp else "-"


def _state(row: dict[str, Any]) -> str:
    return f"ended by {ender(row['ended_by'])}" if row["state"] == "held" else str(row["state"])


def _size(row: dict[str, Any]) -> str:
    recording = row["recording"]
    return f"{recording['bytes'] / MEBIBYTE:.1f} MiB" if recording else "none"
