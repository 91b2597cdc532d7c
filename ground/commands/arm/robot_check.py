"""`farhand robot check FILE`: the arm of a robot file, whether it can be flown, what is doubtful.

--json     as `predictor.queries.robot_facts` tells it, and `telemetry.agreed.data_checks` its limits
--picture  a PNG of the arm at its safe pose, with its volumes
"""

import math

from msgspec.structs import asdict

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_place, check_png, write_bytes
from ground.pictures.png import png
from ground.report.facts.words import base_text, count_text
from ground.report.listing import listing, table
from ground.run.joined_checks import joined_checks
from ground.scenario.scenario_files import robot_file
from ground.series.violation_words import parameter_text
from predictor.model.files.description import Description
from predictor.model.files.robot_file import VOLUME_CURE, describe_robot, missing_text, without_volume
from predictor.model.robot import Robot
from predictor.queries.robot_facts import BaseFacts, JointFacts, RobotFacts, robot_facts
from telemetry.agreed.data_checks import DataCheck

NO_LIMIT = "-"
MESHES = ("PART", "FRAME", "USE", "FACES", "PIECES", "LITRES", "EXTENT [m]")
CHECKS = ("CHECKED", "JOINTS", "SOFT", "HARD", "JUMP", "RATE", "STALE [s]", "UNIT", "")
JOINTS = ("JOINT", "KIND", "CARRIED BY", "FROM", "TO", "SPEED", "ACCELERATION", "JERK", "")


class CheckFacts(DataCheck, frozen=True, kw_only=True, omit_defaults=False):
    """The limits of one value of telemetry; null: not checked."""


class CheckedArm(RobotFacts, frozen=True, kw_only=True):
    """What is known of an arm, and what its telemetry is checked against."""

    checks: list[CheckFacts]


def check(arguments: list[str]) -> int:
    """Show the arm of a robot file; a file that cannot be flown yet is no failure."""
    options = Arguments("robot check", "Look at an arm: what its file says, what is missing or doubtful.")
    options.add_argument(
        "file",
        type=robot_file,
        metavar="FILE",
        help="a shipped arm, a robot file, a URDF, or a table of Denavit-Hartenberg rows",
    )
    options.add_json("the answer", is_needed=True)
    options.add_argument("--picture", metavar="FILE.png", help="draw the arm with its volumes")
    given = options.parse_args(arguments)
    check_place(given.json)
    check_png(given.picture)
    found = describe_robot(given.file)
    facts = _checked(found)
    answer(facts, as_text(facts), given.json)
    if given.picture:
        _draw(found.robot, given.picture)
    return DONE


def _checked(found: Description) -> CheckedArm:
    checks = joined_checks(found.robot, (), found.robot.name)
    return CheckedArm(**asdict(robot_facts(found)), checks=[CheckFacts(**asdict(check)) for check in checks])


def _draw(robot: Robot, target: str) -> None:
    from ground.rehearsal.portrait.portrait import portrait  # MuJoCo

    pixels = portrait(robot)
    height, width = pixels.shape[:2]
    write_bytes(target, png(width, height, pixels.tobytes()))


def as_text(facts: CheckedArm) -> str:
    """Return the arm in words and tables, and what is missing or doubtful."""
    parts = [_heading(facts), _joints(facts), _shapes(facts), _meshes(facts), _checks(facts), _doubts(facts)]
    return "\n\n".join(filter(None, parts))


def _heading(facts: RobotFacts) -> str:
    tools = ", ".join(tool.name for tool in facts.tools)
    masses = [link.mass for link in facts.links if link.mass is not None]
    mass = f"{sum(masses):.4g} kg" if len(masses) == len(facts.links) else "mass not known"
    return "\n".join(
        [
            f"{facts.name}: {count_text(len(facts.joints), 'joint')}, {mass},"
            f" reaches {facts.reach:.3g} m at most",
            f"base       {base_text(facts.base)}{_given(facts.base)}",
            f"tools      {tools}",
            f"can fly    {'yes' if facts.flyable else 'not yet'}",
            *([f"missing    {missing_text(tuple(facts.missing))}"] if facts.missing else []),
            *_bare_line(facts.missing),
            *(f"refused    {why}" for why in facts.refused),
        ]
    )


def _bare_line(missing: list[str]) -> list[str]:
    """Return which links move without any volume, and what to do about it."""
    bare = without_volume(tuple(missing))
    return [f"no volume  {', '.join(bare)}: {VOLUME_CURE}"] if bare else []


def _given(base: BaseFacts) -> str:
    """Return that the file gives a bolted base a mass, as it may have a body that floats; or nothing."""
    if base.given_mass is None:
        return ""
    return f", though its file gives it {base.given_mass:.4g} kg: farhand robot import --floating frees it"


def _joints(facts: RobotFacts) -> str:
    return "\n".join(table([JOINTS, *map(_joint_cells, facts.joints)], right=range(3, 8)))


def _joint_cells(joint: JointFacts) -> list[str]:
    turns = joint.unit == "rad"
    carrier = joint.parent or "base"
    limits = joint.limits
    known = (limits.q_min, limits.q_max, limits.speed_max, limits.acceleration_max, limits.jerk_max)
    values = [_limit(limit, turns) for limit in known]
    return [joint.name, joint.kind, carrier, *values, "deg, s" if turns else "mm, s"]


def _limit(value: float | None, turns: bool) -> str:
    if value is None:
        return NO_LIMIT
    return f"{math.degrees(value) if turns else value * 1e3:.5g}"


def _shapes(facts: RobotFacts) -> str:
    rows = [(shape.name, shape.kind, str(shape.frame), f"{shape.volume * 1e3:.4g}") for shape in facts.shapes]
    return "\n".join(table([("SHAPE", "KIND", "FRAME", "LITRES"), *rows], right=(2, 3))) if rows else ""


def _meshes(facts: RobotFacts) -> str:
    rows = [
        (
            mesh.name,
            str(mesh.frame),
            mesh.use,
            str(mesh.faces),
            str(mesh.pieces),
            "open" if mesh.volume is None else f"{mesh.volume * 1e3:.4g}",
            " x ".join(f"{edge:.3g}" for edge in mesh.extent),
        )
        for mesh in facts.meshes
    ]
    return "\n".join(table([MESHES, *rows], right=range(1, 6))) if rows else ""


def _checks(facts: CheckedArm) -> str:
    """Return the limits of telemetry; joints with the same ones stand in one row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for check in facts.checks:
        figure, _, joint = check.parameter.rstrip("]").partition("[")
        alike.setdefault((parameter_text(figure), *_check_cells(check)), []).append(joint)
    rows = [(name, ", ".join(joints), *cells) for (name, *cells), joints in alike.items()]
    return "\n".join(table([CHECKS, *rows], right=range(2, 7))) if rows else ""


def _check_cells(check: CheckFacts) -> list[str]:
    turns = check.unit.startswith("rad")
    limits = [_range(check.soft, turns), _range(check.hard, turns)]
    changes = [_figure(change, turns) for change in (check.jump, check.rate)]
    unit = check.unit.replace("rad", "deg")
    return [*limits, *changes, _figure(check.stale_s), unit, "inhibits" if check.inhibits else ""]


def _range(limits: tuple[float, float] | None, turns: bool) -> str:
    return NO_LIMIT if limits is None else " .. ".join(_figure(limit, turns) for limit in limits)


def _figure(value: float | None, turns: bool = False) -> str:
    return NO_LIMIT if value is None else f"{math.degrees(value) if turns else value:.5g}"


def _doubts(facts: RobotFacts) -> str:
    if not facts.doubts:
        return "nothing is doubtful"
    return "doubtful\n" + listing(
        [(row.what, f"{row.why}; {row.what_to_do}") for row in facts.doubts], indent="  "
    )
