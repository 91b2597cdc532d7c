"""The end of a run from outside: every process that its locks name, and no other.

supervisor, if it lives ---> ends the others as after Ctrl-C, sums up ---> processes left: asked, then killed

Summing up an hour of recording takes minutes: a supervisor has all the time it wants as long as it gets on.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from ground.run.kept.locks import SUPERVISOR, living
from ground.run.kept.run_folder import RunFolder
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError, read_json
from telemetry.life.clock import monotonic_ns

SUPERVISOR_S = 15.0  # in which it presses HOLD and ends its processes, or gets on with summing up
STOPPING_S = 3.0  # for a clean end, before it is killed
STEP_S = 0.02


class Status(msgspec.Struct):
    """What is read here of a run's status file."""

    phase: str = ""
    mission_s: float = 0.0
    summed_s: float = 0.0


OnStatus = Callable[[Status], None]


def end_run(folder: Path, on_status: OnStatus = lambda status: None) -> dict[str, int]:
    """End all processes of a run, reporting while it sums up; return those that still live, role -> pid."""
    _end(folder, lambda role: role == SUPERVISOR, patience_s=SUPERVISOR_S, on_status=on_status)
    _end(folder, lambda role: True, patience_s=STOPPING_S)
    return living(folder)


def _end(
    folder: Path,
    is_meant: Callable[[str], bool],
    *,
    patience_s: float,
    on_status: OnStatus = lambda status: None,
) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        for role, pid in living(folder).items():
            if is_meant(role):
                _signal(role, pid, number)
        since_ns, summed_s = monotonic_ns(), 0.0
        while any(map(is_meant, living(folder))) and monotonic_ns() - since_ns < patience_s * NS_PER_S:
            threading.Event().wait(STEP_S)
            status = _status(folder)
            if status.summed_s > summed_s:
                since_ns, summed_s = monotonic_ns(), status.summed_s
                on_status(status)


def _status(folder: Path) -> Status:
    try:
        return read_json(RunFolder(folder).status, Status)
    except FileError:  # none yet, or another version's
        return Status()


def _signal(role: str, pid: int, number: int) -> None:
    """Signal a process, also one that is stopped; a role leads a group of its own."""
    if pid <= 0:
        return  # it was started just now, and has a lock but no number yet
    send = os.kill if role == SUPERVISOR else os.killpg
    with contextlib.suppress(ProcessLookupError, PermissionError):  # who still lives is seen by its lock
        send(pid, number)
        send(pid, signal.SIGCONT)
