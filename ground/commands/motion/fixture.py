"""`farhand fixture`: a tube that leads the hand from a place to another, around what is in the way.

    --scenario NAME            whose arm, scene, margins and method; the arm rests as the scenario begins
    --start X,Y,Z              where the tube begins; else at the tool, as the arm rests
    --end X,Y,Z                where it leads
    --frame NAME               that places are given in: base (else), world, or a body of the scene
    --stand-off M              it ends so far before its end
    --radius M                 of the tube
    --mode source              by rays, as published: for comparison, not proven to be free
    --picture FILE.png|svg     the tube among what is in the way, and its clearance
    --json                     the keys of `telemetry.plan.judged.MadeTube`

Exit code 1: there is none, and the reason is told.
"""

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments, real
from ground.commands.motion_options import place
from ground.commands.output import answer, check_picture, check_place, write_figure
from ground.report.facts.words import millimetres
from ground.report.listing import table
from ground.run.kept.usage_error import UsageError
from ground.scenario.scenario import load as load_scenario
from ground.scenario.scenario import run_settings
from telemetry.drive.factory import load
from telemetry.messages.fixture import FixtureRequest
from telemetry.plan.judged import MadeTube

MADE, ASKED = "planner.commands.fixture:fixture", "planner.commands.fixture:FixtureAsked"
COLUMNS = ("KEY POINT", "X [m]", "Y [m]", "Z [m]", "BEND FROM [m]")


def _options() -> Arguments:
    options = Arguments("fixture", "A tube that leads the hand around what is in the way.")
    options.add_argument("--scenario", required=True, metavar="NAME", help="whose arm and scene")
    options.add_argument("--start", type=place, metavar="X,Y,Z", help="where it begins; else at the tool [m]")
    options.add_argument("--end", type=place, required=True, metavar="X,Y,Z", help="where it leads [m]")
    options.add_argument("--frame", default="", metavar="NAME", help="base, world or a body of the scene")
    options.add_argument(
        "--stand-off", type=real("distance", "m"), default=0.0, metavar="M", help="it ends so far before"
    )
    options.add_argument(
        "--radius", type=real("radius", "m"), default=0.05, metavar="M", help="of the tube (0.05)"
    )
    options.add_argument("--tool", default="", metavar="NAME", help="that the hand moves; else the first")
    options.add_argument(
        "--mode", choices=("default", "source"), default="default", help="source: as published"
    )
    options.add_picture("it")
    options.add_json("the tube")
    return options


def fixture(arguments: list[str]) -> int:
    """Make a tube; exit code 1 with the reason why there is none."""
    given = _options().parse_args(arguments)
    check_place(given.json)
    check_picture(given.picture)
    scenario = load_scenario(given.scenario)
    request = FixtureRequest(
        fixture_id="tube",
        **{
            key: getattr(given, key)
            for key in ("start", "end", "frame", "stand_off", "radius", "tool", "mode")
        },
    )
    settings = run_settings(scenario, seed=1, run_id="fixture")
    try:
        found: MadeTube = load(MADE)(
            load(ASKED)(settings=settings, start_q=scenario.start_q, request=request)
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    answer(found, as_text(found), given.json)
    if given.picture and found.ok:
        from ground.report.figures.fixture_figure import fixture_figure  # matplotlib

        write_figure(fixture_figure(found), given.picture)
    return DONE if found.ok else FAILED


def as_text(found: MadeTube) -> str:
    """Return a tube in words and a table, or why there is none."""
    among = f"{found.robot} in {found.scene}"
    if not found.ok:
        return f"no tube for {among}: {found.detail}"
    kind = "cylinder" if len(found.points_m) == 2 else "tube"
    by = ", by rays as published: nothing of it is proven" if found.mode == "source" else ""
    rows: list[tuple[str, ...]] = [COLUMNS]
    for number_, (p, half) in enumerate(zip(found.points_m, found.halves_m, strict=True), start=1):
        rows.append((str(number_), *(f"{x:.3f}" for x in p), f"{half:.3f}" if half else "-"))
    radius, required = found.radius_m, found.required_m
    near = found.clearance_m
    distance = "nothing is near" if near is None else f"{millimetres(near)} from {found.nearest}"
    needed = f"{millimetres(radius + required)} needed: {millimetres(radius)} of the tube"
    return "\n".join(
        [
            f"a {kind} for {among}{by}",
            "",
            *table(rows, right=(0, 1, 2, 3, 4)),
            "",
            f"length      {found.length_m:.3f} m",
            f"clearance   {distance} at the nearest ({needed}, {millimetres(required)} required)",
        ]
    )
