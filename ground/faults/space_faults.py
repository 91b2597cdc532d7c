"""What may befall the far end: the link, the software on board, sensors and joints."""

import math
from typing import Annotated, Literal

import msgspec

from ground.faults.any_fault import (
    JointFault,
    JointSeams,
    LastingSpaceFault,
    SensorFault,
    SensorName,
    SpaceFault,
    SpaceSeams,
    SteppingFault,
)
from ground.faults.consequences import OF_DATA, OF_JOINT, OF_THE_LINK, RETIMED, STALE, Explained
from telemetry.agreed.reasons import Reason
from telemetry.plan.joint_table import Figure

SENSORS: dict[str, tuple[SensorName, float]] = {  # quantity: what tells it, and its unit in SI
    "angle_deg": ("q", math.radians(1.0)),
    "place_m": ("q", 1.0),
    "current_a": ("currents", 1.0),
    "temperature_k": ("temperatures", 1.0),
}


class UplinkBlackout(LastingSpaceFault, tag="uplink_blackout", frozen=True, kw_only=True):
    """Nothing reaches the spacecraft for a while."""

    explained = Explained("the blackout of the uplink", OF_THE_LINK)

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Cut the way up."""
        space.black_out("up", self.begin_ns, self.end_ns)


class DownlinkBlackout(LastingSpaceFault, tag="downlink_blackout", frozen=True, kw_only=True):
    """Nothing comes from the spacecraft for a while."""

    explained = Explained("the blackout of the downlink", OF_DATA | {Reason.TELEMETRY_STALE}, silences=True)

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Cut the way down."""
        space.black_out("down", self.begin_ns, self.end_ns)


class OnboardHold(SpaceFault, tag="onboard_hold", frozen=True, kw_only=True):
    """The software on board stops the arm, and latches."""

    explained = Explained("the hold on board", frozenset({Reason.ONBOARD_LATCH}))

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Let it latch."""
        space.hold_on_board(now_ns)


class ClockStep(SteppingFault, tag="clock_step", frozen=True, kw_only=True):
    """The clock on board shows another time from an instant on."""

    explained = Explained(
        "the step of the clock on board", RETIMED, retimes=True, breaks=STALE | {"LinkStatus.clock"}
    )

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Step it."""
        space.step_clock(self.step_s, now_ns)


class DelayStep(SteppingFault, tag="delay_step", frozen=True, kw_only=True):
    """The delay of the link is another one from an instant on, each way."""

    explained = Explained(
        "the step of the link's delay", RETIMED, retimes=True, breaks=STALE | {"LinkStatus.round_trip"}
    )

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Step it."""
        space.lengthen(self.step_s)


class MotorHeated(SensorFault, tag="motor_heated", frozen=True, kw_only=True):
    """A motor gets warmer than by its current, as with a bearing that rubs."""

    explained = Explained("the motor that is heated", OF_DATA, breaks=frozenset({"Telemetry.temperatures"}))
    heat_w: Annotated[float, msgspec.Meta(gt=0.0, le=1e5)]  # that its winding takes up beside its losses

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Heat it."""
        space.joints.heat(self.joint, by_w=self.heat_w, end_ns=self.end_ns)


class SensorOff(SensorFault, tag="sensor_off", frozen=True, kw_only=True):
    """A sensor of a joint is off by a figure, in what telemetry says."""

    explained = Explained(
        "the sensor that is off",
        OF_DATA | OF_JOINT,
        breaks=frozenset(f"Telemetry.{sensor}" for sensor, _ in SENSORS.values()),
    )
    quantity: Literal["angle_deg", "place_m", "current_a", "temperature_k"]  # that it tells
    by: Figure  # by which it is off, in the quantity's unit

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Put it off."""
        sensor, unit = SENSORS[self.quantity]
        space.joints.offset(self.joint, sensor=sensor, by=unit * self.by, end_ns=self.end_ns)


class JointLocked(JointFault, tag="joint_locked", frozen=True, kw_only=True):
    """A joint locks where it is, for good."""

    explained = Explained("the joint that locked", OF_JOINT)

    def fail(self, body: JointSeams, joint: int, place: float) -> None:
        """Lock it."""
        body.lock(joint, place)


class JointSlipping(JointFault, tag="joint_slipping", frozen=True, kw_only=True):
    """A joint slips for good: it makes only a share of its motion."""

    explained = Explained("the joint that slips", OF_JOINT)
    follows: Annotated[float, msgspec.Meta(ge=0.0, lt=1.0)]  # share of what is commanded

    @property
    def detail(self) -> str:
        """How much it still makes."""
        return f", follows {self.follows:.0%} of its command"

    def fail(self, body: JointSeams, joint: int, place: float) -> None:
        """Let it slip."""
        body.slip(joint, self.follows)
