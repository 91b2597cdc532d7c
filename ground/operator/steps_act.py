"""The act `plan`: its legs are flown one after the other, and between them its other steps are carried out.

    leg: plan, certify, arm, watch --> step: begun ... done --> leg --> step --> ...
                                        |  failed: the plan ends here, with the arm at rest
                                        |  asks:   a second person lets it go on, or ends it

How each step went is told to all (`StepReport`), so that it is on record.
"""

from typing import Literal, NamedTuple

from ground.operator.arming import settle
from ground.operator.client import Steps
from ground.operator.plan_act import fly
from ground.operator.script import PlanTable
from ground.operator.scripted import ScriptedOperator
from ground.operator.teleop_act import teleoperate
from ground.operator.verified import Verification
from telemetry.messages.base import shortened
from telemetry.messages.plan import StepReport
from telemetry.plan.hand_table import TeleopTable
from telemetry.plan.plan_table import Leg, NumberedStep
from telemetry.plan.step_table import (
    PicturesTable,
    SecureTable,
    StepTable,
    VerifyTable,
    WaitTable,
)
from telemetry.reasons import Reason, line
from telemetry.run_settings import NS_PER_S

ASKED_S = 1800.0  # for which a verification that failed asks whether to go on
HELD_S = 30.0  # beyond the round trip, until a HOLD at rest must have been confirmed


class Went(NamedTuple):
    """How a step went."""

    failure: str  # empty: it was carried out
    detail: str = ""


def carry_out(desk: ScriptedOperator, table: PlanTable, name: str) -> Steps[str]:
    """Carry out a plan to its end; returns empty, or why it was given up."""
    refused = table.not_carried_out()
    if refused:
        return f"step {refused.number}, {refused.step.kind}: {line(Reason.NOT_CARRIED_OUT)}"
    parts = list(table.parts())
    for number, part in enumerate(parts, start=1):
        if isinstance(part, Leg):
            plan_id = name if len(parts) == 1 else f"{name}.{number}"
            failure = yield from fly(desk, part.moves, table=table, name=plan_id)
        else:
            failure = yield from _do(desk, part, name)
        if failure:
            return failure
    return ""


def _do(desk: ScriptedOperator, numbered: NumberedStep, name: str) -> Steps[str]:
    """Do one step that is no move, and tell how it went; returns empty, or why the plan ends here."""
    number, step = numbered

    def tell(state: Literal["begun", "asks", "done", "failed"], detail: str = "") -> None:
        told = StepReport(plan=name, step=number, kind=step.kind, state=state, detail=shortened(detail))
        desk.send(told)

    tell("begun")
    went = yield from _carried_out(desk, step, name)
    asked = step.hold_point.text if step.hold_point else went.failure
    if step.hold_point or (went.failure and step.verify and step.verify.on_fail == "ask"):
        desk.releases.pop((name, number), None)
        tell("asks", asked)
        limit_s = step.hold_point.timeout_s if step.hold_point else ASKED_S
        went = yield from _asked(desk, (name, number), limit_s=limit_s)
    tell("failed" if went.failure else "done", went.failure or went.detail)
    return f"step {number}, {step.kind}: {went.failure}" if went.failure else ""


def _carried_out(desk: ScriptedOperator, step: StepTable, name: str) -> Steps[Went]:
    match step.content:
        case WaitTable(for_s=duration_s):
            yield from desk.pause(duration_s)
        case VerifyTable() as table:
            return (yield from _verified(desk, table))
        case PicturesTable() as table:
            return (yield from _pictures(desk, table))
        case TeleopTable() as table:
            return Went((yield from teleoperate(desk, table, name)))
        case SecureTable():
            return (yield from _secured(desk))
    return Went("")


def _asked(desk: ScriptedOperator, step: tuple[str, int], *, limit_s: float) -> Steps[Went]:
    """Wait until a second person lets a step go on, or ends the plan there."""
    played_s = desk.table.second_person_s
    is_played = played_s is not None and played_s <= limit_s
    waits_s = played_s if is_played and played_s is not None else limit_s
    yield from desk.until(lambda: step in desk.releases, waits_s, what="a second person")
    if step in desk.releases:
        return Went("", "let go on") if desk.releases[step] else Went("a second person ended the plan here")
    return (
        Went("", "let go on by the rehearsal") if is_played else Went(f"nobody let it go on in {limit_s:g} s")
    )


def _verified(desk: ScriptedOperator, table: VerifyTable) -> Steps[Went]:
    """Wait until a figure has been in its range for as long as is asked."""
    found = Verification(table)
    limit_s = desk.round_trip_s + table.timeout_s
    held = yield from desk.until(lambda: found.holds(desk), limit_s, what=f"{found}")
    return Went("", f"{found}") if held else Went(f"{found}")


def _pictures(desk: ScriptedOperator, table: PicturesTable) -> Steps[Went]:
    """Wait until each camera has given a whole picture that was taken from now on."""
    began_ns = desk.now_ns

    def missing() -> list[str]:
        cameras = table.cameras or [*desk.pictures]
        return [name for name in cameras if desk.pictures.get(name, (0, 0))[1] < began_ns]

    limit_s = desk.round_trip_s + table.timeout_s
    yield from desk.until(lambda: bool(desk.pictures) and not missing(), limit_s, what="pictures")
    if not desk.pictures:
        return Went("", "no pictures: this run has no cameras")
    if missing():
        return Went(f"no whole picture of {', '.join(missing())}")
    taken = (f"{name} {desk.pictures[name][0]}" for name in table.cameras or sorted(desk.pictures))
    return Went("", ", ".join(taken))


def _secured(desk: ScriptedOperator) -> Steps[Went]:
    """End a pass: HOLD at rest, and its latch confirmed by telemetry; nothing is resumed after it."""
    failure = yield from settle(desk)
    if failure:
        return Went(failure)
    desk.hold_now()
    limit_s = desk.round_trip_s + HELD_S
    if not (yield from desk.until(lambda: desk.is_latched, limit_s, what="the latch in telemetry")):
        return Went(f"the latch is not confirmed in {limit_s:.0f} s")
    return Went("", f"safe and held, confirmed at {desk.now_ns / NS_PER_S:.1f} s")
