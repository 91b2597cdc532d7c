"""A person at a console reads what another has proposed of the world, and confirms it by its key."""

import numpy as np
import pytest
from console_person import at_console

from ground.console.facts.handover import ConfirmShown
from ground.console.facts.settings import ConsoleSettings
from ground.console.scene.bodies import read_bodies
from ground.console.scene.scene_look import scene_look
from ground.console.texts.message_words import message_text
from ground.rehearsal.roles import for_person, roles
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.world import BodyPlaced, ProposeWorld
from tests.short_flights import replace

UP = (0.0, 0.0, 0.05)
MOVED = ProposeWorld(ask=BodyPlaced("target", UP, (1.0, 0.0, 0.0, 0.0)))
SHORT = for_person(load("short_link"))
TRUTH = replace(SHORT.truth, plant="kinematic")


def proposed_in(window):
    gate = window.snapshot and window.snapshot.authority.gate
    return gate.value.proposed if gate else None


def confirms(window, told):
    yield from window.pause(1.0)
    told["lease"] = yield from window.do("lease")
    yield from window.until(lambda: proposed_in(window) is not None)
    told["may"] = window.snapshot.pilot.confirms_world
    yield from window.do(ConfirmShown(b"of another"))
    told["another hash"] = window.pending.refused
    told["confirmed"] = yield from window.do(ConfirmShown(proposed_in(window).digest))
    yield from window.until(lambda: window.snapshot.arm.world.updates.count)


@pytest.fixture(scope="module")
def run():
    run = run_settings(SHORT, seed=1, run_id="test")
    seats = [at_console(ConsoleSettings(run=run, participant=name)) for name in ("console", "console-2")]
    driver = UncodedTime([*roles(replace(SHORT, truth=TRUTH), run, operator="person"), *seats], seed=1)
    told, console, other = {}, driver.role("console"), driver.role("console-2")
    console.steps = confirms(console.window, told)
    driver.run(until_ns=5 * S)
    other.inner._pilot.do(MOVED)
    driver.run(until_ns=8 * S)
    return told, run, [each.window.snapshot for each in (console, other)]


def test_who_holds_the_lease_confirms_at_the_console_what_another_console_proposes(run):
    told, _, _ = run
    assert "no such update" in told.pop("another hash")
    assert told == {"lease": "", "may": True, "confirmed": ""}


def test_every_console_tells_what_came_of_it(run):
    for snapshot in run[2]:
        texts = "; ".join(message_text(line).text for line in snapshot.messages)
        words = "target stands z +50 mm from its file"
        assert f"world update proposed by console-2: {words}" in texts
        assert f"world update confirmed by console, every verdict before it is void: {words}" in texts


def test_every_console_draws_the_body_where_it_was_confirmed(run):
    _, settings, snapshots = run
    bodies = read_bodies(settings)
    for snapshot in snapshots:
        assert np.allclose(scene_look(bodies, snapshot, snapshot.at_ns).moved["target"][:3, 3], UP, atol=0.01)
