"""Acts of participants: the lease, arming, resuming, disarming and HOLD; every act but HOLD is answered.

Only the holder of the lease may act; HOLD is free to all, and a person's ends the script's lease.
"""

from collections.abc import Set
from typing import assert_never

from planner.gate.arming_facts import arming_facts, table_doubt
from planner.gate.guards.arming import Arming, CertifiedPlans, guard_plan, guard_steering, guard_teleop
from planner.gate.guards.person_hold import PersonHold
from planner.gate.operations import Operations
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.policy import Doubt
from planner.gate.state import GateState
from planner.gate.world_updates import WorldProposals
from telemetry.agreed.authority import ARMED, Event, State
from telemetry.agreed.limits import CLOCK_STEP_NS
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import (
    Act,
    ActReply,
    ArmPlan,
    ArmTeleop,
    Confirm,
    Disarm,
    GoNoGo,
    Lease,
    LeasedAct,
    LeaseRequest,
    ResumeAct,
)
from telemetry.messages.base import shortened, wire_name
from telemetry.messages.command import HoldCommand
from telemetry.messages.operations import ArmCritical, FireCritical, Operate
from telemetry.messages.plan import PlanReady
from telemetry.messages.world import ConfirmWorld, ProposeWorld

CONFIRMED_WITHIN_S = CLOCK_STEP_NS / NS_PER_S  # of the figure that is stated then: else it is another step


class AuthorityActs:
    """Where acts come in and are answered."""

    def __init__(self, gate: GateState, person_hold: PersonHold) -> None:
        """Start without holder and plans."""
        self._gate = gate
        self.person_hold = person_hold
        self._plans = CertifiedPlans()
        self.operations, self.world_proposals = Operations(gate), WorldProposals(gate)

    def on_act(self, act: Act, sender: str, now_ns: int) -> None:
        """Do what a participant asks, or answer why not."""
        self._answer(act, sender, self.person_hold.doubt(sender) or self._doubt(act, sender, now_ns))

    def _answer(self, act: Act, sender: str, doubt: Doubt | None) -> None:
        """Send the answer to an act to the participant that asked."""
        detail = "; ".join(text for text in (doubt.detail, line(doubt.reason)) if text) if doubt else ""
        self._gate.outbox.send(
            ActReply(
                act=wire_name(type(act)),
                to=sender,
                number=act.number,
                accepted=doubt is None,
                reason=doubt.reason if doubt else "",
                detail=shortened(detail),
            )
        )

    def on_operator_beat(self, sender: str, now_ns: int) -> None:
        """Note that the holder is there, perhaps after a silence; the beat of another counts for nothing."""
        if self._gate.lease.is_held_by(sender, now_ns):
            if self._gate.watch.operator_silent(now_ns):
                self._gate.on_event(Event.OPERATOR_SILENT, now_ns)
            self._gate.watch.on_operator_beat(now_ns)

    def on_hold(self, command: HoldCommand, now_ns: int, *, why: Doubt | None = None) -> None:
        """Take a HOLD of any participant, in every state; `why`: the gate itself asks for it."""
        if self.person_hold.on_hold(command.actor):
            self._end_script(now_ns)
        self._gate.hold(command, now_ns, why=why)

    def on_latch_by_hold(self, now_ns: int) -> None:
        """Take that telemetry shows a latch by HOLD."""
        if self.person_hold.on_latch_by_hold():
            self._end_script(now_ns)

    def _end_script(self, now_ns: int) -> None:
        if self._gate.lease.holder in self.person_hold.scripts:
            self._gate.lease.end()
            self._gate.outbox.send(Lease(holder="", until_ns=now_ns))

    def on_plan_ready(self, ready: PlanReady) -> None:
        """Take a plan that has been certified."""
        self._plans.add(ready.certificate)

    def end_lease(self, now_ns: int) -> None:
        """End a lease that was not renewed, and the motion with it: before every act and every release."""
        if self._gate.lease.has_expired(now_ns):
            self._gate.outbox.send(Lease(holder="", until_ns=now_ns))
            self._gate.on_event(Event.BLOCKED, now_ns, Reason.NOT_HOLDER)

    def key(self, now_ns: int) -> StateKey:
        """Return whom a HOLD waits for, which plans may be armed, and what waits to be fired."""
        waiting = self.operations.key(now_ns), self.world_proposals.key(now_ns)
        return (self.person_hold.record, self._plans.key, waiting)

    def _doubt(self, act: Act, sender: str, now_ns: int) -> Doubt | None:
        if isinstance(act, LeaseRequest):
            return self._lease_doubt(act, sender, now_ns)
        if isinstance(act, Confirm):
            return self._confirm(act, now_ns)
        if isinstance(act, GoNoGo):
            return self._word(act, sender, now_ns)
        if isinstance(act, ProposeWorld):
            return self.world_proposals.on_propose(act, sender, now_ns)
        if isinstance(act, FireCritical):
            return self.operations.on_fire(act, sender, now_ns)
        if not self._gate.lease.is_held_by(sender, now_ns):
            return Doubt(Reason.NOT_HOLDER)
        return self._do(act, sender, now_ns)

    def _lease_doubt(self, act: LeaseRequest, sender: str, now_ns: int) -> Doubt | None:
        """Grant, renew or hand over the lease, or say why not."""
        lease, taken_from = self._gate.lease, ""
        if act.take_over and lease.holder not in ("", sender):
            doubt = self._take_over_doubt(sender, now_ns)
            if doubt:
                return doubt
            taken_from = lease.holder
            lease.end()
        elif sender == lease.holder and act.session != lease.session:
            self._end_with_session(now_ns)
        is_new = sender != lease.holder
        if not lease.ask(sender, now_ns, session=act.session):
            return Doubt(Reason.NOT_HOLDER, f"holder: {lease.holder}")
        if is_new:
            self._gate.watch.on_new_holder()
            self._plans.on_new_holder()
        granted = Lease(holder=lease.holder, until_ns=lease.until_ns, taken_from=taken_from)
        self._gate.outbox.send(granted)
        return None

    def _word(self, act: GoNoGo, sender: str, now_ns: int) -> Doubt | None:
        """Take GO or NO-GO of one who is asked; without all of them what moves ends at once."""
        doubt = self._gate.poll.on_word(sender, go=act.go)
        if doubt is None and self._gate.poll.objection:
            self._gate.on_event(Event.BLOCKED, now_ns, Reason.NO_GO, detail=self._gate.poll.text)
        return doubt

    def _take_over_doubt(self, sender: str, now_ns: int) -> Doubt | None:
        """Return why a lease may not be taken over now: a person may, once nothing moves, or after HOLD."""
        gate = self._gate
        if sender in self.person_hold.scripts:
            return Doubt(Reason.NOT_HOLDER, f"holder: {gate.lease.holder}")
        if gate.state is State.HELD or (gate.state is State.REST and gate.is_quiet(now_ns)):
            return None
        return Doubt(Reason.MOVES_FOR_HOLDER, f"{gate.state.value}, holder: {gate.lease.holder}")

    def _end_with_session(self, now_ns: int) -> None:
        """End a lease, and what moves under it: its console has gone, and another life of it asks."""
        self._gate.lease.end()
        self._gate.outbox.send(Lease(holder="", until_ns=now_ns))
        self._gate.on_event(Event.BLOCKED, now_ns, Reason.NOT_HOLDER)
        self.operations.review(now_ns)

    def _do(self, act: LeasedAct, sender: str, now_ns: int) -> Doubt | None:
        match act:
            case ArmPlan():
                return self._arm_plan(act, sender, now_ns)
            case ArmTeleop():
                return self._arm_teleop(act, sender, now_ns)
            case ResumeAct():
                return self._resume(sender, now_ns)
            case ArmCritical():
                return self.operations.on_arm(act, sender, now_ns)
            case Operate():
                return self.operations.on_operate(act, sender, now_ns)
            case ConfirmWorld():
                return self.world_proposals.on_confirm(act, sender, now_ns)
            case Disarm() if self.operations.armed:
                self.operations.end_arming(Reason.DISARMED)
                return None
            case Disarm() if self._gate.state not in ARMED:
                return Doubt(Reason.WRONG_STATE)
            case Disarm():
                self._gate.on_event(Event.DISARM, now_ns)
                return None
            case _:
                assert_never(act)

    def _confirm(self, act: Confirm, now_ns: int) -> Doubt | None:
        """Take a stepped clock or delay for good: at rest, and only the figure that the gate states."""
        gate = self._gate
        step_s, newest = gate.watch.time_step_s, gate.watch.newest
        if step_s is None or newest is None or not abs(act.step - step_s) <= CONFIRMED_WITHIN_S:
            return Doubt(Reason.NOTHING_TO_CONFIRM, gate.watch.figures_text(Reason.TIME_STEPPED))
        if not gate.watch.has_telemetry(now_ns):
            return Doubt(Reason.TELEMETRY_STALE)
        if gate.state not in (State.REST, State.HELD) or newest.mode not in ("latched", "ready"):
            return Doubt(Reason.STILL_MOVING)
        gate.confirm_time(now_ns)
        return None

    def _arm_plan(self, act: ArmPlan, sender: str, now_ns: int) -> Doubt | None:
        gate, certificate = self._gate, self._plans.find(act.plan_id, act.certificate)
        doubt = table_doubt(self._gate, Event.ARM_PLAN, now_ns) or guard_plan(
            arming_facts(gate, now_ns), certificate, retreat=act.retreat
        )
        doubt = doubt or self._plans.lease_doubt(act.plan_id)
        if doubt is None:
            arming = Arming(
                holder=sender, tick=gate.ticks, source="plan", certificate=certificate, retreat=act.retreat
            )
            gate.arm(Event.ARM_PLAN, arming, now_ns)
        return doubt

    def _arm_teleop(self, act: ArmTeleop, sender: str, now_ns: int) -> Doubt | None:
        gate = self._gate
        doubt = table_doubt(self._gate, Event.ARM_TELEOP, now_ns) or _tool_doubt(act.tool, gate.rules.tools)
        doubt = doubt or guard_steering(act.steering)
        doubt = doubt or guard_teleop(
            arming_facts(gate, now_ns), gate.press, gate.watch.dead_man_lost(now_ns), retreat=act.retreat
        )
        if doubt is None:
            arming = Arming(
                holder=sender,
                tick=gate.ticks,
                source="teleop",
                tool=act.tool,
                steering=act.steering,
                retreat=act.retreat,
            )
            gate.arm(Event.ARM_TELEOP, arming, now_ns)
        return doubt

    def _resume(self, sender: str, now_ns: int) -> Doubt | None:
        if self._gate.state is State.REST and self.person_hold.who:  # only the script still waits
            self.person_hold.on_resume(sender)
            self.person_hold.on_latch_gone()
            return None
        doubt = table_doubt(self._gate, Event.RESUME, now_ns) or self._resume_doubt(now_ns)
        if doubt is None:
            self._gate.on_event(Event.RESUME, now_ns)
            self.person_hold.on_resume(sender)
        return doubt

    def _resume_doubt(self, now_ns: int) -> Doubt | None:
        gate = self._gate
        newest, sent_ns = gate.watch.newest, gate.resume_sent_ns
        if not gate.rules.is_numbered:
            return Doubt(Reason.NUMBERS_UNKNOWN)
        if newest is None or not gate.watch.has_telemetry(now_ns):
            return Doubt(Reason.TELEMETRY_STALE)
        if gate.ledger.is_open("hold"):
            return Doubt(Reason.HOLD_UNCONFIRMED)
        if not newest.latched or newest.mode != "latched" or not gate.stream.at_rest:
            return Doubt(Reason.STILL_MOVING)
        if sent_ns is not None and now_ns - sent_ns < gate.rules.resume_patience_ns:
            return Doubt(Reason.RESUME_PENDING)
        return None


def _tool_doubt(tool: str, tools: Set[str]) -> Doubt | None:
    """Return the doubt about a tool that the arm does not have."""
    if not tool or tool in tools:
        return None
    return Doubt(Reason.UNKNOWN_TOOL, f"{tool!r}; there are {', '.join(sorted(tools))}")
