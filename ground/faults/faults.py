"""The one list of faults, of the ground and of space: for scenario files, the attack and tests alike.

Each is a class.  Its fields are its keys of a `[[fault]]`; `explained` says what it makes happen, which then
is no finding of its own; its methods act through the seams (`any_fault`).  A new fault is a class here, and
its name in `Fault`.
"""

import math
from typing import Annotated, Literal

import msgspec

from ground.faults.any_fault import (
    Duration,
    GroundFault,
    JointFault,
    JointSeams,
    LastingFault,
    LastingSpaceFault,
    SensorFault,
    SensorName,
    SpaceFault,
    SpaceSeams,
    Step,
    SteppingFault,
    after_ns,
)
from ground.faults.chances import Chances
from ground.faults.consequences import (
    OF_ANYBODY,
    OF_DATA,
    OF_JOINT,
    OF_OTHER_TIME,
    OF_STORE,
    OF_THE_LINK,
    RETIMED,
    STALE,
    Explained,
)
from telemetry.agreed.reasons import Reason
from telemetry.drive.seams import Copy, LifeChange, Parcel, StoreFault
from telemetry.files.settings import nearest
from telemetry.messages.base import Share, wire_name
from telemetry.plan.joint_table import Figure
from telemetry.wire.routes import ROUTES

SENSORS: dict[str, tuple[SensorName, float]] = {  # quantity: what tells it, and its unit in SI
    "angle_deg": ("q", math.radians(1.0)),
    "place_m": ("q", 1.0),
    "current_a": ("currents", 1.0),
    "temperature_k": ("temperatures", 1.0),
}


class Killed(GroundFault, tag="killed", frozen=True, kw_only=True):
    """A participant is killed, and comes back."""

    explained = Explained("the death of the {}", silences=True, delays="{}", kills=True)
    duration_s: Duration | None = None  # until it is back; None: as soon as its supervisor starts it again
    keeps_store: bool = True  # False: it comes back without what it had stored

    def __post_init__(self) -> None:
        """Refuse a store that is lost at no time."""
        super().__post_init__()
        if self.duration_s is None and not self.keeps_store:
            raise ValueError("one that loses its store needs a duration_s, at whose end the store is removed")

    @property
    def end_s(self) -> float:
        """When it is back [s]; in virtual time, which has no supervisor, never without a duration."""
        return math.inf if self.duration_s is None else self.at_s + self.duration_s

    def changes(self) -> tuple[LifeChange, ...]:
        """Return its death, and its return if that has a time."""
        dies = LifeChange(self.begin_ns, self.participant, begins=False, is_awaited=self.duration_s is None)
        if self.duration_s is None:
            return (dies,)
        return dies, LifeChange(self.end_ns, self.participant, begins=True, keeps_store=self.keeps_store)


class Frozen(LastingFault, tag="frozen", frozen=True, kw_only=True):
    """A participant neither ticks nor hears, and then goes on; its process lives, and says so."""

    explained = Explained("the {} that stood still", silences=True, retimes=True, delays="{}")

    def resumes_ns(self, now_ns: int) -> int:
        """Return when it goes on."""
        return self.end_ns if self.lasts(now_ns) else now_ns


class Stepped(GroundFault, tag="stepped", frozen=True, kw_only=True):
    """A participant's clock shows another time from an instant on."""

    explained = Explained(
        "the step of the {}'s clock", OF_OTHER_TIME, retimes=True, breaks=STALE, delays="{}"
    )
    step_s: Step  # by which it is ahead; behind, if negative

    @property
    def end_s(self) -> float:
        """It stays so."""
        return math.inf

    def ahead_ns(self, now_ns: int) -> int:
        """Return by how much its clock is ahead."""
        return after_ns(self.step_s) if self.begin_ns <= now_ns else 0


class SlowStore(LastingFault, tag="slow_store", frozen=True, kw_only=True):
    """A participant's disk is slow, and it stands still for each record."""

    explained = Explained("the slow disk of the {}", OF_STORE, delays="{}")
    write_s: Duration  # that each record takes

    def write_delay_ns(self, now_ns: int) -> int:
        """Return how long a record takes."""
        return after_ns(self.write_s) if self.lasts(now_ns) else 0


class FailingStore(LastingFault, tag="failing_store", frozen=True, kw_only=True):
    """A participant's disk keeps no record."""

    explained = Explained("the failing disk of the {}", OF_STORE, delays="{}")
    how: StoreFault  # tears: half of a record is written, and then it is refused

    def store_fault(self, now_ns: int) -> StoreFault | None:
        """Return what becomes of a record."""
        return self.how if self.lasts(now_ns) else None


class Disturbance(LastingFault, tag="disturbance", frozen=True, kw_only=True):
    """Messages to a participant are lost, damaged, doubled, late, or followed by an old one of their kind."""

    explained = Explained("the disturbed messages to the {}", OF_ANYBODY, retimes=True, breaks=STALE)
    messages: tuple[str, ...] = ()  # their names; none: all
    drop: Share = 0.0  # the chance that each is lost,
    damage: Share = 0.0  # that a bit of it is wrong,
    double: Share = 0.0  # that it comes twice,
    replay: Share = 0.0  # that an old one comes behind it,
    late: Share = 0.0  # that it comes late
    late_s: Duration = 0.0  # at most

    def __post_init__(self) -> None:
        """Refuse messages that there are not."""
        super().__post_init__()
        names = [wire_name(kind) for kind in ROUTES]
        for name in self.messages:
            if name not in names:
                raise ValueError(f"messages: no message {name!r}{nearest(name, names)}")

    def disturbed(self, copies: list[Copy], parcel: Parcel, *, now_ns: int, chances: Chances) -> list[Copy]:
        """Apply each disturbance to a message by its chance, one after the other."""
        if self.lasts(now_ns) and (not self.messages or wire_name(type(parcel.message)) in self.messages):
            copies = self._drawn(copies, parcel, chances)
        if self.replay > 0.0:
            chances.remember(parcel)
        return copies

    def _drawn(self, copies: list[Copy], parcel: Parcel, chances: Chances) -> list[Copy]:
        if chances.happens("drop", self.drop):
            copies = []
        if chances.happens("damage", self.damage):
            copies = [Copy(copy.late_ns, chances.damaged(copy.pieces)) for copy in copies]
        if chances.happens("double", self.double):
            copies = copies * 2
        old = chances.old(parcel)
        if old and chances.happens("replay", self.replay):
            copies = [*copies, Copy(0, old[chances.below(len(old))])]
        if chances.happens("late", self.late):
            copies = [Copy(chances.below(after_ns(self.late_s) + 1), copy.pieces) for copy in copies]
        return copies


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


Fault = (
    Killed
    | Frozen
    | Stepped
    | SlowStore
    | FailingStore
    | Disturbance
    | UplinkBlackout
    | DownlinkBlackout
    | OnboardHold
    | ClockStep
    | DelayStep
    | MotorHeated
    | SensorOff
    | JointLocked
    | JointSlipping
)
