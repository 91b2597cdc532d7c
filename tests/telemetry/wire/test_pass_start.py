"""The start of a pass: both ends come to the same keys, and nothing of an earlier pass is of use."""

import itertools

import pytest

from telemetry.agreed.keys import UNSEALED, Keyring
from telemetry.agreed.participants import Speakers
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.life.contract import NEVER_NS
from telemetry.wire.protection.header import BETWEEN_RUNS, run_octets
from telemetry.wire.protection.pass_start import (
    UNNUMBERED_KNOWN,
    Agreed,
    GroundStart,
    OnBoardStarts,
    fresh_nonce,
    pass_ring,
    pass_speakers,
    start_speakers,
)

S = 1_000_000_000
ROUND_TRIP_NS = 7 * S
SECRET = bytes(range(32))
GROUND_NONCE = bytes(range(16))


def ground(nonce=GROUND_NONCE, pass_id="pass-1", trials=3):
    return GroundStart(pass_id, nonce, round_trip_ns=ROUND_TRIP_NS, trials=trials)


def on_board(records=()):
    count = itertools.count()
    return OnBoardStarts(0x8001, lambda: next(count).to_bytes(16, "big"), records)


def ring(holder, peer):
    return Keyring(holder=holder, key_id=0x8001, pairs={peer: SECRET, "another": bytes(32)})


def test_both_ends_agree_on_one_secret_which_is_that_of_no_other_pass():
    asking, space = ground(), on_board()
    taken = space.on_start(asking.tick(0), "bridge", (1, 1))
    agreed = asking.on_answer(taken.answer, ROUND_TRIP_NS)
    assert agreed == taken.agreed
    below = pass_ring(ring("bridge", "spacecraft"), agreed, "spacecraft")
    above = pass_ring(ring("spacecraft", "bridge"), agreed, "bridge")
    assert below.pairs["spacecraft"] == above.pairs["bridge"] != SECRET
    others = [agreed._replace(**{key: bytes(16)}) for key in ("nonce_ground", "nonce_spacecraft")]
    others.append(agreed._replace(pass_id="pass-2"))
    for other in others:
        changed = other != agreed
        secret = pass_ring(ring("bridge", "spacecraft"), other, "spacecraft").pairs["spacecraft"]
        assert changed == (secret != below.pairs["spacecraft"])


def test_a_pass_has_secrets_for_its_two_ends_alone_and_its_own_name_in_place_of_the_run():
    agreed = Agreed("pass-1", GROUND_NONCE, bytes(16))
    speakers = Speakers(run_id="run", keys=ring("bridge", "spacecraft"))
    assert run_octets(start_speakers(speakers).run_id) == bytes(8)
    flown = pass_speakers(speakers, agreed, "spacecraft")
    assert flown.run_id == "pass-1"
    assert set(flown.keys.pairs) == {"spacecraft"}
    assert flown.keys.key_id == speakers.keys.key_id


def test_a_run_without_keys_begins_a_pass_too():
    agreed = Agreed("pass-1", GROUND_NONCE, bytes(16))
    assert pass_ring(UNSEALED, agreed, "spacecraft") is UNSEALED
    assert BETWEEN_RUNS


def test_the_ground_asks_again_after_a_round_trip_and_a_second_and_gives_up_after_its_trials():
    asking, sent, now_ns = ground(trials=3), [], 0
    while asking.due_ns < NEVER_NS:
        now_ns = asking.due_ns
        sent.append((now_ns, asking.tick(now_ns)))
    assert [(at_ns, start and start.trial) for at_ns, start in sent] == [
        (0, 1),
        (8 * S, 2),
        (16 * S, 3),
        (24 * S, None),
    ]
    assert asking.progress(now_ns)[:4] == ("given up", 3, 3, 24.0)


def test_the_round_trip_is_that_of_the_trial_which_was_answered():
    asking, space = ground(), on_board()
    asking.tick(0)
    second = asking.tick(8 * S)
    asking.on_answer(space.on_start(second, "bridge", (1, 2)).answer, 15 * S)
    assert asking.progress(20 * S) == ("agreed", 2, 3, 15.0, 7.0)
    assert asking.due_ns == NEVER_NS


def test_whichever_answer_of_one_start_arrives_the_keys_are_the_same_and_nothing_latches_twice():
    asking, space = ground(), on_board()
    first = space.on_start(asking.tick(0), "bridge", (1, 1))
    again = space.on_start(asking.tick(8 * S), "bridge", (1, 2))
    assert (first.is_new, again.is_new) == (True, False)
    assert first.agreed == again.agreed
    assert asking.on_answer(first.answer, 9 * S) == asking.on_answer(again.answer, 9 * S) == first.agreed
    assert asking.on_answer(first.answer, 9 * S) is None, "of an earlier trial than the one that counts"


@pytest.mark.parametrize("changed", ["pass_id", "nonce_ground", "trial"])
def test_an_answer_to_another_start_agrees_on_nothing(changed):
    asking, space = ground(), on_board()
    asked = asking.tick(0)
    answer = space.on_start(asked, "bridge", (1, 1)).answer
    other = {"pass_id": "other", "nonce_ground": bytes(16), "trial": 2}[changed]
    fields = {key: getattr(answer, key) for key in answer.__struct_fields__} | {changed: other}
    assert asking.on_answer(type(answer)(**fields), S) is None
    assert asking.on_answer(answer, S) is not None


def test_an_answer_from_before_a_new_start_of_the_same_life_is_too_old():
    asking, space = ground(), on_board()
    before = space.on_start(asking.tick(0), "bridge", (1, 1)).answer
    asking.begin_again(S)
    now = space.on_start(asking.tick(S), "bridge", (1, 2)).answer
    assert asking.on_answer(before, 2 * S) is None
    assert asking.on_answer(now, 2 * S) is not None


def test_a_pass_that_has_begun_and_one_that_waits_are_both_answered_as_they_were():
    """A kept start of a life without numbers, sent between two of the ground's, exchanges no keys."""
    space, kept = on_board(), (UNNUMBERED | 7, 1)
    flown = space.on_start(ground().tick(0), "bridge", (5, 1))
    space.on_begun("bridge")
    waits = space.on_start(ground(nonce=bytes(16)).tick(0), "bridge", kept)
    again = space.on_start(ground().tick(0), "bridge", (5, 2))
    assert waits.is_new and not again.is_new
    assert again.agreed == flown.agreed


def test_a_start_of_a_new_life_is_another_pass_and_an_older_one_comes_to_nothing():
    space = on_board()
    old = ground().tick(0)
    assert space.on_start(old, "bridge", (5, 100)).is_new
    new = space.on_start(ground(nonce=bytes(16)).tick(0), "bridge", (6, 1))
    assert new.is_new
    assert space.on_start(old, "bridge", (5, 100)) is None
    assert space.on_start(old, "bridge", (5, 101)) is None
    assert space.on_start(old, "second_uplink", (5, 100)).is_new, "each sender has its own"


def test_what_was_taken_before_a_restart_of_the_spacecraft_is_refused_after_it():
    space, start = on_board(), ground().tick(0)
    records = [space.on_start(start, "bridge", (5, number)).record for number in (7, 8)]
    again = on_board(records)
    assert again.on_start(start, "bridge", (5, 8)) is None
    assert again.on_start(start, "bridge", (5, 9)).is_new, "its session is gone with the former life"


def test_a_life_without_numbers_starts_a_pass_and_locks_no_numbered_one_out():
    space, start = on_board(), ground().tick(0)
    without = (UNNUMBERED | 12345, 2**62)
    assert space.on_start(start, "bridge", without)
    assert space.on_start(start, "bridge", without) is None, "a replay"
    assert space.on_start(start, "bridge", (5, 1))
    assert space.on_start(start, "bridge", (5, 1)) is None
    for life in range(UNNUMBERED_KNOWN - 1):
        assert space.on_start(start, "bridge", (UNNUMBERED | life, 1))
    assert space.on_start(start, "bridge", without) is None, "known as long as only so many came since"


def test_no_two_lives_or_starts_have_one_nonce_even_with_the_same_chance():
    lives = [Boot(1, 0), Boot(1, 1), Boot(2, 0)]
    nonces = {fresh_nonce(boot, count, bytes(16)) for boot in lives for count in range(3)}
    assert len(nonces) == 9
    assert {len(nonce) for nonce in nonces} == {16}
