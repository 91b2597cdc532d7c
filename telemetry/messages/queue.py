"""The queue: proposal, credit, verdict, roll-back, and what the gate tells of itself."""

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
    Text,
    Vector,
    on_wire,
)
from telemetry.messages.command import CommandKind, CommandState
from telemetry.messages.handle import Steering
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import ArmedOperation, Operation
from telemetry.messages.prediction import Nearest
from telemetry.messages.world import ProposedWorld


@on_wire("PlanSource")
class PlanSource(Part, frozen=True, tag="plan"):
    """A set-point of a certified plan."""

    plan_id: Name
    index: Count  # from 0
    certificate: Digest


@on_wire("Bent")
class Bent(Part, frozen=True):
    """How shared control bent what the hand asks of the tool's place, in base axes."""

    asked: Vector  # [m/s]
    given: Vector  # [m/s]


@on_wire("TeleopSource")
class TeleopSource(Part, frozen=True, tag="teleop"):
    """A set-point of the hand."""

    sample: Count  # number of the handle sample it was made from
    dead_man_age: Finite  # of that sample [s]
    tool: Name = ""  # that the hand moves; empty: the arm's first
    note: Name = ""  # of `agreed.reasons`: why the hand is followed otherwise than usual; empty: it is not
    steering: Steering = Steering()
    bent: Bent | None = None  # None: what was asked is given, but for clamps


Source = PlanSource | TeleopSource


@on_wire("Entry")
class Entry(Part, frozen=True):
    """What the queue holds: an absolute set-point, its number and where it came from."""

    epoch: Count
    seq: Count
    state: JointState
    source: Source


@on_wire("Credit")
class Credit(Message, frozen=True, tag=70):
    """Gate to planner, at most one in each tick: one more set-point may be proposed."""

    epoch: Count
    next_seq: Count
    source: Literal["plan", "teleop"]
    plan_id: Name  # empty in teleoperation
    newest: JointState  # the newest queued state, or the end of what was released
    tool: Name = ""  # that the hand moves; empty: the arm's first
    steering: Steering = Steering()
    retreat: bool = False  # armed as a way out: slowly


@on_wire("Proposal")
class Proposal(Message, frozen=True, tag=71):
    """Planner to gate: the next entry, in answer to a credit."""

    entry: Entry


@on_wire("Queued")
class Queued(Message, frozen=True, tag=72):
    """Gate to predictor: an entry that entered the queue, with all that its verdict depends on."""

    entry: Entry
    previous: JointState
    chain_before: Digest
    configuration: Digest
    retreat: bool = False  # to be judged as a way out (R10)


@on_wire("EscapeFigures")
class EscapeFigures(Part, frozen=True):
    """What a verdict on a way out was given for; it permits nothing that was not armed as one."""

    fallen: Finite  # greatest fall of any pair since it first was nearer than required [m]
    speed: Finite  # of the fastest point of the arm at most, move and stop [m/s]


@on_wire("Verdict")
class Verdict(Message, frozen=True, tag=73):
    """Predictor to gate, planner and operator: whether a move and the stop after it stay clear."""

    epoch: Count
    seq: Count
    chain: Digest  # up to and with this entry
    world: Count
    configuration: Digest
    ok: bool
    reason: Name  # empty if ok
    clearance: Finite  # least distance over move and stop [m]
    required: Finite  # [m]
    pair: tuple[Name, Name]
    time_to_contact: Finite | None  # from the begin of the move to the first place below the requirement [s]
    scene: Nearest | None  # of the arm and the scene, over move and stop; None: no pair was looked at
    itself: Nearest | None  # of the arm and itself
    escape: EscapeFigures | None = None  # None: it was judged as usual motion


@on_wire("RollBack")
class RollBack(Message, frozen=True, tag=74):
    """Gate to planner, predictor and operator: the queue is emptied; the arm stops at the last safe pose."""

    epoch: Count  # the new one
    seq: Count  # of the refused entry
    reason: Name
    pair: tuple[Name, Name]
    distance: Finite  # [m]
    required: Finite  # [m]
    time_to_contact: Finite | None  # [s]
    cancelled: Count
    rest_q: Joints  # end of the stop [rad]


@on_wire("HoldNotice")
class HoldNotice(Message, frozen=True, tag=75):
    """Gate to planner, predictor and operator: motion has ended before its end, and why."""

    epoch: Count  # the new one
    reason: Name
    detail: Text
    rest_q: Joints | None  # end of the stop [rad]; None: known only from the next report


@on_wire("SetPointArguments")
class SetPointArguments(Part, frozen=True, tag="set_point"):
    """What a set-point asks for."""

    source: Source | None  # None: the stop after the last set-point
    q: Joints  # [rad]
    largest: tuple[Count, Finite] | None  # joint from 0, and its change from the set-point before [rad]


@on_wire("HoldArguments")
class HoldArguments(Part, frozen=True, tag="hold"):
    """Whose HOLD it is."""

    actor: Name


@on_wire("ResumeArguments")
class ResumeArguments(Part, frozen=True, tag="resume"):
    """Where the arm is to rest."""

    q: Joints  # [rad]


@on_wire("OperationArguments")
class OperationArguments(Part, frozen=True, tag="operation"):
    """What a command without motion asks for, and who has armed or given it."""

    operation: Operation
    actor: Name


Arguments = SetPointArguments | HoldArguments | ResumeArguments | OperationArguments


@on_wire("CommandChange")
class CommandChange(Part, frozen=True, omit_defaults=True):
    """One step of one command's life; what has been told of it is not told again."""

    kind: CommandKind
    epoch: Count
    seq: Count
    state: CommandState
    reason: Name
    arguments: Arguments | None = None  # told as it begins
    executes_ns: Nanoseconds | None = None  # ground clock, as correlated then; told as it is released
    expects_ns: Nanoseconds | None = None  # ground clock: its end is to be known by then; told as it leaves
    on_board_ns: Nanoseconds | None = None  # ground clock: when it was so on board, as was reported


@on_wire("CommandChanges")
class CommandChanges(Message, frozen=True, tag=76):
    """Gate to the screens and the record: what changed since the last one.

    What is unfinished of commands of the gate before this one ends with it: `CommandState.end_without_gate`.
    """

    changes: tuple[CommandChange, ...]
    first_epoch: Count = 0  # of this gate: all before it are of the one before


@on_wire("LogHead")
class LogHead(Part, frozen=True):
    """The newest record of the gate's log, which names all before it."""

    number: Count  # from 1
    sha256: Digest


@on_wire("GateStatus")
class GateStatus(Message, frozen=True, tag=77):
    """Gate to all, in every tick and after every change of state."""

    state: Name  # of `telemetry.agreed.authority`
    has_window: bool
    epoch: Count
    waiting: Count
    in_flight: Count  # released and not yet confirmed
    verified_until: Count
    last: JointState  # r: the last released set-point, or the pose at rest
    quiet: bool  # r at rest, nothing unconfirmed, telemetry at r for the time that arming asks
    latched: bool  # as last reported by the spacecraft
    held_by: Name  # the person whose HOLD the script waits for; empty: nobody
    ended_by: Name  # reason of the hold or roll-back that came last, until somebody arms again; empty: none
    rolled_back: bool  # it was a roll-back
    up: Finite | None  # delays as the bridge measures them [s]; None: not measured yet
    down: Finite | None  # [s]
    round_trip: Finite | None  # [s]
    window_closes_ns: Nanoseconds  # ground clock; the far future: never; out of contact: when it closed
    window_opens_ns: Nanoseconds | None  # the next one; None: no other is planned
    time_step: Finite | None  # [s] of on-board clock or delay, to be confirmed; None: nothing
    armed: ArmedOperation | None = None  # the critical command that waits to be fired
    next_operation: Count = 0  # seq, in this epoch, of the next command without motion
    poll: tuple[tuple[Name, bool | None], ...] = ()  # who has to say GO, and the word; None: none yet
    proposed: ProposedWorld | None = None  # a world update that waits to be confirmed
    log: LogHead | None = None  # None: nothing is written yet, or an older gate says it
