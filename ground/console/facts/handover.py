"""Between the feed's thread and the window's: the newest snapshot one way, a person's acts the other.

    feed role -- publish --> newest -- window, 10 Hz; at once what is an event
    feed role <-- take_acts -- acts <-- act -- window
    feed role <-- take_hand -- newest hand <-- set_hand, 20 Hz -- window

The hand, and that a person is there at all, is said by the window's own event loop and by nobody else: if
that stands still, so does this.

Both ends only ever append, take or replace one object, which needs no lock.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import Snapshot
from ground.operator.person.motion_acts import MotionAct
from ground.operator.person.pilot_state import PilotAct, SeenHand
from telemetry.messages.handle import Steering
from telemetry.messages.operations import ArmedOperation
from telemetry.messages.plan import StepRelease
from telemetry.messages.replay import ReplayControl


class TimeStep(NamedTuple):
    """A stepped clock or delay that a person has read and confirms."""

    seconds: float


class Fire(NamedTuple):
    """What is armed and a person has read, to be fired as it was shown."""

    armed: ArmedOperation


class ConfirmShown(NamedTuple):
    """The world update that is proposed and a person has read, by its hash."""

    digest: bytes


class PlanChoice(NamedTuple):
    """A plan of which a person wants what comes next."""

    offer: str  # empty: none is offered


class HandChoice(NamedTuple):
    """What a person's hand is to move, and how."""

    tool: str  # empty: the arm's first
    steering: Steering


class Acknowledged(NamedTuple):
    """The messages that a person has read."""

    number: int  # of the newest of them


ConsoleAct = (
    Literal["hold", "close"]
    | PilotAct
    | TimeStep
    | Fire
    | ConfirmShown
    | PlanChoice
    | HandChoice
    | MotionAct
    | StepRelease
    | ReplayControl
    | Noticed
    | Acknowledged
)


class Handover:
    """What two threads share."""

    def __init__(self) -> None:
        """Start with nothing to show and nothing to do."""
        self.newest: Snapshot | None = None
        self.wake: Callable[[], None] = lambda: None  # makes the feed take at once
        self._acts = deque[ConsoleAct]()
        self._hand: SeenHand | None = None
        self.is_event = False  # the newest tells of something that nobody has taken to be shown

    def publish(self, snapshot: Snapshot, *, is_event: bool = False) -> None:
        """Show this from now on; what is an event does not wait until it is time to draw."""
        self.newest = snapshot
        self.is_event = self.is_event or is_event

    def take_newest(self) -> Snapshot | None:
        """Return what is to be shown now."""
        self.is_event = False  # first: what is published meanwhile is taken the next time
        return self.newest

    def act(self, act: ConsoleAct) -> None:
        """Hand on what a person does at the window: it is taken at once."""
        self._acts.append(act)
        self.wake()

    def set_hand(self, hand: SeenHand, *, at_once: bool = False) -> None:
        """A person is there, with the hand as it is; what changes the dead-man is taken at once."""
        self._hand = hand
        if at_once:
            self.wake()

    def take_hand(self) -> SeenHand | None:
        """Return the hand if something was said of it since the last time."""
        hand, self._hand = self._hand, None
        return hand

    def take_acts(self) -> list[ConsoleAct]:
        """Return the acts since the last time, in order."""
        return [self._acts.popleft() for _ in range(len(self._acts))]


PROCESS_HANDOVER = (
    Handover()
)  # of this process: one window and one feed, made by a factory that knows only settings
