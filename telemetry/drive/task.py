"""The task of one process: its command line, its launch file, and the pipe in which it shows that it lives.

    ready        once, when the role is built and its sockets are open
    beat         five times a second from the event loop, so that a stuck loop is seen

The supervisor reads the other end of the pipe.  A pipe without a reader shows that the supervisor is gone:
then the process ends by itself, or is an orphan (`telemetry.hold.orphan`).
"""

import os
import traceback
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError, read_json
from telemetry.life.beat import BEAT_NS
from telemetry.network.launch import Launch

BEAT_S = BEAT_NS / NS_PER_S


class Heartbeat:
    """The writing end of the pipe."""

    def __init__(self, descriptor: int | None) -> None:
        """Write to an inherited file descriptor; None: there is no supervisor.

        Raises:
            OSError: the descriptor is not open.
        """
        self._descriptor = descriptor
        if descriptor is not None:
            os.set_blocking(descriptor, False)
            os.set_inheritable(descriptor, False)

    def ready(self) -> bool:
        """Report that the role runs; False: the pipe has no reader any more."""
        return self._write(b"ready\n")

    def beat(self) -> bool:
        """Report that the event loop turns; False: the pipe has no reader any more."""
        return self._write(b"beat\n")

    def _write(self, line: bytes) -> bool:
        if self._descriptor is None:
            return True
        try:
            os.write(self._descriptor, line)
        except BlockingIOError:
            return True  # the pipe is full: its reader is slow, but there
        except OSError:
            return False
        return True


USAGE, BAD_FILE, UNSAFE = 2, 3, 4  # exit codes


class Task(NamedTuple):
    """The command line of a process, with its launch file read."""

    launch: Launch
    heartbeat: Heartbeat
    own: str = ""  # place of a role of one's own; empty: the installed one


class TaskError(ValueError):
    """The command line or the launch file cannot be used; `code` is the exit code."""

    def __init__(self, code: int, problem: str) -> None:
        """State the problem."""
        self.code = code
        super().__init__(problem)


def read_task(arguments: Sequence[str]) -> Task:
    """Read `PARTICIPANT LAUNCH_FILE [--own PLACE] [--heartbeat-fd N]` and the launch file.

    Raises:
        TaskError: one of them cannot be used.
    """
    parser = ArgumentParser(prog="python -P -m PACKAGE", description="one role of a run, in real time")
    parser.add_argument("participant")
    parser.add_argument("launch", type=Path, help="launch file of the run folder")
    parser.add_argument("--own", metavar="package.module:build", default="", help="a role of one's own")
    parser.add_argument("--heartbeat-fd", type=int, default=None, help="pipe to the supervisor")
    given = parser.parse_args(arguments)
    try:
        launch = read_json(given.launch, Launch)
    except FileError as error:
        raise TaskError(BAD_FILE, str(error)) from None
    if launch.participant != given.participant:
        raise TaskError(USAGE, f"{given.launch} is {launch.participant}'s, not {given.participant}'s")
    try:
        return Task(launch, Heartbeat(given.heartbeat_fd), given.own)
    except OSError as error:
        raise TaskError(USAGE, f"heartbeat descriptor {given.heartbeat_fd}: {error.strerror}") from None


def explain(error: BaseException) -> str:
    """Return an error in one line: what, and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}{where}".split())
