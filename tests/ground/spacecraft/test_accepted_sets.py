"""A spacecraft takes every key set that is installed and not revoked, also those that come meanwhile."""

import io

import pytest

from ground.spacecraft.accepted_sets import AcceptedSets
from telemetry.agreed.participants import PARTICIPANTS, SPACECRAFT
from telemetry.files.refused import SafetyError
from telemetry.keys.key_sets import drawn_rings
from telemetry.messages.command import Keep, ResumeCommand
from telemetry.network.event_log import EventLog
from tests.ground.rehearsal.spacecraft.test_served_passes import Ground, Orbit

SETS = [
    drawn_rings(bytes([number]) * 31 + b"\0", mode="rehearsal", number=number, participants=PARTICIPANTS)
    for number in (1, 2)
]
FIRST, SECOND = (rings[SPACECRAFT].key_id for rings in SETS)


class Station(Orbit):
    """A spacecraft whose sets change while it lives."""

    def __init__(self):
        self.here, self.log = {FIRST: SETS[0]}, io.StringIO()
        super().__init__(SETS[0])

    def end(self):
        def begin(rings):
            self._ring = rings[SPACECRAFT]
            return Orbit.end(self)

        return AcceptedSets(self.look, begin, EventLog(SPACECRAFT, lambda: self.now_ns, self.log))

    def look(self):
        if not self.here:
            raise SafetyError("orbit", "", "has no set in use")
        return dict(self.here)


@pytest.fixture
def station():
    return Station()


def test_the_next_set_is_taken_once_it_is_installed_and_ends_the_pass_under_the_former(station):
    before = Ground(station, "pass-1", ring=SETS[0]["bridge"]).begin()
    assert not before.resume().latched
    station.here[SECOND] = SETS[1]
    station.role.end.refresh()
    after = Ground(station, "pass-2", ring=SETS[1]["bridge"]).begin(flying=before)
    assert after.fly(0.5).latch_reason == "pass_started"
    refused = sum(station.role.end.refused.values())
    before.send(ResumeCommand(epoch=2, q=station.start_q))
    assert after.fly(1.5).latched, "whoever has the former keys commands no more"
    assert sum(station.role.end.refused.values()) == refused + 1
    assert not after.resume(epoch=2).latched


def test_a_set_that_was_not_installed_yet_is_refused_by_its_key(station):
    Ground(station, ring=SETS[1]["bridge"]).ask()
    station.run(2.0)
    assert station.role.end.refused == {"key": 1}


def test_a_revoked_set_ends_with_its_pass(station):
    ground = Ground(station, ring=SETS[0]["bridge"]).begin()
    station.here = {SECOND: SETS[1]}
    station.role.end.refresh()
    station.run(2.0)
    heard = len(ground.telemetry())
    station.run(2.0)
    assert len(ground.telemetry()) == heard
    ground.send(Keep(epoch=0, repeat=None))
    station.run(1.0)
    assert station.role.end.refused == {"key": 1}


def test_keys_that_cannot_be_read_are_said_and_change_nothing(station):
    ground = Ground(station, ring=SETS[0]["bridge"]).begin()
    station.here = {}
    station.role.end.refresh()
    assert not ground.resume().latched
    assert "has no set in use" in station.log.getvalue()


def test_each_pass_is_noted_once_with_its_sender(station):
    for number in (1, 2, 3):
        Ground(station, f"pass-{number}", life=number, ring=SETS[0]["bridge"]).begin()
    assert [(row.sender, row.pass_id) for row in station.role.end.passes] == [
        ("bridge", f"pass-{number}") for number in (1, 2, 3)
    ]
    assert station.log.getvalue().count("begun") == 3
