"""A role is killed in mid-motion, in virtual time: the arm stops, and moves only after a new arming."""

from typing import NamedTuple

import pytest
from after_a_kill import assert_stops_and_is_armed_again, reports, unasked_motions
from person_role import S, person

from ground.console.facts.command_book import CommandBook
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.rehearsal.summing_up import summarise
from ground.replay.check import check
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import RECORDER
from telemetry.drive.store import MemoryStore
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.acts import ArmAct
from telemetry.messages.queue import GateStatus
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.nominal_run import hold_press

# role -> state of the gate in which it is killed; the hand matters only to teleoperation
KILLED_IN = {
    "recorder": "plan",
    "bridge": "plan",
    "space_segment": "plan",
    "predictor": "plan",
    "planner": "plan",
    "gate": "plan",
    "haptics": "teleop",
    "operator": "plan",
}
DECIDES = ("bridge", "gate", "planner", "predictor")
SCENARIO = load("short_link")
IN_MOTION_NS = 5 * S // 2  # after the gate has begun: the arm in orbit moves, and telemetry has shown it
AWAY_NS = S
HELD_S = {"plan": 18.0, "teleop": 28.0}  # HOLD is pressed: the role is back, and the arm was armed again
LATCHES_NS = 3 * S  # after that


class Heard(NamedTuple):
    """One message that somebody was given."""

    at_ns: int
    role: str
    message: object


class Flight:
    """A flight of the short scenario with a kill, and a HOLD after it."""

    def __init__(self, role, recording):
        run = run_settings(SCENARIO, seed=1, run_id="killed")
        self.heard, self.facts, self.state, self.path = [], Facts.of(run), "", recording
        self.held_ns = round(HELD_S[KILLED_IN[role]] * S)
        store = MemoryStore()
        if role in DECIDES:  # it is run again from its recording
            store = RecordingStore(recording, about_rehearsal(SCENARIO, run), sync=False)
        self.driver = (VirtualTime if role in DECIDES else UncodedTime)(
            [*roles(SCENARIO, run), person("console", (self.held_ns / S, hold_press("console")))],
            seed=1,
            stores=lambda name: store if name == RECORDER else MemoryStore(),
            observe=self._note,
        )
        self._kill(role)
        self.driver.run(until_ns=self.held_ns + LATCHES_NS)
        self.driver.close()
        if role in DECIDES:
            store.close()
        self.summary = summarise(SCENARIO, run, self.facts, driven=Driven("virtual", 1, 1.0, [], None))

    def _kill(self, role):
        self.driver.run(until_ns=self.held_ns, finished=lambda: self.state == KILLED_IN[role])
        self.driver.run(until_ns=self.driver.now_ns + IN_MOTION_NS)
        self.killed_ns = self.driver.now_ns
        self.driver.kill(role)
        self.driver.run(until_ns=self.killed_ns + AWAY_NS)
        self.driver.start(role)

    def _note(self, at_ns, role, message):
        self.heard.append(Heard(at_ns, role, message))
        self.facts.on_message(at_ns, role, message)
        if isinstance(message, GateStatus):
            self.state = message.state


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """The flight in which a role is killed, flown once."""
    flights = {}

    def fly(role):
        if role not in flights:
            flights[role] = Flight(role, tmp_path_factory.mktemp(role) / "killed.mcap")
        return flights[role]

    return fly


@pytest.mark.parametrize("role", KILLED_IN)
def test_the_arm_was_in_motion_stops_and_moves_again_only_when_it_is_armed_again(flown, role):
    flight = flown(role)
    assert_stops_and_is_armed_again(flight.heard, flight.killed_ns)
    assert flight.summary.contacts == []


@pytest.mark.parametrize("role", KILLED_IN)
def test_hold_still_latches_the_spacecraft_afterwards(flown, role):
    flight = flown(role)
    before = [report for at_ns, report in reports(flight.heard) if at_ns < flight.held_ns]
    _, last = reports(flight.heard)[-1]
    assert not before[-1].latched
    assert (last.latched, last.latch_reason) == (True, "hold_commanded")


@pytest.mark.parametrize("role", DECIDES)
def test_nobody_decides_otherwise_again_and_only_the_end_of_who_was_killed_is_not_checked(flown, role):
    told = check(flown(role).path)
    assert not [row for row in told.roles if row.difference]
    unchecked = {(row.participant, row.life) for row in told.roles if row.outcome != "SAME"}
    assert unchecked <= {(role, 1)}
    assert [row.life for row in told.roles if row.participant == role] == [1, 2]
    assert all(row.compared > 0 for row in told.roles)


def test_a_motion_without_an_arming_would_be_seen(flown):
    heard = flown("planner").heard
    moved = [at_ns for at_ns, report in reports(heard) if report.mode == "moving"]
    nobody_armed = [each for each in heard if not isinstance(each.message, ArmAct)]
    assert unasked_motions(heard, killed_ns=0) == []
    assert unasked_motions(nobody_armed, killed_ns=0)[:1] == moved[:1]


def book_of(flight):
    """The book that a console keeps of all commands."""
    book = CommandBook()
    for at_ns, role, message in flight.heard:
        if role == "console":
            book.on_message(message, at_ns)
    return book.rows


@pytest.mark.parametrize("role", KILLED_IN)
def test_whoever_is_killed_each_command_comes_to_one_end(flown, role):
    flight = flown(role)
    rows = [row for row in book_of(flight) if row.begun_ns < flight.held_ns - 2 * S]
    assert len(rows) > 20
    for row in rows:
        ends = [stage.state.is_end for stage in row.stages]
        assert ends == [False] * (len(ends) - 1) + [True], row


def test_a_gate_that_begins_again_ends_what_was_in_its_queue_and_on_its_way(flown):
    rows = book_of(flown("gate"))
    assert {row.state.value for row in rows if row.reason == "restarted"} == {"cancelled", "lost"}
