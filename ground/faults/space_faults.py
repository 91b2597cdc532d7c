"""What may befall the far end: the link, the software on board, sensors and joints."""

import math
from typing import Annotated, Literal, Self, get_args

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
from ground.faults.occasion import Occasion
from telemetry.agreed.reasons import Reason
from telemetry.plan.joint_table import Figure

Quantity = Literal["angle_deg", "place_m", "current_a", "temperature_k"]
USUAL_ERRORS = {"angle_deg": 3.0, "place_m": 0.05, "current_a": 5.0, "temperature_k": 60.0}  # drawn up to
SENSORS: dict[str, tuple[SensorName, float]] = {  # quantity: what tells it, and its unit in SI
    "angle_deg": ("q", math.radians(1.0)),
    "place_m": ("q", 1.0),
    "current_a": ("currents", 1.0),
    "temperature_k": ("temperatures", 1.0),
}


class UplinkBlackout(LastingSpaceFault, tag="uplink_blackout", frozen=True, kw_only=True):
    """Nothing reaches the spacecraft for a while."""

    explained = Explained("the blackout of the uplink", OF_THE_LINK)

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Cut it for seconds."""
        at_s, for_s = occasion.span(0.2, 5.0)
        return cls(at_s=at_s, duration_s=for_s)

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Cut the way up."""
        space.black_out("up", self.begin_ns, self.end_ns)


class DownlinkBlackout(LastingSpaceFault, tag="downlink_blackout", frozen=True, kw_only=True):
    """Nothing comes from the spacecraft for a while."""

    explained = Explained("the blackout of the downlink", OF_DATA | {Reason.TELEMETRY_STALE}, silences=True)

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Cut it for seconds."""
        at_s, for_s = occasion.span(0.2, 5.0)
        return cls(at_s=at_s, duration_s=for_s)

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Cut the way down."""
        space.black_out("down", self.begin_ns, self.end_ns)


class OnboardHold(SpaceFault, tag="onboard_hold", frozen=True, kw_only=True):
    """The software on board stops the arm, and latches."""

    explained = Explained("the hold on board", frozenset({Reason.ONBOARD_LATCH}))

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let it latch at any instant."""
        return cls(at_s=occasion.instant())

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Let it latch."""
        space.hold_on_board(now_ns)


class ClockStep(SteppingFault, tag="clock_step", frozen=True, kw_only=True):
    """The clock on board shows another time from an instant on."""

    explained = Explained(
        "the step of the clock on board", RETIMED, retimes=True, breaks=STALE | {"LinkStatus.clock"}
    )

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Step it by so much that it must be seen, or not."""
        at_s = occasion.instant()
        return cls(at_s=at_s, step_s=occasion.choice((-5.0, -0.5, -0.1, 0.1, 0.5, 5.0)))

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Step it."""
        space.step_clock(self.step_s, now_ns)


class DelayStep(SteppingFault, tag="delay_step", frozen=True, kw_only=True):
    """The link's delay is another one from an instant on."""

    explained = Explained(
        "the step of the link's delay", RETIMED, retimes=True, breaks=STALE | {"LinkStatus.round_trip"}
    )

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Make it longer."""
        at_s = occasion.instant()
        return cls(at_s=at_s, step_s=occasion.choice((0.05, 0.2, 1.0)))

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Step it."""
        space.lengthen(self.step_s)


class MotorHeated(SensorFault, tag="motor_heated", frozen=True, kw_only=True):
    """A motor gets warmer than by its current, as with a bearing that rubs."""

    explained = Explained("the motor that is heated", OF_DATA, breaks=frozenset({"Telemetry.temperatures"}))
    heat_w: Annotated[float, msgspec.Meta(gt=0.0, le=1e5)]  # that its winding takes up beside its losses

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Heat one, a little or much."""
        joint = occasion.choice(occasion.joints)
        at_s, for_s = occasion.span(1.0, 20.0)
        heat_w = occasion.choice((5.0, 50.0, 500.0))
        return cls(joint=joint, at_s=at_s, duration_s=for_s, heat_w=heat_w)

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
    quantity: Quantity  # that it tells
    by: Figure  # by which it is off, in the quantity's unit

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Put any sensor of a joint off."""
        joint, quantity = occasion.choice(occasion.joints), occasion.choice(get_args(Quantity))
        at_s, for_s = occasion.span(0.2, 5.0)
        most = USUAL_ERRORS[quantity]
        by = float(occasion.rng.uniform(-most, most))
        return cls(joint=joint, at_s=at_s, duration_s=for_s, quantity=quantity, by=by)

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Put it off."""
        sensor, unit = SENSORS[self.quantity]
        space.joints.offset(self.joint, sensor=sensor, by=unit * self.by, end_ns=self.end_ns)


class JointLocked(JointFault, tag="joint_locked", frozen=True, kw_only=True):
    """A joint locks where it is, for good."""

    explained = Explained("the joint that locked", OF_JOINT)

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Lock any, at any instant."""
        at_s = occasion.instant()
        return cls(joint=occasion.choice(occasion.joints), at_s=at_s)

    def fail(self, body: JointSeams, joint: int, place: float) -> None:
        """Lock it."""
        body.lock(joint, place)


class JointSlipping(JointFault, tag="joint_slipping", frozen=True, kw_only=True):
    """A joint slips for good: it makes only a share of its motion."""

    explained = Explained("the joint that slips", OF_JOINT)
    follows: Annotated[float, msgspec.Meta(ge=0.0, lt=1.0)]  # share of what is commanded

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let any slip, at any instant."""
        at_s = occasion.instant()
        follows = occasion.choice((0.0, 0.3, 0.7))
        return cls(joint=occasion.choice(occasion.joints), at_s=at_s, follows=follows)

    @property
    def detail(self) -> str:
        """How much it still makes."""
        return f", follows {self.follows:.0%} of its command"

    def fail(self, body: JointSeams, joint: int, place: float) -> None:
        """Let it slip."""
        body.slip(joint, self.follows)
