"""The tap that only counts: what it hands over stands for what the other one hands over."""

from types import SimpleNamespace

import numpy as np
import pytest

from telemetry.life.contract import Persist
from telemetry.messages.command import Keep
from telemetry.messages.health import Beat
from telemetry.recording.given.counted_tap import CountedTap
from telemetry.recording.given.tap import Tap
from tests.telemetry.wire.test_codec import example

MS = 1_000_000


@pytest.mark.parametrize("role", ["bridge", "gate", "recorder"])
@pytest.mark.parametrize("seed", range(5))
def test_it_names_the_instant_at_which_the_other_tap_has_handed_over_last(role, seed):
    rng, now_ns, handed, run = np.random.default_rng(seed), 0, [], SimpleNamespace(now_ns=0)
    counted = CountedTap(role, 1, run)
    tap = Tap(role, 1, lambda tapped: handed.append(now_ns))
    inputs = (
        lambda tap: tap.on_tick(now_ns - 7),  # by its own clock
        lambda tap: tap.on_packet(b"\0", now_ns - 7),
        lambda tap: tap.on_persisted(Persist("log", b""), now_ns - 7),
        lambda tap: tap.on_sent(example(Keep), now_ns - 7),
        lambda tap: tap.on_sent(example(Beat), now_ns - 7),
        lambda tap: tap.on_refused(b"\0", now_ns - 7, carrier="tm", reason="replay"),
        lambda tap: tap.hand_over(),
    )
    for number in rng.choice(len(inputs), 200, p=[0.7, *[0.05] * 6]):
        run.now_ns = now_ns = now_ns + int(rng.integers(30 * MS))
        for each in (tap, counted):
            inputs[number](each)
        taken = counted.take_record()
        assert ([taken.at_ns] if taken else []) == handed[-1:]
        handed.clear()


def test_its_records_are_numbered_one_by_one_and_none_is_made_of_nothing():
    tap = CountedTap("gate", 3, SimpleNamespace(now_ns=5))
    for _ in range(2):
        tap.on_packet(b"\0", 5)
        tap.on_packet(b"\0", 5)
        numbers = [tap.take_record().tapped.number, tap.take_record()]
    assert numbers == [2, None]
