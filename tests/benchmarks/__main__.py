"""The command `python -m tests.benchmarks NAME`: a table from name to the function that measures it."""

import sys
from collections.abc import Sequence

from ground.cli import answered
from ground.command_list import DONE, HELP_WORDS, Command
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.run.kept.usage_error import UsageError
from telemetry.drive.factory import load
from telemetry.files.settings import nearest
from tests.benchmarks.options import PROGRAM

# To add a benchmark: its function in a file beside this one, and a row here.
BENCHMARKS = {
    "collision": Command("tests.benchmarks.speed:collision", "distances, hits, meshes, verdicts"),
    "kinematics": Command("tests.benchmarks.speed:kinematics", "forward and inverse kinematics, lines"),
    "trajectory": Command("tests.benchmarks.speed:trajectory", "shortest motions, timing of paths"),
    "verify": Command("tests.benchmarks.speed:verify", "a trajectory of 60 s judged, three contracts"),
    "rays": Command("tests.benchmarks.speed:rays", "rays at primitives and at meshes"),
    "planning": Command("tests.benchmarks.planning:planning", "ways around obstacles: published problems"),
    "growth": Command("tests.benchmarks.growth:growth", "time over bodies, leaves and triangles"),
    "start": Command("tests.benchmarks.start:start", "the first answer of a process, cold and warm"),
    "gate": Command("tests.benchmarks.gate:gate", "the gate's work before a release, among many boxes"),
    "truth": Command("tests.benchmarks.truth:truth", "contacts missed, motion held without need"),
    "haptics": Command("tests.benchmarks.haptics:haptics", "the 1 kHz loop beside a device"),
    "yielding": Command("tests.benchmarks.yielding:yielding", "what a hand feels that lets a force go"),
    "hand": Command("tests.benchmarks.hand:hand", "what helps a hand that leads through delay"),
    "wire": Command("tests.benchmarks.wire:wire", "datagrams: a burst, and there and back"),
    "load": Command("tests.benchmarks.load:load", "a sealed run under load: lost, recorded, late"),
    "flight": Command("tests.benchmarks.flight:flight", "virtual time: simulated hours per core hour"),
    "hold": Command("tests.benchmarks.hold:hold", "HOLD from the press to the wire, whoever is dead"),
    "console": Command("tests.benchmarks.console:console", "how fast the console is, also under load"),
}
HELP = """\
usage: {program} NAME [OPTION ...]

{benchmarks}

`{program} NAME --help` tells more."""


def main(arguments: Sequence[str]) -> int:
    """Run one benchmark and return its exit code."""
    return answered(lambda: _run(list(arguments)))


def _run(given: list[str]) -> int:
    name, *rest = given or HELP_WORDS[:1]
    if name in HELP_WORDS:
        rows = [(name, benchmark.summary) for name, benchmark in BENCHMARKS.items()]
        print_fitted(HELP.format(program=PROGRAM, benchmarks=listing(rows, indent="  ")))
        return DONE
    if name not in BENCHMARKS:
        raise UsageError(f"unknown benchmark {name!r}{nearest(name, [*BENCHMARKS])}")
    code: int = load(BENCHMARKS[name].function)(rest)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
