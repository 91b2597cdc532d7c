"""In one process, before several would do it at once: check what a run asks first, compile what roles need.

parent --- check, launch files ---> child: carries out the check, builds the roles, forgets them
       <--- the check's FileError, as JSON on its standard output
"""

import subprocess
import sys
from collections.abc import Sequence

import msgspec

from ground.run.process import child_environment
from ground.run.run_folder import RunFolder
from telemetry.drive.factory import load, stream
from telemetry.drive.launch import Launch
from telemetry.drive.store import MemoryStore
from telemetry.settings import FileError, read_json

WITH_KERNELS = ("predictor", "planner")
CODE = "import sys; from ground.run.warm import main; main(sys.argv[1])"
_Refusal = tuple[str, str, str]  # of a FileError


class Check(msgspec.Struct, frozen=True):
    """What has to be right before anything starts."""

    function: str  # package.module:function, which raises FileError
    arguments: tuple[str, ...]


class _Task(msgspec.Struct, frozen=True):
    check: Check
    launches: tuple[str, ...]


class Warming:
    """The child process that does so, for the launch files of these participants."""

    def __init__(self, folder: RunFolder, check: Check, names: Sequence[str] = WITH_KERNELS) -> None:
        """Start it; what goes wrong beyond the check shows again when the roles start."""
        task = _Task(check, tuple(str(folder.launch(name)) for name in names))
        with folder.log("warm").open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", CODE, msgspec.json.encode(task).decode()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=child_environment(),
                start_new_session=True,  # the terminal's Ctrl-C is for whoever waits for it
            )

    @property
    def is_going_on(self) -> bool:
        """True until it has ended."""
        return self._process.poll() is None

    def check(self) -> None:
        """Tell what the check has found, once it has ended.

        Raises:
            FileError: of the check.
        """
        said = self._process.stdout.read() if self._process.stdout else b""
        if said:
            raise FileError(*msgspec.json.decode(said, type=_Refusal))

    def end(self) -> None:
        """Leave nothing of it behind."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


def main(text: str) -> None:
    """Check and compile: what the child does."""
    task = msgspec.json.decode(text, type=_Task)
    try:
        load(task.check.function)(*task.check.arguments)
    except FileError as error:
        sys.stdout.buffer.write(msgspec.json.encode((error.path, error.where, error.problem)))
        return
    for path in task.launches:
        launch = read_json(path, Launch)
        settings = msgspec.json.decode(launch.settings, type=load(launch.settings_type))
        load(launch.factory)(settings, MemoryStore(), stream(launch.seed, launch.participant))
