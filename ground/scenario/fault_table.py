"""The faults of the far end, as a scenario lists them: of the link, of the software on board, of the joints.

    [[fault]]
    kind = "uplink_blackout"    or "downlink_blackout"   at_s, duration_s
    kind = "onboard_hold"                                at_s
    kind = "clock_step"         or "delay_step"          at_s, step_s
    kind = "joint_locked"                                joint, and when: at_s, or where: at_deg or at_m
    kind = "joint_slipping"                              the same, and follows: the share of each motion
                                                         that the joint still makes

Each kind says what it explains: what it makes happen is told as its work, and is no finding of its own.

This is the one place for trouble of the spacecraft's side, which only the space segment can do.  What befalls
processes, clocks, stores and messages of the ground is a list of its own (`telemetry.drive.faults`): it comes
from outside to roles of any kind, and knows no arm.
"""

import math
from typing import Annotated, Literal, NamedTuple

import msgspec

from telemetry.plan.hand_table import Instant
from telemetry.plan.joint_table import Degrees, Figure
from telemetry.reasons import Reason
from telemetry.settings import Table

JOINTS = ("joint_locked", "joint_slipping")
FaultKind = Literal[
    "uplink_blackout",
    "downlink_blackout",
    "onboard_hold",
    "clock_step",
    "delay_step",
    "joint_locked",
    "joint_slipping",
]


class Explained(NamedTuple):
    """What a fault makes happen, which is then no finding of its own."""

    words: str
    holds: frozenset[Reason]
    silences: bool = False  # nothing comes from space while it lasts
    retimes: bool = False  # reports are not believed until they agree on the new time


RETIMED = frozenset(
    {
        Reason.TIME_STEPPED,
        Reason.TELEMETRY_STALE,
        Reason.SETPOINT_MISSING,
        Reason.GROUND_SILENT,
        Reason.TOO_FAR_AHEAD,
        Reason.LATE,
    }
)
OF_JOINT = frozenset({Reason.JOINT_LOCKED, Reason.JOINT_SLIPPING})
EXPLAINED_BY: dict[FaultKind, Explained] = {
    "uplink_blackout": Explained(
        "the blackout of the uplink", frozenset({Reason.SETPOINT_MISSING, Reason.GROUND_SILENT, Reason.LATE})
    ),
    "downlink_blackout": Explained(
        "the blackout of the downlink", frozenset({Reason.TELEMETRY_STALE}), silences=True
    ),
    "onboard_hold": Explained("the hold on board", frozenset({Reason.ONBOARD_LATCH})),
    "clock_step": Explained("the step of the clock on board", RETIMED, retimes=True),
    "delay_step": Explained("the step of the link's delay", RETIMED, retimes=True),
    "joint_locked": Explained("the joint that locked", OF_JOINT),
    "joint_slipping": Explained("the joint that slips", OF_JOINT),
}


class FaultTable(Table, frozen=True, kw_only=True):
    """One scripted fault of the space segment."""

    kind: FaultKind  # what fails
    at_s: Instant | None = None  # from the start of the run
    duration_s: Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)] = 0.0  # of a blackout
    step_s: Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)] = 0.0  # of the clock, or of the delay each way
    joint: str = ""  # the one that fails, for good
    at_deg: Degrees | None = None  # it fails as it passes there: one that turns,
    at_m: Figure | None = None  # one that slides
    follows: Annotated[float, msgspec.Meta(ge=0.0, lt=1.0)] | None = None  # share of what is commanded

    def __post_init__(self) -> None:
        """Refuse a fault without its time or place, and what does not belong to its kind."""
        if self.kind.endswith("_step") != (self.step_s != 0.0):
            raise ValueError("step_s belongs to clock_step and delay_step, and is not 0 there")
        if self.is_of_joint != bool(self.joint):
            raise ValueError("joint belongs to joint_locked and joint_slipping, and names the joint there")
        if (self.kind == "joint_slipping") != (self.follows is not None):
            raise ValueError("follows belongs to joint_slipping, and is required there")
        places = (self.at_deg, self.at_m) if self.is_of_joint else ()
        given = [when for when in (self.at_s, *places) if when is not None]
        if len(given) != 1 or (not self.is_of_joint and (self.at_deg, self.at_m) != (None, None)):
            raise ValueError("give one of at_s, at_deg and at_m" if self.is_of_joint else "give at_s alone")

    @property
    def is_of_joint(self) -> bool:
        """True if a joint fails."""
        return self.kind in JOINTS

    @property
    def place(self) -> float | None:
        """Where the joint fails as it passes [rad or m]; None: at its time."""
        return self.at_m if self.at_deg is None else math.radians(self.at_deg)
