"""A person at a real console role, in virtual time: a window that draws nothing, and a hand on it.

The procedure is a generator: it looks at the snapshot, presses, and yields until the next look, 20 times each
second.  Each look of the window also says that the person is there, with the hand as it is.
"""

from ground.console.facts.handover import Handover, PlanChoice
from ground.console.facts.settings import ConsoleSettings
from ground.console.feed_role import ConsoleRole
from ground.operator.person.pilot_state import SeenHand
from telemetry.life.contract import RoleSpec

CENTRE = (0.0, 0.0, 0.0)


class Window:
    """What a person sees and does."""

    def __init__(self):
        self.handover = Handover()
        self.p, self.dead_man = CENTRE, False
        self.now_ns = 0
        self.is_blocked = False  # its event loop stands still

    @property
    def snapshot(self):
        return self.handover.newest

    @property
    def state(self):
        gate = self.snapshot and self.snapshot.authority.gate
        return gate.value.state if gate else ""

    @property
    def pending(self):
        return self.snapshot.pilot.pending

    def do(self, act):
        """Press, and wait until nothing is waited for; returns why it was refused, or empty."""
        self.handover.act(act)
        return (yield from self._done())

    def plan(self, offer):
        self.handover.act(PlanChoice(offer))
        return (yield from self._done())

    def _done(self):
        yield
        yield
        while self.pending.waits_for:
            yield
        return self.pending.refused

    def until(self, condition):
        while not condition():
            yield

    def pause(self, seconds):
        end_ns = self.now_ns + round(seconds * 1e9)
        yield from self.until(lambda: self.now_ns >= end_ns)


class FlownConsole:
    """The console's role, and the person in front of it."""

    def __init__(self, settings, rng):
        self.window = Window()
        self.inner = ConsoleRole(settings, self.window.handover, rng)
        self.steps = iter(())  # what the person does

    @property
    def due_ns(self):
        return self.inner.due_ns

    def receive(self, message, sender, now_ns):
        return self.inner.receive(message, sender, now_ns)

    def tick(self, now_ns):
        window = self.window
        window.now_ns = now_ns
        if window.snapshot is not None and not window.is_blocked:
            next(self.steps, None)
        if not window.is_blocked:
            window.handover.set_hand(SeenHand(window.p, window.dead_man, now_ns))
        return self.inner.tick(now_ns)


def build(settings: ConsoleSettings, store, rng):
    return FlownConsole(settings, rng)


def at_console(settings):
    """A console of these settings, with a person at it."""
    return RoleSpec(settings.participant, f"{__name__}:build", settings)
