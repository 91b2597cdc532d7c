"""The command `farhand scenarios`: what can be rehearsed.

--json  the keys of `ScenarioList`
"""

import msgspec

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import write_json
from ground.report.listing import listing
from ground.scenario.scenario import load, shipped
from ground.scenario.scenario_files import scenario_path


class ScenarioRow(msgspec.Struct, frozen=True, kw_only=True):
    """One of them."""

    name: str
    summary: str
    file: str
    duration_s: float


class ScenarioList(msgspec.Struct, frozen=True, kw_only=True):
    """What can be rehearsed."""

    scenarios: list[ScenarioRow]


def scenarios(arguments: list[str]) -> int:
    """List the shipped scenarios."""
    options = Arguments("scenarios", "List the scenarios that come with farhand.")
    options.add_json("the list")
    target = options.parse_args(arguments).json
    if target:
        write_json(target, ScenarioList(scenarios=[_row(name) for name, _ in shipped()]))
    else:
        print(listing(shipped()))
    return DONE


def _row(name: str) -> ScenarioRow:
    scenario = load(name)
    return ScenarioRow(
        name=name,
        summary=scenario.summary,
        file=str(scenario_path(name)),
        duration_s=scenario.duration_s,
    )
