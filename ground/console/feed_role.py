"""The console's role: what is received becomes the snapshot, what a person does becomes messages.

    bus -- receive --> state, pilot -- snapshot, 20 Hz, and at once what is an event --> window
    bus <-- HOLD, acts, beat, hand -- tick, at once <-- window

An act wakes the feed, so HOLD leaves without waiting for the next regular tick.  The feed says that a person
is there, and where the hand is, only as often as the window has said it.  A replay has a feed of its own.
"""

import numpy as np

from ground.console.facts.handover import (
    PROCESS_HANDOVER,
    Acknowledged,
    ConfirmShown,
    ConsoleAct,
    Fire,
    HandChoice,
    Handover,
    PlanChoice,
    TimeStep,
)
from ground.console.facts.hold_facts import PROBE_NS
from ground.console.facts.joined_state import JoinedState
from ground.console.facts.message_book import Noticed
from ground.console.facts.settings import ConsoleSettings
from ground.console.replay.replay_feed import ReplayFeed
from ground.operator.person.kept_plans import PlanFolder, file_plan
from ground.operator.person.motion_acts import (
    AskFixture,
    AskJog,
    AskJointJog,
    AskMotion,
    AskOperation,
    OpenPlan,
    SavePlan,
)
from ground.operator.person.pilot import Pilot
from predictor.run_model import read_model
from telemetry.agreed.limits import next_instant
from telemetry.agreed.participants import CONSOLE, REPLAY
from telemetry.life.contract import Effects, Input, Send, Store, Work, WorkDone
from telemetry.messages.acts import ActReply
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand, HoldProbe, HoldTaken
from telemetry.messages.health import RunEnd, RunStage
from telemetry.messages.plan import PlanReady, PlanRefused, StepRelease, StepReport
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack
from telemetry.messages.replay import ReplayControl

TICK_NS = 50_000_000
AT_ONCE = (  # run's stages are told before the first tick and after the last one too
    *(RunStage, RunEnd, ActReply, PlanReady, PlanRefused, StepReport),
    *(HoldTaken, HoldNotice, RollBack),
)


class ConsoleRole:
    """The feed of one window."""

    def __init__(self, settings: ConsoleSettings, handover: Handover, rng: np.random.Generator) -> None:
        """Start with dark screens."""
        self.due_ns = self._probe_ns = 0
        self._state = JoinedState(settings.run, settings.participant)
        self._pilot = Pilot(
            settings.run,
            settings.participant,
            settings.offers,
            nonce=lambda: int(rng.integers(2**63)),
            robot=read_model(settings.run).robot,
            flies=settings.flies,
        )
        self._folder = PlanFolder(path=settings.plans, run=settings.run)
        if settings.plans:
            self._pilot.files.list_names()
        self._handover = handover
        self._gate: tuple[object, ...] | None = None  # what is an event of its status

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take in what is told."""
        if isinstance(message, WorkDone):
            self._pilot.files.on_filed(message.value)
            return ()
        self._state.on_message(message, now_ns)
        self._pilot.on_message(message, now_ns)
        for report in self._state.take_reports():
            self._pilot.on_past_report(report)
        if self._is_event(message):
            self._publish(now_ns, is_event=True)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send what a person did, and show what is known; may be called before it is due."""
        self.due_ns = next_instant(self.due_ns, period_ns=TICK_NS, now_ns=now_ns)
        self._pilot.look(now_ns)
        acts = self._handover.take_acts()
        for act in acts:
            self._on_act(act)
        hand = self._handover.take_hand()
        if hand is not None:
            self._pilot.on_hand(hand)
        self._pilot.go_on()
        done = self._pilot.take_outbox()
        for message in done:
            if isinstance(message, HoldCommand):
                self._state.on_hold_pressed(message, now_ns)
        self._publish(now_ns, is_event=bool(acts))
        done += self._due_probe(now_ns)
        asked = self._state.request(now_ns)
        files = self._pilot.files.take_requests()
        return [
            *(Send(message) for message in (*done, *((asked,) if asked else ()))),
            *(Work("plan file", file_plan, (self._folder, request)) for request in files),
        ]

    def _due_probe(self, now_ns: int) -> list[Message]:
        """Return what shows, once a second, whether HOLD would get there."""
        if now_ns < self._probe_ns:
            return []
        self._probe_ns = now_ns + PROBE_NS
        self._state.on_hold_probed(now_ns)
        return [HoldProbe(number=now_ns)]

    def _publish(self, now_ns: int, *, is_event: bool) -> None:
        self._handover.publish(self._state.snapshot(now_ns, self._pilot.shown), is_event=is_event)

    def _is_event(self, message: Input) -> bool:
        """Return whether a person is to see at once what a message tells."""
        if not isinstance(message, GateStatus):
            return isinstance(message, AT_ONCE)
        armed = message.armed and (message.armed.epoch, message.armed.seq)
        proposed = message.proposed and message.proposed.digest
        standing = (message.state, message.epoch, message.has_window, message.latched, armed, proposed)
        before, self._gate = self._gate, standing
        return before != self._gate

    def _on_act(self, act: ConsoleAct) -> None:
        match act:
            case "hold":
                self._pilot.hold()
            case "close":
                self._pilot.close()
            case TimeStep(seconds=what) | ConfirmShown(digest=what):
                self._pilot.confirm(what)
            case Fire(armed=armed):
                self._pilot.fire(armed)
            case PlanChoice(offer=offer):
                self._pilot.carry_on(offer)
            case HandChoice(tool=tool, steering=steering):
                self._pilot.arm_hand(tool, steering)
            case AskMotion() | AskJog() | AskJointJog():
                self._pilot.ask_motion(act)
            case AskFixture(request=request):
                self._pilot.ask_fixture(request)
            case AskOperation(operation=operation):
                self._pilot.operate(operation)
            case SavePlan() | OpenPlan():
                self._pilot.ask_file(act)
            case StepRelease():
                self._pilot.send(act)
            case Noticed():
                self._state.on_notice(act, self._pilot.now_ns)
            case Acknowledged(number=number):
                self._state.acknowledge(number)
            case ReplayControl():
                pass  # nothing is replayed here
            case _:
                self._pilot.press(act)


def feed_of(
    settings: ConsoleSettings, handover: Handover, rng: np.random.Generator
) -> ConsoleRole | ReplayFeed:
    """Return the feed of a window, as the mode of its run asks."""
    if settings.run.mode == REPLAY:
        controls = settings.seat == CONSOLE
        return ReplayFeed(settings.run, handover, controls=controls, recording=settings.recording)
    return ConsoleRole(settings, handover, rng)


def build(settings: ConsoleSettings, store: Store, rng: np.random.Generator) -> ConsoleRole | ReplayFeed:
    """Make the feed of this process's window."""
    return feed_of(settings, PROCESS_HANDOVER, rng)
