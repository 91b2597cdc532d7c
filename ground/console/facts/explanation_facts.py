"""Why something stopped or did not begin: the newest holds, roll-backs and refusals, with their ways out."""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.acts import ActReply, LeaseRequest
from telemetry.messages.base import wire_name
from telemetry.messages.plan import PlanRefused
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack

KEPT_EXPLANATIONS = 4  # that are kept
EXPLANATION_KINDS = ("ROLL-BACK", "HOLD", "REFUSED", "NO PLAN")

_REASONS = {reason.value: reason for reason in Reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why something stopped or did not begin, and the way out."""

    kind: str  # of `EXPLANATION_KINDS`
    reason: str  # code of `telemetry.agreed.reasons`
    detail: str
    at_ns: int
    pair: tuple[str, str] = ("", "")
    distance: float | None = None  # [m]
    required: float | None = None  # [m]
    time_to_contact: float | None = None  # [s]
    cancelled: int | None = None
    over: str = ""  # by what since then; empty: it is not over

    @property
    def cause(self) -> str:
        """What happened, in one clause; the bare code if the registry does not know it."""
        known = _REASONS.get(self.reason)
        return cause(known) if known else self.reason or "no reason was given"

    @property
    def cure(self) -> str:
        """The way out, in one clause; empty if the registry does not know the code."""
        known = _REASONS.get(self.reason)
        return cure(known) if known else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationFacts(PanelFacts):
    """The newest explanations."""

    newest: tuple[Explanation, ...] = ()  # the newest of all last
    gate: str = field(default="", compare=False)  # newest state of the gate; empty: not heard yet

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "ExplanationFacts":
        """Note what is over: all at the next arming, a stop once it was resumed."""
        facts = replace(self, gate=status.state)
        if status.state in ARMED:
            return facts._marked_over("armed again")
        is_resumed = (self.gate, status.state) == (State.HELD, State.REST)
        return facts._marked_over("resumed", ("HOLD", "ROLL-BACK")) if is_resumed else facts

    def on_roll_back(self, message: RollBack, now_ns: int) -> "ExplanationFacts":
        """Explain a roll-back."""
        return self._with_new(
            Explanation(
                kind="ROLL-BACK",
                reason=message.reason,
                detail=f"set-point {message.seq} was refused",
                at_ns=now_ns,
                pair=message.pair,
                distance=message.distance,
                required=message.required,
                time_to_contact=message.time_to_contact,
                cancelled=message.cancelled,
            )
        )

    def on_hold_notice(self, message: HoldNotice, now_ns: int) -> "ExplanationFacts":
        """Explain a hold; a detail that only repeats its cause is left out."""
        hold = Explanation(kind="HOLD", reason=message.reason, detail="", at_ns=now_ns)
        figures = message.detail.removesuffix(f"{hold.cause}; {hold.cure}").removesuffix("; ")
        is_repeated = figures.startswith(hold.cause)
        return self._with_new(hold if is_repeated else replace(hold, detail=figures))

    def on_act_reply(self, reply: ActReply, now_ns: int) -> "ExplanationFacts":
        """Explain a refused act, but not a lease that is asked for again and again."""
        is_asked_again = (reply.act, reply.reason) == (wire_name(LeaseRequest), Reason.NOT_HOLDER)
        if reply.accepted or is_asked_again:
            return self
        detail = f"{reply.act} of {reply.to}" + (f": {reply.detail}" if reply.detail else "")
        return self._with_new(Explanation(kind="REFUSED", reason=reply.reason, detail=detail, at_ns=now_ns))

    def on_plan_refused(self, message: PlanRefused, now_ns: int) -> "ExplanationFacts":
        """Explain why there is no plan."""
        why = Explanation(kind="NO PLAN", reason=message.reason, detail=message.plan_id, at_ns=now_ns)
        is_all = message.detail == f"{why.cause}; {why.cure}"
        return self._with_new(why if is_all else replace(why, detail=f"{message.plan_id}: {message.detail}"))

    def _with_new(self, explanation: Explanation) -> "ExplanationFacts":
        return replace(self, newest=(*self.newest, explanation)[-KEPT_EXPLANATIONS:])

    def _marked_over(self, by: str, kinds: Container[str] = EXPLANATION_KINDS) -> "ExplanationFacts":
        """Return that what these kinds of explanations tell of is over."""
        marked = (replace(each, over=by) if each.kind in kinds else each for each in self.newest)
        return replace(self, newest=tuple(marked))

    HANDLERS: ClassVar[Handlers] = {
        GateStatus: on_gate_status,
        RollBack: on_roll_back,
        HoldNotice: on_hold_notice,
        ActReply: on_act_reply,
        PlanRefused: on_plan_refused,
    }
