"""Acts of authority: who commands, and the deliberate acts that start or stop motion.

    participant --- act, number ---> gate --- ActReply: to this participant, about this number ---> all

Who asks is told with the message itself (`telemetry.life.contract`), so no act names its actor.  Recordings
made before there were numbers have none, and say not to whom an answer goes.
"""

from typing import Annotated

import msgspec

from telemetry.messages.base import Count, Digest, Finite, Message, Name, Nanoseconds, Part, Text, on_wire
from telemetry.messages.handle import Steering
from telemetry.messages.operations import ArmCritical, FireCritical, Operate
from telemetry.messages.world import ConfirmWorld, ProposeWorld

PLANS = 100  # that one message carries


@on_wire("LeaseRequest")
class LeaseRequest(Message, frozen=True, tag=10):
    """A person or script asks the gate for the one authority lease, or renews it."""

    number: Count = 0
    login: Name = ""  # of the person, for the record alone: authority rests on the participant
    session: Count = 0  # of the console; another one of the same name is another life of it
    take_over: bool = False  # from who holds it: at rest, or after HOLD


@on_wire("Lease")
class Lease(Message, frozen=True, tag=11):
    """Gate to all: who holds the authority, and until when."""

    holder: Name  # a participant; empty: nobody
    until_ns: Nanoseconds
    taken_from: Name = ""  # participant that held it until this take-over


@on_wire("OperatorBeat")
class OperatorBeat(Message, frozen=True, tag=12):
    """The operator is there: 20 Hz, and arming ends 300 ms after the last one."""


@on_wire("ArmPlan")
class ArmPlan(Message, frozen=True, tag=13):
    """Arm one certified plan."""

    plan_id: Name
    certificate: Digest
    number: Count = 0
    retreat: bool = False  # out from where the arm is too near: that of a plan which was made for it


@on_wire("ArmTeleop")
class ArmTeleop(Message, frozen=True, tag=14):
    """Arm teleoperation; the dead-man must be pressed after the last hold."""

    number: Count = 0
    tool: Name = ""  # that the hand moves; empty: the arm's first
    steering: Steering = Steering()
    retreat: bool = False  # out from where the arm is too near, slowly


@on_wire("ResumeAct")
class ResumeAct(Message, frozen=True, tag=15):
    """Leave a hold: the gate sends the spacecraft a resume."""

    number: Count = 0


@on_wire("ActReply")
class ActReply(Message, frozen=True, tag=16):
    """Gate to the one who asked, and to all who show it: whether an act was taken, and if not, why."""

    act: Name  # its class
    accepted: bool
    reason: Name  # of `telemetry.agreed.reasons`, or empty
    detail: Text
    to: Name = ""  # the participant that asked
    number: Count = 0  # of the act


@on_wire("Disarm")
class Disarm(Message, frozen=True, tag=17):
    """End the arming: verified stop, then rest."""

    number: Count = 0


@on_wire("PlanWent")
class PlanWent(Part, frozen=True):
    """How far a plan has come, in steps."""

    plan: Name
    done: Count
    failed: Count
    unfinished: Count  # begun, and not done
    never_begun: Count


@on_wire("ScriptDone")
class ScriptDone(Message, frozen=True, tag=18):
    """Operator to all: the scenario's acts are done, or the person who flies has ended the pass."""

    completed: bool
    acts_done: Count
    detail: Text
    plans: Annotated[tuple[PlanWent, ...], msgspec.Meta(max_length=PLANS)] = ()  # that a person was to fly


@on_wire("Confirm")
class Confirm(Message, frozen=True, tag=19):
    """Anybody at a screen to the gate: take the stepped clock or delay as it is now, with the arm at rest.

    Nothing moves by it; it only lets motion be armed again.
    """

    step: Finite  # [s] as `GateStatus.time_step` says it: nobody confirms what was not read
    number: Count = 0


ArmAct = ArmPlan | ArmTeleop


@on_wire("GoNoGo")
class GoNoGo(Message, frozen=True, tag=133):
    """One who is asked says whether anything may leave: all GO, or nothing does."""

    go: bool
    number: Count = 0


LeasedAct = ArmAct | ResumeAct | Disarm | ArmCritical | Operate | ConfirmWorld  # of whoever holds the lease
Act = (  # each has a number, and the gate answers it
    LeaseRequest | Confirm | FireCritical | GoNoGo | ProposeWorld | LeasedAct
)  # each has a number, and the gate answers it
