"""Compile what the roles of a run will need, once and in one process, before several would do it at once."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ground.process import child_environment
from telemetry.addresses import Launch
from telemetry.clock import monotonic_ns
from telemetry.factory import load, stream
from telemetry.settings import read_json
from telemetry.store import MemoryStore

WITH_KERNELS = ("predictor", "planner")
LONGEST_S = 600.0
CODE = "import sys; from ground.rehearsal.warm import build; build(sys.argv[1:])"


def build(launches: Sequence[str]) -> None:
    """Make the roles of these launch files, which compiles their kernels into the cache, and forget them."""
    for path in launches:
        launch = read_json(path, Launch)
        settings = msgspec.json.decode(launch.settings, type=load(launch.settings_type))
        load(launch.factory)(settings, MemoryStore(), stream(launch.seed, launch.role))


def warm(launches: Sequence[Path], log: Path) -> int:
    """Do so in a child process, and return how long it took [ns]; a failure shows when the roles start."""
    began_ns = monotonic_ns()
    with log.open("ab") as output:
        subprocess.run(
            [sys.executable, "-P", "-c", CODE, *map(str, launches)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=child_environment(),
            timeout=LONGEST_S,
            check=False,
        )
    return monotonic_ns() - began_ns
