"""What a part of a plan is, in the words of the screen."""

from typing import assert_never

from telemetry.agreed.critical import operation_text
from telemetry.messages.plan import MoveKind
from telemetry.plan.operation_table import (
    BrakeTable,
    CameraSwitchTable,
    GripperTable,
    ModeTable,
    operation,
)
from telemetry.plan.plan_table import Leg, NumberedStep
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

VERIFY = "verify"


def step_numbers(part: Leg | NumberedStep) -> str:
    """Return the numbers of its steps in the plan: `3`, or `4-6`."""
    if isinstance(part, NumberedStep):
        return f"{part.number}"
    last = part.first + len(part.moves) - 1
    return f"{part.first}" if last == part.first else f"{part.first}-{last}"


def part_text(part: Leg | NumberedStep, found: str = "") -> str:
    """Return what is done; `found` stands behind it, and has what is asked of a figure too."""
    if isinstance(part, Leg):
        return ", ".join(move_text(move.kind) for move in part.moves)
    return VERIFY if found and isinstance(part.content, VerifyTable) else _step_text(part.content)


def move_text(kind: MoveKind) -> str:
    """Return what a move is."""
    match kind:
        case "joint":
            return "joint move"
        case "place":
            return "move to a place"
        case "plane":
            return "arm plane"
        case "line" | "arc" | "orbit":
            return kind
        case _:
            assert_never(kind)


def _step_text(step: BetweenMoves) -> str:
    match step:
        case WaitTable(for_s=for_s):
            return f"wait {for_s:g} s"
        case VerifyTable() as table:
            return f"{VERIFY} {quantity_text(table)} {range_text(table)}"
        case PicturesTable(cameras=cameras):
            return f"pictures of {', '.join(cameras) or 'all cameras'}"
        case HoldPointTable(text=text):
            return f"hold point: {text}"
        case TeleopTable() as table:
            return hand_text(table)
        case SecureTable():
            return "HOLD, and its latch confirmed"
        case BrakeTable(joint=joint):
            return operation_text(operation(step, (joint,)), joint)
        case GripperTable() | CameraSwitchTable() | ModeTable():
            return operation_text(operation(step, ()))
        case ContactTable():
            return "contact"
        case _:
            assert_never(step)


def hand_text(table: TeleopTable) -> str:
    """Return what a hand does, and what leads it."""
    count = len(table.strokes)
    strokes = f", {count} stroke{'' if count == 1 else 's'}" if count else ""
    led_by = f", led by a {table.fixture.kind}" if table.fixture else ""
    return f"by hand{strokes}{led_by}"


def quantity_text(table: VerifyTable) -> str:
    """Return what is verified."""
    return f"{table.joint} {table.quantity}".strip()


def range_text(table: VerifyTable) -> str:
    """Return in which range it has to lie, and for how long."""
    low, high = table.within
    return f"{low:.6g} .. {high:.6g} for {table.for_s:g} s"
