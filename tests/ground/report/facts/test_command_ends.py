"""Lives of commands: whatever is not kept any more is still counted, and what went wrong is kept."""

import pytest

from ground.report.facts import command_ends
from ground.report.facts.command_ends import CommandEnds
from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChange, CommandChanges

KEPT = 5


@pytest.fixture
def lives(monkeypatch):
    monkeypatch.setattr(command_ends, "KEPT_ENDS", KEPT)
    return CommandEnds()


def tell(lives, number, *states, epoch=1, first_epoch=0):
    changes = tuple(
        CommandChange(kind="motion", epoch=epoch, seq=number, state=CommandState(state), reason="")
        for state in states
    )
    lives.on_command_changes(CommandChanges(changes=changes, first_epoch=first_epoch))


def test_ends_are_counted_though_only_the_newest_lives_are_kept(lives):
    for number in range(1, 21):
        tell(lives, number, "proposed", "released", "lost" if number % 4 == 0 else "confirmed")
    assert len(lives.lives) == KEPT
    assert lives.end_states() == {"confirmed": 15, "lost": 5}
    assert not lives.without_one_end()


def test_a_second_end_and_none_are_kept_for_good(lives):
    tell(lives, 1, "proposed", "confirmed", "lost")
    tell(lives, 2, "proposed", "released")
    for number in range(3, 21):
        tell(lives, number, "proposed", "confirmed")
    assert lives.without_one_end() == [("motion", 1, 1), ("motion", 1, 2)]
    assert lives.end_states() == {"confirmed": 18, "lost": 1, "released": 1}


def test_what_a_gate_left_unfinished_ends_with_it_once(lives):
    tell(lives, 1, "proposed")
    for number in range(1, 21):
        tell(lives, number, "proposed", "confirmed", epoch=2, first_epoch=2)
    assert not lives.without_one_end()
    assert sum(lives.end_states().values()) == 21 and lives.end_states()["confirmed"] == 20
