"""The haptics role: samples at 50 Hz, the dead-man in each."""

import itertools

import numpy as np

from haptics.role import build
from telemetry.drive.store import MemoryStore
from telemetry.messages.handle import HandIntent, HandleSample
from telemetry.messages.health import Beat
from tests.nominal_run import nominal_run
from tests.tell import tell

SECOND_NS = 1_000_000_000
SETTINGS = nominal_run()


def role(seed=1):
    return build(SETTINGS, MemoryStore(), np.random.default_rng(seed))


def messages(haptics, *, until_ns):
    sent = []
    while haptics.due_ns < until_ns:
        sent += [effect.message for effect in haptics.tick(haptics.due_ns)]
    return sent


def samples(sent):
    return [message for message in sent if isinstance(message, HandleSample)]


def test_handle_samples_come_at_50_hz_with_consecutive_numbers():
    sent = samples(messages(role(), until_ns=SECOND_NS))
    assert [sample.number for sample in sent] == list(range(1, 51))
    assert {b.sampled_ns - a.sampled_ns for a, b in itertools.pairwise(sent)} == {20_000_000}


def test_the_dead_man_rides_in_every_sample():
    haptics = role()
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=SECOND_NS)))
    tell(haptics, HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.2, dead_man=True), SECOND_NS)
    assert all(sample.dead_man for sample in samples(messages(haptics, until_ns=2 * SECOND_NS)))


def test_it_beats_5_times_a_second_with_its_configuration():
    beats = [message for message in messages(role(), until_ns=SECOND_NS) if isinstance(message, Beat)]
    assert len(beats) == 5
    assert {beat.configuration for beat in beats} == {SETTINGS.configuration}


def test_a_stall_is_not_made_up_for_by_a_burst():
    haptics = role()
    haptics.tick(0)
    haptics.tick(1_010_000_000)
    assert haptics.due_ns == 1_020_000_000


def test_one_seed_gives_the_same_samples():
    assert messages(role(5), until_ns=SECOND_NS) == messages(role(5), until_ns=SECOND_NS)
    assert messages(role(5), until_ns=SECOND_NS) != messages(role(6), until_ns=SECOND_NS)
