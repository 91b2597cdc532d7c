"""A whole scripted run that a person holds: nothing moves until a person resumes, then it goes on."""

import pytest
from person_role import S, person

from ground.rehearsal.roles import roles
from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.reasons import Reason
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.messages.acts import ActReply, LeaseRequest, ResumeAct
from telemetry.messages.command import Motion
from tests.nominal_run import hold_press

SCENARIO = load("short_link")
EVA = "person:eva"


class Flight:
    """One flight of the short scenario with people in it."""

    def __init__(self, *people, until_s=30.0, deaths=()):
        run = run_settings(SCENARIO, seed=1, run_id="test")
        self.facts, self.heard = Facts.of(run), []
        driver = UncodedTime([*roles(SCENARIO, run), *people], seed=1, observe=self._observe)
        for role, dies_s, starts_s in deaths:
            driver.run(until_ns=round(dies_s * S))
            driver.kill(role)
            driver.run(until_ns=round(starts_s * S))
            driver.start(role)
        driver.run(until_ns=round(until_s * S), finished=lambda: self.facts.script is not None)
        driver.run(until_ns=driver.now_ns + S)
        self.summary = summarise(SCENARIO, run, self.facts, driven=Driven("virtual", 1, 1.0, [], None))

    def _observe(self, at_ns, role, message):
        self.facts.on_message(at_ns, role, message)
        self.heard.append((at_ns / S, role, message))

    def told(self, role, kind):
        return [(at_s, m) for at_s, receiver, m in self.heard if receiver == role and isinstance(m, kind)]

    def moved_after(self, at_s):
        return [
            t for t, motion in self.told("bridge", Motion) if motion.set_point.kind == "motion" and t > at_s
        ]


@pytest.fixture(scope="module")
def ended():
    return Flight(person("console", (12.0, hold_press("console"))))


@pytest.fixture(scope="module")
def resumed():
    acts = ((16.0, LeaseRequest(login="eva")), (16.1, ResumeAct()))
    return Flight(person("console", (12.0, hold_press("console"))), person("person", *acts), until_s=60.0)


def test_without_people_the_arm_moves_long_after_that_time():
    assert Flight(until_s=20.0).moved_after(12.5)


def test_after_a_persons_hold_the_script_moves_nothing_for_the_rest_of_the_run(ended):
    assert ended.moved_after(12.0) == []
    assert ended.facts.script is None
    assert (ended.summary.ok, ended.summary.ended_by.who) == (None, "console")


def test_the_script_asks_once_is_refused_with_the_reason_and_waits(ended):
    refused = [m for t, m in ended.told("operator", ActReply) if t > 12.0 and not m.accepted]
    assert 1 <= len(refused) <= 2
    assert {reply.reason for reply in refused} == {Reason.PERSON_HOLD}


def test_after_a_persons_resume_the_script_plans_anew_and_ends_as_expected(resumed):
    assert resumed.facts.script.completed
    assert (resumed.summary.ok, resumed.summary.ended_by) == (True, None)
    assert min(resumed.moved_after(12.0)) > 16.1
    assert [(row.who, row.act) for row in resumed.summary.interventions] == [
        ("console", "HOLD"),
        (EVA, "RESUME"),
    ]


@pytest.mark.parametrize(
    "at_s", [16.0, *(pytest.param(at_s, marks=pytest.mark.sweep) for at_s in (0.5, 1.5, 8.0, 19.0, 21.0))]
)
def test_whenever_a_person_holds_the_script_is_over_until_a_person_resumes(at_s):
    flight = Flight(person("console", (at_s, hold_press("console"))), until_s=at_s + 12.0)
    assert flight.moved_after(at_s + 0.01) == []
    assert flight.summary.ended_by.who == "console"
    assert flight.summary.ended_by.at_s == pytest.approx(at_s, abs=0.01)


@pytest.mark.parametrize(
    ("role", "dies_s", "starts_s"),
    [
        pytest.param("operator", 14.0, 15.0, marks=pytest.mark.long),  # and begins its script anew
        ("gate", 11.9, 12.5),  # and never hears the press
        pytest.param("gate", 12.2, 12.5, marks=pytest.mark.sweep),  # and the HOLD is still on its way up
        pytest.param("gate", 15.0, 15.5, marks=pytest.mark.sweep),  # and the latch stands
        pytest.param("bridge", 12.3, 13.0, marks=pytest.mark.long),
    ],
)
def test_no_restart_gives_the_script_back_what_a_person_took(role, dies_s, starts_s):
    held = person("console", (12.0, hold_press("console")))
    flight = Flight(held, until_s=27.0, deaths=[(role, dies_s, starts_s)])
    assert flight.moved_after(12.01) == []
    assert (flight.summary.ok, flight.summary.ended_by.who) == (None, "console")
