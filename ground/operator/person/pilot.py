"""A person flies: each press begins one act, and the screen shows what it waits for or why it was refused.

    Take lease --> Resume --> next of a plan --> (seen in the scene) --> Arm plan --+
                                 |        ^--------------------------------------'  +--> End the pass
                                 +--> Arm hand: hold the dead-man, steer --> Disarm -+

An act waits for what time brings (the gate's answer, rest in telemetry), and never tries again by itself.
A new one takes the place of one that still waits; so does HOLD.
"""

from collections.abc import Callable
from typing import assert_never

from ground.operator.arming import arm_act
from ground.operator.client import OperatorClient, Steps
from ground.operator.operation_step import fire_act
from ground.operator.person import person_acts
from ground.operator.person.motion_acts import OpenPlan, SavePlan
from ground.operator.person.mouse_hand import hand_intent
from ground.operator.person.person_acts import refusal, settle
from ground.operator.person.person_files import PersonFiles
from ground.operator.person.person_motion import Asked, PersonMotion
from ground.operator.person.person_plans import PersonPlans
from ground.operator.person.person_way_out import PersonWayOut
from ground.operator.person.pilot_state import PendingAct, PilotAct, PilotState, SeenHand
from ground.operator.procedure import PlanOffer
from predictor.model.robot import Robot
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.acts import ActReply, ArmTeleop, LeaseRequest, ScriptDone
from telemetry.messages.base import wire_name
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.handle import Steering
from telemetry.messages.operations import ArmedOperation, Operation
from telemetry.messages.plan import ProcedureReport

PRESSED_S = 0.2  # a pressed dead-man has been seen
PRESS_WITHIN_S = 20.0  # after the hand was asked for
DEAD_MAN = "the dead-man: hold it"
LEASE_GONE = "the lease to end"
OUTCOMES = {"arm plan": "armed: its steps tell how far it is", "arm hand": "armed", "retreat": "armed"}
ENDED_BY_HOLD = "ended by HOLD"
ARMING_OVER = "was armed, and that is over"


class Pilot(OperatorClient):
    """The client of a person."""

    def __init__(
        self,
        run: RunSettings,
        participant: str,
        offers: tuple[PlanOffer, ...] = (),
        *,
        nonce: Callable[[], int],
        robot: Robot,
        flies: bool = False,
    ) -> None:
        """Begin without an act; `flies`: no script does."""
        super().__init__(run, participant, nonce=nonce)
        self.session = nonce()
        self.joints = tuple(joint.name for joint in robot.commanded)
        self._plans = PersonPlans(self, offers)
        self._motion = PersonMotion(self, self._plans, robot)
        self._flies = flies
        self._pending: PendingAct | None = None
        self._steps: Steps[str] | None = None
        self._pressed_ns: int | None = None  # since when the dead-man is held
        self._was_armed = False  # since the newest act has ended
        self.files = PersonFiles(self)
        self._way_out = PersonWayOut(self)

    def on_message(self, message: object, now_ns: int) -> None:
        """Take what a screen shows."""
        super().on_message(message, now_ns)
        if isinstance(message, ProcedureReport):
            self._plans.on_report(message)

    def on_past_report(self, report: ProcedureReport) -> None:
        """Take how far a plan was when this participant began, by whoever carried it out."""
        self._plans.on_past_report(report)

    def _on_reply(self, reply: ActReply) -> None:
        """Take an answer; a lease that was refused is asked for again only by an act."""
        super()._on_reply(reply)
        if reply.act == wire_name(LeaseRequest) and not reply.accepted:
            self.keeps_lease = False

    @property
    def shown(self) -> PilotState:
        """What the screen shows now."""
        return PilotState(
            holds_lease=self.holds_lease,
            keeps_lease=self.keeps_lease,
            offers=self._plans.shown,
            plan=self._plans.ready,
            pending=self._pending,
            flies=self._flies,
            arm_refusal=self._plans.arm_refusal,
            motion=self._motion.shown,
            planning=tuple(self.planning.values()),
            saved=self.files.names,
            way_out=self._way_out.shown,
            poses=self._motion.poses,
            polled=self.polled,
            needs_other=person_acts.needs_other(self),
            confirms_world=person_acts.confirms_world(self),
        )

    def press(self, act: PilotAct) -> None:
        """Begin an act."""
        self._begin(act, self._steps_of(act))

    def _steps_of(self, act: PilotAct) -> Steps[str]:
        match act:
            case "lease" | "take over":
                return self._take_lease(take_over=act == "take over")
            case "go" | "no go":
                return person_acts.answer_poll(self, go=act == "go")
            case "leave":
                return self._leave_lease()
            case "arm plan":
                return self._arm_plan()
            case "arm hand":
                return self._arm_hand("", self.run.hand.steering)
            case "retreat":
                return self._retreat()
            case "disarm":
                return person_acts.disarm(self)
            case "resume":
                return self._resume()
            case "shortest":
                return self._motion.ask_shortest()
            case "cancel planning":
                return person_acts.cancel_planning(self)
            case "end":
                return person_acts.end_pass(self, lambda: self._plans.progress)
            case _:
                assert_never(act)

    def carry_on(self, offer: str) -> None:
        """Do what comes next of one of the plans that are offered; empty: none is."""
        self._begin(offer or "plan", self._plans.carry_on(offer))

    def ask_motion(self, act: Asked) -> None:
        """Have a motion planned; without the lease it is only looked at."""
        self._begin("motion", self._motion.ask(act))

    def ask_fixture(self, request: FixtureRequest) -> None:
        """Have a fixture made that leads the hand, or taken away."""
        self._begin("fixture", person_acts.ask_fixture(self, request))

    def ask_file(self, act: SavePlan | OpenPlan) -> None:
        """Save what was asked for last, or open a plan that was saved."""
        if isinstance(act, SavePlan):
            return self._begin("save plan", self.files.save(act.name, self._motion.moves))
        return self._begin("open plan", self.files.open(act.name, self._plans.add))

    def arm_hand(self, tool: str, steering: Steering) -> None:
        """Arm the hand for one of the arm's tools, empty: its first, to be steered so."""
        self._begin("arm hand", self._arm_hand(tool, steering))

    def confirm(self, what: float | bytes) -> None:
        """Confirm by how much clock or delay have stepped [s], or a world update by its hash."""
        self._begin("confirm", person_acts.confirm(self, what))

    def operate(self, operation: Operation) -> None:
        """Have a command without motion armed, or given where it is not critical."""
        self._begin("equipment", person_acts.ask_operation(self, operation))

    def fire(self, armed: ArmedOperation) -> None:
        """Fire what is armed, as it was shown; it ends no act that waits for just that."""
        self.do(fire_act(armed))

    def hold(self) -> None:
        """Press HOLD; whatever still waits waits no longer."""
        if self._steps is not None:
            self._finish("", ENDED_BY_HOLD)
        self.hold_now()

    def close(self) -> None:
        """Press HOLD and end the pass, as the window is closed."""
        self.hold()
        detail = f"the window of {self.participant} was closed"
        self.send(ScriptDone(completed=False, acts_done=0, detail=detail, plans=self._plans.progress))

    def on_hand(self, hand: SeenHand) -> None:
        """Take the hand on the handle; it counts only if the lease is kept."""
        if not self.keeps_lease:
            return
        self.beat()
        self._pressed_ns = (self._pressed_ns or self.now_ns) if hand.dead_man else None
        self.send(hand_intent(hand, is_engaged=self.is_engaged))

    @property
    def is_engaged(self) -> bool:
        """True if a set-point of the hand has been taken: the handle's place of then is its origin."""
        status = self.status
        if status is None or status.state not in ARMED:
            return False
        return status.state in (State.TELEOP, State.RETREAT) or status.waiting > 0

    def go_on(self) -> None:
        """Go on with the plans and the act, as far as they can."""
        self._plans.go_on()
        self._way_out.go_on()
        if self._steps is None or self._pending is None:
            return self._note_end()
        try:
            next(self._steps)
        except StopIteration as ended:
            name = self._pending.name
            self._finish(ended.value, OUTCOMES.get(name) or self._plans.outcome(name))
        else:
            self._pending = self._pending._replace(waits_for=self.waits_for)
        return None

    def _note_end(self) -> None:
        """Show no longer that something is armed once the gate has ended that."""
        is_armed = self.status is not None and self.status.state in ARMED
        if self._was_armed and not is_armed and self._pending and self._pending.outcome in OUTCOMES.values():
            self._pending = self._pending._replace(outcome=ARMING_OVER, at_ns=self.now_ns)
        self._was_armed = is_armed

    def _begin(self, name: str, steps: Steps[str]) -> None:
        if self._steps is not None:
            self._steps.close()
        self._steps = steps
        self._pending = PendingAct(name, "its turn", "", self.now_ns)

    def _finish(self, refused: str, outcome: str) -> None:
        if self._steps is not None:
            self._steps.close()
        self._steps, self._was_armed = None, False
        if self._pending is not None:
            self._pending = PendingAct(self._pending.name, "", refused, self.now_ns, outcome)

    # the acts: each ends with why it was not done, or empty

    def _take_lease(self, *, take_over: bool = False) -> Steps[str]:
        return person_acts.lease_refusal(self, (yield from self.take_lease(take_over=take_over)))

    def _resume(self) -> Steps[str]:
        """Leave a HOLD, and keep the lease for it where no script goes on."""
        why = (yield from self._take_lease()) if self._flies and not self.keeps_lease else ""
        return why or (yield from person_acts.resume(self))

    def _leave_lease(self) -> Steps[str]:
        self.keeps_lease = False
        yield from self.until(lambda: not self.holds_lease, what=LEASE_GONE)
        return ""

    def _arm_plan(self) -> Steps[str]:
        plan = self._plans.ready
        why = self._plans.arm_refusal or (yield from settle(self)) or self._plans.arm_refusal
        if why or plan is None:
            return why
        before = self.interruptions
        why = refusal((yield from self.ask(arm_act(plan))))
        if not why:
            self._plans.on_armed(before)
        return why

    def _arm_hand(self, tool: str, steering: Steering) -> Steps[str]:
        """Arm as soon as the dead-man is held; a hand that was let go is quickly taken again."""
        if not (yield from self.until(self._is_pressed, PRESS_WITHIN_S, what=DEAD_MAN)):
            return line(Reason.DEAD_MAN_NOT_PRESSED)
        return (yield from self._take_hand(ArmTeleop(tool=tool, steering=steering)))

    def _take_hand(self, act: ArmTeleop) -> Steps[str]:
        reply = yield from self.ask(act)
        if reply is None or reply.reason != Reason.NOT_QUIET:
            return refusal(reply)
        return (yield from settle(self)) or refusal((yield from self.ask(act)))

    def _retreat(self) -> Steps[str]:
        """Arm the way out: of the hand if the dead-man is held, else the plan that is shown or asked for."""
        if self._is_pressed():
            return (yield from self._take_hand(ArmTeleop(steering=self.run.hand.steering, retreat=True)))
        return (yield from person_acts.retreat(self, self._way_out.ready))

    def _is_pressed(self) -> bool:
        return self._pressed_ns is not None and self.now_ns - self._pressed_ns >= PRESSED_S * NS_PER_S
