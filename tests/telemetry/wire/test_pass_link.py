"""The ground's end of the space link: asks in windows, a few times, and flies only under what was agreed."""

import numpy as np
import pytest

from ground.rehearsal.spacecraft.spacecraft_end import AnsweredStart, BegunPass, PassEnd
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.agreed.run_settings import LinkPlan
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import Boot
from telemetry.life.contract import NEVER_NS
from telemetry.messages.command import HoldCommand, Keep
from telemetry.messages.spacecraft import RangeSample
from telemetry.wire.codec import Received, Rejected
from telemetry.wire.pass_link import BEGIN_EVERY_NS, BEGINNINGS, PAUSE_NS, SILENT_NS, PassLink

S = 1_000_000_000
ROUND_TRIP_NS = 7 * S
HOLD = HoldCommand(actor="op", pressed_ns=1, nonce=2)
RINGS = drawn_rings(bytes(32), mode="rehearsal", number=1, participants=PARTICIPANTS)
ECHO = RangeSample(sampled_ns=1, distance=0.5)
WINDOWS = ((100.0, 400.0), (1000.0, 1300.0))


def speakers(name, sealed=True):
    return Speakers(run_id="north-1", keys=RINGS[name] if sealed else UNSEALED, has_passes=True)


def link(windows_s=((0.0, 1e6),)):
    return LinkPlan(up_s=3.5, down_s=3.5, windows_s=windows_s, telemetry_period_s=0.1)


def end(name="bridge", *, life=5, windows_s=((0.0, 1e6),), sealed=True):
    chance = life.to_bytes(16, "big")
    return PassLink(name, speakers(name, sealed), boot=Boot(life, 0), link=link(windows_s), chance=chance)


def spacecraft(*, life=1, sealed=True):
    """The spacecraft's end, of a life of it."""
    rng = np.random.default_rng(life)
    return PassEnd(speakers("spacecraft", sealed), boot=Boot(life, 0), rng=rng)


def asked(ground, space, now_ns=0):
    """Ask, and hand over the answer a round trip later; return what begins the pass, on its way up."""
    (start,) = ground.tick(now_ns)
    (answer,) = space.on_packet(start, now_ns).answer
    assert ground.on_packet(answer, now_ns + ROUND_TRIP_NS)
    (beginning,) = ground.tick(now_ns + ROUND_TRIP_NS)
    return beginning


def agree(ground, space, now_ns=0):
    """Agree on a pass and begin it."""
    began = space.on_packet(asked(ground, space, now_ns), now_ns + ROUND_TRIP_NS)
    ground.on_proven(now_ns + ROUND_TRIP_NS)
    return began


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("name", ["bridge", "second_uplink"])
def test_once_a_pass_is_agreed_hold_is_opened_on_board_on_board(name, sealed):
    ground, space = end(name, sealed=sealed), spacecraft(sealed=sealed)
    assert ground.packets(HOLD, 0) == []
    agree(ground, space)
    (packet,) = ground.packets(HOLD, ROUND_TRIP_NS)
    assert space.on_packet(packet, 0) == HOLD
    assert ground.state(ROUND_TRIP_NS).stands
    assert ground.state(ROUND_TRIP_NS).round_trip == 7.0


@pytest.mark.parametrize("way", ["down", "link"])
def test_what_comes_down_is_proven_by_the_pass_alone_on_its_way_through_the_adapter_too(way):
    ground, space, other = end(), *(spacecraft(life=life) for life in (1, 2))
    agree(ground, space)
    agree(end(life=4), other)
    ours, theirs = (bench.packets(ECHO, 0) for bench in (space, other))
    assert ground.reader.decode(theirs[0], way) == Rejected("tag")
    assert isinstance(ground.reader.decode(ours[0], way), Received)


def test_trials_are_bounded_told_and_begun_again_after_a_pause():
    ground, sent, now_ns = end(), [], 0
    while now_ns < 3 * 60 * S:
        sent += [now_ns] * len(ground.tick(now_ns))
        assert ground.due_ns > now_ns
        now_ns = ground.due_ns
    first = [at_ns / S for at_ns in sent[:5]]
    assert first == [0.0, 8.0, 16.0, 24.0, 32.0]
    assert sent[5] == 40 * S + PAUSE_NS
    assert (ground.state(now_ns).trials, ground.state(now_ns).stands) == (5, False)


def test_a_hold_asks_anew_at_once_after_a_start_that_was_given_up_and_nothing_else_does():
    ground = end()
    while ground.state(now_ns := ground.due_ns).state != "given up":  # in the end, when it asks again
        ground.tick(now_ns)
    later_ns = now_ns - PAUSE_NS // 2
    ground.packets(Keep(epoch=1, repeat=None), later_ns)
    assert ground.due_ns > later_ns
    ground.packets(HOLD, later_ns)
    assert ground.due_ns == later_ns
    assert agree(ground, spacecraft(), later_ns) is not None
    assert ground.packets(HOLD, later_ns + ROUND_TRIP_NS)


def test_nothing_is_asked_out_of_a_window_and_each_window_begins_with_it():
    ground, sent, now_ns = end(windows_s=WINDOWS), [], 0
    assert ground.tick(0) == []
    assert ground.state(0).state == "waiting"
    while (now_ns := ground.due_ns) < NEVER_NS:
        sent += [now_ns / S] * len(ground.tick(now_ns))
    assert sent[0] == 100.0
    assert 1000.0 in sent
    assert all(100.0 <= at_s < 400.0 or 1000.0 <= at_s < 1300.0 for at_s in sent)


def test_a_silent_spacecraft_is_asked_again_and_one_that_still_has_the_pass_goes_on_with_it():
    ground, space = end(), spacecraft()
    agree(ground, space)
    before = ground.packets(HOLD, ROUND_TRIP_NS)
    silent_ns = ROUND_TRIP_NS + ROUND_TRIP_NS + SILENT_NS
    assert ground.tick(silent_ns - 1) == []
    assert ground.stands, "the keys stay meanwhile"
    assert agree(ground, space, silent_ns) is None, "nothing is begun anew, so nothing is latched"
    after = ground.packets(HOLD, silent_ns + ROUND_TRIP_NS)
    assert [space.on_packet(packet, 0) for packet in (*before, *after)] == [HOLD] * 2


def test_a_spacecraft_that_was_restarted_is_agreed_with_anew():
    ground, space = end(), spacecraft()
    agree(ground, space)
    (old,) = ground.packets(HOLD, ROUND_TRIP_NS)
    restarted = spacecraft(life=2)
    agree(ground, restarted, 2 * ROUND_TRIP_NS + SILENT_NS)
    assert restarted.on_packet(old, 0) is None
    (new,) = ground.packets(HOLD, 60 * S)
    assert restarted.on_packet(new, 0) == HOLD


def test_a_ground_that_is_restarted_in_mid_pass_replaces_its_own_session_and_no_other():
    space = spacecraft()
    before, second = end(life=5), end("second_uplink", life=5)
    agree(before, space)
    agree(second, space)
    (old,) = before.packets(HOLD, S)
    after = end(life=6)
    beginning = asked(after, space)
    (still,) = before.packets(HOLD, S)
    assert space.on_packet(still, 0) == HOLD, "until the other begins"
    assert space.on_packet(beginning, 0) == BegunPass("bridge", "north-1", None)
    assert space.on_packet(old, 0) is None
    assert space.on_packet(after.packets(HOLD, S)[0], 0) == HOLD
    assert space.on_packet(second.packets(HOLD, S)[0], 0) == HOLD


def test_what_begins_a_pass_is_sent_a_few_times_until_telemetry_is_proven():
    for proven_s, wanted in ((100, BEGINNINGS), (2, 3)):
        ground, space = end(), spacecraft()
        asked(ground, space)
        times = 1
        for late_s in range(1, 3 * BEGINNINGS):
            times += len(ground.tick(ROUND_TRIP_NS + late_s * BEGIN_EVERY_NS))
            if late_s >= proven_s:
                ground.on_proven(ROUND_TRIP_NS + late_s * S)
        assert times == wanted


def test_hold_begins_a_pass_by_itself():
    ground, space = end(), spacecraft()
    asked(ground, space)
    (packet,) = ground.packets(HOLD, ROUND_TRIP_NS)
    assert space.on_packet(packet, 0) == BegunPass("bridge", "north-1", HOLD)


def test_of_two_answers_that_of_the_life_on_board_which_came_later_counts():
    ground, first, second = end(), spacecraft(), spacecraft(life=2)
    (one,), (two,) = (ground.tick(at_ns) for at_ns in (0, 8 * S))
    answers = [bench.on_packet(start, 0).answer[0] for bench, start in ((first, one), (second, two))]
    for answer in (*answers, answers[0]):
        ground.on_packet(answer, 10 * S)
    (beginning,) = ground.tick(10 * S)
    assert second.on_packet(beginning, 0) == BegunPass("bridge", "north-1", None)


def test_a_start_that_was_kept_is_answered_at_most_and_ends_nothing():
    ground, space = end(life=5), spacecraft()
    agree(ground, space)
    unheard = end(life=6)
    (kept,) = unheard.tick(0)
    assert isinstance(space.on_packet(kept, 0), AnsweredStart)
    assert space.on_packet(kept, 0) is None, "twice it is a replay"
    (packet,) = ground.packets(HOLD, S)
    assert space.on_packet(packet, 0) == HOLD


def test_proven_telemetry_keeps_the_ground_from_asking_again():
    ground, space = end(), spacecraft()
    agree(ground, space)
    for now_ns in range(ROUND_TRIP_NS, 600 * S, 5 * S):
        ground.on_proven(now_ns)
        assert ground.tick(now_ns) == []


def test_what_is_no_answer_is_somebody_else_s():
    ground, space = end(), spacecraft()
    agree(ground, space)
    assert not ground.on_packet(space.packets(ECHO, 0)[0], S)
    assert not ground.on_packet(b"", S)
