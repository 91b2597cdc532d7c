"""The command `farhand runs`: what runs or ran here, one line each; `--prune` removes what is over.

--json  the keys of `RunList`
"""

import sys
from argparse import Namespace
from collections.abc import Sequence

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments, real, whole
from ground.commands.output import answer
from ground.report.facts.words import count_text, ended_by_text
from ground.report.listing import table
from ground.run.kept.history import KeptRecording, RunRow, history, recordings
from ground.run.kept.known_runs import runs_folder
from ground.run.kept.pruning import Choice, Pruned, prunable, prune
from ground.run.kept.usage_error import UsageError
from telemetry.life.clock import utc_ns

MEBIBYTE = 1 << 20
MOST_KEPT = 10**6  # days, and runs to keep
HEADINGS = ("RUN", "BEGUN (UTC)", "STATE", "ALIVE", "RECORDING")
NO_RUN_HERE = "no run is here; `farhand rehearse` starts one"
ONLY_WITH_PRUNE = ("keep", "older_than", "recordings", "yes")


class RunList(msgspec.Struct, frozen=True, kw_only=True):
    """What runs or ran here, and what was removed of it."""

    runs: list[RunRow]
    removed: list[RunRow]  # recording: where it lies now, if anywhere
    recordings: list[KeptRecording]  # beside the run folders: of flights in virtual time and of removed runs
    removed_recordings: list[KeptRecording]


def runs(arguments: list[str]) -> int:
    """List the runs, after removing those that are over if asked."""
    options = _options().parse_args(arguments)
    if not options.prune and any(vars(options)[name] for name in ONLY_WITH_PRUNE):
        raise UsageError("--keep, --older-than, --recordings and --yes belong to --prune: add it")
    removed = _prune(options) if options.prune else Pruned([], [])
    listed = RunList(
        runs=history(),
        removed=removed.runs,
        recordings=recordings(),
        removed_recordings=removed.recordings,
    )
    answer(listed, as_text(listed), options.json)
    return DONE


def as_text(listed: RunList) -> str:
    """Return what was removed, a line for each run, and the command that ends each orphan."""
    lines = [_gone(row) for row in listed.removed]
    lines += [f"removed {row.file} ({_mebibytes(row)})" for row in listed.removed_recordings]
    lines += table([HEADINGS, *map(_cells, listed.runs)]) if listed.runs else [NO_RUN_HERE]
    for row in listed.runs:
        if row.state == "orphaned":
            lines.append(f"nobody watches over {row.name}: end it with `farhand stop --run {row.name}`")
    return "\n".join([*lines, *_beside(listed.recordings)])


def _prune(options: Namespace) -> Pruned:
    """Remove what is over, after a list and a question."""
    chosen = prunable(Choice(options.keep, options.older_than, options.recordings), utc_ns())
    if not any(chosen):
        return chosen
    if not options.yes:
        if options.json or not sys.stdin.isatty():
            raise UsageError("--prune asks first, and nobody can answer here: --yes removes unasked")
        if not _agreed(chosen, options.recordings):
            return Pruned([], [])
    return prune(chosen, with_recordings=options.recordings)


def _agreed(chosen: Pruned, with_recordings: bool) -> bool:
    """Show what would be removed, and ask."""
    rows = [HEADINGS, *map(_cells, chosen.runs)]
    print("\n".join([*table(rows), *(f"{row.file} ({_mebibytes(row)})" for row in chosen.recordings)]))
    kept = "with their recordings" if with_recordings else f"their recordings stay in {runs_folder()}"
    what = f"{count_text(len(chosen.runs), 'run')}, {kept}"
    if chosen.recordings:
        what += f", and {count_text(len(chosen.recordings), 'recording')} beside them"
    return input(f"remove {what}? [y/N] ").strip().lower() in ("y", "yes")


def _beside(recordings: Sequence[KeptRecording]) -> list[str]:
    if not recordings:
        return []
    size = sum(row.bytes for row in recordings) / MEBIBYTE
    what = f"{count_text(len(recordings), 'recording')} without a run folder ({size:.1f} MiB)"
    return [f"{what} in {runs_folder()}: of flights in virtual time, and of runs that were removed"]


def _options() -> Arguments:
    options = Arguments("runs", "List what runs or ran here.")
    options.add_argument(
        "--prune", action="store_true", help="remove the folders of runs that are over, after a question"
    )
    keep, days = whole("number of runs", most=MOST_KEPT), real("time", "days", least=0.0, most=MOST_KEPT)
    options.add_argument("--keep", type=keep, default=0, metavar="N", help="prune: but the newest N")
    options.add_argument(
        "--older-than", type=days, default=0.0, metavar="DAYS", help="prune: only what began before that"
    )
    options.add_argument("--recordings", action="store_true", help="prune: the recordings too")
    options.add_argument("--yes", action="store_true", help="prune: without a question, for scripts")
    options.add_json("the list")
    return options


def _gone(row: RunRow) -> str:
    recording = row.recording
    return f"removed {row.name}" + (f"; its recording is {recording.file}" if recording else "")


def _cells(row: RunRow) -> tuple[str, ...]:
    return row.name, _begun(row.begun), _state(row), str(len(row.processes)), _size(row)


def _begun(stamp: str | None) -> str:
    """Return 20260131T120000Z as 01-31 12:00; the year is in the name."""
    return f"{stamp[4:6]}-{stamp[6:8]} {stamp[9:11]}:{stamp[11:13]}" if stamp else "-"


def _state(row: RunRow) -> str:
    return f"ended by {ended_by_text(row.ended_by)}" if row.state == "held" and row.ended_by else row.state


def _size(row: RunRow) -> str:
    return _mebibytes(row.recording) if row.recording else "none"


def _mebibytes(recording: KeptRecording) -> str:
    return f"{recording.bytes / MEBIBYTE:.1f} MiB"
