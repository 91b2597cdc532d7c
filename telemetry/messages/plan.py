"""Plans: what is asked, what was planned, and the certificate without which nothing is armed."""

from typing import Annotated, Literal, cast

import msgspec

from telemetry.messages.base import (
    Count,
    Digest,
    Finite,
    Joints,
    Message,
    Name,
    Part,
    Quaternion,
    Text,
    Vector,
    on_wire,
)

MoveKind = Literal["joint", "place", "line", "arc", "orbit", "plane"]
PartState = Literal["to do", "ready", "doing", "asks", "interrupted", "done", "failed"]
PARTS = 200  # of a procedure that one message carries


class AnyMove(Part, frozen=True, kw_only=True, tag_field="kind"):
    """What every move has in common."""

    tool: Name = ""  # the one that is moved; joints that do not carry it stay; empty: the arm's first
    blend: Finite = 0.0  # how far from its end the corner to the next move may begin; 0: it comes to rest [m]
    duration: Finite | None = None  # asked duration [s]; None: the shortest
    locked: tuple[Name, ...] = ()  # joints that stay where they are, by choice

    @property
    def kind(self) -> MoveKind:
        """What it is called on the wire."""
        return cast(MoveKind, self.__struct_config__.tag)


@on_wire("JointMove")
class JointMove(AnyMove, frozen=True, kw_only=True, tag="joint"):
    """Joints go to where they are wanted, all at once."""

    q: Joints  # goal, of each joint that it names [rad or m]
    joints: tuple[Name, ...] = ()  # the joints of q; none: all, with a tool those that carry it
    avoids: bool = True  # if the direct way is unsafe, it goes around; False: it is refused


@on_wire("PlaceMove")
class PlaceMove(AnyMove, frozen=True, kw_only=True, tag="place"):
    """The tool goes to a place by a joint move, whatever course that leads it along."""

    p_base_tool: Vector  # end position [m]
    quat_base_tool: Quaternion | None = None  # at the end; None: the present attitude
    frame: Name = ""  # that both are given in: base (empty), world, or a body


@on_wire("PlaneMove")
class PlaneMove(AnyMove, frozen=True, kw_only=True, tag="plane"):
    """The elbow turns, and the tool stays."""

    turn: Finite  # about the line from shoulder to wrist, right-handed [rad]


class AnyCourse(AnyMove, frozen=True, kw_only=True):
    """What every move has that leads the tool along a course."""

    frame: Name = ""  # that places, directions and attitudes are given in: base (empty), world, or a body
    looks: Vector | None = None  # the direction of the tool that faces what it looks at [1]; None: its z axis
    gives: Text = ""  # what gives way where joints are locked (`telemetry.plan.giving`)
    gives_axes: Quaternion | None = None  # the frame's axes in those of the base, if gives names them
    begins: tuple[Vector, Quaternion] | None = None  # wanted begin [m]; None: as it is


class AnyEnd(AnyCourse, frozen=True, kw_only=True):
    """What a course has that may turn the tool: how that stands at its end."""

    quat_base_tool: Quaternion | None = None  # None: the present attitude is kept
    look_at: Vector | None = None  # what the tool faces there, instead of an attitude [m]
    up: Vector | None = None  # where the tool's y axis points then, as near as can be [1]; None: no turn


@on_wire("LineMove")
class LineMove(AnyEnd, frozen=True, kw_only=True, tag="line"):
    """The tool goes straight."""

    p_base_tool: Vector  # end position [m]


@on_wire("ArcMove")
class ArcMove(AnyEnd, frozen=True, kw_only=True, tag="arc"):
    """The tool goes along an arc: through a point to its end, or about an axis."""

    through: Vector | None = None  # a point on it [m], and
    p_base_tool: Vector | None = None  # end position [m]; or
    centre: Vector | None = None  # a point of the axis [m],
    axis: Vector | None = None  # the direction it turns about [1], and
    angle: Finite | None = None  # by how much, right-handed [rad]
    turns: bool = False  # the tool turns with it


@on_wire("OrbitMove")
class OrbitMove(AnyCourse, frozen=True, kw_only=True, tag="orbit"):
    """The tool goes around a target that it faces all the way."""

    centre: Vector  # the target [m]
    axis: Vector  # the direction it turns about [1]
    angle: Finite  # by how much, right-handed [rad]


CourseMove = LineMove | ArcMove | OrbitMove  # the tool is led
Move = JointMove | PlaceMove | PlaneMove | CourseMove  # one piece of a plan, from rest to rest


@on_wire("PlanRequest")
class PlanRequest(Message, frozen=True, tag=50):
    """Operator to planner: plan these moves, one after the other, from the arm at rest."""

    plan_id: Name
    moves: tuple[Move, ...]
    start: Joints | None = None  # where the arm has to be for it [rad or m]; None: anywhere
    retreat: bool = False  # the way out from where the arm is too near, by the planner's choice: no moves
    leads_out: bool = False  # the same also where the arm is near, and not too near: as usual motion then


@on_wire("ReplanRequest")
class ReplanRequest(Message, frozen=True, tag=51):
    """Operator to planner: what is left of an interrupted plan, from the arm at rest, under a new id."""

    plan_id: Name
    remainder_of: Name


@on_wire("PlanCancel")
class PlanCancel(Message, frozen=True, tag=56):
    """Whoever asked for a plan to planner: it is not wanted any more, and must not be announced."""

    plan_id: Name


@on_wire("Evidence")
class Evidence(Part, frozen=True):
    """What a plan was judged against, by which method, and where it comes nearest."""

    robot: Digest  # of the robot file and all that it names
    scene: Digest  # of the scene file and all that it names
    limits: Digest  # of positions, speeds, accelerations and jerks
    method: Name  # of collision detection
    required: Finite  # clearance that was asked for everywhere, stops included [m]
    set_point: Count  # from 0: in whose move, or the stop after it, the least clearance is
    at: Finite  # when that set-point is reached, from the begin of the plan [s]
    machine_code: Name = ""  # digest of the compiled kernels that judged, hexadecimal
    target: Text = ""  # what they were compiled for: a kind of system, and of processor


@on_wire("Certificate")
class Certificate(Part, frozen=True):
    """Evidence that a whole plan passed the predictor's own verdict function, its stops included."""

    plan_id: Name
    configuration: Digest  # robot, scene, limits and margins it was checked against
    world: Count
    start_q: Joints  # the rest pose that it starts from [rad]
    points: tuple[Digest, ...]  # digest of every set-point in order
    digest: Digest  # over all of the above
    clearance: Finite  # least clearance of the whole plan and its stops [m]
    pair: tuple[Name, Name]
    evidence: Evidence | None = None  # None: of a recording made before it was told
    retreat: bool = False  # judged as a way out (R10): it is no evidence for anything else


@on_wire("PlanStep")
class PlanStep(Part, frozen=True):
    """One move of a plan, as it is flown."""

    kind: MoveKind
    points: Count  # set-points, one each period
    end_q: Joints  # where it comes to rest [rad or m]
    tool: Name = ""  # the one that is moved; empty: the arm's first
    around: tuple[Name, ...] = ()  # the pair that its direct way would bring too close; none: it goes direct
    longer: Finite = 0.0  # than the direct way, as flown [s]
    turned: Text = ""  # how far a redundant arm is turned out of the way, and for what; empty: it is not


@on_wire("FlownPeaks")
class FlownPeaks(Part, frozen=True):
    """The greatest rates of each joint that a plan commands, between its set-points too."""

    speed: Joints  # [rad/s or m/s]
    acceleration: Joints  # [rad/s^2 or m/s^2]
    jerk: Joints  # [rad/s^3 or m/s^3]
    shares: Vector | None = None  # of the limits of speed, acceleration, jerk: the greatest of a joint [1]


@on_wire("PlanReady")
class PlanReady(Message, frozen=True, tag=52):
    """Planner to gate and operator: a plan with its certificate."""

    certificate: Certificate
    duration: Finite  # as flown, whole periods [s]
    shortest: Finite  # least duration within limits [s]
    moves: Count
    path: tuple[Joints, ...] = ()  # poses on the way, the first one first and the last one last [rad]
    path_s: tuple[Finite, ...] = ()  # when each of these is reached, from the begin [s]; none: evenly
    steps: tuple[PlanStep, ...] = ()  # the moves, in order
    peaks: FlownPeaks | None = None  # None: not told
    losses: tuple[Text, ...] = ()  # what is given up for joints that do not move, in words


@on_wire("PlanRefused")
class PlanRefused(Message, frozen=True, tag=53):
    """Planner to operator: no plan, and why."""

    plan_id: Name
    reason: Name
    detail: Text
    shortest: Finite | None = None  # of the move that was asked too short, whole periods [s]
    peaks: FlownPeaks | None = None  # of that move, as they would be in the time that was asked for


@on_wire("StepReport")
class StepReport(Message, frozen=True, tag=54):
    """Whoever flies a plan to all: how a step of it goes that is no move."""

    plan: Name  # the act that flies it
    step: Count  # its number in the plan, from 1
    kind: Name  # wait, verify, pictures, hold_point, teleoperate, secure
    state: Literal["begun", "asks", "done", "failed"]  # asks: a second person has to let it go on
    detail: Text


@on_wire("StepRelease")
class StepRelease(Message, frozen=True, tag=55):
    """A second person to whoever flies a plan: the step that asks may go on, or the plan ends there."""

    plan: Name
    step: Count
    go_on: bool = True


@on_wire("PartReport")
class PartReport(Part, frozen=True):
    """One part of a procedure: a step, or moves that are planned together."""

    steps: Name  # its number in the plan, or numbers
    what: Text
    state: PartState
    detail: Text  # what it waits for, what was found, or why it failed


@on_wire("ProcedureReport")
class ProcedureReport(Message, frozen=True, tag=57):
    """Whoever carries out a plan to all screens: how far it is; on each change, and again and again."""

    by: Name  # the participant
    plan: Name
    parts: Annotated[tuple[PartReport, ...], msgspec.Meta(max_length=PARTS)]
