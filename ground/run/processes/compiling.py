"""Compile kernels in several processes side by side, and report progress.

    parent --- all parts --------------------------------> every process
           --- one byte for each part, in one pipe ------> whoever reads a byte compiles that part
           <-- a line for each kernel that is there and each part that is done,
               or the FileError that refuses one

What is compiled lies on disk then, and whoever needs it loads it.  Processes that compile the same at one
time waste their work, so parts share little, and the dearest come first.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.run.processes.child_lines import ChildLines
from ground.run.processes.process import child_environment
from predictor.compiler.kernel_news import add_listener
from telemetry.drive.factory import load
from telemetry.files.settings import FileError

PROCESSES = 2  # of a run
POLL_S = 0.1
REFUSED_EXIT_CODE = 3  # exit code: a part is refused
CODE = "import sys; from ground.run.processes.compiling import main; main(sys.argv[1])"


class KernelPart(msgspec.Struct, frozen=True):
    """A function that needs some kernels, and so compiles them; or checks what has to be right first."""

    function: str  # package.module:function, which may raise FileError; its process tells it
    arguments: tuple[str, ...] = ()


class CompileProgress(NamedTuple):
    """How far it is."""

    kernels: int  # that are there, with the parts that only they call
    parts: int  # that are done
    of: int


class _Kernel(msgspec.Struct, frozen=True, tag="kernel"):
    name: str


class _Done(msgspec.Struct, frozen=True, tag="done"):
    part: int


class _Refused(msgspec.Struct, frozen=True, tag="refused"):
    path: str
    where: str
    problem: str


class Compiling:
    """The processes that compile."""

    def __init__(self, parts: Sequence[KernelPart], *, log: Path, processes: int = PROCESSES) -> None:
        """Start them; their other output goes to the log."""
        self._of, self._done, self._kernels = len(parts), set[int](), set[str]()
        self._refused: _Refused | None = None
        reading, writing = os.pipe()
        os.write(writing, bytes(range(len(parts))))
        os.close(writing)
        with log.open("ab") as errors:
            self._processes = [
                subprocess.Popen(
                    [sys.executable, "-P", "-c", CODE, msgspec.json.encode(parts).decode()],
                    stdin=reading,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env=child_environment(),
                    start_new_session=True,  # the terminal's Ctrl-C is for whoever waits for it
                )
                for _ in range(min(processes, len(parts)))
            ]
        os.close(reading)
        self._lines = [ChildLines(process) for process in self._processes]

    @property
    def is_going_on(self) -> bool:
        """True until all is done, or a part is refused."""
        codes = [process.poll() for process in self._processes]  # what they say last is heard below
        for line in (line for lines in self._lines for line in lines.new()):
            match msgspec.json.decode(line, type=_Kernel | _Done | _Refused):
                case _Kernel(name):
                    self._kernels.add(name)
                case _Done(part):
                    self._done.add(part)
                case _Refused() as refused:
                    self._refused = refused
        return self._refused is None and None in codes

    @property
    def compiled(self) -> CompileProgress:
        """How far it is."""
        return CompileProgress(len(self._kernels), len(self._done), self._of)

    def wait(self) -> None:
        """Wait for a moment."""
        for process in self._processes:
            if process.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(POLL_S)
                return

    def check(self) -> None:
        """Raise what was refused, once nothing is going on.

        Raises:
            FileError: of a part.
        """
        if self._refused:
            raise FileError(self._refused.path, self._refused.where, self._refused.problem)

    def end(self) -> None:
        """Leave nothing of them behind."""
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def compile_parts(
    parts: Sequence[KernelPart],
    *,
    log: Path,
    processes: int = PROCESSES,
    on_progress: Callable[[CompileProgress], None] = lambda _: None,
) -> None:
    """Compile all parts, each in one of so many processes, and return when they are done.

    Args:
        parts: what needs the kernels, the dearest first; at most 256.
        log: gets what the processes write beside, tracebacks among it.
        processes: how many at a time.
        on_progress: called again and again with how far they are.

    Raises:
        FileError: of a part.
        RuntimeError: a part has failed otherwise; the log tells how.
    """
    compiling = Compiling(parts, log=log, processes=processes)
    try:
        while compiling.is_going_on:
            on_progress(compiling.compiled)
            compiling.wait()
        compiling.check()
    finally:
        compiling.end()
    on_progress(compiling.compiled)
    failed = len(parts) - compiling.compiled.parts
    if failed:
        raise RuntimeError(
            f"{failed} of {len(parts)} parts of the kernels were not compiled; {log} tells why"
        )


def main(text: str) -> None:
    """Take parts until none is left: what each of the processes does."""
    parts = msgspec.json.decode(text, type=tuple[KernelPart, ...])
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a part prints is no line of ours

    def say(line: _Kernel | _Done | _Refused) -> None:
        os.write(out, msgspec.json.encode(line) + b"\n")

    add_listener(lambda name: say(_Kernel(name)))
    try:
        for number in _part_numbers():
            load(parts[number].function)(*parts[number].arguments)
            say(_Done(number))
    except FileError as error:
        say(_Refused(error.path, error.where, error.problem))
        sys.exit(REFUSED_EXIT_CODE)


def _part_numbers() -> Iterator[int]:
    """Take one part after the other, until none is left."""
    while taken := os.read(sys.stdin.fileno(), 1):
        yield taken[0]
