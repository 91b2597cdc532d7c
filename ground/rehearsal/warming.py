"""What is compiled and checked before a rehearsal begins: its spacecraft's rays, its start pose.

A flight in virtual time is one process, which compiles what it needs when it needs it.  Where nothing is
compiled yet two processes are quicker, and report how far they are.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from ground.run.processes.compiling import CompileProgress, KernelPart, compile_parts
from ground.run.run_plan import FAR_END
from ground.run.warm import WARM_PARTS
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import SpaceSettings, run_settings, space_settings
from ground.scenario.scenario import load as load_scenario
from predictor.rays.caster import warm
from predictor.run_model import read_model
from predictor.warming import is_cold
from telemetry.drive.factory import load
from telemetry.files.settings import read_json
from telemetry.network.launch import Launch


def rays(settings: object) -> None:
    """Compile what cameras and sensor see by, if there are any; a far end that is no rehearsal's has none."""
    if not isinstance(settings, SpaceSettings):
        return
    if settings.cameras != () or read_model(settings.run).robot.range_sensor:
        warm()


def compile_first(source: str, *, cameras: bool, on_progress: Callable[[CompileProgress], None]) -> None:
    """Compile what a flight of a scenario in virtual time needs, if nothing was compiled here before.

    The flight itself reports what cannot be compiled.

    Raises:
        FileError: the scenario's robot or scene cannot be used.
    """
    if is_cold():
        functions = [function for functions in WARM_PARTS.values() for function in functions]
        seen = ("seen",) if cameras else ()
        parts = [
            KernelPart("ground.rehearsal.warming:compile_part", (each, source, *seen)) for each in functions
        ]
        with suppress(RuntimeError):
            compile_parts(parts, log=Path(os.devnull), on_progress=on_progress)


def compile_part(function: str, source: str, seen: str = "") -> None:
    """Compile a part for its role in a scenario; `seen`: by cameras, if it is not empty."""
    scenario = load_scenario(source)
    run = run_settings(scenario, seed=1, run_id="")
    is_space = function in WARM_PARTS[FAR_END]
    load(function)(space_settings(scenario, run, cameras=None if seen else ()) if is_space else run)


def check(source: str, launch: str) -> None:
    """Check the start pose; `source` is the scenario, to be named.

    Raises:
        FileError: the arm touches something there, or robot and scene do not fit.
    """
    settings = msgspec.json.decode(read_json(launch, Launch).settings, type=SpaceSettings)
    run, plant = settings.run, settings.truth.plant
    check_start_pose(source, run, settings.start_q, key=settings.start_key, plant=plant)
