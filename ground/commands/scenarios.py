"""The command `farhand scenarios [NAME]`: what can be rehearsed; of one: its task, and what it trains.

--json     the keys of `ScenarioList`, of one scenario too
--picture  a PNG of one: the arm at its start in its scene, the way of its tool as planned, rings at goals
"""

import shlex

import msgspec
import numpy as np
from numpy.typing import NDArray

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import check_png, write_bytes, write_json
from ground.commands.verify import asked
from ground.pictures.png import png
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.scenario.opened_plan import open_plan
from ground.scenario.scenario import load as load_scenario
from ground.scenario.scenario import shipped
from ground.scenario.scenario_files import scenario_path
from ground.scenario.scenario_table import Scenario
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.drive.factory import load
from telemetry.plan.judged import PlanLines

LINES = "planner.commands.plan_lines:plan_lines"


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """One of them."""

    name: str
    summary: str
    task: str
    trains: str
    file: str
    duration_s: float


class ScenarioList(msgspec.Struct, frozen=True, kw_only=True):
    """What can be rehearsed."""

    scenarios: list[ScenarioRow]


def scenarios(arguments: list[str]) -> int:
    """List the shipped scenarios, or tell one."""
    options = Arguments("scenarios", "List the scenarios that come with farhand, or tell one of them.")
    options.add_argument("name", nargs="?", metavar="NAME", help="a shipped one, or a TOML file: its task")
    options.add_json("the list")
    options.add_argument("--picture", metavar="FILE.png", help="draw the arm at its start, and where it goes")
    given = options.parse_args(arguments)
    if given.picture:
        check_png(given.picture)
        pixels = picture_of(given.name or options.error("name the scenario of the picture"))
        write_bytes(given.picture, png(pixels.shape[1], pixels.shape[0], pixels.tobytes()))
    if given.json:
        asked = [given.name] if given.name else [name for name, _ in shipped()]
        write_json(given.json, ScenarioList(scenarios=[_row(name) for name in asked]))
    elif given.name:
        print_fitted(_as_text(given.name, load_scenario(given.name)))
    else:
        print(listing(shipped()))
    return DONE


def _as_text(source: str, scenario: Scenario) -> str:
    link, fly = scenario.link, f"farhand rehearse {shlex.quote(source)}"
    rows = [
        ("task", scenario.task or "nothing is said of it"),
        ("trains", scenario.trains or "nothing is said of it"),
        ("arm", f"{_stem(scenario.robot)} in {_stem(scenario.scene)}"),
        ("link", f"{link.up_s:g} s up, {link.down_s:g} s down"),
        ("lasts", f"{scenario.duration_s:g} s at most"),
        ("file", str(scenario_path(source))),
        ("by hand", f"{fly} --operator person"),
        ("by script", f"{fly} --headless --fast"),
    ]
    return f"{scenario.name}: {scenario.summary}\n\n{listing(rows, indent='  ')}"


def picture_of(source: str, *, size: tuple[int, int] = (960, 720)) -> NDArray[np.uint8]:
    """Return a picture (height, width, 3) of a scenario's arm at its start, and of where it is to go."""
    from ground.rehearsal.portrait.scene_portrait import ArmPlace, scene_portrait  # MuJoCo
    from ground.rehearsal.scenario_info import around_of

    scenario = load_scenario(source)
    planned: PlanLines = load(LINES)(asked(open_plan(None, scenario=source)))
    goals = [goal.place for goal in around_of(scenario, cameras=False).goals]
    return scene_portrait(
        ArmPlace(read_robot(scenario.robot), scenario.start_q),
        read_scene(scenario.scene),
        way=np.array(planned.p_base_tool),
        goals=np.array(goals).reshape(-1, 3),
        size=size,
    )


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".toml")


def _row(source: str) -> ScenarioRow:
    scenario = load_scenario(source)
    return ScenarioRow(
        name=scenario.name,
        summary=scenario.summary,
        task=scenario.task,
        trains=scenario.trains,
        file=str(scenario_path(source)),
        duration_s=scenario.duration_s,
    )
