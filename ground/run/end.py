"""The end of a run from outside: every process that its locks name, and no other.

supervisor, if it lives ---> ends the others as after Ctrl-C ---> whoever is left: asked, then killed
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from ground.run.locks import SUPERVISOR, living
from telemetry.clock import monotonic_ns
from telemetry.run_settings import NS_PER_S

SUPERVISOR_S = 15.0  # in which it presses HOLD and ends its processes
STOPPING_S = 3.0  # for a clean end, before it is killed
STEP_S = 0.02


def end_run(folder: Path) -> dict[str, int]:
    """End all processes of a run; returns who lives all the same, role -> pid."""
    _end(folder, lambda role: role == SUPERVISOR, SUPERVISOR_S)
    _end(folder, lambda role: True, STOPPING_S)
    return living(folder)


def _end(folder: Path, is_meant: Callable[[str], bool], patience_s: float) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        until_ns = monotonic_ns() + round(patience_s * NS_PER_S)
        for role, pid in living(folder).items():
            if is_meant(role):
                _signal(role, pid, number)
        while any(is_meant(role) for role in living(folder)) and monotonic_ns() < until_ns:
            threading.Event().wait(STEP_S)


def _signal(role: str, pid: int, number: int) -> None:
    """Signal a process, also one that is stopped; a role leads a group of its own."""
    if pid <= 0:
        return  # it was started just now, and has a lock but no number yet
    send = os.kill if role == SUPERVISOR else os.killpg
    with contextlib.suppress(ProcessLookupError, PermissionError):  # who still lives is seen by its lock
        send(pid, number)
        send(pid, signal.SIGCONT)
