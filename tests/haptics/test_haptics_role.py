"""The haptics role: samples at 50 Hz, the dead-man in each."""

import itertools

import msgspec
import numpy as np

from haptics.devices.device import HandleReading
from haptics.role import OWNER_NS, HandleOwner, build
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import MemoryStore
from telemetry.messages.acts import Lease
from telemetry.messages.handle import UPRIGHT, HandIntent, HandleSample
from telemetry.messages.health import Beat
from tests.nominal_run import nominal_run
from tests.tell import tell

SECOND_NS = 1_000_000_000
SETTINGS = nominal_run()


def role(seed=1, settings=SETTINGS):
    return build(settings, MemoryStore(), np.random.default_rng(seed))


def pressed(at_ns, *, dead_man=True):
    return HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.2, dead_man=dead_man, at_ns=at_ns)


def hold_released(haptics, by, at_ns):
    """Take the lease with the dead-man up, as a tick sees it."""
    tell(haptics, Lease(holder=by, until_ns=0), at_ns)
    tell(haptics, pressed(at_ns, dead_man=False), at_ns, by=by)
    haptics.tick(at_ns)


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


def test_where_no_screen_shows_the_handle_it_is_sampled_at_10_hz_until_somebody_takes_it():
    haptics = role(settings=msgspec.structs.replace(SETTINGS, shown=False))
    assert len(samples(messages(haptics, until_ns=SECOND_NS))) == 10
    taken_ns = SECOND_NS + 30_000_000
    messages(haptics, until_ns=taken_ns)
    tell(haptics, Lease(holder="operator", until_ns=0), taken_ns)
    tell(haptics, pressed(taken_ns), taken_ns)
    held = samples(messages(haptics, until_ns=taken_ns + DEAD_MAN_NS))
    assert [sample.sampled_ns for sample in held[:2]] == [SECOND_NS + 40_000_000, SECOND_NS + 60_000_000]
    assert {b.sampled_ns - a.sampled_ns for a, b in itertools.pairwise(held)} == {20_000_000}


def test_the_dead_man_rides_in_every_sample():
    haptics = role()
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=SECOND_NS)))
    hold_released(haptics, "operator", SECOND_NS)
    tell(haptics, pressed(SECOND_NS), SECOND_NS)
    assert all(sample.dead_man for sample in samples(messages(haptics, until_ns=SECOND_NS + DEAD_MAN_NS)))


def test_whoever_takes_the_lease_with_the_dead_man_down_has_to_release_it_first():
    haptics = role()
    hold_released(haptics, "operator", 0)
    tell(haptics, Lease(holder="console", until_ns=0), 0)
    tell(haptics, pressed(0), 0, by="console")
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=DEAD_MAN_NS)))
    tell(haptics, pressed(DEAD_MAN_NS, dead_man=False), DEAD_MAN_NS, by="console")
    haptics.tick(DEAD_MAN_NS)
    tell(haptics, pressed(DEAD_MAN_NS), DEAD_MAN_NS, by="console")
    assert all(sample.dead_man for sample in samples(messages(haptics, until_ns=2 * DEAD_MAN_NS)))


def test_a_hand_of_which_nothing_new_is_said_has_let_go_after_300_ms():
    haptics = role()
    hold_released(haptics, "console", 0)
    tell(haptics, pressed(0), 0, by="console")
    held = [sample.sampled_ns for sample in samples(messages(haptics, until_ns=SECOND_NS)) if sample.dead_man]
    assert (held[0], held[-1]) == (20_000_000, 300_000_000)


def test_what_was_said_long_ago_and_comes_late_presses_nothing():
    haptics = role()
    hold_released(haptics, "operator", SECOND_NS)
    tell(haptics, pressed(SECOND_NS - DEAD_MAN_NS - 1), SECOND_NS)
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=2 * SECOND_NS)))


def test_a_press_counts_for_300_ms_from_its_stamp_however_late_it_comes():
    haptics = role()
    hold_released(haptics, "operator", SECOND_NS)
    tell(haptics, pressed(SECOND_NS - DEAD_MAN_NS // 2), SECOND_NS)
    sent = samples(messages(haptics, until_ns=2 * SECOND_NS))
    assert [sample.sampled_ns for sample in sent if sample.dead_man][-1] == SECOND_NS + 140_000_000


def test_a_stamp_from_the_future_holds_nothing_longer():
    haptics = role()
    hold_released(haptics, "operator", 0)
    tell(haptics, pressed(10 * SECOND_NS), 0)
    held = [sample.dead_man for sample in samples(messages(haptics, until_ns=SECOND_NS))]
    assert held[0] and not held[-1]


def test_only_the_hand_of_the_leases_holder_is_on_the_handle():
    haptics = role()
    hold_released(haptics, "console", 0)
    tell(haptics, pressed(0), 0, by="operator")
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=DEAD_MAN_NS)))
    tell(haptics, pressed(DEAD_MAN_NS), DEAD_MAN_NS, by="console")
    tell(haptics, pressed(DEAD_MAN_NS, dead_man=False), DEAD_MAN_NS, by="operator")
    assert all(sample.dead_man for sample in samples(messages(haptics, until_ns=2 * DEAD_MAN_NS)))


def test_who_loses_the_lease_has_let_go():
    haptics = role()
    hold_released(haptics, "console", 0)
    tell(haptics, pressed(0), 0, by="console")
    assert samples(messages(haptics, until_ns=DEAD_MAN_NS // 2))[-1].dead_man
    tell(haptics, Lease(holder="operator", until_ns=0), DEAD_MAN_NS // 2)
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=SECOND_NS)))


def test_a_release_by_who_had_the_lease_before_is_none_by_who_has_it_now():
    haptics = role()
    hold_released(haptics, "console", 0)
    tell(haptics, Lease(holder="operator", until_ns=0), 0)
    haptics.tick(20_000_000)  # the console's last word is young, and says released
    tell(haptics, pressed(20_000_000), 20_000_000, by="operator")
    assert not any(sample.dead_man for sample in samples(messages(haptics, until_ns=DEAD_MAN_NS)))


def test_the_same_hand_presses_lets_go_and_presses_again():
    haptics = role()
    hold_released(haptics, "console", 0)
    counted = []
    for step, dead_man in enumerate([True, False, True]):
        at_ns = step * SECOND_NS // 10
        tell(haptics, pressed(at_ns, dead_man=dead_man), at_ns, by="console")
        counted.append({s.dead_man for s in samples(messages(haptics, until_ns=at_ns + SECOND_NS // 10))})
    assert counted == [{True}, {False}, {True}]


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


READING = HandleReading(
    p_handle=(0.0, 0.0, 0.0), quat_handle=UPRIGHT, dead_man=True, left_button=False, right_button=False
)


def told(hand, now_ns, intent_ns=None):
    sample = HandleSample(
        number=1, sampled_ns=now_ns, p_handle=(0.0, 0.0, 0.0), quat_handle=UPRIGHT, dead_man=True,
        left_button=False, right_button=False,
    )  # fmt: skip
    return hand.take_due(sample, READING, holder="console", device=None, intent_ns=intent_ns)


def test_it_is_told_when_it_is_due_and_not_before():
    hand = HandleOwner()
    assert [len(told(hand, now_ns)) for now_ns in (0, OWNER_NS - 1, OWNER_NS, OWNER_NS + 1)] == [1, 0, 1, 0]


def test_the_age_of_the_hand_is_told_and_that_of_a_stamp_ahead_is_none():
    ages = [
        told(HandleOwner(), NS_PER_S, intent_ns)[0].age for intent_ns in (None, NS_PER_S // 2, 2 * NS_PER_S)
    ]
    assert ages == [None, 0.5, 0.0]
