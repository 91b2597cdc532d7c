"""A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end of a pass.

Each is carried out with the arm at rest, by whoever flies.
"""

from typing import NamedTuple, assert_never

from ground.operator.client import OperatorClient, Steps
from ground.operator.flier import Flier
from ground.operator.procedure import Part
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

HELD_S = 30.0  # beyond the round trip, until a HOLD at rest must have been confirmed


class Went(NamedTuple):
    """How a step went."""

    failure: str  # empty: it was carried out
    detail: str = ""


def carried_out(flier: Flier, step: BetweenMoves, part: Part) -> Steps[Went]:
    """Carry out a step; one that asks a second person asks afterwards."""
    desk = flier.desk
    match step:
        case WaitTable(for_s=duration_s):
            yield from desk.until(lambda: False, duration_s, what=f"{duration_s:g} s to pass")
            return Went("")
        case HoldPointTable():
            return Went("")
        case VerifyTable() as table:
            return (yield from _verified(desk, table))
        case PicturesTable() as table:
            return (yield from _pictures(desk, table))
        case TeleopTable() as table:
            return Went((yield from flier.steer(table, part)))
        case SecureTable():
            return (yield from _secured(flier))
        case GripperTable() | ContactTable():
            return Went(line(Reason.NOT_CARRIED_OUT))
        case _:
            assert_never(step)


def asked(flier: Flier, step: tuple[str, int], *, limit_s: float) -> Steps[Went]:
    """Wait until a second person lets a step go on, or ends the plan there."""
    desk, played_s = flier.desk, flier.second_person_s
    is_played = played_s is not None and played_s <= limit_s
    waits_s = played_s if is_played and played_s is not None else limit_s
    yield from desk.until(lambda: step in desk.releases, waits_s, what="a second person")
    if step in desk.releases:
        return Went("", "let go on") if desk.releases[step] else Went("a second person ended the plan here")
    return (
        Went("", "let go on by the rehearsal") if is_played else Went(f"nobody let it go on in {limit_s:g} s")
    )


def _verified(desk: OperatorClient, table: VerifyTable) -> Steps[Went]:
    """Wait until a figure has been in its range for as long as is asked."""
    found = Verification(table)
    limit_s = desk.round_trip_s + table.timeout_s
    held = yield from desk.until(lambda: found.holds(desk), limit_s, what=found)
    return Went("", f"{found}") if held else Went(f"{found}")


def _pictures(desk: OperatorClient, table: PicturesTable) -> Steps[Went]:
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


def _secured(flier: Flier) -> Steps[Went]:
    """End a pass: HOLD at rest, and its latch confirmed by telemetry; nothing is resumed after it."""
    desk = flier.desk
    failure = yield from flier.settle()
    if failure:
        return Went(failure)
    desk.hold_now()
    limit_s = desk.round_trip_s + HELD_S
    if not (yield from desk.until(lambda: desk.is_latched, limit_s, what="the latch in telemetry")):
        return Went(f"the latch is not confirmed in {limit_s:.0f} s")
    return Went("", f"safe and held, confirmed at {desk.now_ns / NS_PER_S:.1f} s")
