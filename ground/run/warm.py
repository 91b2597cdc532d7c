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
LONGEST_S = 600.0
CODE = "import sys; from ground.run.warm import main; main(sys.argv[1])"
_Refusal = tuple[str, str, str]  # of a FileError


class Check(msgspec.Struct, frozen=True):
    """What has to be right before anything starts."""

    function: str  # package.module:function, which raises FileError
    arguments: tuple[str, ...]


class _Task(msgspec.Struct, frozen=True):
    check: Check | None
    launches: tuple[str, ...]


def warm(folder: RunFolder, check: Check | None = None, names: Sequence[str] = WITH_KERNELS) -> None:
    """Do so in a child process for the launch files of these participants.

    What else goes wrong there shows again when the roles start.

    Raises:
        FileError: of the check.
    """
    task = _Task(check, tuple(str(folder.launch(name)) for name in names))
    with folder.log("warm").open("ab") as errors:
        done = subprocess.run(
            [sys.executable, "-P", "-c", CODE, msgspec.json.encode(task).decode()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=child_environment(),
            timeout=LONGEST_S,
            check=False,
        )
    if done.stdout:
        raise FileError(*msgspec.json.decode(done.stdout, type=_Refusal))


def main(text: str) -> None:
    """Check and compile: what the child does."""
    task = msgspec.json.decode(text, type=_Task)
    try:
        if task.check:
            load(task.check.function)(*task.check.arguments)
    except FileError as error:
        sys.stdout.buffer.write(msgspec.json.encode((error.path, error.where, error.problem)))
        return
    for path in task.launches:
        launch = read_json(path, Launch)
        settings = msgspec.json.decode(launch.settings, type=load(launch.settings_type))
        load(launch.factory)(settings, MemoryStore(), stream(launch.seed, launch.participant))
