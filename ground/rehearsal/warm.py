"""In one process, before several would do it at once: check the start pose, and compile what roles will need.

parent --- source, launch files ---> child: check the start pose, build the roles, forget them
       <--- the FileError, as JSON on its standard output, if the start pose is none
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ground.preflight import check_start_pose
from ground.run.process import child_environment
from ground.scenario import SpaceSettings
from telemetry.drive.factory import load, stream
from telemetry.drive.store import MemoryStore
from telemetry.network.addresses import Launch
from telemetry.settings import FileError, read_json

WITH_KERNELS = ("predictor", "planner")
WITH_START = "space_segment"
LONGEST_S = 600.0
CODE = "import sys; from ground.rehearsal.warm import main; main(*sys.argv[1:])"
_Refusal = tuple[str, str, str]  # of a FileError


def warm(source: Path | str, launches: Sequence[Path], log: Path) -> None:
    """Do so in a child process.

    What else goes wrong there shows again when the roles start.

    Args:
        source: the scenario, to be named.
        launches: of the role `WITH_START`, then of those `WITH_KERNELS`.
        log: where the child's errors go.

    Raises:
        FileError: the arm touches something at the start, or robot and scene do not fit.
    """
    with log.open("ab") as errors:
        done = subprocess.run(
            [sys.executable, "-P", "-c", CODE, str(source), *map(str, launches)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=child_environment(),
            timeout=LONGEST_S,
            check=False,
        )
    if done.stdout:
        raise FileError(*msgspec.json.decode(done.stdout, type=_Refusal))


def main(source: str, start: str, *launches: str) -> None:
    """Check and compile: what the child does."""
    try:
        settings = msgspec.json.decode(read_json(start, Launch).settings, type=SpaceSettings)
        check_start_pose(source, settings.run, settings.start_q)
    except FileError as error:
        sys.stdout.buffer.write(msgspec.json.encode((error.path, error.where, error.problem)))
        return
    for path in launches:
        launch = read_json(path, Launch)
        role_settings = msgspec.json.decode(launch.settings, type=load(launch.settings_type))
        load(launch.factory)(role_settings, MemoryStore(), stream(launch.seed, launch.participant))
