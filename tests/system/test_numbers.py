"""No number is ever used twice under one name: every body of whole flights is looked at, by any carrier."""

import struct
from collections import Counter

import pytest

from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import PARTICIPANTS
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.command import HoldCommand
from telemetry.wire.protection.header import Numbering
from tests.system.person_role import person

S = 1_000_000_000
SCENARIO = load("short_link")
WHO_AND_NUMBER = struct.Struct("!12xHIQ")


@pytest.fixture
def sealed(monkeypatch):
    """How often each (sender, boot epoch, sequence) was put into a body."""
    numbers, plain = Counter(), Numbering.next

    def counted(self, tags=1):
        header = plain(self, tags)
        sender, *number = WHO_AND_NUMBER.unpack_from(header)
        numbers[PARTICIPANTS[sender - 1].name, *number] += 1
        return header

    monkeypatch.setattr(Numbering, "next", counted)
    return numbers


def flight(*, cameras=False, more=()):
    run = run_settings(SCENARIO, seed=1, run_id="numbers")
    return VirtualTime([*roles(SCENARIO, run, cameras=cameras), *more], seed=1)


def twice(sealed):
    return [number for number, times in sealed.items() if times > 1]


@pytest.mark.long
def test_a_whole_flight_with_cameras_uses_no_number_twice_on_all_its_carriers(sealed):
    flight(cameras=True).run(until_ns=20 * S)
    speakers = Counter(name for name, *_ in sealed)
    assert twice(sealed) == []
    assert min(speakers[name] for name in ("bridge", "gate", "spacecraft", "planner", "operator")) > 100


@pytest.mark.parametrize("store", [None, MemoryStore], ids=["its own store", "another store"])
def test_whoever_is_killed_and_started_again_uses_no_number_twice(sealed, store):
    hold = HoldCommand(actor="console", pressed_ns=0, nonce=1)
    driver = flight(more=[person("console", (6.0, hold))])
    for number, name in enumerate(("gate", "planner", "bridge", "space_segment") * 2):
        driver.run(until_ns=(5 + number) * S)
        driver.kill(name)
        driver.start(name, store() if store else None)
    driver.run(until_ns=15 * S)
    assert twice(sealed) == []
    for inside in ({"gate"}, {"planner"}, {"bridge"}, {"space_segment", "spacecraft", "second_uplink"}):
        assert {epoch for who, epoch, _ in sealed if who in inside} == {0, 1, 2}, inside
