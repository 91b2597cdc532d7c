"""A plan as the planner judges it, and a tube that it makes: answers to `farhand verify` and others."""

import msgspec

from telemetry.messages.base import Vector
from telemetry.messages.plan import Certificate


class WindowFit(msgspec.Struct, frozen=True, kw_only=True):
    """How a plan lies in the windows."""

    fits: bool
    needs_s: float  # from the first arming until all is confirmed, waits for a window included
    detail: str  # which leg does not fit; empty


class PlanFixture(msgspec.Struct, frozen=True, kw_only=True):
    """A fixture as it would stand, or why it would not."""

    name: str
    kind: str
    ok: bool
    reason: str  # of `telemetry.agreed.reasons`; empty: it stands
    detail: str
    radius_m: float
    length_m: float  # of a tube
    clearance_m: float | None  # of a tube: least of the hand on its axis; None: nothing is near
    nearest: str  # to what that is
    points_m: tuple[Vector, ...]  # key points of a tube; of others their one place
    axis_m: tuple[Vector, ...]  # of a tube, sampled


class JudgedMove(msgspec.Struct, frozen=True, kw_only=True):
    """One move as it is flown."""

    step: int  # its number in the plan, from 1
    kind: str
    tool: str  # empty: the arm's first
    duration_s: float
    shortest_s: float | None  # None: it is flown in one with the move before it
    speed: tuple[float, str]  # greatest share of its limit, and which joint's [1]
    acceleration: tuple[float, str]
    jerk: tuple[float, str]
    clearance_m: float | None  # least, its stops included
    pair: tuple[str, str]
    around: tuple[str, ...]  # the pair that the direct way would bring too close; none: it goes direct
    turned: str  # how far a redundant arm is turned out of the way, and for what; empty: it is not
    singular: float | None  # least singular value of the tool's Jacobian [m or 1]; None: too few joints


class JudgedLeg(msgspec.Struct, frozen=True, kw_only=True):
    """Moves that are armed as one."""

    step: int  # number of its first one in the plan, from 1
    plan_id: str
    ok: bool
    reason: str  # of `telemetry.agreed.reasons`, also of a leg that has to be refused; empty: it is certified
    detail: str
    losses: tuple[str, ...] = ()
    moves: tuple[JudgedMove, ...] = ()
    certificate: Certificate | None = None
    motion_s: float = 0.0
    judged_s: float = 0.0


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """A plan, judged."""

    name: str
    robot: str
    ok: bool
    reason: str  # the first one why it cannot be flown; empty
    detail: str
    legs: tuple[JudgedLeg, ...]
    fixtures: tuple[PlanFixture, ...]
    contact: WindowFit
    required_m: float
    motion_s: float  # of all legs
    judged_s: float
    times_real_time: float | None  # None: nothing was judged


class JudgedAgain(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a plan when one joint is locked."""

    plan: str
    joint: str
    ok: bool  # every leg of it is certified
    reason: str  # the first one why not; empty
    losses: tuple[str, ...]  # what is given up, in words


class MoveMark(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a move."""

    t_s: float
    step: int  # its number in the plan, from 1
    kind: str


class PlanLines(msgspec.Struct, frozen=True, kw_only=True):
    """A plan, sampled; rows of joints are in their order."""

    name: str
    robot: str
    locked: tuple[str, ...]
    refused: str  # why it cannot be flown to its end; empty: it can
    joints: tuple[str, ...]
    turns: tuple[bool, ...]  # of each joint; else it slides
    t_s: tuple[float, ...]
    q: tuple[tuple[float, ...], ...]  # [rad or m], one row for each time
    speed: tuple[tuple[float, ...], ...]  # share of its limit, with its sign [1]
    p_base_tool: tuple[tuple[float, ...], ...]  # [m]
    clearance_m: tuple[float, ...]  # least
    required_m: float
    marks: tuple[MoveMark, ...]
    fixtures: tuple[PlanFixture, ...]


class BoxOutline(msgspec.Struct, frozen=True, kw_only=True):
    """A box, for a picture."""

    name: str
    corners_m: list[Vector]


class CapsuleOutline(msgspec.Struct, frozen=True, kw_only=True):
    """A capsule, for a picture."""

    name: str
    ends_m: tuple[Vector, Vector]
    radius_m: float


class MadeTube(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tube, or why there is none."""

    robot: str
    scene: str
    kind: str
    mode: str
    ok: bool
    reason: str
    detail: str
    radius_m: float
    required_m: float
    points_m: tuple[Vector, ...]
    halves_m: tuple[float, ...]  # how far from its point each bend begins
    length_m: float
    clearance_m: float | None  # least of the hand on the axis
    nearest: str
    obstacles: list[BoxOutline | CapsuleOutline]
    axis_m: list[Vector] = []  # sampled; not there without a tube
    hand_clearance_m: list[float | None] = []  # along it
