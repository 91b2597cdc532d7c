"""`farhand robot check FILE`: what a robot file says of the arm, whether it can be flown, what is doubtful.

--json  as `predictor.model.facts` tells it
"""

import math
from typing import Any

from ground.cli import DONE
from ground.commands.arguments import Arguments
from ground.commands.json_output import STANDARD_OUTPUT, check_place, write_json
from ground.listing import listing, table
from ground.report.terminal import print_fitted
from ground.report.words import counted
from predictor.model.facts import robot_facts
from predictor.model.robot_file import read_robot

NO_LIMIT = "-"
LIMITS = ("q_min", "q_max", "speed_max", "acceleration_max", "jerk_max")
JOINTS = ("JOINT", "KIND", "CARRIED BY", "FROM", "TO", "SPEED", "ACCELERATION", "JERK", "")


def check(arguments: list[str]) -> int:
    """Tell what a robot file says; a file that cannot be flown yet is no failure."""
    options = Arguments("robot check", "Look at an arm: what its file says, what is missing or doubtful.")
    options.add_argument("file", metavar="FILE", help="a robot file")
    options.add_argument("--json", metavar="FILE", help="write the answer as JSON; - for standard output")
    given = options.parse_args(arguments)
    check_place(given.json)
    facts = robot_facts(read_robot(given.file))
    if given.json != STANDARD_OUTPUT:
        print_fitted(as_text(facts))
    if given.json:
        write_json(given.json, facts)
    return DONE


def as_text(facts: dict[str, Any]) -> str:
    """Return the arm in words and tables, and what is missing or doubtful."""
    return "\n\n".join(filter(None, [_heading(facts), _joints(facts), _shapes(facts), _doubts(facts)]))


def _heading(facts: dict[str, Any]) -> str:
    tools = ", ".join(tool["name"] for tool in facts["tools"])
    mass = sum(link["mass"] for link in facts["links"])
    return "\n".join(
        [
            f"{facts['name']}: {counted(len(facts['joints']), 'joint')}, {mass:.4g} kg,"
            f" reaches {facts['reach']:.3g} m at most",
            f"tools      {tools}",
            f"can fly    {'yes' if facts['flyable'] else 'not yet: ' + '; '.join(facts['missing'])}",
        ]
    )


def _joints(facts: dict[str, Any]) -> str:
    return "\n".join(table([JOINTS, *map(_joint_cells, facts["joints"])]))


def _joint_cells(joint: dict[str, Any]) -> list[str]:
    turns = joint["unit"] == "rad"
    values = [_limit(joint["limits"][name], turns) for name in LIMITS]
    return [joint["name"], joint["kind"], joint["parent"], *values, "deg, s" if turns else "mm, s"]


def _limit(value: float | None, turns: bool) -> str:
    if value is None:
        return NO_LIMIT
    return f"{math.degrees(value) if turns else value * 1e3:.5g}"


def _shapes(facts: dict[str, Any]) -> str:
    rows = [
        (shape["name"], shape["kind"], str(shape["frame"]), f"{shape['volume'] * 1e3:.4g}")
        for shape in facts["shapes"]
    ]
    return "\n".join(table([("SHAPE", "KIND", "FRAME", "LITRES"), *rows])) if rows else ""


def _doubts(facts: dict[str, Any]) -> str:
    if not facts["doubts"]:
        return "nothing is doubtful"
    return listing([(row["what"], f"{row['why']}; {row['what_to_do']}") for row in facts["doubts"]])
