"""A step of a plan that is no move: time, a figure, pictures, the hand, a second person, the end of a pass.

Each is carried out with the arm at rest, by script or person.  The step `verify` asks that a figure of
telemetry lies in a range, for as long as it says:

    report   in   in   out   in   in   in  ->  verified once all reports of `for_s` lay within
                         '--- begins again
"""

import math
from typing import NamedTuple, assert_never

from ground.operator.client import OperatorClient, Steps
from ground.operator.operation_step import operate
from ground.operator.part_words import quantity_text, range_text
from ground.operator.procedure import Flier, PlanPart
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.spacecraft import Telemetry
from telemetry.plan.operation_table import (
    BrakeTable,
    CameraSwitchTable,
    GripperTable,
    ModeTable,
    OperationTable,
    operation,
)
from telemetry.plan.step_table import (
    BetweenMoves,
    ContactTable,
    HoldPointTable,
    PicturesTable,
    SecureTable,
    VerifyTable,
    WaitTable,
)
from telemetry.plan.teleop_table import TeleopTable

FIGURE_DIGITS = 6  # after the point: a figure that is 0 but for noise is shown as 0
IN_DEGREES = ("angle_deg", "speed_deg_s", "base_rate_deg_s")
TELEMETRY_FIELDS = {
    "angle_deg": "q",
    "place_m": "q",
    "speed_deg_s": "qd",
    "speed_m_s": "qd",
    "current_a": "currents",
    "temperature_k": "temperatures",
}
SECURED_S = 30.0  # beyond the round trip, until a HOLD at rest must have been confirmed


class Verification:
    """What is to be verified, and for how long it has held."""

    def __init__(self, table: VerifyTable) -> None:
        """Start without a report."""
        self._table = table
        self._figure: float | None = None  # the newest, in the table's unit
        self._at_ns = 0  # of the newest report
        self._since_ns: int | None = None  # of the first one of those that all lie within

    def holds(self, client: OperatorClient) -> bool:
        """Look at the newest report; returns True if it is verified."""
        report = client.report
        if report is None:
            self._since_ns = None
            return False
        at_ns, telemetry = report
        if at_ns != self._at_ns:
            self._on_figure(figure(self._table, telemetry, client), at_ns)
        return self._since_ns is not None and at_ns - self._since_ns >= self._table.for_s * NS_PER_S

    def _on_figure(self, found: float | None, at_ns: int) -> None:
        low, high = self._table.within
        self._figure, self._at_ns = found, at_ns
        if found is None or not low <= found <= high:
            self._since_ns = None
        elif self._since_ns is None:
            self._since_ns = at_ns

    def __str__(self) -> str:
        """Return the newest figure beside what is asked."""
        newest = "not told" if self._figure is None else f"{round(self._figure, FIGURE_DIGITS) + 0.0:.6g}"
        return f"{quantity_text(self._table)} {newest}, asked {range_text(self._table)}"


def figure(table: VerifyTable, telemetry: Telemetry, client: OperatorClient) -> float | None:
    """Return the verified quantity in its unit; None: telemetry does not have it."""
    match table.quantity:
        case "clearance_m":
            return client.clearance
        case "gripper_m":
            return telemetry.gripper
        case "base_rate_deg_s":
            return math.degrees(math.hypot(*telemetry.rate_base))
    values: tuple[float, ...] = getattr(telemetry, TELEMETRY_FIELDS[table.quantity])
    if table.joint not in client.joints or len(values) != len(client.joints):
        return None
    value = values[client.joints.index(table.joint)]
    return math.degrees(value) if table.quantity in IN_DEGREES else value


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
        case GripperTable() | BrakeTable() | CameraSwitchTable() | ModeTable():
            return (yield from _operated(flier, step))
        case ContactTable():
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


def _operated(flier: Flier, table: OperationTable) -> Steps[StepOutcome]:
    """Have a command without motion done, once the arm is confirmed at rest."""
    failure = yield from flier.settle()
    if failure:
        return StepOutcome(failure)
    wanted = operation(table, flier.client.joints)
    return StepOutcome(*(yield from operate(flier.client, wanted, fires=flier.fires)))


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
