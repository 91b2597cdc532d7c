"""The folder of a run: one launch file for each process, its log, its store, the recording.

<runs>/<scenario>-<seed>-<UTC>/
    run.json  time_zero.json  clock/  status.json  recording.json  recording*.mcap  summary.json
    launch/<participant>.json   log/<participant>.log   lock/<participant>   store/<participant>/
    plans/<name>.toml  keys/<participant>.key  keys/<participant>.numbers  keys/<participant>.heard

A flight does not depend on the supervisor's own files in it (`SupervisorFiles`).
"""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from telemetry.drive.run_clock import TIME_ZERO
from telemetry.files.settings import FileError
from telemetry.files.whole_file import write_whole


class RunFolder(NamedTuple):
    """Paths of one run."""

    path: Path

    @property
    def is_there(self) -> bool:
        """True if a run has been prepared in it."""
        return (self.path / "launch").is_dir()

    @property
    def has_begun(self) -> bool:
        """True once time zero is set."""
        return (self.path / TIME_ZERO).exists()

    def launch(self, participant: str) -> Path:
        """Return the launch file of a participant."""
        return self.path / "launch" / f"{participant}.json"

    def log(self, participant: str) -> Path:
        """Return the log of a participant."""
        return self.path / "log" / f"{participant}.log"

    @property
    def keys(self) -> Path:
        """The folder of the run's own keys."""
        return self.path / "keys"

    @property
    def plans(self) -> Path:
        """The folder of the plans that are saved in flight."""
        return self.path / "plans"

    @property
    def status(self) -> Path:
        """The supervisor's status, rewritten while the run goes on."""
        return self.path / "status.json"

    @property
    def summary(self) -> Path:
        """The summary of the run, once it has ended."""
        return self.path / "summary.json"


def make_folder(runs: Path, name: str) -> RunFolder:
    """Make an empty run folder, its owner's alone; a number is added if the name is taken.

    Raises:
        FileError: it cannot be made.
    """
    for number in range(1, 1000):
        path = runs / (name if number == 1 else f"{name}-{number}")
        try:
            path.mkdir(mode=0o700, parents=True)
            (path / "launch").mkdir()
            (path / "log").mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise FileError(path, "", f"cannot hold a run ({error.strerror})") from None
        return RunFolder(path.resolve())
    raise FileError(runs / name, "", "exists already a thousand times")


def new_run_id(name: str) -> str:
    """Return an id that no other run has, of any user of any host."""
    return f"{name}-{secrets.token_hex(4)}"


class SupervisorFiles:
    """Which of them could not be written."""

    def __init__(self, event: Callable[[str], None]) -> None:
        """Report each file that cannot be written, and the end of that, by `event`."""
        self._event = event
        self._failed: set[Path] = set()

    def write(self, path: Path, data: bytes) -> None:
        """Write a whole file, or report that it could not be written."""
        try:
            write_whole(path, data)
        except OSError as error:
            if path not in self._failed:
                self._failed.add(path)
                self._event(f"{path.name} cannot be written ({error.strerror}); the flight goes on")
        else:
            if path in self._failed:
                self._failed.discard(path)
                self._event(f"{path.name} is written again")
