"""Which numbers are new to a receiver: of lives that count, and of those that do not know theirs."""

from telemetry.agreed.participants import Participant
from telemetry.life.boot import UNNUMBERED
from telemetry.wire.protection.header import Body
from telemetry.wire.protection.heard_numbers import ENDED_LIVES, UNNUMBERED_LIVES, HeardNumbers

GATE = Participant("gate", "gate")


def arrival(heard, epoch, sequence=1, way="tm"):
    return heard.on_body(Body(GATE, epoch, sequence, b""), way)


def test_a_higher_boot_epoch_begins_anew_and_nothing_else_does():
    heard = HeardNumbers()
    assert [arrival(heard, 7, number) for number in (5, 2**40, 5 + 2**40)] == ["new"] * 3
    assert arrival(heard, 7, 5) == "old"
    assert arrival(heard, 8, 1) == "new"
    assert arrival(heard, 7, 2**41) == "old"


def test_there_is_always_room_for_a_life_without_numbers_and_what_gave_way_is_not_heard_again():
    heard = HeardNumbers()
    lives = [UNNUMBERED | number for number in range(UNNUMBERED_LIVES + 2)]
    assert [arrival(heard, life) for life in lives[:UNNUMBERED_LIVES]] == ["new"] * UNNUMBERED_LIVES
    assert arrival(heard, lives[0], 2) == "new", "it still speaks, so it stays"
    assert [arrival(heard, life) for life in lives[UNNUMBERED_LIVES:]] == ["new"] * 2
    assert arrival(heard, lives[0], 3) == "new"
    assert [arrival(heard, life, number) for life in lives[1:3] for number in (1, 9)] == ["old"] * 4
    assert arrival(heard, lives[3]) == "duplicate"


def test_what_is_known_of_lives_without_numbers_is_bounded():
    heard = HeardNumbers()
    lives = range(UNNUMBERED, UNNUMBERED + 2 * ENDED_LIVES)
    taken = [arrival(heard, life) for life in lives].count("new")
    assert taken == UNNUMBERED_LIVES + ENDED_LIVES
    assert not [life for life in lives[: ENDED_LIVES - UNNUMBERED_LIVES] if arrival(heard, life) == "new"]
