"""`farhand plan advise [PLAN ...]`: what the lock of each joint would cost, before any joint has failed.

For each joint that carries the tool: what is left of the arm's manipulability (of an arm with one joint more
than it needs, the joint's component of the unit null vector); what had best give way and how much is missed
at most, if it locks at an angle that the line takes it through; and where in its range it may lock at all.
The line is then flown whole, from a begin that the arm comes to by a joint move.

A line has --end; an arc --through and --end, or --centre, --axis and --angle-deg; an orbit --target, --axis
and --angle-deg, as in `farhand plan arc` and `farhand plan orbit`.

PLAN ...  instead of a motion: stored plans, each judged again with each joint locked where the plan starts
--gives  what gives way, for all joints (`farhand plan line --help`); else for each the cheapest coordinate
--picture  a map over joint and locked angle, .svg or .png
--json   the keys of `telemetry.plan.planned.Advice`; of plans ok, plans[]: those of
         `telemetry.plan.judged.JudgedAgain`.  Radians, metres
"""

import argparse
import math
from collections.abc import Sequence

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.motion.plan_motion import (
    ASKED,
    add_arc,
    add_line,
    add_orbit,
    add_robot,
    arc_of,
    arm_of,
    line_of,
    move_of,
    orbit_of,
    start_of,
)
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.commands.verify import asked
from ground.report.listing import table
from ground.run.kept.usage_error import UsageError
from ground.scenario.opened_plan import open_plan
from telemetry.drive.factory import load
from telemetry.messages.plan import Move
from telemetry.plan.judged import JudgedAgain
from telemetry.plan.planned import Advice, JointAdvice, NotPlanned

ADVISE = "planner.commands.advise:advise"
COLUMNS = ("JOINT", "USED", "LEFT", "GIVES", "PLACE", "TURN", "MAY LOCK AT")
PLAN_COLUMNS = ("PLAN", "LOCKED", "IS", "WITH")
AGAIN = "planner.commands.verify:judged_again"
MM_PER_M = 1000.0


def advise(arguments: list[str]) -> int:
    """Show what each lock would cost."""
    options = Arguments(
        "plan advise", "What the lock of each joint would cost a line, an arc, an orbit, or plans."
    )
    options.set_defaults(action="advise", time=None)
    options.add_argument("plans", nargs="*", metavar="PLAN", help="shipped plans or plan files, or else")
    add_robot(options, is_needed=False)
    add_line(options, is_needed=False)
    add_arc(options)
    add_orbit(options, is_needed=False)
    options.add_picture("the map")
    options.add_json("the advice")
    given = options.parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    if given.plans:
        return _plans(options, given)
    ends = given.end or given.centre or given.target
    if not (given.robot and ends and (given.start or given.from_deg)):
        options.error("name plans, or give --robot, --start or --from-deg, and --end, --centre or --target")
    asked_for = load(ASKED)(robot=arm_of(given), move=_course(given), **start_of(given))
    try:
        found: Advice | NotPlanned = load(ADVISE)(asked_for)
    except ValueError as error:
        raise UsageError(str(error)) from None
    answer(found, as_text(found), given.json)
    if given.picture and isinstance(found, Advice):
        from ground.report.figures.lock_map import lock_map  # matplotlib

        write_figure(lock_map(found), given.picture)
    return DONE if found.ok else FAILED


def _course(given: argparse.Namespace) -> Move:
    """Return the motion that is asked about: an orbit, an arc, or else a line."""
    if given.target:
        return move_of(given, orbit_of(given))
    return move_of(given, arc_of(given) if given.centre or given.through else line_of(given))


def _plans(options: Arguments, given: argparse.Namespace) -> int:
    """Judge stored plans again; that a lock ends some of them is no failure."""
    if any((given.robot, given.start, given.from_deg, given.end, given.centre, given.target, given.picture)):
        options.error("plans have their own robots and moves, and no map")
    again = load(AGAIN)
    rows = [row for plan in given.plans for row in again(asked(open_plan(plan, scenario=None)))]
    answer(PlansAgain(plans=rows), plans_text(rows), given.json)
    return DONE


class PlansAgain(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of plans with one joint locked."""

    ok: bool = True
    plans: list[JudgedAgain]


def plans_text(rows: Sequence[JudgedAgain]) -> str:
    """Return what becomes of plans in words and a table."""
    cells = [PLAN_COLUMNS]
    for row in rows:
        text = row.reason if row.reason else "; ".join(row.losses) or "as it is"
        cells.append((row.plan, row.joint, "flown" if row.ok else "REFUSED", text))
    return "\n".join(["each plan with one joint locked where the plan starts", "", *table(cells)])


def as_text(found: Advice | NotPlanned) -> str:
    """Return the advice in words and a table."""
    if isinstance(found, NotPlanned):
        return f"no {found.kind} of {found.robot}: {found.detail}"
    worst = min(found.joints, key=lambda joint: joint.left)
    heading = [
        f"what the lock of one joint would cost {_a(found.kind)} of {found.robot}",
        _redundancy(found, worst),
        f"USED    what the {found.kind} takes the joint through",
        "LEFT    of the manipulability, if it locks there",
        "GIVES   what had best give way then, and how far PLACE and TURN are missed at most",
    ]
    rows = [COLUMNS, *(_cells(joint) for joint in found.joints)]
    lost = [f"{joint.name}: {joint.reason}" for joint in found.joints if joint.reason]
    return "\n".join([*heading, "", *table(rows, right=(2, 4, 5)), *([""] if lost else []), *lost])


def _a(kind: str) -> str:
    return f"a {kind}" if kind == "line" else f"an {kind}"


def _redundancy(found: Advice, worst: JointAdvice) -> str:
    count = len(found.joints)
    if found.best_left == 0.0:
        return f"{count} joints have none too many: each lock costs a coordinate, if the line needs it"
    text = f"the worst lock, of {worst.name}, leaves {worst.left:.3f} of the manipulability on the way"
    return f"{text}; {found.best_left:.3f} is the most that {count} joints can have left"


def _cells(joint: JointAdvice) -> list[str]:
    turns = joint.unit == "rad"
    used = _span(joint.least, joint.most, turns=turns)
    may = ", ".join(_span(*interval, turns=turns) for interval in joint.may_lock) or "nowhere"
    if joint.place_m is None or joint.turn_rad is None:
        return [joint.name, used, f"{joint.left:.3f}", "lost", "", "", may]
    place, turn = f"{joint.place_m * MM_PER_M:.1f} mm", f"{math.degrees(joint.turn_rad):.2f} deg"
    return [joint.name, used, f"{joint.left:.3f}", joint.gives or "nothing", place, turn, may]


def _span(low: float, high: float, *, turns: bool) -> str:
    if turns:
        return f"{math.degrees(low):.1f} .. {math.degrees(high):.1f} deg"
    return f"{low:.3f} .. {high:.3f} m"
