"""`farhand plan show PLAN --picture FILE.png|svg`: a plan as a picture, with joints locked one beside it.

--lock NAME   or NAME=DEG, NAME_m=M: the same plan with that joint locked, dashed beside the plan as it is
--json        plans[]: the keys of `telemetry.plan.judged.PlanLines`
"""

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.commands.verify import add_station, asked, fixture_line
from ground.report.facts.words import millimetres
from ground.scenario.opened_plan import open_plan
from telemetry.drive.factory import load
from telemetry.plan.judged import PlanLines

LINES = "planner.commands.plan_lines:plan_lines"


def show(arguments: list[str]) -> int:
    """Draw a plan; exit code 1 if it cannot be flown to its end."""
    options = Arguments("plan show", "Draw a plan: joints, speeds, the tool's way, clearance.")
    options.add_argument("plan", nargs="?", metavar="PLAN", help="a shipped plan, or a plan file")
    add_station(options)
    options.add_picture("the plan")
    options.add_json("the lines")
    given = options.parse_args(arguments)
    if not (given.plan or given.scenario):
        options.error("name a plan file, or --scenario NAME")
    check_place(given.json)
    check_picture(given.picture)
    locked = [given.lock] if given.lock else []
    plans: list[PlanLines] = [
        load(LINES)(asked(open_plan(given.plan, scenario=given.scenario, locks=locks)))
        for locks in ((), *locked)
    ]
    answer(ShownPlans(plans=plans), "\n".join(map(_lines, plans)), given.json)
    if given.picture:
        from ground.report.figures.plan_figure import plan_figure  # matplotlib

        write_figure(plan_figure(plans), given.picture)
    return FAILED if any(plan.refused or not _stand(plan) for plan in plans) else DONE


class ShownPlans(msgspec.Struct, frozen=True, kw_only=True):
    """A plan, and the same with joints locked."""

    plans: list[PlanLines]


def _lines(plan: PlanLines) -> str:
    """Return one line on a plan, and on each of its fixtures."""
    named = f"{plan.name}{' with ' + ', '.join(plan.locked) + ' locked' if plan.locked else ''}"
    nearest = f"{millimetres(min(plan.clearance_m))} clear at least"
    line = f"{named}: {plan.t_s[-1]:.2f} s of motion, {len(plan.marks)} moves, {nearest}"
    lines = [f"{line}; REFUSED: {plan.refused}" if plan.refused else line]
    return "\n".join([*lines, *(f"  fixture {fixture_line(each)}" for each in plan.fixtures)])


def _stand(plan: PlanLines) -> bool:
    return all(fixture.ok for fixture in plan.fixtures)
