"""The removal of runs that are over: which ones, and what becomes of their recordings.

    a run folder               goes with all that is in it
    the recording in it        is put beside the run folders first, unless recordings go too
    a recording beside them    goes only where recordings go

A run that lives is never removed: its folder goes only while nobody can begin or live in it.  Nor is a
recording that somebody has put elsewhere.
"""

import shutil
from pathlib import Path
from typing import Any, NamedTuple

from ground.run.history import OVER, history, recordings
from ground.run.locks import SUPERVISOR, living
from ground.run.runs import present, runs_folder
from telemetry.clock import utc_stamp
from telemetry.recording.record import part, parts
from telemetry.settings import FileError

NS_PER_DAY = 86_400 * 1_000_000_000
Rows = list[dict[str, Any]]


class Choice(NamedTuple):
    """What is to go of all that is over."""

    keep: int = 0  # the newest so many stay
    older_than_days: float = 0.0  # since it began
    with_recordings: bool = False


class Pruned(NamedTuple):
    """What goes: rows of `ground.run.history`."""

    runs: Rows
    recordings: Rows  # that lie beside the run folders


def prunable(choice: Choice, now_ns: int) -> Pruned:
    """Return what would go now [ns since 1970]."""
    before = utc_stamp(now_ns - round(choice.older_than_days * NS_PER_DAY))
    over = [row for row in history() if row["state"] in OVER]
    beside = recordings() if choice.with_recordings else []
    return Pruned(*(_chosen(rows, choice.keep, before) for rows in (over, beside)))


def prune(chosen: Pruned, *, with_recordings: bool) -> Pruned:
    """Remove it, and return what went; a run's row tells where its recording lies now, if anywhere."""
    runs = [row for row in chosen.runs if _removed(row, with_recordings)]
    for row in chosen.recordings:
        for file in parts(Path(row["file"])):
            file.unlink(missing_ok=True)
    return Pruned(runs, chosen.recordings)


def _chosen(rows: Rows, keep: int, before: str) -> Rows:
    """Return the rows that go, the oldest first."""
    aged = sorted(rows, key=_stamp)
    return [row for row in aged[: max(len(aged) - keep, 0)] if _stamp(row) <= before]


def _stamp(row: dict[str, Any]) -> str:
    """Return when a run began, or when its folder or a recording was written last."""
    return row.get("begun") or utc_stamp(Path(row.get("folder") or row["file"]).stat().st_mtime_ns)


def _removed(row: dict[str, Any], with_recordings: bool) -> bool:
    """Remove a run; True if it is gone."""
    folder, recording = Path(row["folder"]), row["recording"]
    is_inside = recording is not None and Path(recording["file"]).parent == folder
    try:
        with present(folder):  # whoever would begin in it now cannot
            if set(living(folder)) != {SUPERVISOR}:
                return False
            if is_inside:
                row["recording"] = None if with_recordings else recording | {"file": str(_kept(recording))}
            shutil.rmtree(folder)
            return True
    except (FileError, OSError):
        return False  # somebody has begun in it meanwhile, or it is not ours to remove


def _kept(recording: dict[str, Any]) -> Path:
    """Put a run's recording, all its files, beside the run folders, and return its first file."""
    first = Path(recording["file"])
    beside = runs_folder() / f"{first.parent.name}.mcap"
    for number, file in enumerate(parts(first), 1):
        target = part(beside, number)
        if target.exists():
            raise FileExistsError(target)
        shutil.move(file, target)
    return beside
