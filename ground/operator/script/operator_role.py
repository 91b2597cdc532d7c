"""The operator role: scripted intent that does what a person at the console would do, and no more.

A person's HOLD takes the lease away; the script then waits until a person has resumed, and goes on from rest.

It asks for the lease, beats 20 times each second, and follows the scenario's script.  At the end it waits
until every command has ended and the arm is confirmed at rest, and says that the script is done.
"""

import numpy as np

from ground.operator.arming import settle
from ground.operator.client import LOOK_NS, Steps
from ground.operator.script.script import OperatorSettings, ScriptAct, perform
from ground.operator.scripted import ScriptedOperator
from ground.operator.world_step import update_world
from telemetry.agreed.limits import next_instant
from telemetry.life.contract import Effects, Input, Send, Store
from telemetry.messages.acts import ScriptDone
from telemetry.messages.base import shortened
from telemetry.messages.world import BodyPlaced
from telemetry.plan.step_table import SecureTable


class OperatorRole:
    """Looks, acts, and beats."""

    def __init__(self, settings: OperatorSettings, rng: np.random.Generator) -> None:
        """Begin the script with the first tick."""
        self.due_ns = 0
        self._client = ScriptedOperator(
            settings.run, settings.participant, settings.operator, rng=rng, joints=settings.joints
        )
        self._client.pushes_ns = settings.befalls.pushes_ns
        self._measured = say_measured(self._client, settings.befalls.measured)
        self._script = follow(self._client, settings.acts)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take what is shown; the answer waits for the next look."""
        self._client.on_message(message, now_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Beat, renew the lease, and go on with the script."""
        self.due_ns = next_instant(self.due_ns, period_ns=LOOK_NS, now_ns=now_ns)
        self._client.beat()
        self._client.look(now_ns)
        next(self._measured, None)
        next(self._script, None)
        return [Send(message) for message in self._client.take_outbox()]


def build(settings: OperatorSettings, store: Store, rng: np.random.Generator) -> OperatorRole:
    """Make the scripted operator of a rehearsal."""
    return OperatorRole(settings, rng)


def follow(client: ScriptedOperator, acts: tuple[ScriptAct, ...]) -> Steps[None]:
    """Do the acts in order, as far as they succeed, and report how it went."""
    yield from client.until(lambda: client.holds_lease)
    acts_done, failure = 0, ""
    for number, act in enumerate(acts, 1):
        failure = yield from perform(client, act.content, f"act-{number}")
        if failure:
            failure = f"act {number}: {failure}"
            break
        acts_done = number
    if not (failure or _ends_held(acts)):
        failure = yield from settle(client)
    detail = failure or f"{acts_done} of {len(acts)} acts"
    client.send(ScriptDone(completed=not failure, acts_done=acts_done, detail=shortened(detail)))


def say_measured(client: ScriptedOperator, measured: tuple[tuple[int, BodyPlaced], ...]) -> Steps[None]:
    """Propose and confirm each body that is measured elsewhere, as its time has come."""
    for at_ns, placed in measured:
        yield from _wait_for_time(client, at_ns)
        yield from update_world(client, placed)


def _wait_for_time(client: ScriptedOperator, at_ns: int) -> Steps[bool]:
    return (yield from client.until(lambda: client.now_ns >= at_ns and client.holds_lease))


def _ends_held(acts: tuple[ScriptAct, ...]) -> bool:
    """Return whether the last act leaves the arm safe and held, so that nothing is resumed after it."""
    plan = acts[-1].plan
    return plan is not None and bool(plan.steps) and isinstance(plan.steps[-1].content, SecureTable)
