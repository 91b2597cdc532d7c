"""A screen that is opened in mid-pass, or again after it was killed, shows what one from the start shows."""

import pytest
from console_person import at_console

from ground.console.facts.settings import ConsoleSettings
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.procedure import PlanOffer
from ground.rehearsal.roles import for_person, roles
from ground.scenario.scenario import run_settings
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.step_table import StepTable, WaitTable
from tests.short_flights import planned_a_little, steered_into_the_target

FIRST, LATE, WATCHING = "console", "console-2", "observer"
HALF_NS, KILLED_NS, END_NS = 12 * S, 15 * S, 39 * S // 2


class Pass:
    """A flight by a script until a hand was stopped, on three screens."""

    def __init__(self):
        scenario = steered_into_the_target()
        run = run_settings(scenario, seed=1, run_id="late")
        names = (FIRST, LATE, WATCHING)
        screens = [at_console(ConsoleSettings(run=run, participant=name)) for name in names]
        self.driver = UncodedTime([*roles(scenario, run), *screens], seed=1)
        for name in (LATE, WATCHING):
            self.driver.kill(name)
        self.driver.run(until_ns=HALF_NS)
        self.at_half = self.shown(FIRST)
        for name in (LATE, WATCHING):
            self.driver.start(name)
        self.driver.run(until_ns=KILLED_NS)
        self.before_its_death = self.shown(FIRST)
        self.driver.kill(FIRST)
        self.driver.run(until_ns=KILLED_NS + S)
        self.driver.start(FIRST)
        self.driver.run(until_ns=END_NS)

    def shown(self, name):
        return self.driver.role(name).window.snapshot


@pytest.fixture(scope="module")
def flown():
    return Pass()


@pytest.mark.parametrize("name", [LATE, WATCHING])
def test_a_screen_that_is_opened_in_mid_pass_shows_every_command_as_the_first_one_does(flown, name):
    assert len(flown.at_half.commands) > 10
    assert flown.shown(name).past.is_whole
    assert list(flown.shown(name).commands) == list(flown.shown(FIRST).commands)


def test_one_that_was_killed_shows_again_what_it_showed_and_what_came_while_it_was_dead(flown):
    again, before = flown.shown(FIRST).commands, flown.before_its_death.commands
    ended = [row for row in before if row.state.is_end]
    assert len(ended) > 10
    assert [row for row in again if row in ended] == ended
    assert any(KILLED_NS < stage.at_ns < KILLED_NS + S for row in again for stage in row.stages)


@pytest.mark.parametrize("name", [LATE, WATCHING])
def test_it_shows_why_the_arm_was_stopped_before_it_was_opened(flown, name):
    first = flown.shown(FIRST).explanations.newest
    assert any(each.at_ns < HALF_NS for each in first)
    assert flown.shown(name).explanations.newest == first


WAIT = StepTable(wait=WaitTable(for_s=0.2))
OFFERS = (PlanOffer(name="plan 1", plan=StepsTable(steps=(WAIT,) * 4)),)


def two_steps(window):
    """Take the lease, and carry out half of the plan."""
    yield from window.do("lease")
    yield from window.do("resume")
    yield from window.plan("plan 1")
    yield from window.plan("plan 1")


class Procedure:
    """A person carries out half of a plan; others look on, from the start, late, and anew after a kill."""

    def __init__(self):
        scenario = for_person(planned_a_little())
        run = run_settings(scenario, seed=1, run_id="late")
        settings = [ConsoleSettings(run=run, participant=name, offers=OFFERS) for name in (FIRST, LATE)]
        settings.append(ConsoleSettings(run=run, participant=WATCHING))
        screens = [at_console(each) for each in settings]
        self.driver = UncodedTime([*roles(scenario, run, operator="person"), *screens], seed=1)
        self.driver.kill(WATCHING)
        self.driver.role(FIRST).steps = two_steps(self.window(FIRST))
        self.driver.run(until_ns=9 * S)
        self.by_first = self.offer(FIRST)
        self.meanwhile = self.offer(LATE)
        self.driver.kill(FIRST)
        for name in (FIRST, WATCHING):
            self.driver.start(name)
        self.driver.run(until_ns=12 * S)

    def window(self, name):
        return self.driver.role(name).window

    def offer(self, name):
        (offer,) = self.window(name).snapshot.pilot.offers
        return offer


@pytest.fixture(scope="module")
def procedure():
    return Procedure()


def test_a_second_console_sees_the_steps_of_the_one_who_flies_in_their_states(procedure):
    assert [row.state for row in procedure.by_first.rows] == ["done", "done", "to do", "to do"]
    assert procedure.meanwhile.rows == procedure.by_first.rows
    assert (procedure.by_first.by, procedure.meanwhile.by) == ("", FIRST)


def test_an_observer_who_comes_after_the_death_of_the_one_who_flew_sees_them_too(procedure):
    assert procedure.offer(WATCHING) == OfferedPlan("plan 1", procedure.by_first.rows, "", FIRST)


@pytest.mark.parametrize("name", [FIRST, LATE])
def test_whoever_goes_on_goes_on_from_there(procedure, name):
    assert procedure.offer(name).rows == procedure.by_first.rows
    assert procedure.offer(name).key == "wait: step 3"
