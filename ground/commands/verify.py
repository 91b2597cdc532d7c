"""`farhand verify PLAN`: is a plan fit to be flown?  Judged as fast as it can be, by the verdict's function.

Exit code 0: every leg is certified and fits into the contact windows; 1: not, and the first reason is told.

--scenario  who flies it: robot, scene, start, margins, link and windows of a scenario; without a PLAN the
            scenario's own plans, as far as no hand comes between
--lock      a joint that stays where the plan starts, or at a value: NAME, NAME=DEG, NAME_m=M
--json      the keys of `telemetry.plan.judged.Verified`; a certificate as the message has it, digests in
            hexadecimal, without its points
"""

from typing import Any

import msgspec

from ground.command_list import DONE, FAILED
from ground.commands.arguments import Arguments
from ground.commands.motion_options import add_lock
from ground.commands.output import answer, check_place
from ground.report.facts.words import count_text, millimetres, reason_text, seconds
from ground.report.listing import table
from ground.scenario.opened_plan import OpenedPlan, open_plan
from telemetry.drive.factory import load
from telemetry.messages.plan import Certificate, Evidence
from telemetry.plan.judged import JudgedLeg, JudgedMove, PlanFixture, Verified, WindowFit

VERIFY, ASKED = "planner.commands.verify:verify", "planner.commands.flown_legs:PlanAsked"
PART = "planner.commands.flown_legs:PlanPart"
COLUMNS = (
    "STEP",
    "MOVE",
    "TAKES",
    "SHORTEST",
    "SPEED",
    "ACCELERATION",
    "JERK",
    "CLEARANCE",
    "BETWEEN",
    "SINGULAR",
)
UNTIL = "until model, margins, method, link plan or the arm's pose change"
DIGEST_SHOWN = 12  # hexadecimal digits of a digest


def verify(arguments: list[str]) -> int:
    """Judge a plan; exit code 1 with the first reason why it cannot be flown."""
    options = Arguments("verify", "Judge a plan, and certify it.")
    options.add_argument("plan", nargs="?", metavar="PLAN", help="a shipped plan, or a plan file")
    add_station(options)
    options.add_json("the judgement")
    given = options.parse_args(arguments)
    if not (given.plan or given.scenario):
        options.error("name a plan file, or --scenario NAME")
    check_place(given.json)
    opened = open_plan(given.plan, scenario=given.scenario, locks=given.lock)
    judged: Verified = load(VERIFY)(asked(opened))
    answer(_plain(judged), as_text(judged), given.json)
    return DONE if judged.ok else FAILED


def add_station(options: Arguments) -> None:
    """Add the options that name the arm and scene of a plan."""
    options.add_argument("--scenario", metavar="NAME", help="who flies it, or whose own plans")
    add_lock(options)


def asked(opened: OpenedPlan) -> Any:
    """Return an opened plan as the planner takes it."""
    parts = tuple(load(PART)(**part._asdict()) for part in opened.parts)
    return load(ASKED)(**{**opened._asdict(), "parts": parts})


def _plain(judged: Verified) -> Any:
    """Return the judgement as plain data, digests in hexadecimal."""
    found = msgspec.to_builtins(judged, builtin_types=(bytes,))
    for leg in found["legs"]:
        if leg["certificate"]:
            leg["certificate"] = _in_hex({**leg["certificate"], "points": len(leg["certificate"]["points"])})
    return found


def _in_hex(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_hex(item) for key, item in value.items()}
    return value.hex() if isinstance(value, bytes) else value


def as_text(found: Verified) -> str:
    """Return a judgement in words and a table."""
    reason = reason_text(found.reason) if found.reason else ""
    verdict = f"REFUSED: {found.detail or reason}" if reason else "VERIFIED: it can be flown as it is"
    lines = [f"{found.name}: {verdict}", *([f"  {reason}"] if reason and found.detail else [])]
    moves = [move for leg in found.legs for move in leg.moves]
    if moves:
        lines += ["", *table([COLUMNS, *map(_cells, moves)], right=(0, 2, 3, 4, 5, 6, 7, 9))]
    lines += [f"  move {move.step}: {move.turned}" for move in moves if move.turned]
    lines += ["", *(line for leg in found.legs for line in _leg(leg))]
    lines += [f"fixture     {fixture_line(each)}" for each in found.fixtures]
    lines += [f"window      {_window(found.contact)}"]
    if found.times_real_time:
        times = f"{found.times_real_time:,.0f} times faster than real time"
        took = f"{found.judged_s * 1e3:.2g} ms for {found.motion_s:.2f} s of motion"
        lines += [f"judged      in {took}: {times}"]
    return "\n".join(lines)


def _cells(move: JudgedMove) -> tuple[str, ...]:
    shares = (f"{100.0 * share:.0f} %" for share, _ in (move.speed, move.acceleration, move.jerk))
    singular = "-" if move.singular is None else f"{move.singular:.3f}"
    around = f"around {' and '.join(move.around)}" if move.around else ""
    named = f"{move.kind} {move.tool} {around}".strip()
    shortest = "blended" if move.shortest_s is None else seconds(move.shortest_s)
    return (
        str(move.step),
        named,
        seconds(move.duration_s),
        shortest,
        *shares,
        millimetres(move.clearance_m),
        ", ".join(move.pair),
        singular,
    )


def _leg(leg: JudgedLeg) -> list[str]:
    """Return the lines on one certificate, or why there is none."""
    losses = [f"  given up  {loss}" for loss in leg.losses]
    certificate = leg.certificate
    if certificate is None:
        expected = ", as it has to be" if leg.ok else ""
        return [f"refused     {leg.plan_id}: {leg.detail}{expected}", *losses]
    points = count_text(len(certificate.points), "set-point")
    return [
        f"certificate {leg.plan_id} {certificate.digest.hex()[:DIGEST_SHOWN]}, {points}",
        *(_evidence(certificate, certificate.evidence) if certificate.evidence else []),
        f"  valid     from this start, in world {certificate.world}, {UNTIL}",
        *losses,
    ]


def _evidence(certificate: Certificate, found: Evidence) -> list[str]:
    """Return what a certificate rests on."""
    least = f"{millimetres(certificate.clearance)} at least, {' and '.join(certificate.pair)}"
    where = f"{found.at:.2f} s, set-point {found.set_point} and its stop"
    digests = {"robot": found.robot, "scene": found.scene, "limits": found.limits}
    hashes = ", ".join(f"{name} {digest.hex()[:DIGEST_SHOWN]}" for name, digest in digests.items())
    return [
        f"  nearest   {least} ({where}; {millimetres(found.required)} required)",
        f"  judged    by {found.method}: {hashes}",
    ]


def fixture_line(fixture: PlanFixture) -> str:
    """Return one line on a fixture of a plan."""
    named = f"{fixture.name}: {fixture.kind}"
    if not fixture.ok:
        return f"{named}, none: {fixture.detail}"
    near = fixture.clearance_m
    clear = f", {millimetres(near)} from {fixture.nearest} at the nearest" if near is not None else ""
    length = f" of {fixture.length_m:.2f} m" if fixture.axis_m else ""
    return f"{named}{length}, radius {millimetres(fixture.radius_m)}{clear}"


def _window(contact: WindowFit) -> str:
    if contact.fits:
        return f"fits: {contact.needs_s:.1f} s until its end is confirmed, what people take not counted"
    return f"does not fit: {contact.detail}"
