"""How often each participant began, ended and died, and of whose end nothing is known."""

import pytest

from ground.report.facts.recorded_lives import DIED, LAST_MOMENTS_NS, RecordedLives
from telemetry.recording.given.driver_records import ENDED, STARTED

S = 1_000_000_000
END_NS = 100 * S


@pytest.fixture
def lives(monkeypatch):
    monkeypatch.setattr("ground.report.facts.recorded_lives.is_driver_record", lambda packet: True)
    monkeypatch.setattr("ground.report.facts.recorded_lives.driver_record_name", lambda packet: packet)
    return RecordedLives()


def rows(lives, *records):
    for participant, name, at_ns in (*records, ("recorder", STARTED, 0), ("recorder", ENDED, END_NS)):
        lives.on_record(participant, name, at_ns)
    return {row.role: (row.deaths, row.is_end_known) for row in lives.rows()}


def test_who_is_heard_to_the_last_moments_of_a_recording_has_outlived_it(lives):
    last_ns = END_NS - LAST_MOMENTS_NS + 1
    assert rows(lives, ("gate", STARTED, 0), ("gate", "Ticks", last_ns))["gate"] == ([], False)


def test_who_was_silent_before_has_died(lives):
    silent_ns = END_NS - LAST_MOMENTS_NS
    assert rows(lives, ("gate", STARTED, 0), ("gate", "Ticks", silent_ns))["gate"] == ([DIED], True)


def test_a_life_before_another_one_has_died_also_of_who_outlived_the_recording(lives):
    restarted = ("gate", STARTED, 0), ("gate", STARTED, 50 * S), ("gate", "Ticks", END_NS)
    assert rows(lives, *restarted)["gate"] == ([DIED], False)


def test_a_life_that_ended_in_order_is_known_to_have_whatever_died_before_it(lives):
    ended = ("gate", STARTED, 0), ("gate", STARTED, 50 * S), ("gate", ENDED, END_NS)
    assert rows(lives, *ended)["gate"] == ([DIED], True)
