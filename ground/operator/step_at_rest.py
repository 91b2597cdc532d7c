"""A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end of a pass.

Each is carried out with the arm at rest, by whoever flies.
"""

from typing import NamedTuple, assert_never

from ground.operator.client import OperatorClient, Steps
from ground.operator.flier import Flier
from ground.operator.procedure import PlanPart
from ground.operator.verified import Verification
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.plan.step_table import (
    BetweenMoves,
    ContactTable,
    GripperTable,
    HoldPointTable,
    PicturesTable,
    SecureTable,
    VerifyTable,
    WaitTable,
)
from telemetry.plan.teleop_table import TeleopTable

SECURED_S = 30.0  # beyond the round trip, until a HOLD at rest must have been confirmed


class StepOutcome(NamedTuple):
    """How a step went."""

    failure: str  # empty: it was carried out
    detail: str = ""


def carry_out_step(flier: Flier, step: BetweenMoves, part: PlanPart) -> Steps[StepOutcome]:
    """Carry out a step; one that asks a second person asks afterwards."""
    client = flier.client
    match step:
        case WaitTable(for_s=duration_s):
            yield from client.until(lambda: False, duration_s, what=f"{duration_s:g} s to pass")
            return StepOutcome("")
        case HoldPointTable():
            return StepOutcome("")
        case VerifyTable() as table:
            return (yield from _verified(client, table))
        case PicturesTable() as table:
            return (yield from _pictures(client, table))
        case TeleopTable() as table:
            return StepOutcome((yield from flier.steer(table, part)))
        case SecureTable():
            return (yield from _secured(flier))
        case GripperTable() | ContactTable():
            return StepOutcome(line(Reason.NOT_CARRIED_OUT))
        case _:
            assert_never(step)


def ask_second_person(flier: Flier, step: tuple[str, int], *, limit_s: float) -> Steps[StepOutcome]:
    """Wait until a second person lets a step go on, or ends the plan there."""
    client, played_s = flier.client, flier.second_person_s
    is_played = played_s is not None and played_s <= limit_s
    waits_s = played_s if is_played and played_s is not None else limit_s
    yield from client.until(lambda: step in client.releases, waits_s, what="a second person")
    if step in client.releases:
        failure = "" if client.releases[step] else "a second person ended the plan here"
        return StepOutcome(failure, "" if failure else "let go on")
    if is_played:
        return StepOutcome("", "let go on by the rehearsal")
    return StepOutcome(f"nobody let it go on in {limit_s:g} s")


def _verified(client: OperatorClient, table: VerifyTable) -> Steps[StepOutcome]:
    """Wait until a figure has been in its range for as long as is asked."""
    found = Verification(table)
    limit_s = client.round_trip_s + table.timeout_s
    held = yield from client.until(lambda: found.holds(client), limit_s, what=found)
    return StepOutcome("", f"{found}") if held else StepOutcome(f"{found}")


def _pictures(client: OperatorClient, table: PicturesTable) -> Steps[StepOutcome]:
    """Wait until each camera has given a whole picture that was taken from now on."""
    began_ns = client.now_ns

    def missing() -> list[str]:
        cameras = table.cameras or [*client.pictures]
        return [name for name in cameras if client.pictures.get(name, (0, 0))[1] < began_ns]

    limit_s = client.round_trip_s + table.timeout_s
    yield from client.until(lambda: bool(client.pictures) and not missing(), limit_s, what="pictures")
    if not client.pictures:
        return StepOutcome("", "no pictures: this run has no cameras")
    if missing():
        return StepOutcome(f"no whole picture of {', '.join(missing())}")
    taken = (f"{name} {client.pictures[name][0]}" for name in table.cameras or sorted(client.pictures))
    return StepOutcome("", ", ".join(taken))


def _secured(flier: Flier) -> Steps[StepOutcome]:
    """End a pass: HOLD at rest, and its latch confirmed by telemetry; nothing is resumed after it."""
    client = flier.client
    failure = yield from flier.settle()
    if failure:
        return StepOutcome(failure)
    client.hold_now()
    limit_s = client.round_trip_s + SECURED_S
    if not (yield from client.until(lambda: client.is_latched, limit_s, what="the latch in telemetry")):
        return StepOutcome(f"the latch is not confirmed in {limit_s:.0f} s")
    return StepOutcome("", f"safe and held, confirmed at {client.now_ns / NS_PER_S:.1f} s")
