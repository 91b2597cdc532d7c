"""What is told of in the log: every change of authority and motion, as it is seen from outside the gate.

    act of a participant      its answer, with the hash of the act, and the reason if it was refused
    lease                     who has it now, and from whom it was taken; renewals are none
    HOLD, hold, roll-back     whose, and why; of a roll-back the chain that its verdict names
    resume, operation         that it leaves, and each end of it
    state, world              from which to which

Nothing in the gate has to remember to write something down: what it says is looked at, and what it is.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from planner.gate.release_log import LoggedEvent
from planner.gate.set_points.write_ahead import Output
from telemetry.agreed.critical import operation_text
from telemetry.messages.acts import Act, ActReply, ArmPlan, GoNoGo, Lease, LeaseRequest
from telemetry.messages.base import Message, Part, shortened, wire_name
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.messages.operations import ArmCritical, FireCritical, Operate, OperationCommand
from telemetry.messages.prediction import World
from telemetry.messages.queue import CommandChanges, HoldNotice, RollBack, Verdict

RENEWAL = wire_name(LeaseRequest)


class GateFacts(NamedTuple):
    """What the gate is, as far as the log tells of it."""

    state: str
    ended_by: str
    armed_by: str  # participant; empty: nobody has armed
    world: int | None
    press: HoldCommand | None  # the newest


class GateStep(NamedTuple):
    """What came to the gate, and what it has done."""

    cause: Message | None  # None: a tick, or a record that failed
    sender: str
    before: GateFacts
    after: GateFacts
    output: Sequence[Output]


def command_hash(command: Message | Part) -> bytes:
    """Return SHA-256 of what was asked, or has left."""
    return hashlib.sha256(msgspec.msgpack.encode(command)).digest()


class LoggedEvents:
    """Finds the events of each step."""

    def __init__(self, roles: Mapping[str, str]) -> None:
        """Know who plays which role."""
        self._roles = roles
        self._holder = ""
        self._refused: dict[str, str] = {}  # why each participant was last refused the lease

    def of_step(self, step: GateStep, now_ns: int) -> list[LoggedEvent]:
        """Return what has happened, in order."""
        return [self._completed(each, now_ns) for each in self._found(step)]

    def of_release(self, motion: Motion, *, by: str, verdict: bytes, now_ns: int) -> LoggedEvent:
        """Return that a set-point leaves."""
        point = motion.set_point
        event = _event("set-point" if point.kind == "motion" else "stop", by, verdict=verdict)
        return self._completed(msgspec.structs.replace(event, command=command_hash(point)), now_ns)

    def _completed(self, event: LoggedEvent, now_ns: int) -> LoggedEvent:
        return msgspec.structs.replace(event, at_ns=now_ns, role=self._roles.get(event.actor, ""))

    def _found(self, step: GateStep) -> Iterator[LoggedEvent]:
        before, after = step.before, step.after
        if after.press is not None and after.press is not before.press:
            yield _event("HOLD", after.press.actor, command=command_hash(after.press))
        if after.world != before.world:
            reason = step.cause.reason if isinstance(step.cause, World) else ""
            yield _event("world", step.sender, reason=reason, detail=f"{before.world} to {after.world}")
        for item in step.output:
            yield from self._of_item(item, step)
        if after.state != before.state:
            by = after.armed_by or before.armed_by
            yield _event("state", by, reason=after.ended_by, detail=f"{before.state} to {after.state}")

    def _of_item(self, item: Output, step: GateStep) -> Iterator[LoggedEvent]:
        match item:
            case Lease():
                yield from self._of_lease(item)
            case ActReply():
                yield from self._of_reply(item, step.cause)
            case HoldNotice(reason=reason, detail=detail):
                yield _event("hold", "", reason=reason, detail=detail)
            case RollBack(reason=reason, seq=seq):
                verdict = step.cause.chain if isinstance(step.cause, Verdict) else b""
                yield _event("roll back", "", verdict=verdict, reason=reason, detail=f"set-point {seq}")
            case ResumeCommand() | OperationCommand():
                yield _event(f"{wire_name(type(item))} leaves", step.sender, command=command_hash(item))
            case CommandChanges(changes=changes):
                for each in changes:
                    if each.kind not in ("motion", "stop") and each.state.is_end:
                        number = f"{each.epoch}.{each.seq}"
                        yield _event(f"{each.kind} {each.state}", "", reason=each.reason, detail=number)

    def _of_lease(self, lease: Lease) -> Iterator[LoggedEvent]:
        if lease.holder != self._holder or lease.taken_from:
            before = lease.taken_from or self._holder
            yield _event("lease", lease.holder, detail=f"before: {before or 'nobody'}")
        self._holder = lease.holder

    def _of_reply(self, reply: ActReply, act: Message | None) -> Iterator[LoggedEvent]:
        if reply.act == RENEWAL:  # each second, of each console: a refusal is told once
            is_known = self._refused.get(reply.to, "") == reply.reason
            self._refused[reply.to] = reply.reason
            if is_known or reply.accepted:
                return
        command = command_hash(act) if isinstance(act, Act) else b""
        yield _event(reply.act, reply.to, command=command, reason=reply.reason, detail=_detail(act))


def _event(
    event: str, actor: str, *, command: bytes = b"", verdict: bytes = b"", reason: str = "", detail: str = ""
) -> LoggedEvent:
    return LoggedEvent(
        at_ns=0,
        event=event,
        actor=actor,
        command=command,
        verdict=verdict,
        reason=reason,
        detail=shortened(detail),
    )


def _detail(act: Message | None) -> str:
    """Return what an act asks for, as far as its name does not say."""
    match act:
        case GoNoGo(go=go):
            return "GO" if go else "NO-GO"
        case ArmPlan(plan_id=plan_id):
            return plan_id
        case ArmCritical() | FireCritical() | Operate():
            return operation_text(act.operation)
        case LeaseRequest(take_over=True):
            return "take-over"
    return ""
