"""What a person has chosen at the panels for the keys that begin something: of the window's thread alone.

panel of plans ----> offer            F2 asks for what comes next of it,
form of a motion --> request            or for the motion of the form, if that was touched last
panel of the hand -> hand             F4 arms it so
history ------------> take_draft      the form shows where a command brought the joints, to be asked for again
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ground.console.facts.handover import ConsoleAct, HandChoice, PlanChoice
from telemetry.messages.handle import Steering


class PlanRequested(NamedTuple):
    """What a form asks for, as it stands now."""

    text: str  # on the key: what is asked for, in a few words
    act: ConsoleAct
    why_not: str = ""  # it cannot be asked for as it stands, with the way out; empty: it can


class Chosen:
    """The newest choices."""

    def __init__(self) -> None:
        """Begin without a plan, and with the hand as it usually is."""
        self.offer = ""  # plan of those that are offered; empty: nobody has chosen
        self.request: PlanRequested | None = None  # of a form; None: the plan that is offered is asked for
        self.take_draft: Callable[[tuple[float, ...]], None] | None = None  # of the form: joint values (n,)
        self.hand: Callable[[], HandChoice] = _usual_hand  # as it is when the key is pressed

    def choose_offer(self, name: str) -> None:
        """Ask for what comes next of a plan that is offered."""
        self.offer, self.request = name, None

    def offer_of(self, names: Sequence[str]) -> str:
        """Return the plan that is chosen of those that are offered, or else their first; empty: none is."""
        return self.offer if self.offer in names else next(iter(names), "")

    def plan_act(self, names: Sequence[str]) -> ConsoleAct:
        """Return what the key of planning asks for, where these plans are offered."""
        return self.request.act if self.request else PlanChoice(self.offer_of(names))


def _usual_hand() -> HandChoice:
    return HandChoice("", Steering())
