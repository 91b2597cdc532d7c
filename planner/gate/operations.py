"""Commands that move no joint: ARM and FIRE of what is critical, and one act for what is not (R12).

    ARM, the lease's holder --> armed for 30 s --> FIRE: the same hash, at rest, a second person --> released
                                  |
                  HOLD, latch, roll-back, another world, the lease lost, any inhibition, time, a restart:
                  it ends, which is in every status and, with its reason, in the list of commands

What is armed is looked at again after whatever happens (`review`): nothing has to remember to cancel it.  A
gate that has restarted knows none; that of the one before ends with it (`CommandChanges.first_epoch`).
Each ARM uses up the number that it names, so that a copy of it arms nothing.
"""

from typing import NamedTuple

from planner.gate.arming_facts import arming_facts, table_doubt
from planner.gate.guards.arming import guard
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.onboard_steps import CommandNumber
from planner.gate.set_points.policy import Doubt
from planner.gate.set_points.write_ahead import Unsent
from planner.gate.state import GateState
from telemetry.agreed.authority import Event, State
from telemetry.agreed.critical import is_critical, operation_digest, operation_text
from telemetry.agreed.limits import ARM_FIRE_NS
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandKind, CommandState
from telemetry.messages.operations import (
    ArmCritical,
    ArmedOperation,
    BrakeOperation,
    CameraOperation,
    FireCritical,
    Operate,
    Operation,
    OperationCommand,
)
from telemetry.messages.queue import OperationArguments

_KIND: CommandKind = "operation"


class _Ended(NamedTuple):
    """How the newest arming has ended; it counts in the epoch in which it was so."""

    seq: int
    reason: Reason
    armed_in: int  # epoch
    epoch: int


class Operations:
    """What is armed, and the numbers of these commands."""

    def __init__(self, gate: GateState) -> None:
        """Start with nothing armed."""
        self._gate = gate
        self.armed: ArmedOperation | None = None
        self._newest = CommandNumber(_KIND, 0, 0)
        self._ended: _Ended | None = None

    @property
    def next_seq(self) -> int:
        """The number of the next command in this epoch."""
        return self._newest.seq + 1 if self._newest.epoch == self._gate.epoch else 1

    def on_arm(self, act: ArmCritical, sender: str, now_ns: int) -> Doubt | None:
        """Arm a command for whoever holds the lease, or say why not."""
        gate = self._gate
        if (act.epoch, act.seq) != (gate.epoch, self.next_seq):
            return Doubt(Reason.ARM_REPLAYED, f"{act.epoch}.{act.seq}, next {gate.epoch}.{self.next_seq}")
        if self.armed is not None:
            return Doubt(Reason.ALREADY_ARMED, operation_text(self.armed.operation))
        doubt = self._doubt(act.operation, now_ns)
        if doubt is not None:
            return doubt
        number = self._take_number(act.operation, sender, now_ns)
        self.armed = ArmedOperation(
            operation=act.operation,
            epoch=number.epoch,
            seq=number.seq,
            digest=self._digest(act.operation, number),
            by=sender,
            login=act.login,
            until_ns=now_ns + ARM_FIRE_NS,
        )
        return None

    def on_fire(self, act: FireCritical, sender: str, now_ns: int) -> Doubt | None:
        """Release what is armed, or say why not."""
        self.review(now_ns)
        armed = self.armed
        if not self._may_fire(sender, now_ns):
            return Doubt(Reason.NOT_HOLDER)
        if armed is None or (act.epoch, act.seq) != (armed.epoch, armed.seq):
            return self._unarmed_doubt(act)
        number = CommandNumber(_KIND, armed.epoch, armed.seq)
        if not armed.digest == act.digest == self._digest(act.operation, number):
            asked, meant = operation_text(act.operation), operation_text(armed.operation)
            return Doubt(Reason.FIRE_ALTERED, f"{asked}, armed {meant}")
        doubt = self._person_doubt(armed, act, sender) or self._doubt(act.operation, now_ns)
        if doubt is None:
            self._forget(Reason.OLD_NUMBER)
            self._release(act.operation, number, now_ns)
        return doubt

    def on_operate(self, act: Operate, sender: str, now_ns: int) -> Doubt | None:
        """Release a command that is not critical, or say why not."""
        if is_critical(act.operation):
            return Doubt(Reason.NEEDS_FIRE, operation_text(act.operation))
        if self.armed is not None:
            return Doubt(Reason.ALREADY_ARMED, operation_text(self.armed.operation))
        doubt = self._doubt(act.operation, now_ns)
        if doubt is None:
            self._release(act.operation, self._take_number(act.operation, sender, now_ns), now_ns)
        return doubt

    def review(self, now_ns: int) -> None:
        """End the arming if anything that it was given for is no longer so."""
        reason = None if self.armed is None else self._void_reason(self.armed, now_ns)
        if reason is not None:
            self.end_arming(reason)

    def end_arming(self, reason: Reason) -> None:
        """End the arming without FIRE; its reason goes to every screen."""
        if self.armed is None:
            return
        end = CommandState.EXPIRED if reason is Reason.ARM_EXPIRED else CommandState.CANCELLED
        self._gate.ledger.move(CommandNumber(_KIND, self.armed.epoch, self.armed.seq), end, reason)
        self._forget(reason)

    def key(self, now_ns: int) -> StateKey:
        """Return what is armed and for how long, the numbers used, and how the newest arming has ended."""
        armed, ended, epoch = self.armed, self._ended, self._gate.epoch
        waits = armed and (armed.operation, armed.by, armed.login, armed.until_ns - now_ns)
        used = self._newest.seq if self._newest.epoch == epoch else 0
        if ended is None or ended.epoch != epoch:
            return (waits, used)
        return (waits, used, ended.seq, ended.reason, epoch - ended.armed_in)

    def _void_reason(self, armed: ArmedOperation, now_ns: int) -> Reason | None:
        gate = self._gate
        if gate.state is not State.REST or gate.epoch != armed.epoch:
            return _reason_of(gate.ended_by)
        if now_ns >= armed.until_ns:
            return Reason.ARM_EXPIRED
        if not gate.lease.is_held_by(armed.by, now_ns):
            return Reason.NOT_HOLDER
        if self._digest(armed.operation, CommandNumber(_KIND, armed.epoch, armed.seq)) != armed.digest:
            return Reason.WORLD_CHANGED
        if not gate.rules.link.has_window(now_ns):
            return Reason.NO_WINDOW
        if gate.watch.operator_silent(now_ns):
            return Reason.OPERATOR_SILENT
        return gate.inhibition(now_ns)

    def _doubt(self, operation: Operation, now_ns: int) -> Doubt | None:
        """Return why no command may leave now: state, guards, rest, and what the arm does not have."""
        facts = arming_facts(self._gate, now_ns)
        doubt = table_doubt(self._gate, Event.OPERATE, now_ns) or guard(facts)
        doubt = doubt or (None if facts.quiet else Doubt(Reason.NOT_QUIET, facts.unrest))
        if doubt is None and facts.world is None:
            return Doubt(Reason.PREDICTOR_SILENT)
        return doubt or self._equipment_doubt(operation)

    def _equipment_doubt(self, operation: Operation) -> Doubt | None:
        rules = self._gate.rules
        match operation:
            case BrakeOperation(joint=joint) if joint >= len(rules.joints):
                return Doubt(Reason.NO_SUCH_EQUIPMENT, f"joint {joint + 1} of {len(rules.joints)}")
            case CameraOperation(camera=camera) if camera not in rules.cameras:
                return Doubt(Reason.NO_SUCH_EQUIPMENT, f"camera {camera!r}")
        return None

    def _unarmed_doubt(self, act: FireCritical) -> Doubt:
        """Return why a FIRE finds nothing armed: how its arming has ended, if that is known."""
        ended = self._ended
        if ended is None or (ended.armed_in, ended.seq, ended.epoch) != (
            act.epoch,
            act.seq,
            self._gate.epoch,
        ):
            return Doubt(Reason.NOT_ARMED)
        return Doubt(ended.reason, operation_text(act.operation))

    def _may_fire(self, sender: str, now_ns: int) -> bool:
        """True of the lease's holder and of who approves; under the two-person profile of any other too."""
        rules = self._gate.rules
        is_free = rules.commanding.two_person or sender in rules.approvers
        return is_free or self._gate.lease.is_held_by(sender, now_ns)

    def _person_doubt(self, armed: ArmedOperation, act: FireCritical, sender: str) -> Doubt | None:
        """Return why this participant may not fire; each has a key of its own, which proves who it is."""
        rules = self._gate.rules
        is_script = sender in rules.scripts
        if is_script and not rules.is_rehearsal:
            return Doubt(Reason.SCRIPT_FIRES)
        if not rules.commanding.two_person:
            return None
        is_other_role = rules.roles.get(sender) != rules.roles.get(armed.by)
        is_other_person = bool(act.login and armed.login) and act.login != armed.login
        if is_script or sender == armed.by or not (is_other_role or is_other_person):
            return Doubt(Reason.SECOND_PERSON, f"{armed.by} has armed")
        return None

    def _take_number(self, operation: Operation, sender: str, now_ns: int) -> CommandNumber:
        number = self._newest = CommandNumber(_KIND, self._gate.epoch, self.next_seq)
        asked = OperationArguments(operation=operation, actor=sender)
        self._gate.ledger.begin(number, now_ns=now_ns, arguments=asked)
        return number

    def _release(self, operation: Operation, number: CommandNumber, now_ns: int) -> None:
        gate = self._gate
        gate.ledger.release(number, now_ns)
        gate.quiet.disturb()
        gate.outbox.try_again()
        gate.outbox.log(gate.stream.record(gate.epoch), Unsent(number=number))
        gate.outbox.send(OperationCommand(epoch=number.epoch, seq=number.seq, operation=operation))

    def _forget(self, reason: Reason) -> None:
        if self.armed is not None:
            self._ended = _Ended(self.armed.seq, reason, self.armed.epoch, self._gate.epoch)
        self.armed = None

    def _digest(self, operation: Operation, number: CommandNumber) -> bytes:
        gate = self._gate
        if gate.stream.r is None or gate.watch.world is None:
            return b""
        return operation_digest(
            operation,
            (number.epoch, number.seq),
            r=gate.stream.r,
            world=gate.watch.world,
            configuration=gate.rules.configuration,
        )


def _reason_of(ended_by: str) -> Reason:
    """Return why motion has ended, or that something else was armed; one that is not known is on board's."""
    if not ended_by:
        return Reason.WRONG_STATE
    return Reason(ended_by) if ended_by in set(Reason) else Reason.ONBOARD_LATCH
