"""`farhand plan joint|line`: one motion from rest to rest, how fast it can be, what it asks of each joint.

Exit code 0: it can be flown as asked; 1: not in that time, or not at all, and the text tells why.

--json  robot, kind, ok, and if there is such a motion: tool, warning, asked_s, minimum_time_s (quintic law),
        shortest_time_s (as flown), decides, duration_s (whole periods), joints[{name, unit, start, end,
        speed, acceleration, jerk, speed_max, acceleration_max, jerk_max}] with peaks in the time that is
        asked for, or else the least, error_m and error_rad (tool beside its path, null of a joint move),
        and as it is flown t_s[], q[[]], p_base_tool[[x, y, z]], quat_base_tool[[w, x, y, z]];
        with locked joints besides: locked{joints{name: value}, gives[{coordinate, unit, amount, at}] (what
        does not hold, at most, at which fraction), least_singular, nominal{t_s[], q[[]], p_base_tool[[]]}}
        (the same motion with all joints);
        if there is none: reason, detail.  Radians, metres, seconds, arm base frame
"""

import argparse
import math
from typing import Any

import msgspec
import numpy as np

from ground.cli import DONE, FAILED, UsageError
from ground.commands.arguments import Arguments
from ground.commands.json_output import answer, check_place
from ground.commands.lock_options import add_gives, add_lock, lock_lines
from ground.listing import table
from ground.scenario_files import robot_path
from predictor.model.spatial import quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.drive.factory import load
from telemetry.messages.plan import Move
from telemetry.plan.move_table import MoveTable

PLAN, ASKED = "planner.commands.plan:plan", "planner.commands.plan:Asked"
HEADS = ("JOINT", "FROM", "TO", "SPEED", "OF", "ACCELERATION", "OF", "JERK", "OF", "")
MM_PER_M = 1000.0


def joint(arguments: list[str]) -> int:
    """Plan a move of the joints."""
    options = _options("joint", "Move the joints to where they are wanted, all at once.")
    start = options.add_mutually_exclusive_group()
    start.add_argument(
        "--from-deg", type=numbers, metavar="A,B,...", help="where it begins; else the safe pose"
    )
    goal = options.add_mutually_exclusive_group(required=True)
    goal.add_argument("--to-deg", type=numbers, metavar="A,B,...", help="goal of each joint")
    goal.add_argument(
        "--to", type=named_value, action="append", metavar="NAME_deg=A", help="goal of one joint; or NAME_m=A"
    )
    given = options.parse_args(arguments)
    goals = {"to_deg": given.to_deg} if given.to_deg else {"to": dict(given.to)}
    start_q = tuple(map(math.radians, given.from_deg)) if given.from_deg else None
    return _answered(given, goals, {"start_q": start_q})


def line(arguments: list[str]) -> int:
    """Plan a straight line of the tool."""
    options = _options("line", "Move the tool along a straight line; its attitude is kept.")
    add_line(options)
    given = options.parse_args(arguments)
    return _answered(given, *line_of(given))


def add_line(options: Arguments) -> None:
    """Add where a line begins and ends."""
    options.add_argument("--start", type=place, required=True, metavar="X,Y,Z", help="where it begins [m]")
    options.add_argument("--end", type=place, required=True, metavar="X,Y,Z", help="where it ends [m]")
    options.add_argument(
        "--euler-zyx-deg",
        type=place,
        required=True,
        metavar="A,B,C",
        help="attitude of the tool: turned about z, then y, then x",
    )
    add_gives(options)


def line_of(given: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a line as a move's table and as where it begins."""
    R = rotation_from_euler_zyx(*np.radians(given.euler_zyx_deg))
    start = (given.start, tuple(quaternion_from_rotation(R).tolist()))
    return {"to_m": given.end, "gives": given.gives}, {"start": start}


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of an argument."""
    values = tuple(map(float, text.split(",")))
    if not all(map(math.isfinite, values)):
        raise ValueError
    return values


def place(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    values = numbers(text)
    if len(values) != 3:
        raise ValueError
    return values


def named_value(text: str) -> tuple[str, float]:
    """Return a name and its number."""
    name, _, value = text.partition("=")
    (number,) = numbers(value)
    return name, number


def seconds(text: str) -> float:
    """Return a time."""
    (value,) = numbers(text)
    if not value > 0.0:
        raise ValueError
    return value


# as wrong ones are told
numbers.__name__ = "list of numbers (A,B,...)"
place.__name__ = "three numbers (A,B,C)"
named_value.__name__ = "goal of a joint (NAME_deg=A or NAME_m=A)"
seconds.__name__ = "time in seconds (greater than 0)"


def _options(action: str, description: str) -> Arguments:
    options = Arguments(f"plan {action}", description)
    add_robot(options)
    options.add_argument("--time", type=seconds, metavar="S", help="time that it should take; else the least")
    add_lock(options)
    options.add_json("the motion")
    return options


def add_robot(options: Arguments) -> None:
    """Add whose motion it is."""
    options.add_argument("--robot", required=True, metavar="R", help="a shipped arm, or a robot file")
    options.add_argument("--tool", default="", metavar="NAME", help="which of its tools; else the first")


def _answered(given: argparse.Namespace, goal: dict[str, Any], start: dict[str, Any]) -> int:
    check_place(given.json)
    asked = load(ASKED)(
        robot=robot_path(given.robot), move=_move(given, goal), lock=dict(given.lock), **start
    )
    found = msgspec.to_builtins(load(PLAN)(asked))
    answer(found, as_text(found), given.json)
    return DONE if found["ok"] else FAILED


def _move(given: argparse.Namespace, goal: dict[str, Any]) -> Move:
    try:
        return MoveTable(tool=given.tool, duration_s=given.time, **goal).move()
    except ValueError as error:
        raise UsageError(str(error)) from None


def as_text(found: dict[str, Any]) -> str:
    """Return a motion in words and a table."""
    if "reason" in found:
        return f"no {found['kind']} of {found['robot']}: {found['detail']}"
    heading = [
        f"{found['kind']} of {found['robot']}, {found['tool']}",
        f"minimum   {found['minimum_time_s']:.3f} s by the quintic law: {found['decides']} decides",
        f"shortest  {found['shortest_time_s']:.3f} s as flown, {found['duration_s']:.2f} s in whole periods",
        *([f"on path   {_error(found)}"] if found["error_m"] is not None else []),
        *(lock_lines(found) if found["locked"] else []),
        *([f"WARNING   {found['warning']}"] if found["warning"] else []),
    ]
    rows = [HEADS, *map(_cells, found["joints"])]
    return "\n".join([*heading, "", *table(rows, right=range(1, 9))])


def _error(found: dict[str, Any]) -> str:
    return f"within {found['error_m'] * MM_PER_M:.1e} mm and {math.degrees(found['error_rad']):.1e} deg"


def _cells(need: dict[str, Any]) -> list[str]:
    turns = need["unit"] == "rad"
    values = [need[key] for key in ("start", "end")]
    for quantity in ("speed", "acceleration", "jerk"):
        values += [need[quantity], need[f"{quantity}_max"]]
    shown = [math.degrees(value) if turns else value for value in values]
    figures = [f"{value:.2f}" if turns else f"{value:.4f}" for value in shown]
    return [need["name"], *figures, "deg, s" if turns else "m, s"]
