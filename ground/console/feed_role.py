"""The console's role: what is received becomes the snapshot, what a person does becomes messages.

    bus -- receive --> state, pilot -- snapshot, 20 Hz --> window
    bus <-- HOLD, acts, beat, hand -- tick, at once <-- window

An act wakes the feed, so HOLD leaves without waiting for the next regular tick.  The feed says that a person
is there, and where the hand is, only as often as the window has said it.  A replay has a feed of its own.
"""

import numpy as np

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import (
    PROCESS_HANDOVER,
    ConsoleAct,
    HandChoice,
    Handover,
    PlanChoice,
    TimeStep,
)
from ground.console.facts.settings import ConsoleSettings
from ground.console.replay.replay_feed import ReplayFeed
from ground.operator.person.pilot import Pilot
from telemetry.agreed.limits import next_instant
from telemetry.agreed.participants import REPLAY
from telemetry.life.contract import Effects, Input, Send, Store
from telemetry.messages.command import HoldCommand
from telemetry.messages.health import RunEnd, RunStage
from telemetry.messages.plan import StepRelease
from telemetry.messages.replay import ReplayControl

TICK_NS = 50_000_000


class ConsoleRole:
    """The feed of one window."""

    def __init__(self, settings: ConsoleSettings, handover: Handover, rng: np.random.Generator) -> None:
        """Start with dark screens."""
        self.due_ns = 0
        self._state = ConsoleState(settings.run)
        self._pilot = Pilot(
            settings.run,
            settings.participant,
            settings.offers,
            nonce=lambda: int(rng.integers(2**63)),
            joints=settings.joints,
            flies=settings.flies,
        )
        self._handover = handover

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take in what is told."""
        self._state.on_message(message, now_ns)
        self._pilot.on_message(message, now_ns)
        if isinstance(message, RunStage | RunEnd):  # told before the first tick and after the last one too
            self._publish(now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send what a person did, and show what is known; may be called before it is due."""
        self.due_ns = next_instant(self.due_ns, period_ns=TICK_NS, now_ns=now_ns)
        self._pilot.look(now_ns)
        for act in self._handover.take_acts():
            self._on_act(act)
        hand = self._handover.take_hand()
        if hand is not None:
            self._pilot.on_hand(hand)
        self._pilot.go_on()
        done = self._pilot.take_outbox()
        for message in done:
            if isinstance(message, HoldCommand):
                self._state.on_hold_pressed(message, now_ns)
        self._publish(now_ns)
        return [Send(message) for message in done]

    def _publish(self, now_ns: int) -> None:
        self._handover.publish(self._state.snapshot(now_ns, self._pilot.shown))

    def _on_act(self, act: ConsoleAct) -> None:
        match act:
            case "hold":
                self._pilot.hold()
            case "close":
                self._pilot.close()
            case TimeStep(seconds=step_s):
                self._pilot.confirm(step_s)
            case PlanChoice(offer=offer):
                self._pilot.carry_on(offer)
            case HandChoice(tool=tool, steering=steering):
                self._pilot.arm_hand(tool, steering)
            case StepRelease():
                self._pilot.send(act)
            case ReplayControl():
                pass  # nothing is replayed here
            case _:
                self._pilot.press(act)


def feed_of(
    settings: ConsoleSettings, handover: Handover, rng: np.random.Generator
) -> ConsoleRole | ReplayFeed:
    """Return the feed of a window, as the mode of its run asks."""
    if settings.run.mode == REPLAY:
        return ReplayFeed(settings.run, handover, controls=not settings.observes)
    return ConsoleRole(settings, handover, rng)


def build(settings: ConsoleSettings, store: Store, rng: np.random.Generator) -> ConsoleRole | ReplayFeed:
    """Make the feed of this process's window."""
    return feed_of(settings, PROCESS_HANDOVER, rng)
