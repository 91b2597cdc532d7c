"""The removal of runs that are over: which ones, and what becomes of their recordings.

    a run folder               goes with all that is in it
    the recording in it        is put beside the run folders first, unless recordings go too
    a recording beside them    goes only where recordings go

A run that lives is never removed: its folder goes only while nobody can begin or live in it.  Nor is a
recording that somebody has put elsewhere.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from ground.run.kept.history import OVER_STATES, KeptRecording, RunRow, history, recordings
from ground.run.kept.known_runs import known_to_live, runs_folder
from ground.run.kept.locks import SUPERVISOR, living
from telemetry.files.settings import FileError
from telemetry.life.clock import utc_stamp
from telemetry.recording.records.record import part, parts

NS_PER_DAY = 86_400 * 1_000_000_000
Row = TypeVar("Row", RunRow, KeptRecording)


class Choice(NamedTuple):
    """What is to go of all that is over."""

    keep: int = 0  # the newest so many stay
    older_than_days: float = 0.0  # since it began
    with_recordings: bool = False


class Pruned(NamedTuple):
    """What goes."""

    runs: list[RunRow]
    recordings: list[KeptRecording]  # that lie beside the run folders


def prunable(choice: Choice, now_ns: int) -> Pruned:
    """Return what would go now [ns since 1970]."""
    before = utc_stamp(now_ns - round(choice.older_than_days * NS_PER_DAY))
    over = [row for row in history() if row.state in OVER_STATES]
    beside = recordings() if choice.with_recordings else []
    return Pruned(
        [row for row in _aged(over, choice.keep, _begun) if _begun(row) <= before],
        [row for row in _aged(beside, choice.keep, _written) if _written(row) <= before],
    )


def prune(chosen: Pruned, *, with_recordings: bool) -> Pruned:
    """Remove them, and return what went; a run's row has the new place of its recording, if it has one."""
    runs = [gone for row in chosen.runs if (gone := _removed(row, with_recordings))]
    for row in chosen.recordings:
        for file in parts(Path(row.file)):
            file.unlink(missing_ok=True)
    return Pruned(runs, chosen.recordings)


def _aged(rows: Sequence[Row], keep: int, stamp: Callable[[Row], str]) -> list[Row]:
    """Return the rows that may go, the oldest first."""
    aged = sorted(rows, key=stamp)
    return aged[: max(len(aged) - keep, 0)]


def _begun(run: RunRow) -> str:
    """Return when a run began, or its folder was written last."""
    return run.begun or utc_stamp(Path(run.folder).stat().st_mtime_ns)


def _written(recording: KeptRecording) -> str:
    """Return when a recording was written last."""
    return utc_stamp(Path(recording.file).stat().st_mtime_ns)


def _removed(row: RunRow, with_recordings: bool) -> RunRow | None:
    """Remove a run, and return its row as it is then; None: it is still there."""
    folder, recording = Path(row.folder), row.recording
    try:
        with known_to_live(folder):  # whoever would begin in it now cannot
            if set(living(folder)) != {SUPERVISOR}:
                return None
            if recording is not None and Path(recording.file).parent == folder:
                recording = None if with_recordings else _kept(recording)
            shutil.rmtree(folder)
            return msgspec.structs.replace(row, recording=recording)
    except (FileError, OSError):
        return None  # somebody has begun in it meanwhile, or it is not ours to remove


def _kept(recording: KeptRecording) -> KeptRecording:
    """Put a run's recording, all its files, beside the run folders, and return where it lies now."""
    first = Path(recording.file)
    beside = runs_folder() / f"{first.parent.name}.mcap"
    for number, file in enumerate(parts(first), 1):
        target = part(beside, number)
        if target.exists():
            raise FileExistsError(target)
        shutil.move(file, target)
    return msgspec.structs.replace(recording, file=str(beside))
