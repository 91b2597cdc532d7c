"""`farhand collision compare MOTION`: collision methods along one motion.

MOTION      a scenario, which is flown; a recording; or a table of a motion: CSV with the columns t_s and one
            for each joint, NAME_deg if it turns and NAME_m if it slides
--scenario  the arm and scene of a table: those of a scenario, or by --robot and --scene
--required  the clearance that is asked for [m]; without it the run's own, of robot and scene files 0
--method    this one alone; may be told again, and the first is what the others are held against
--picture   a picture of the distances over time, .svg or .png
--json      as `ground.comparison.compared` tells it
"""

import argparse
from pathlib import Path

from ground.command_list import DONE
from ground.commands.arguments import Arguments, real, seed
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.comparison.compared import compare_methods
from ground.comparison.compared_motion import (
    MotionToCompare,
    arm_in_files,
    arm_in_scenario,
    flown_motion,
    recorded_motion,
    tabled_motion,
)
from ground.comparison.comparison_text import as_text
from ground.comparison.measure import QUICK, THOROUGH
from ground.report.progress_lines import state_text
from ground.report.terminal import Terminal
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import robot_file, scene_file
from predictor.collision.method import METHODS, MethodError, WorldError, check_method
from telemetry.files.settings import FileError

RECORDING, TABLE = ".mcap", ".csv"
MOST_M = 10.0
WHAT = "comparison"


def compare(arguments: list[str]) -> int:
    """Compare methods along a motion, and show where they differ; a difference is no failure."""
    given = _options().parse_args(arguments)
    _check(given)
    with Terminal() as terminal:
        asked = _asked(given, terminal)
        if given.required is not None:
            asked = asked._replace(arm_and_scene=asked.arm_and_scene._replace(required_m=given.required))
        effort = None if given.no_cost else QUICK if given.quick else THOROUGH
        methods = given.method or [*METHODS]
        try:
            found = compare_methods(
                asked, methods, effort=effort, show_progress=lambda line: terminal.show_progress(line, WHAT)
            )
        except WorldError as error:
            raise FileError(given.motion, "", f"robot and scene do not fit together: {error}") from None
    answer(found, as_text(found), given.json)
    if given.picture:
        from ground.report.figures.distance_figure import distance_figure  # matplotlib

        write_figure(distance_figure(found), given.picture)
    return DONE


def _options() -> Arguments:
    options = Arguments(
        "collision compare", "Collision methods along one motion: least distance, when, cost."
    )
    options.add_argument(
        "motion",
        metavar="MOTION",
        help="a scenario (it is flown), a recording, or CSV: t_s, and NAME_deg or NAME_m of each joint",
    )
    options.add_argument("--scenario", metavar="NAME", help="arm and scene of a table: those of a scenario")
    options.add_argument(
        "--robot", type=robot_file, metavar="FILE", help="or a shipped arm, a robot file, or a URDF"
    )
    options.add_argument(
        "--scene",
        type=scene_file,
        metavar="FILE",
        help="and a shipped scene or a scene file; without it the arm is alone",
    )
    required = real("clearance", "m", least=0.0, most=MOST_M)
    options.add_argument("--required", metavar="M", type=required, help="clearance that is asked for [m]")
    options.add_argument("--method", action="append", metavar="NAME", help="this one; may be told again")
    options.add_argument("--seed", type=seed, default=1, help="of a scenario's flight (default 1)")
    options.add_argument("--quick", action="store_true", help="measure costs at a glance")
    options.add_argument("--no-cost", action="store_true", help="measure no costs")
    options.add_picture("the distances")
    options.add_json("the answer", is_needed=True)
    return options


def _check(given: argparse.Namespace) -> None:
    """Refuse what could not be answered, before anything is flown."""
    for name in given.method or ():
        try:
            check_method(name)
        except MethodError as error:
            raise UsageError(f"--method: {error}") from None
    if len({*(given.method or ())}) < len(given.method or ()):
        raise UsageError("--method: one of them is named twice")
    is_table = Path(given.motion).suffix.lower() == TABLE
    if not is_table and (given.scenario or given.robot or given.scene):
        raise UsageError("--scenario, --robot and --scene belong to a table; this motion has its own")
    if is_table and bool(given.scenario) == bool(given.robot):
        raise UsageError("a table needs an arm: either --scenario NAME, or --robot FILE with --scene FILE")
    if given.scenario and given.scene:
        raise UsageError("--scene belongs to --robot; a scenario has its own")
    check_place(given.json)
    check_picture(given.picture)


def _asked(given: argparse.Namespace, terminal: Terminal) -> MotionToCompare:
    path = Path(given.motion)
    if path.suffix.lower() == TABLE:
        place = arm_in_scenario(given.scenario) if given.scenario else arm_in_files(given.robot, given.scene)
        return tabled_motion(path, place)
    if path.suffix.lower() == RECORDING:
        return recorded_motion(path)
    terminal.begin_progress("looks at the start pose and compiles kernels")
    return flown_motion(
        given.motion,
        seed=given.seed,
        progress=lambda at_s, state: terminal.show_progress(f"{at_s:6.1f} s  {state_text(state)}", state),
    )
