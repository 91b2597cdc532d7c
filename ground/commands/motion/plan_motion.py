"""`farhand plan joint|line|arc|orbit|plane`: one motion from rest to rest, how fast, what it asks of joints.

Exit code 0: it can be flown as asked; 1: not in that time, or not at all, and the text tells why.

--json  the keys of `telemetry.plan.planned.Planned`, or if there is no such motion of `NotPlanned`.  Radians,
        metres, seconds, arm base frame
"""

import argparse
import math
from pathlib import Path

import msgspec
import numpy as np

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, real
from ground.commands.motion_options import (
    add_gives,
    add_lock,
    angles,
    direction,
    joint_angles,
    lock_lines,
    named_value,
    place,
)
from ground.commands.output import answer, check_place
from ground.report.listing import table
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario_files import robot_path
from predictor.model.files.robot_file import read_robot
from predictor.model.joint_text import shown_unit
from predictor.model.spatial import quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.drive.factory import load
from telemetry.messages.plan import Move
from telemetry.plan.move_table import MoveTable
from telemetry.plan.planned import JointNeed, NotPlanned, Planned

PLAN, ASKED = "planner.commands.plan:plan", "planner.commands.plan:Asked"
COLUMNS = ("JOINT", "FROM", "TO", "SPEED", "OF", "ACCELERATION", "OF", "JERK", "OF", "")
MM_PER_M = 1000.0
ANGLE = real("angle", "deg", least=-3600.0, most=3600.0)
TIME = real("time", "s", least=0.001, most=3600.0)


def joint(arguments: list[str]) -> int:
    """Plan a move of the joints."""
    options = _options("joint", "Move the joints to where they are wanted, all at once.")
    _add_start(options)
    goal = options.add_mutually_exclusive_group(required=True)
    goal.add_argument("--to-deg", type=joint_angles, metavar="A,B,...", help="goal of each joint")
    goal.add_argument(
        "--to", type=named_value, action="append", metavar="NAME_deg=A", help="goal of one joint; or NAME_m=A"
    )
    given = options.parse_args(arguments)
    goals: dict[str, object] = {"to_deg": given.to_deg} if given.to_deg else {"to": dict(given.to)}
    return _answered(given, goals, _start_q(given))


def line(arguments: list[str]) -> int:
    """Plan a straight line of the tool."""
    options = _options("line", "Move the tool along a straight line.")
    add_line(options)
    _add_end_attitude(options)
    given = options.parse_args(arguments)
    return _answered(given, line_of(given) | _end_attitude(given), start_of(given))


def add_line(options: Arguments, *, is_needed: bool = True) -> None:
    """Add where a line begins and ends."""
    _add_begin(options, required=is_needed)
    options.add_argument("--end", type=place, required=is_needed, metavar="X,Y,Z", help="where it ends [m]")


def line_of(given: argparse.Namespace) -> dict[str, object]:
    """Return a line as a move's table."""
    return {"to_m": given.end, "gives": given.gives}


def arc(arguments: list[str]) -> int:
    """Plan an arc of the tool."""
    options = _options("arc", "Move the tool along an arc, through a point or about an axis.")
    _add_begin(options)
    options.add_argument("--end", type=place, metavar="X,Y,Z", help="where it ends [m]")
    add_arc(options)
    _add_swing(options, required=False)
    _add_end_attitude(options)
    given = options.parse_args(arguments)
    return _answered(given, arc_of(given) | _end_attitude(given), start_of(given))


def add_arc(options: Arguments) -> None:
    """Add what an arc is besides its end and its axis."""
    options.add_argument("--through", type=place, metavar="X,Y,Z", help="a point on the arc [m]")
    options.add_argument("--centre", type=place, metavar="X,Y,Z", help="or: a point of its axis [m]")
    options.add_argument("--turns", action="store_true", help="the tool turns with the arc")


def arc_of(given: argparse.Namespace) -> dict[str, object]:
    """Return an arc as a move's table."""
    table = {
        "through_m": given.through,
        "to_m": given.end,
        "centre_m": given.centre,
        "axis": given.axis,
        "angle_deg": given.angle_deg,
        "turns": given.turns,
    }
    return {"arc": table, "gives": given.gives}


def orbit(arguments: list[str]) -> int:
    """Plan a way around a target that the tool goes on facing."""
    options = _options("orbit", "Move the tool around a target that it faces all the way.")
    _add_begin(options)
    add_orbit(options, is_needed=True)
    given = options.parse_args(arguments)
    return _answered(given, orbit_of(given), start_of(given))


def add_orbit(options: Arguments, *, is_needed: bool) -> None:
    """Add what an orbit is about, and by how much it goes."""
    options.add_argument(
        "--target", type=place, required=is_needed, metavar="X,Y,Z", help="what it faces [m]"
    )
    _add_swing(options, required=is_needed)
    options.add_argument(
        "--looks", type=direction, metavar="X,Y,Z", help="direction of the tool that faces it"
    )


def orbit_of(given: argparse.Namespace) -> dict[str, object]:
    """Return an orbit as a move's table."""
    table = {"target_m": given.target, "axis": given.axis, "angle_deg": given.angle_deg}
    return {"orbit": table, "gives": given.gives, "looks": given.looks}


def plane(arguments: list[str]) -> int:
    """Plan a turn of the elbow about the line from shoulder to wrist."""
    options = _options("plane", "Turn the elbow of an arm of seven joints, while its tool stays.")
    _add_start(options)
    options.add_argument(
        "--turn-deg", type=ANGLE, required=True, metavar="A", help="about the line from shoulder to wrist"
    )
    given = options.parse_args(arguments)
    return _answered(given, {"plane_deg": given.turn_deg}, _start_q(given))


def _options(action: str, description: str) -> Arguments:
    options = Arguments(f"plan {action}", description)
    options.set_defaults(action=action)
    add_robot(options)
    options.add_argument("--time", type=TIME, metavar="S", help="time that it should take; else the least")
    add_lock(options)
    options.add_json("the motion")
    return options


def add_robot(options: Arguments, *, is_needed: bool = True) -> None:
    """Add the options that name the arm and its tool."""
    options.add_argument("--robot", required=is_needed, metavar="R", help="a shipped arm, or a robot file")
    options.add_argument("--tool", default="", metavar="NAME", help="which of its tools; else the first")


def _add_start(options: Arguments) -> None:
    options.add_argument(
        "--from-deg", type=joint_angles, metavar="A,B,...", help="where it begins; else at home"
    )


def _add_begin(options: Arguments, *, required: bool = True) -> None:
    """Add where a motion of the tool begins, and what gives way on it."""
    begin = options.add_mutually_exclusive_group(required=required)
    begin.add_argument("--start", type=place, metavar="X,Y,Z", help="where the tool begins [m]")
    begin.add_argument(
        "--from-deg", type=joint_angles, metavar="A,B,...", help="or: joint values where it begins"
    )
    options.add_argument(
        "--euler-zyx-deg",
        type=angles,
        metavar="A,B,C",
        help="attitude it begins with: turned about z, then y, then x",
    )
    add_gives(options)


def _add_swing(options: Arguments, *, required: bool) -> None:
    options.add_argument(
        "--axis", type=direction, required=required, metavar="X,Y,Z", help="what it turns about"
    )
    options.add_argument("--angle-deg", type=ANGLE, required=required, metavar="A", help="by how much")


def _add_end_attitude(options: Arguments) -> None:
    """Take an attitude that the motion is to end with; none: the first one is kept."""
    attitude = options.add_mutually_exclusive_group()
    attitude.add_argument("--end-euler-zyx-deg", type=angles, metavar="A,B,C", help="attitude it ends with")
    attitude.add_argument("--look-at", type=place, metavar="X,Y,Z", help="or: what it ends looking at [m]")
    options.add_argument("--looks", type=direction, metavar="X,Y,Z", help="direction of the tool that looks")
    options.add_argument("--up", type=direction, metavar="X,Y,Z", help="where its y axis points then, nearly")


def _end_attitude(given: argparse.Namespace) -> dict[str, object]:
    return {
        "euler_zyx_deg": given.end_euler_zyx_deg,
        "look_at_m": given.look_at,
        "looks": given.looks,
        "up": given.up,
    }


def _start_q(given: argparse.Namespace) -> dict[str, object]:
    return {"start_q": tuple(map(math.radians, given.from_deg)) if given.from_deg else None}


def start_of(given: argparse.Namespace) -> dict[str, object]:
    """Return where the motion begins: joint values, or a pose of the tool."""
    if given.start is None:
        if given.euler_zyx_deg:
            raise UsageError("--euler-zyx-deg belongs to --start: joint values have their own attitude")
        return _start_q(given)
    if given.euler_zyx_deg is None:
        raise UsageError("--start needs --euler-zyx-deg, the attitude that the tool begins with")
    R = rotation_from_euler_zyx(*np.radians(given.euler_zyx_deg))
    return {"start": (given.start, tuple(quaternion_from_rotation(R).tolist()))}


def _answered(given: argparse.Namespace, goal: dict[str, object], start: dict[str, object]) -> int:
    check_place(given.json)
    asked = load(ASKED)(robot=arm_of(given), move=move_of(given, goal), lock=dict(given.lock), **start)
    found: Planned | NotPlanned = load(PLAN)(asked)
    answer(found, as_text(found), given.json)
    return DONE if found.ok else FAILED


def arm_of(given: argparse.Namespace) -> Path:
    """Return the robot file.

    Raises:
        UsageError: joint values are more or fewer than its joints, or in another unit.
    """
    robot = robot_path(given.robot)
    for option in ("--from-deg", "--to-deg"):
        values = vars(given).get(option.removeprefix("--").replace("-", "_"))
        if values is not None and len(values) != (count := len(read_robot(robot).commanded)):
            raise UsageError(f"{option}: {len(values)} values for the {count} joints of {given.robot}")
    for key, _ in vars(given).get("to") or ():
        for joint in read_robot(robot).commanded:
            if key in {f"{joint.name}_deg", f"{joint.name}_m"} - {own := f"{joint.name}_{shown_unit(joint)}"}:
                raise UsageError(f"--to {key}: {joint.name} has {own}")
    return robot


def move_of(given: argparse.Namespace, goal: dict[str, object]) -> Move:
    """Return a goal as the planner is asked for it.

    Raises:
        UsageError: it is none.
    """
    keys = {"tool": given.tool, "duration_s": given.time, **goal}
    try:
        return msgspec.convert({key: x for key, x in keys.items() if x is not None}, MoveTable).move()
    except ValueError as error:
        problem, _, place = str(error).partition(" - at ")
        where = [key for key in (place.strip("`$."),) if key not in ("", given.action)]
        raise UsageError(": ".join([f"plan {given.action}", *where, problem])) from None


def as_text(found: Planned | NotPlanned) -> str:
    """Return a motion in words and a table."""
    if isinstance(found, NotPlanned):
        return f"no {found.kind} of {found.robot}: {found.detail}"
    on_path = []
    if found.error_m is not None and found.error_rad is not None:
        off = f"{found.error_m * MM_PER_M:.1e} mm and {math.degrees(found.error_rad):.1e} deg"
        on_path = [f"on path   within {off}"]
    heading = [
        f"{found.kind} of {found.robot}, {found.tool}",
        f"minimum   {found.minimum_time_s:.2f} s can be flown, by set-points {found.period_s:g} s apart"
        f"; {found.shortest_time_s:.3f} s time-optimal",
        f"flown in  {found.duration_s:.2f} s",
        f"quintic   {found.quintic_time_s:.3f} s by the published law, for comparison:"
        f" {found.quintic_decides} decides",
        *on_path,
        *([f"turned    {found.turned}"] if found.turned else []),
        *(lock_lines(found, found.locked) if found.locked else []),
        *([f"WARNING   {found.warning}"] if found.warning else []),
    ]
    rows = [COLUMNS, *map(_cells, found.joints)]
    return "\n".join([*heading, "", *table(rows, right=range(1, 9))])


def _cells(need: JointNeed) -> list[str]:
    turns = need.unit == "rad"
    values = [need.start, need.end, need.speed, need.speed_max]
    values += [need.acceleration, need.acceleration_max, need.jerk, need.jerk_max]
    shown = [math.degrees(value) if turns else value for value in values]
    figures = [f"{value:.2f}" if turns else f"{value:.4f}" for value in shown]
    return [need.name, *figures, "deg, s" if turns else "m, s"]
