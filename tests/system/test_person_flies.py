"""A person flies a pass at a console, in virtual time: every act, and what ends motion without anybody."""

import msgspec
import pytest
from console_person import CENTRE, at_console

from ground.console.facts.settings import ConsoleSettings
from ground.faults.fault_seams import FaultSeams
from ground.faults.ground_faults import Frozen
from ground.rehearsal.roles import for_person, plan_offers, roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.rehearsal.summing_up import summarise
from ground.report.expect.table import ExpectTable
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.reasons import Reason, line
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.drive.store import MemoryStore
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.command import Motion
from telemetry.messages.handle import HandleSample
from telemetry.messages.queue import HoldNotice
from telemetry.recording.writing.mcap_file import RecordingStore

SCENARIO = for_person(load("short_link"))
UP = (0.0, 0.0, 0.04)
SAMPLE_NS = S // 50


class Flight:
    """One flight by a person; what each act came to is in `told`."""

    def __init__(self, procedure, scenario=SCENARIO, record=None):
        self.run = run_settings(scenario, seed=1, run_id="test")
        self.told, self.heard, self.facts = {}, [], Facts.of(self.run, "console")
        settings = ConsoleSettings(run=self.run, offers=plan_offers(scenario), flies=True)
        specs = [*roles(scenario, self.run, operator="person"), at_console(settings)]
        self.store = record and RecordingStore(record, about_rehearsal(scenario, self.run), sync=False)
        self.driver = (VirtualTime if record else UncodedTime)(
            specs,
            seed=1,
            observe=self._observe,
            stores=lambda role: self.store if self.store and role == "recorder" else MemoryStore(),
        )
        self.driver.role("console").steps = procedure(self.window, self.told)

    def until(self, condition, limit_s=120.0):
        self.driver.run(until_ns=round(limit_s * S), finished=condition)
        return self

    def end(self):
        self.until(lambda: self.facts.script is not None)
        self.driver.run(until_ns=self.driver.now_ns + S)
        return summarise(SCENARIO, self.run, self.facts, driven=Driven("virtual", 1, 1.0, [], None))

    def go_on(self, seconds):
        self.driver.run(until_ns=self.driver.now_ns + round(seconds * S))
        return self

    @property
    def window(self):
        return self.driver.role("console").window

    def _observe(self, at_ns, role, message):
        self.facts.on_message(at_ns, role, message)
        self.heard.append((at_ns, role, message))

    def times(self, role, kind, is_wanted=lambda message: True):
        return [t for t, who, m in self.heard if who == role and isinstance(m, kind) and is_wanted(m)]


def ready(window, told):
    """To an arm at rest without latch."""
    told["lease"] = yield from window.do("lease")
    told["resume"] = yield from window.do("resume")


def steered(window, told):
    """With the hand on the handle, up."""
    window.dead_man = True
    told["arm hand"] = yield from window.do("arm hand")
    yield from window.until(lambda: window.state == "teleop")
    window.p = UP


def whole_pass(window, told):
    """Plan, arm, HOLD in mid-plan, RESUME, again, a stroke by hand, disarm, end."""
    yield from ready(window, told)
    told["plan"] = yield from window.plan("plan 1")
    told["arm plan"] = yield from window.do("arm plan")
    yield from window.until(lambda: window.state == "plan")
    yield from window.pause(2.0)
    window.handover.act("hold")
    yield from window.until(lambda: window.state == "held")
    yield from window.pause(3.0)
    told["resume after HOLD"] = yield from window.do("resume")
    yield from steered(window, told)
    yield from window.pause(2.0)
    window.p = CENTRE
    yield from window.pause(3.0)
    told["disarm"] = yield from window.do("disarm")
    window.dead_man = False
    told["end"] = yield from window.do("end")


@pytest.fixture(scope="module")
def flown():
    flight = Flight(whole_pass)
    return flight, flight.end()


def test_a_person_flies_a_pass_from_the_lease_to_its_end(flown):
    flight, summary = flown
    assert set(flight.told.values()) == {""}
    assert (summary.ok, summary.ended_by) == (True, None)
    assert [act for _, act in flight.facts.arms if act.startswith("Arm")] == ["ArmPlan", "ArmTeleop"]


def test_what_only_the_script_was_to_do_is_not_judged_of_a_person_and_said_so(flown):
    flight, _ = flown
    expect = ExpectTable(completed=True, contacts_max=0, rollbacks_min=3, mission_max_s=1.0)
    scenario = msgspec.structs.replace(SCENARIO, expect=expect)
    summary = summarise(scenario, flight.run, flight.facts, driven=Driven("virtual", 1, 1.0, [], None))
    rows = {row.name: (row.ok, row.skipped) for row in summary.expectations}
    assert rows["completed"] == rows["contacts_max"] == (True, False)
    assert rows["rollbacks_min"] == rows["mission_max_s"] == (True, True)
    assert {"rollbacks_min was not judged", "mission_max_s was not judged"} <= texts(summary)


def texts(summary):
    return {row.text for row in summary.findings if row.severity == "warning"}


def test_a_pass_of_which_a_step_was_not_finished_is_not_plainly_nominal_and_names_who_ended_it(flown):
    _, summary = flown
    assert (summary.verdict, summary.ok) == ("NOMINAL WITH FINDINGS", True)
    [row] = [row for row in summary.findings if row.text.startswith("plan 1: ")]
    assert (row.text, row.reason) == (
        "plan 1: 0 of 1 step done, 1 not finished",
        "ended at rest by console",
    )


def test_the_hold_of_the_person_is_one_and_left_by_the_person(flown):
    _, summary = flown
    assert [(row.who, row.act) for row in summary.interventions] == [
        ("console", "RESUME"),
        ("console", "HOLD"),
        ("console", "RESUME"),
    ]


def test_a_plan_is_shown_before_it_is_armed_and_until_orbit_has_flown_it():
    seen = []

    def looks(window, told):
        yield from ready(window, told)
        yield from window.plan("plan 1")
        seen.append(window.snapshot.plan.ready)
        yield from window.do("arm plan")
        yield from window.until(lambda: window.state == "plan")
        seen.append(window.snapshot.plan.ready)
        yield from window.until(lambda: window.state == "rest")
        seen.append(window.snapshot.plan.ready)
        yield from window.until(lambda: window.snapshot.plan.ready is None)
        yield from window.do("end")

    Flight(looks).end()
    assert seen[0] is not None and seen == seen[:1] * 3


def test_each_act_says_what_it_waits_for():
    said = []

    def looks(window, told):
        for act in ("lease", "resume", "arm hand"):
            window.handover.act(act)
            yield
            yield
            while window.pending.waits_for:
                said.append((act, window.pending.waits_for))
                yield
        told["refused"] = window.pending.refused
        yield from window.do("end")

    flight = Flight(looks)
    flight.end()
    assert ("resume", "fresh telemetry") in said
    assert ("resume", "the latch to be gone in telemetry") in said
    assert ("arm hand", "the dead-man: hold it") in said
    assert flight.told["refused"] == line(Reason.DEAD_MAN_NOT_PRESSED)


def test_an_act_that_is_refused_says_why_with_the_way_out():
    def looks(window, told):
        told["disarm"] = yield from window.do("disarm")
        told["arm plan"] = yield from window.do("arm plan")
        yield from window.do("end")

    flight = Flight(looks)
    flight.end()
    assert line(Reason.NOT_HOLDER) in flight.told["disarm"]
    assert flight.told["arm plan"] == "there is no plan to arm: ask for one"


def steering(window, told):
    yield from ready(window, told)
    yield from steered(window, told)


def moves(message):
    return message.set_point.kind == "motion"


@pytest.mark.parametrize("what", ["the process", "the event loop"])
def test_a_window_that_freezes_has_let_go_of_the_dead_man(what):
    flight = Flight(steering)
    flight.until(lambda: flight.times("bridge", Motion, moves)).go_on(1.0)
    frozen_ns = flight.driver.now_ns
    if what == "the process":
        frozen = Frozen(participant="console", at_s=frozen_ns / S, duration_s=30.0)
        flight.driver.seams = FaultSeams([frozen], seed=1)
    else:
        flight.window.is_blocked = True
    flight.go_on(3.0)
    held = flight.times("gate", HandleSample, lambda sample: sample.dead_man)
    assert frozen_ns < held[-1] <= frozen_ns + DEAD_MAN_NS + 2 * SAMPLE_NS
    assert flight.times("bridge", Motion, moves)[-1] <= frozen_ns + DEAD_MAN_NS + 2 * SAMPLE_NS
    notices = [m for _, who, m in flight.heard if who == "planner" and isinstance(m, HoldNotice)]
    assert {m.reason for m in notices} & {Reason.DEAD_MAN_RELEASED, Reason.OPERATOR_SILENT}


def test_closing_the_window_ends_the_pass_with_a_hold():
    flight = Flight(steering)
    flight.until(lambda: flight.times("bridge", Motion, moves)).go_on(1.0)
    flight.window.handover.act("close")
    summary = flight.end()
    assert (summary.ok, summary.ended_by.who) == (None, "console")


def test_a_person_has_the_tube_made_that_leads_the_scripts_hand_and_is_asked_to_steer():
    def led(window, told):
        yield from ready(window, told)
        told["hand 1"] = yield from window.plan("hand 1")

    flight = Flight(led, for_person(load("fixture_around_panel")))
    flight.until(lambda: "hand 1" in flight.told)
    assert flight.told["hand 1"] == ""
    assert [shown.fixture.kind for shown in flight.window.snapshot.fixtures.shown] == ["tube"]
    assert "arm the hand" in flight.window.snapshot.pilot.offers[0].rows[0].detail
