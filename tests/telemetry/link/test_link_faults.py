"""The delay line: order, loss, windows and blackouts."""

from itertools import pairwise

import numpy as np
import pytest

from telemetry.life.contract import NEVER_NS
from telemetry.link.impairment import DelayLine, Losses

S = 1_000_000_000
MS = 1_000_000


def line(*, loss=0.0, burst=1.0, seed=0, **changes):
    fixed = {"delay_s": 3.5, "losses": Losses(loss, burst=burst), "rng": np.random.default_rng(seed)}
    return DelayLine(**fixed | changes)


def test_packet_arrives_after_the_delay_and_not_before():
    link = line()
    assert link.due_ns == NEVER_NS
    assert link.push(b"a", 1 * S) is None
    assert link.due_ns == 4_500 * MS
    assert link.pop(4_500 * MS - 1) == []
    assert link.pop(4_500 * MS) == [b"a"]
    assert (link.due_ns, link.delivered) == (NEVER_NS, 1)


def test_packets_of_one_instant_keep_their_order():
    link = line()
    packets = [bytes([k]) for k in (3, 1, 2)]
    for packet in packets:
        link.push(packet, 0)
    assert link.pop(10 * S) == packets


def test_jitter_stays_within_its_bounds_and_can_reorder():
    link, dues = line(jitter_s=0.1), []
    for k in range(300):
        link.push(k.to_bytes(2, "big"), k * 50 * MS)
    arrived = []
    while link.due_ns < NEVER_NS:
        due_ns = link.due_ns
        for packet in link.pop(due_ns):
            arrived.append(int.from_bytes(packet, "big"))
            dues.append(due_ns - arrived[-1] * 50 * MS)
    assert arrived != sorted(arrived)
    assert sorted(arrived) == list(range(300))
    assert 3_400 * MS <= min(dues) < 3_420 * MS
    assert 3_580 * MS < max(dues) <= 3_600 * MS


def test_loss_is_drawn_at_its_rate_and_counted():
    link = line(loss=0.1)
    reasons = [link.push(b"", 0) for _ in range(5_000)]
    assert 400 < reasons.count("loss") < 600
    assert link.dropped == {"loss": reasons.count("loss")}
    assert len(link.pop(4 * S)) == reasons.count(None)


def test_one_seed_gives_one_fate():
    fates = [[line(loss=0.3, seed=seed).push(b"", 0) for seed in range(50)] for _ in range(2)]
    assert fates[0] == fates[1]


def test_losses_come_in_bursts_of_the_stated_mean_and_share():
    losses, rng = Losses(0.03, burst=4.0), np.random.default_rng(5)
    fates = [losses.take_next(rng) for _ in range(100_000)]
    bursts = sum(later and not earlier for earlier, later in pairwise(fates))
    assert sum(fates) / len(fates) == pytest.approx(0.03, rel=0.1)
    assert sum(fates) / bursts == pytest.approx(4.0, rel=0.1)


def test_the_shortest_burst_is_what_chance_alone_makes():
    losses, rng = Losses(0.3, burst=1.0), np.random.default_rng(5)
    same = np.random.default_rng(5)
    assert [losses.take_next(rng) for _ in range(50)] == [same.random() < 0.3 for _ in range(50)]


@pytest.mark.parametrize(("share", "fate"), [(0.0, False), (1.0, True)])
def test_a_line_that_loses_nothing_or_all_does_so(share, fate):
    losses = Losses(share, burst=4.0)
    assert {losses.take_next(np.random.default_rng(1)) for _ in range(20)} == {fate}


def test_fault_does_not_shift_the_chance_of_other_packets():
    calm, faulty = line(loss=0.3), line(loss=0.3)
    faulty.blackout(0, 10 * S)
    fates = [(calm.push(b"", k * S), faulty.push(b"", k * S)) for k in range(60)]
    assert all(fate[1] == "blackout" for fate in fates[:10])
    assert all(fate[0] == fate[1] for fate in fates[10:])


@pytest.mark.parametrize(
    ("window_at", "lives"), [("push", [False, True, True, False]), ("pop", [True, True, False, False])]
)
def test_window_is_judged_where_the_antenna_stands(window_at, lives):
    link = line(windows_s=((10.0, 20.0),), window_at=window_at)
    reasons = [link.push(b"", int(at_s * S)) for at_s in (6.5, 10.0, 19.9, 20.0)]
    assert reasons == [None if alive else "no_window" for alive in lives]


def test_no_window_at_all_lets_nothing_through():
    assert line(windows_s=()).push(b"", 0) == "no_window"


def test_blackout_drops_from_its_begin_until_just_before_its_end():
    link = line()
    link.blackout(1 * S, 2 * S)
    assert [link.push(b"", at_ns) for at_ns in (S - 1, S, 2 * S - 1, 2 * S)] == [
        None,
        "blackout",
        "blackout",
        None,
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"delay_s": -1.0}, {"jitter_s": -0.1}, {"loss": 1.5}, {"loss": float("nan")}, {"burst": 0.5}],
)
def test_impossible_link_is_the_callers_mistake(wrong):
    with pytest.raises(ValueError, match="must be"):
        line(**wrong)


def test_a_longer_delay_concerns_only_what_is_pushed_from_then_on_and_is_never_below_nothing():
    delayed = line(jitter_s=0.0)
    delayed.push(b"before", 0)
    delayed.lengthen(3.0)
    delayed.push(b"after", 0)
    delayed.lengthen(-100.0)
    delayed.push(b"at once", 0)
    assert [delayed.pop(round(at_s * 1e9)) for at_s in (0.0, 3.5, 6.5)] == [
        [b"at once"],
        [b"before"],
        [b"after"],
    ]
