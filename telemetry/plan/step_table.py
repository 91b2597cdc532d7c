"""One step of a plan as a table of a file: a move, or what is done between moves with the arm at rest.

    [[step]]
    [step.move]         a move of the arm; moves that follow one another are planned and armed as one
    [step.pose]         the same to a pose of the robot file, by its name
    [step.wait]         nothing, for a while
    [step.verify]       a figure of telemetry has to lie in a range, for a while
    [step.pictures]     a whole picture of each camera that was taken from now on
    [step.hold_point]   a second person lets the plan go on
    [step.teleoperate]  strokes of the hand
    [step.gripper]      the gripper closes on something, or lets it go
    [step.brake]        the brake of a joint is released, or put on
    [step.camera]       a camera is switched
    [step.mode]         the spacecraft goes into another mode
    [step.contact]      read and checked; carried out by no spacecraft yet
    [step.secure]       the end of a pass: HOLD, and its latch confirmed with the arm at rest

A table stands under the key of its kind, and no other beside it (`OneOfTables`).  Figures of a file have
their units in the name of the quantity.
"""

from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec

from telemetry.files.settings import PRINTABLE, Table
from telemetry.messages.base import LONGEST_NAME
from telemetry.plan.move_table import Duration, Metres, MoveTable
from telemetry.plan.operation_table import (
    BrakeTable,
    CameraSwitchTable,
    GripperTable,
    ModeTable,
    OperationTable,
)
from telemetry.plan.teleop_table import TeleopTable


class OneOfTables(Table, frozen=True, kw_only=True):
    """Base of what has a key for each kind, all tables, of which exactly one is given."""

    what: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse what is nothing, or two things."""
        if len(self._given()) != 1:
            kinds = ", ".join(self.__struct_fields__)
            raise ValueError(f"{self.what} is exactly one of the tables {kinds}")

    @property
    def kind(self) -> str:
        """Which table is given."""
        return self._given()[0]

    @property
    def given(self) -> Any:
        """The one table that is given; whoever has the kinds says their union."""
        return getattr(self, self.kind)

    def _given(self) -> list[str]:
        return [name for name in self.__struct_fields__ if getattr(self, name) is not None]


JointQuantity = Literal["angle_deg", "place_m", "speed_deg_s", "speed_m_s", "current_a", "temperature_k"]
ArmQuantity = Literal["gripper_m", "clearance_m", "base_rate_deg_s"]
PoseName = Literal["safe", "stow"]

OF_A_JOINT: tuple[str, ...] = get_args(JointQuantity)
Figure = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
ShortText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern=PRINTABLE)]
Camera = Annotated[str, msgspec.Meta(max_length=40)]


class PoseTable(Table, frozen=True, kw_only=True):
    """A joint move to a pose that the robot file has."""

    name: PoseName  # of the robot file: its home, or stowed
    duration_s: Duration | None = None  # None: the shortest


class WaitTable(Table, frozen=True, kw_only=True):
    """Nothing happens."""

    for_s: Duration  # so long


class VerifyTable(Table, frozen=True, kw_only=True):
    """A figure of telemetry that has to lie in a range."""

    quantity: JointQuantity | ArmQuantity  # of a joint or the arm, in its unit
    joint: str = ""  # by its name in the robot file, where the quantity is a joint's
    within: tuple[Figure, Figure]  # lowest, highest, in the quantity's unit
    for_s: Annotated[float, msgspec.Meta(ge=0.0, le=600.0)] = 0.0  # so long without a report outside
    timeout_s: Duration = 30.0  # beyond the link's round trip
    on_fail: Literal["stop", "ask"] = "stop"  # ask: a second person says whether the plan goes on

    def __post_init__(self) -> None:
        """Refuse an empty range, and a joint that is missing or does not belong."""
        if not self.within[0] <= self.within[1]:
            raise ValueError("within must be [lowest, highest]")
        if (self.quantity in OF_A_JOINT) != bool(self.joint):
            raise ValueError(f"joint belongs to {', '.join(OF_A_JOINT)}, and is required there")
        if self.for_s > self.timeout_s:
            raise ValueError("for_s must not be longer than timeout_s")


class PicturesTable(Table, frozen=True, kw_only=True):
    """A whole picture of each camera, taken after the step began; all pictures are on record."""

    cameras: tuple[Camera, ...] = ()  # these; none: all that tell of themselves
    timeout_s: Duration = 30.0  # beyond the link's round trip


class HoldPointTable(Table, frozen=True, kw_only=True):
    """The plan waits until somebody else than who flies it lets it go on."""

    text: ShortText  # what is to be looked at
    timeout_s: Duration = 1800.0  # for somebody's answer


class ContactTable(Table, frozen=True, kw_only=True):
    """Touching one named pair along a line, slowly, up to a force."""

    pair: tuple[ShortText, ShortText]  # that may touch
    to_m: tuple[Metres, Metres, Metres]  # end of the corridor's axis, arm base frame
    corridor_m: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)]  # its radius
    speed_m_s: Annotated[float, msgspec.Meta(gt=0.0, le=0.05)]  # at most
    force_n: Annotated[float, msgspec.Meta(gt=0.0, le=1000.0)]  # at most


class SecureTable(Table, frozen=True, kw_only=True):
    """HOLD, and telemetry that shows its latch with the arm at rest: safe and held, confirmed."""


NotCarriedOut = ContactTable  # no spacecraft does this yet
BetweenMoves = (
    WaitTable
    | VerifyTable
    | PicturesTable
    | HoldPointTable
    | TeleopTable
    | SecureTable
    | OperationTable
    | NotCarriedOut
)
Content = MoveTable | PoseTable | BetweenMoves


class StepTable(OneOfTables, frozen=True, kw_only=True):
    """One step: exactly one of the tables."""

    what: ClassVar[str] = "a step"

    move: MoveTable | None = None
    pose: PoseTable | None = None
    wait: WaitTable | None = None
    verify: VerifyTable | None = None
    pictures: PicturesTable | None = None
    hold_point: HoldPointTable | None = None
    teleoperate: TeleopTable | None = None
    gripper: GripperTable | None = None
    brake: BrakeTable | None = None
    camera: CameraSwitchTable | None = None
    mode: ModeTable | None = None
    contact: ContactTable | None = None
    secure: SecureTable | None = None

    @property
    def content(self) -> Content:
        """The one table that is given."""
        content: Content = self.given
        return content
