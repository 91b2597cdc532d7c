"""Before the roles start: check what a run asks, and compile what they need, in two processes side by side.

    parent --- the check, and which parts there are -------> first, second
           --- one byte for each part, in a pipe ----------> whoever reads a byte compiles that part
           <-- the check's FileError, as JSON on standard output --- first

What is compiled lies on disk then, and the roles load it.  The parts share little with one another.  The
check compiles what looks at one pose, so the first goes on from there to the rest of the world, while the
second is still at what makes the arm follow a hand; what is left is small.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ground.run.process import child_environment
from ground.run.roles import FAR_END
from ground.run.run_folder import RunFolder
from telemetry.drive.factory import load
from telemetry.drive.launch import Launch
from telemetry.run_settings import RunSettings
from telemetry.settings import FileError, read_json

# Of each role: functions of its settings, each of which compiles a part of its kernels; the dearest first.
PARTS = {
    "planner": ("planner.role:warm_hand",),
    "predictor": (
        "predictor.warming:world",
        "predictor.warming:laws",
        "predictor.warming:base",
    ),
    FAR_END: ("ground.rehearsal.warming:rays",),
}
REFUSED = 3  # exit code: the check has found something
CODE = "import sys; from ground.run.warm import main; main(sys.argv[1])"
_Refusal = tuple[str, str, str]  # of a FileError


class Check(msgspec.Struct, frozen=True):
    """What has to be right before anything starts."""

    function: str  # package.module:function, which raises FileError
    arguments: tuple[str, ...]


class _Part(msgspec.Struct, frozen=True):
    function: str
    launch: str


class _Task(msgspec.Struct, frozen=True):
    check: Check | None
    parts: tuple[_Part, ...]


class Warming:
    """The processes that do so, for the launch files of these roles."""

    def __init__(self, folder: RunFolder, check: Check, names: Sequence[str] = tuple(PARTS)) -> None:
        """Start them; what goes wrong beyond the check shows again when the roles start."""
        launches = {name: folder.launch(name) for name in names if folder.launch(name).exists()}
        parts = tuple(_Part(part, str(path)) for name, path in launches.items() for part in PARTS[name])
        reading, writing = os.pipe()
        os.write(writing, bytes(range(len(parts))))
        os.close(writing)
        with folder.log("warm").open("ab") as errors:
            self._first, self._second = (
                subprocess.Popen(
                    [sys.executable, "-P", "-c", CODE, msgspec.json.encode(task).decode()],
                    stdin=reading,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env=child_environment(),
                    start_new_session=True,  # the terminal's Ctrl-C is for whoever waits for it
                )
                for task in (_Task(check, parts), _Task(None, parts))
            )
        os.close(reading)

    @property
    def is_going_on(self) -> bool:
        """True until all is done, or the check has found something."""
        first = self._first.poll()
        return first != REFUSED and (first is None or self._second.poll() is None)

    def check(self) -> None:
        """Tell what the check has found, once nothing is going on.

        Raises:
            FileError: of the check.
        """
        said = self._first.stdout.read() if self._first.stdout else b""
        if said:
            raise FileError(*msgspec.json.decode(said, type=_Refusal))

    def end(self) -> None:
        """Leave nothing of them behind."""
        for process in (self._first, self._second):
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def main(text: str) -> None:
    """Check and compile: what each of the processes does."""
    task = msgspec.json.decode(text, type=_Task)
    try:
        if task.check:
            load(task.check.function)(*task.check.arguments)
    except FileError as error:
        sys.stdout.buffer.write(msgspec.json.encode((error.path, error.where, error.problem)))
        sys.exit(REFUSED)
    for number in _taken():
        part = task.parts[number]
        launch = read_json(part.launch, Launch)
        kind: Any = Any if launch.participant == FAR_END else RunSettings  # a far end may be somebody's own
        load(part.function)(msgspec.json.decode(launch.settings, type=kind))


def _taken() -> Iterator[int]:
    """Take one part after the other, until none is left."""
    while taken := os.read(sys.stdin.fileno(), 1):
        yield taken[0]
