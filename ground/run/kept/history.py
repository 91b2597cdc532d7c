"""What runs or ran here: one row for each run folder, read from its locks and files.

    locks: the supervisor lives               starting (before time zero), running
           others live without it             orphaned
           nobody lives, and the summary says ended (ok, or a replay), held (ended by a person's HOLD),
                                              failed (an expectation; or no summary: it was cut off)

Files of runs that are damaged, or of another version, leave gaps in a row and never stop the others.
"""

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from ground.run.kept.known_runs import RUN_FILE, KnownRun, run_folders, runs_folder
from ground.run.kept.locks import SUPERVISOR, living
from ground.run.kept.run_folder import RunFolder
from telemetry.agreed.participants import REPLAY
from telemetry.files.settings import FileError, nearest, read_json
from telemetry.recording.records.record import parts

RunState = Literal["starting", "running", "orphaned", "ended", "held", "failed"]
OVER_STATES: tuple[RunState, ...] = ("ended", "held", "failed")
RECORDING = "recording.mcap"

Content = TypeVar("Content", KnownRun, "_Summary")


class EndedBy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The person or process that ended a run."""

    at_s: float
    who: str
    by: str = ""  # Ctrl-C, or the signal that asked the supervisor
    became: str = ""  # of its HOLD


class KeptRecording(msgspec.Struct, frozen=True, kw_only=True):
    """A recording, over all its files."""

    file: str  # the first of them
    bytes: int


class RunRow(msgspec.Struct, frozen=True, kw_only=True):
    """One run folder."""

    name: str
    folder: str
    mode: str | None
    begun: str | None  # UTC
    state: RunState
    ok: bool | None
    ended_by: EndedBy | None
    processes: dict[str, int]  # ROLE -> pid
    recording: KeptRecording | None


class _Summary(msgspec.Struct):
    """The part of `ground.report.run_summary` that a row holds."""

    ok: bool | None = None
    ended_by: EndedBy | None = None
    recording: str | None = None


def history() -> list[RunRow]:
    """Return the rows of all runs, in the order in which they began."""
    rows = [run_row(folder) for folder in run_folders() if RunFolder(folder).is_there]
    return sorted(rows, key=lambda row: (row.begun or "", row.name))


def run_row(path: Path) -> RunRow:
    """Return the row of a run folder."""
    alive = living(path)
    known, summary = _read(path / RUN_FILE, KnownRun), _read(RunFolder(path).summary, _Summary)
    return RunRow(
        name=path.name,
        folder=str(path),
        mode=known.mode if known else None,
        begun=known.begun if known else None,
        state=_state(alive, known, summary, is_begun=RunFolder(path).has_begun),
        ok=summary.ok if summary else None,
        ended_by=summary.ended_by if summary else None,
        processes=alive,
        recording=_recording(path, summary),
    )


def recordings() -> list[KeptRecording]:
    """Return the recordings beside the run folders: of virtual time, of removed runs."""
    files = sorted(runs_folder().glob("*.mcap"))
    return [KeptRecording(file=str(file), bytes=file.stat().st_size) for file in files]


def recording_of(name: str) -> Path:
    """Return the recording of a run of a name or a folder, in its folder or beside the run folders.

    Raises:
        FileError: there is no such run, or it has no recording.
    """
    beside = {Path(held.file).stem: Path(held.file) for held in recordings()}
    for folder in (runs_folder() / name, Path(name)):
        if folder.is_dir():
            if held := run_row(folder).recording:
                return Path(held.file)
            if folder.name not in beside:
                raise FileError(name, "", "has no recording")
    if Path(name).name in beside:
        return beside[Path(name).name]
    names = [*beside, *(folder.name for folder in run_folders())]
    raise FileError(name, "", f"no such run{nearest(name, names)} (`farhand runs` lists them)")


def _state(
    alive: dict[str, int], known: KnownRun | None, summary: _Summary | None, *, is_begun: bool
) -> RunState:
    if SUPERVISOR in alive:
        return "running" if is_begun else "starting"
    if alive:
        return "orphaned"
    if summary is None:
        return "ended" if known and known.mode == REPLAY else "failed"
    if summary.ended_by:
        return "held"
    return "ended" if summary.ok else "failed"


def _recording(path: Path, summary: _Summary | None) -> KeptRecording | None:
    """Return where the recording lies, and its size over all its files; None: there is none."""
    first = Path(summary.recording) if summary and summary.recording else path / RECORDING
    files = parts(first)
    if not files:
        return None
    return KeptRecording(file=str(first), bytes=sum(file.stat().st_size for file in files))


def _read(path: Path, kind: type[Content]) -> Content | None:
    try:
        return read_json(path, kind)
    except FileError:
        return None
