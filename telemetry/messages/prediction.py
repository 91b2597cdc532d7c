"""Prediction: the world that verdicts speak of, the predicted arm and how near it comes, at 100 Hz."""

from typing import Literal

from telemetry.messages.base import (
    Count,
    Digest,
    Finite,
    Joints,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Text,
    Vector,
    on_wire,
)
from telemetry.messages.world import WorldUpdates


@on_wire("BasePose")
class BasePose(Part, frozen=True):
    """Where the arm's base is, from where it stood as the run began, in the axes that it had then."""

    p_world_base: Vector  # [m]
    quat_world_base: Quaternion


@on_wire("RestingBase")
class RestingBase(Part, frozen=True):
    """Where a base that floats will stand, once all that was sent is done."""

    q: Joints  # of the arm then [rad]
    pose: BasePose


@on_wire("LockedJoint")
class LockedJoint(Part, frozen=True):
    """A joint that does not follow its command any more, and is never moved again."""

    joint: Count  # from 0, of the commanded ones
    name: Name
    kind: Literal["locked", "slipping"]
    q: Finite  # where it stands; once the spacecraft was latched, exactly where it is commanded [rad or m]
    followed: Finite  # up to where it followed its command [rad or m]
    since_ns: Nanoseconds  # when that was, ground clock


@on_wire("BrokenMargin")
class BrokenMargin(Part, frozen=True):
    """A pair that is nearer than required while the arm rests; it is kept until all are clear again."""

    pair: tuple[Name, Name]
    distance: Finite  # when it first was: nothing renews it [m]


@on_wire("World")
class World(Message, frozen=True, tag=60):
    """Predictor to gate, planner and console, 5 Hz and when it changes: of what its verdicts speak."""

    version: Count
    configuration: Digest
    reason: Name = ""  # why it is no more the one before, if motion must end for it; else empty
    detail: Text = ""
    base: RestingBase | None = None  # None: bolted to the ground, or not seen yet
    locked: tuple[LockedJoint, ...] = ()  # in order of the joints
    broken: tuple[BrokenMargin, ...] = ()  # none: usual motion may begin
    updates: WorldUpdates = WorldUpdates()  # that it has
    rejudged: tuple[Count, Count] = (0, 0)  # epoch, seq up to which what has left was judged again in it


@on_wire("Nearest")
class Nearest(Part, frozen=True):
    """How near the arm comes to something, and between what."""

    distance: Finite  # signed, negative is penetration [m]
    pair: tuple[Name, Name]  # a part of the arm, and what it must keep clear of


def _less(scene: Nearest | None, itself: Nearest | None) -> Nearest | None:
    if scene is None or itself is None:
        return scene or itself
    return itself if itself.distance < scene.distance else scene


@on_wire("PredictedArm")
class PredictedArm(Message, frozen=True, tag=61):
    """Predictor to the screens, 100 Hz: the arm as commanded, as it should be now, and as last seen."""

    at_ns: Nanoseconds  # ground clock
    q_commanded: Joints  # newest queued motion, as if executed at once [rad]
    q_now: Joints  # estimate in orbit at this instant [rad]
    q_seen: Joints  # last telemetry [rad]
    seen_age: Finite  # of that telemetry, since it was sampled on board [s]
    residual: Finite  # largest joint difference of telemetry and model at the sample's time [rad]
    required: Finite  # clearance that every verdict asks for [m]
    scene: Nearest | None  # of the commanded arm; None: there is no such pair
    itself: Nearest | None  # between parts of the commanded arm
    base_commanded: BasePose | None = None  # with the commanded arm; None: the base is bolted to the ground
    base_now: BasePose | None = None  # estimate in orbit at this instant

    @property
    def nearest(self) -> Nearest | None:
        """The less of both."""
        return _less(self.scene, self.itself)

    @property
    def clearance(self) -> float | None:
        """Least distance of the commanded arm [m]."""
        return None if self.nearest is None else self.nearest.distance


@on_wire("Ahead")
class Ahead(Part, frozen=True):
    """How near the arm comes if its newest commanded motion goes on at the same rates."""

    nearest: Nearest  # least, from the newest queued state on; of the offending pair if there is one
    side: Literal["scene", "itself"]  # which of both it is
    time_to_contact: (
        Finite | None
    )  # until it is below the requirement [s]; None: not within what is looked at


@on_wire("CollisionState")
class CollisionState(Message, frozen=True, tag=62):
    """Predictor to planner, gate and the screens, 100 Hz: how near the arm is now, and is about to come.

    It may end motion, and permits none: that verdicts do.
    """

    at_ns: Nanoseconds  # ground clock
    world: Count  # of which it speaks
    level: Literal["clear", "warning", "contact"]  # warning: now nearer than is warned at, or soon too near
    required: Finite  # clearance that every verdict asks for [m]
    scene: Nearest | None  # of the arm in orbit as estimated now; None: there is no such pair
    itself: Nearest | None  # between its parts
    uncertainty: Finite | None  # how far any of the arm may be from that estimate [m]; None: nobody knows
    at_least: Finite | None  # distance that it has wherever it may have stopped [m]; None: nobody knows
    ahead: Ahead | None  # None: nothing was commanded yet, or nobody looks ahead
    skipped: Count  # of these messages, so far, because time was short and verdicts came first

    @property
    def nearest(self) -> Nearest | None:
        """The less of both."""
        return _less(self.scene, self.itself)
