"""Acts of authority: who commands, and the deliberate acts that start or stop motion."""

from telemetry.messages.base import Count, Digest, Finite, Message, Name, Nanoseconds, Text


class LeaseRequest(Message, frozen=True, tag=10):
    """A person or script asks the gate for the one authority lease, or renews it."""

    actor: Name


class Lease(Message, frozen=True, tag=11):
    """Gate to all: who holds the authority, and until when."""

    holder: Name  # empty: nobody
    until_ns: Nanoseconds


class OperatorBeat(Message, frozen=True, tag=12):
    """The operator is there: 20 Hz, and arming ends 300 ms after the last one."""

    actor: Name


class ArmPlan(Message, frozen=True, tag=13):
    """Arm one certified plan."""

    actor: Name
    plan_id: Name
    certificate: Digest


class ArmTeleop(Message, frozen=True, tag=14):
    """Arm teleoperation; the dead-man must be pressed after the last hold."""

    actor: Name


class ResumeAct(Message, frozen=True, tag=15):
    """Leave a hold: the gate sends the spacecraft a resume."""

    actor: Name


class ActReply(Message, frozen=True, tag=16):
    """Gate to the actor: whether an act was taken, and if not, why."""

    act: Name  # the class of the act: ArmPlan, ArmTeleop, ResumeAct, LeaseRequest
    actor: Name
    accepted: bool
    reason: Name  # of `telemetry.reasons`, or empty
    detail: Text


class Disarm(Message, frozen=True, tag=17):
    """End the arming: verified stop, then rest."""

    actor: Name


class ScriptDone(Message, frozen=True, tag=18):
    """Operator to all: the scenario's acts are done."""

    actor: Name
    completed: bool
    acts_done: Count
    detail: Text


class Confirm(Message, frozen=True, tag=19):
    """Anybody at a screen to the gate: take the stepped clock or delay as it is now, with the arm at rest.

    Nothing moves by it; it only lets motion be armed again.
    """

    actor: Name
    step: Finite  # [s] as `GateStatus.time_step` says it: nobody confirms what was not read
