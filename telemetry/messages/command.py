"""Telecommands: what leaves for space, and the on-board contract they are made for.

On board, per set-point number (epoch, seq):

    execute_at          the move to the set-point begins; it ends one period later; on arrival it lies ahead
                        by at most buffer + one period + 0.3 s (for the error of the ground's clock
                        correlation: more than that is a stepped clock): `limits.longest_lead_ns`
    every packet        repeats the set-point before it, with its own number and execute_at
    older number        ignored;   predecessor missing when the move begins: stop, then latch
    Keep                proves that the ground is alive; never moves the arm
    Hold, silence       stop at the next set-point boundary, flush the buffer, latch
    latched             set-points are refused until Resume with a newer epoch and the pose at rest; a joint
                        at rest that stands 0.25 deg (or 4.4 mm) and more from its command is from then on
                        commanded where it stands, and telemetry's `hold_q` says so
    OperationCommand    at rest and not latched alone, and each number once (`messages.operations`)
    refused number      stays refused; raises what Resume must exceed by no more than one epoch
    telemetry           tells as `epoch` the newest that was taken, of a set-point or of a Resume, and carries
                        a `CommandReport` of each stage of each command in three samples or more
    echo                of the packet with a Motion, Keep or Resume that came last: its time code as it stands
                        there, how long ago it came, and how many have come; never of a Hold, which comes by
                        several ways
"""

from enum import StrEnum
from typing import Literal

from telemetry.messages.base import Count, Digest, Joints, Message, Name, Nanoseconds, Part, on_wire
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import OperationCommand


@on_wire("CommandState")
class CommandState(StrEnum):
    """The one list of states of a command; the last six are end states and never change.

    proposed, waiting, verified     it has not left the gate
    released, at station, on air    it is on its way up
    accepted, started, executed     so the spacecraft reports: stages of `CommandReport`
    confirmed                       and that is what was meant: the latch is gone, or is there
    """

    PROPOSED = "proposed"
    WAITING = "waiting"
    VERIFIED = "verified"
    RELEASED = "released"
    AT_STATION = "at station"
    ON_AIR = "on air"
    ACCEPTED = "accepted"
    STARTED = "started"
    EXECUTED = "executed"
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"
    ROLLED_BACK = "rolled back"
    EXPIRED = "expired"
    REFUSED = "refused"
    LOST = "lost"

    @property
    def is_end(self) -> bool:
        """True if a command in this state is finished."""
        return self in END_STATES

    @property
    def has_left(self) -> bool:
        """True if a command in this state, which is not finished, has left the gate."""
        return self not in END_STATES and self not in IN_QUEUE

    @property
    def end_without_gate(self) -> "CommandState":
        """The end of an unfinished command as its gate is gone: nobody follows what has left."""
        return CommandState.LOST if self.has_left else CommandState.CANCELLED


IN_QUEUE = frozenset({CommandState.PROPOSED, CommandState.WAITING, CommandState.VERIFIED})
END_STATES = frozenset(
    {
        CommandState.CONFIRMED,
        CommandState.CANCELLED,
        CommandState.ROLLED_BACK,
        CommandState.EXPIRED,
        CommandState.REFUSED,
        CommandState.LOST,
    }
)


CommandKind = Literal["motion", "stop", "resume", "hold", "operation"]


@on_wire("CommandReport")
class CommandReport(Part, frozen=True, array_like=True):
    """Spacecraft to ground, in telemetry: one stage of one command, as service 1 of PUS reports it.

    ECSS-E-ST-70-41C, 6.1, by its message subtypes: accepted 1 and 2, started 3 and 4, executed 7 and 8; the
    even ones are failures.  Progress (5, 6) is none: a set-point lasts one period.  A failure of any stage is
    the command's last report.
    """

    kind: CommandKind
    epoch: Count  # of a HOLD 0
    seq: Count  # of a Resume 0, of a HOLD its nonce
    stage: Literal["accepted", "started", "executed"]
    at_ns: Nanoseconds  # spacecraft clock
    reason: Name  # why that stage failed; empty: it did not


@on_wire("SetPoint")
class SetPoint(Part, frozen=True):
    """One absolute set-point as it is executed: where every joint is one period after `execute_at_ns`."""

    epoch: Count
    seq: Count  # counts from 1 in each epoch, without gaps
    kind: Literal["motion", "stop"]  # stop: a sample of the stop after the last set-point
    execute_at_ns: Nanoseconds  # spacecraft clock
    q: Joints  # [rad]
    qd: Joints  # [rad/s]
    qdd: Joints  # [rad/s^2]
    stop: Digest  # of its stop's samples, as chained by `telemetry.agreed.chains`; empty: at rest

    @property
    def state(self) -> JointState:
        """Where every joint is when its move has ended."""
        return JointState(self.q, self.qd, self.qdd)


@on_wire("Motion")
class Motion(Message, frozen=True, tag=20):
    """Gate to spacecraft: the next set-point, and again the one before it."""

    set_point: SetPoint
    repeat: SetPoint | None


@on_wire("Keep")
class Keep(Message, frozen=True, tag=21):
    """Gate to spacecraft in every tick without a set-point: alive, and again the last set-point."""

    epoch: Count
    repeat: SetPoint | None


@on_wire("ResumeCommand")
class ResumeCommand(Message, frozen=True, tag=22):
    """Gate to spacecraft: leave the latch, at this pose and at rest, and take only newer epochs."""

    epoch: Count
    q: Joints  # the pose that the spacecraft reported [rad]


@on_wire("HoldCommand")
class HoldCommand(Message, frozen=True, tag=23):
    """Anybody to bridge to spacecraft: stop at the next boundary and latch.

    A press is known by all its fields together, so that any process can make a new one without a store; a
    frame with the same fields is a copy of the same press.
    """

    actor: Name
    pressed_ns: Nanoseconds  # UTC, or the run's time
    nonce: Count  # random


GateCommand = Motion | Keep | ResumeCommand | OperationCommand  # what the gate alone says
Telecommand = GateCommand | HoldCommand  # all that goes up


@on_wire("BridgeReport")
class BridgeReport(Message, frozen=True, tag=24):
    """Bridge to ground: what became of a command at the station, and whether the bridge lets motion pass."""

    is_open: bool
    reason: Name  # why it is closed or why the command was refused, or empty
    epoch: Count
    seq: Count  # 0: a status without a command
    state: CommandState  # at station, on air or refused
    tm_received: Count
    tm_lost: Count
    tm_duplicated: Count
    tm_implausible: Count  # of those received: not of this arm, out of its reach, or by another clock
    hold: HoldCommand | None  # the newest press, until a resume has gone up
    kind: Literal["", "operation"] = ""  # of a command without motion; empty: of any other, or of none
    tm_jumps: Count = 0  # of those received: a joint farther off than it can have gone, and not so before


@on_wire("HoldTaken")
class HoldTaken(Message, frozen=True, tag=25):
    """A receiver to whoever pressed: it has taken this very press, and acts on it."""

    by: Name  # the receiver's role
    actor: Name
    pressed_ns: Nanoseconds
    nonce: Count


@on_wire("HoldProbe")
class HoldProbe(Message, frozen=True, tag=28):
    """Who may press HOLD to each receiver of it, every second: would a press get there?"""

    number: Count


@on_wire("HoldReady")
class HoldReady(Message, frozen=True, tag=29):
    """A receiver of HOLD to whoever has asked: a press would have come, and would be acted on."""

    by: Name  # the receiver's role
    number: Count  # of the probe


HOLD_RECEIVERS = ("bridge", "gate", "space_segment")
REACHES_SPACE = ("bridge", "space_segment")  # of those who answer a press: what they take goes up


def taken(hold: HoldCommand, by: str) -> HoldTaken:
    """Return the answer of the role `by` to a press."""
    return HoldTaken(by=by, actor=hold.actor, pressed_ns=hold.pressed_ns, nonce=hold.nonce)


def ready(probe: HoldProbe, by: str) -> HoldReady:
    """Return the answer of the role `by` to a probe of HOLD's way."""
    return HoldReady(by=by, number=probe.number)
