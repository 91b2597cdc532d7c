"""What a screen shows of an asked motion: what the planner made of it, and whether that may still be armed.

asked --> ready --> flying --> flown
     '--> refused      '-----> interrupted --> asked: what is left of it
ready --> left: another plan was turned to meanwhile; it is asked for anew
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ground.series.explanation_words import explained
from predictor.model.joint_text import joint_label
from predictor.model.robot import Robot
from telemetry.messages.plan import FlownPeaks, PlanReady, PlanRefused
from telemetry.plan.move_table import MoveTable

SLACK = 1e-6  # share of a limit that rounding may add to a peak at it

MotionState = Literal["asked", "ready", "refused", "flying", "interrupted", "flown", "left"]


class NamedPose(NamedTuple):
    """A pose of the arm that has a name in its file."""

    name: str
    q: tuple[float, ...]  # (n,) [rad or m]


class JointPeak(NamedTuple):
    """The greatest rates of one joint beside its limits, by rad or m, and s."""

    joint: str  # label
    speed: float
    speed_max: float
    acceleration: float
    acceleration_max: float
    jerk: float
    jerk_max: float

    @property
    def is_beyond(self) -> bool:
        """True if a limit would be passed."""
        return (
            self.speed > self.speed_max * (1.0 + SLACK)
            or self.acceleration > self.acceleration_max * (1.0 + SLACK)
            or self.jerk > self.jerk_max * (1.0 + SLACK)
        )


class MotionAnswer(NamedTuple):
    """The motion that was asked for last."""

    name: str
    moves: tuple[MoveTable, ...]
    state: MotionState
    detail: str  # what it waits for, or what interrupted it
    asked_ns: int  # ground clock
    key: str  # what `PlanChoice(ASKED)` does next: its rest, or all anew; empty: nothing
    ready: PlanReady | None = None  # its certificate has clearance, pair, start pose and world
    refused: PlanRefused | None = None
    peaks: tuple[JointPeak, ...] = ()  # as flown; of one that is too fast: as it would be in the time asked
    stale: str = ""  # why it cannot be armed any more, and the cure; empty: it can, or never could

    @property
    def shortest_s(self) -> float | None:
        """The shortest that it can be flown in [s]; None: not known."""
        answer = self.ready or self.refused
        return answer.shortest if answer else None

    @property
    def why_not(self) -> str:
        """Why it was refused, with figures; empty: it was not."""
        return explained(self.refused).why if self.refused else ""

    @property
    def way_on(self) -> str:
        """What to do about a refusal; empty: there was none."""
        return explained(self.refused).cure if self.refused else ""


class WayOut(NamedTuple):
    """A certified motion out of where the arm rests after a refusal, or nearer than is required."""

    ready: PlanReady  # its path ends where it leads to
    stale: str = ""  # why it cannot be armed any more; empty: it can

    @property
    def is_retreat(self) -> bool:
        """True if it leads out from nearer than is required (R10)."""
        return self.ready.certificate.retreat


def joint_peaks(peaks: FlownPeaks | None, robot: Robot) -> tuple[JointPeak, ...]:
    """Return the peaks of each joint beside its limits; none: they are not known."""
    if peaks is None:
        return ()
    limits = robot.limits
    columns: Sequence[Sequence[float]] = (
        peaks.speed,
        limits.qd_max,
        peaks.acceleration,
        limits.qdd_max,
        peaks.jerk,
        limits.qddd_max,
    )
    rows = zip(*columns, strict=True)
    return tuple(JointPeak(joint_label(robot.commanded, k), *map(float, row)) for k, row in enumerate(rows))
