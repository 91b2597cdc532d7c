"""A person arms equipment at a console alone, and an approver at another fires it: by the key of each."""

import msgspec
import pytest
from console_person import at_console

from ground.console.facts.handover import Fire
from ground.console.facts.settings import ConsoleSettings
from ground.operator.person.motion_acts import AskOperation
from ground.rehearsal.roles import for_person, roles
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.operations import CameraOperation, GripperOperation, OperationCommand
from tests.short_flights import replace

GRASP = GripperOperation(action="grasp", opening=0.03)
SHORT = for_person(load("short_link"))
TWO_PERSONS = replace(SHORT, commanding=msgspec.structs.replace(SHORT.commanding, two_person=True))
SEATS = ("console", "approver")
AFTER_NS = 5 * S  # in which anything that is fired again would come


class Run:
    """Two windows, each with what its person does, until `end` is in `told`: what came of it."""

    def __init__(self, end, **people):
        run = run_settings(TWO_PERSONS, seed=1, run_id="test")
        seats = [at_console(ConsoleSettings(run=run, participant=name)) for name in SEATS]
        self.told, self.fired = {}, []
        self.driver = UncodedTime(
            [*roles(TWO_PERSONS, run, operator="person"), *seats], seed=1, observe=self.observe
        )
        for name, does in people.items():
            self.driver.role(name).steps = does(self.driver.role(name).window, self.told)
        self.driver.run(until_ns=45 * S, finished=lambda: end in self.told)
        self.driver.run(until_ns=self.driver.now_ns + AFTER_NS)

    def observe(self, at_ns, name, message):
        if isinstance(message, OperationCommand) and name == "bridge":
            self.fired.append(message.operation)


def armed_in(window):
    gate = window.snapshot and window.snapshot.authority.gate
    return gate.value.armed if gate else None


def arms(window, told):
    yield from window.pause(1.0)
    told["lease"] = (yield from window.do("lease")) + (yield from window.do("resume"))
    window.handover.act(AskOperation(GRASP))
    yield from window.until(lambda: armed_in(window) is not None)
    told["needs other"] = window.snapshot.pilot.needs_other
    window.handover.act(Fire(armed_in(window)))
    yield from window.pause(1.0)
    told["own fire"] = armed_in(window) is not None
    yield from window.until(lambda: not window.pending.waits_for)
    told["outcome"] = window.pending.refused


def fires(window, told):
    yield from window.until(lambda: armed_in(window) is not None)
    yield from window.pause(3.0)
    window.handover.act(Fire(armed_in(window)))
    yield from window.until(lambda: armed_in(window) is None)


@pytest.fixture(scope="module")
def run():
    return Run("outcome", console=arms, approver=fires)


def test_what_one_has_armed_at_a_console_alone_the_approver_fires_and_the_arm_does_once(run):
    assert run.told == {"lease": "", "needs other": True, "own fire": True, "outcome": ""}
    assert run.fired == [GRASP]


def gives(window, told):
    yield from window.pause(1.0)
    told["lease"] = (yield from window.do("lease")) + (yield from window.do("resume"))
    told["camera"] = yield from window.do(AskOperation(CameraOperation(action="off", camera="no such")))


def test_what_the_arm_does_not_have_is_refused_at_the_console_with_the_reason():
    run = Run("camera", console=gives)
    assert "no such" in run.told["camera"] and run.fired == []
