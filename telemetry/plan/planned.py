"""One motion as the planner makes it, and what the lock of a joint costs it: answers to `farhand plan`."""

import msgspec

from telemetry.messages.base import Quaternion, Vector


class GivenCoordinate(msgspec.Struct, frozen=True, kw_only=True):
    """How much a coordinate gives way at most."""

    coordinate: str
    unit: str
    amount: float  # with its sign
    at: float  # fraction of the course
    axes: str  # by which it is counted, in words; empty: of the arm base


class Nominal(msgspec.Struct, frozen=True, kw_only=True):
    """The same motion with all joints, in the same time where that is long enough."""

    t_s: tuple[float, ...]
    q: tuple[tuple[float, ...], ...]  # [rad or m]
    p_base_tool: tuple[Vector, ...]  # [m]


class LockedFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a lock does to a motion."""

    joints: dict[str, float]  # that are locked, and where [rad or m]
    gives: tuple[GivenCoordinate, ...]  # what does not hold exactly
    least_singular: float | None  # of the joints that move, for what is asked [m, rad]; None: no course
    attitude: (
        str  # how near the attitude would come instead, if the place held; empty: what gives was asked for
    )
    nominal: Nominal | None  # None: it cannot be flown with all joints either


class JointNeed(msgspec.Struct, frozen=True, kw_only=True):
    """What a motion asks of a joint, beside what it may be asked for; by rad or m, and s."""

    name: str
    unit: str
    start: float
    end: float
    speed: float
    acceleration: float
    jerk: float
    speed_max: float
    acceleration_max: float
    jerk_max: float


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A motion, and how it can be flown."""

    robot: str
    kind: str
    tool: str
    ok: bool  # it can be flown in the time that is asked for
    warning: str  # why not; empty if so
    asked_s: float | None
    minimum_time_s: float  # that it can be flown in, whole periods
    shortest_time_s: float  # time-optimal along the path
    quintic_time_s: float  # by the published law, for comparison: nothing is flown by it
    quintic_decides: str  # which joint's limit, and of what
    period_s: float
    duration_s: float  # as flown, whole periods
    joints: tuple[JointNeed, ...]  # peaks as it is flown, between the samples too
    error_m: float | None  # how far the tool is from the path, at most; None: a joint move has none
    error_rad: float | None
    t_s: tuple[float, ...]  # of the samples, one a period, the start first
    q: tuple[tuple[float, ...], ...]  # [rad or m]
    p_base_tool: tuple[Vector, ...]  # [m]
    quat_base_tool: tuple[Quaternion, ...]
    turned: str  # how far a redundant arm is turned out of the way, and for what; empty: it is not
    locked: LockedFigures | None = None  # None: all joints move, and nothing gives way


class NotPlanned(msgspec.Struct, frozen=True, kw_only=True):
    """Why a motion cannot be made."""

    robot: str
    kind: str
    reason: str
    detail: str
    ok: bool = False


class LockAt(msgspec.Struct, frozen=True, kw_only=True):
    """A motion with a joint locked at one value."""

    value: float  # [rad or m]
    place_m: float | None  # the place missed at most; None: the motion cannot be followed
    turn_rad: float | None  # the attitude missed at most


class JointAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """What the lock of one joint would cost."""

    name: str
    unit: str
    low: float  # of its range [rad or m]; where it has no end, of what was tried
    high: float
    least: float  # of what the motion takes it through
    most: float
    left: float  # of the arm's manipulability, at least on the way: 0 none, 1 all
    gives: str  # what had best give way, or what was asked for; empty: nothing has to
    place_m: float | None  # missed at most, locked anywhere within least and most; None: it is lost somewhere
    turn_rad: float | None
    reason: str  # why it is lost; empty
    may_lock: tuple[tuple[float, float], ...]  # intervals of its range in which the motion can be followed
    tried: tuple[LockAt, ...]


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What the lock of each joint that carries the tool would cost a motion."""

    robot: str
    kind: str
    best_left: float  # what the worst lock leaves at most, of any arm of so many joints
    joints: tuple[JointAdvice, ...]
    ok: bool = True
