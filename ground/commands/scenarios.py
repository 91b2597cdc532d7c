"""The command `farhand scenarios [NAME]`: what can be rehearsed; of one: its task, and what it trains.

--json  the keys of `ScenarioList`, of one scenario too
"""

import shlex

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import write_json
from ground.report.listing import listing
from ground.report.terminal import print_fitted
from ground.scenario.scenario import load, shipped
from ground.scenario.scenario_files import scenario_path
from ground.scenario.scenario_table import Scenario


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
    given = options.parse_args(arguments)
    if given.json:
        asked = [given.name] if given.name else [name for name, _ in shipped()]
        write_json(given.json, ScenarioList(scenarios=[_row(name) for name in asked]))
    elif given.name:
        print_fitted(_as_text(given.name, load(given.name)))
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


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".toml")


def _row(source: str) -> ScenarioRow:
    scenario = load(source)
    return ScenarioRow(
        name=scenario.name,
        summary=scenario.summary,
        task=scenario.task,
        trains=scenario.trains,
        file=str(scenario_path(source)),
        duration_s=scenario.duration_s,
    )
