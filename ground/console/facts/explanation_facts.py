"""Why something stopped or did not begin: the newest holds, roll-backs and refusals, with their ways out."""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts
from ground.series.explanation_words import (
    EXPLANATION_KINDS,
    HOLD,
    ROLL_BACK,
    Explaining,
    ExplanationWords,
    explained,
)
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ActReply, LeaseRequest
from telemetry.messages.base import wire_name
from telemetry.messages.plan import PlanRefused
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack

KEPT_EXPLANATIONS = 4  # that are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why something stopped or did not begin, and the way out."""

    words: ExplanationWords
    reason: str  # code of `telemetry.agreed.reasons`
    at_ns: int
    over: str = ""  # by what since then; empty: it is not over


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
        return facts._marked_over("resumed", (HOLD, ROLL_BACK)) if is_resumed else facts

    def on_end(self, message: RollBack | HoldNotice | PlanRefused, now_ns: int) -> "ExplanationFacts":
        """Explain a hold, a roll-back, or why there is no plan."""
        return self._with_new(message, now_ns)

    def on_act_reply(self, reply: ActReply, now_ns: int) -> "ExplanationFacts":
        """Explain a refused act, but not a lease that is asked for again and again."""
        is_asked_again = (reply.act, reply.reason) == (wire_name(LeaseRequest), Reason.NOT_HOLDER)
        return self if reply.accepted or is_asked_again else self._with_new(reply, now_ns)

    def _with_new(self, message: Explaining, now_ns: int) -> "ExplanationFacts":
        explanation = Explanation(words=explained(message), reason=message.reason, at_ns=now_ns)
        return replace(self, newest=(*self.newest, explanation)[-KEPT_EXPLANATIONS:])

    def _marked_over(self, by: str, kinds: Container[str] = EXPLANATION_KINDS) -> "ExplanationFacts":
        """Return that what these kinds of explanations tell of is over."""
        marked = (replace(each, over=by) if each.words.kind in kinds else each for each in self.newest)
        return replace(self, newest=tuple(marked))

    HANDLERS: ClassVar[Handlers] = {
        GateStatus: on_gate_status,
        RollBack: on_end,
        HoldNotice: on_end,
        ActReply: on_act_reply,
        PlanRefused: on_end,
    }
