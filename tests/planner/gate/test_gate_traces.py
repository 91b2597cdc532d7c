"""The real gate does in every tick what the small model does: release or not, epoch, state, place."""

from collections import Counter

import pytest

from planner.gate.set_points.policy import Watermark, waiting_reason
from tests.model.traces import ACTIONS
from tests.planner.gate.compared import TICKS, compare, pairs, shortest

TRACES, MANY, AT_LEAST = 90, 34_000, 34  # for each n_d: a hundred thousand, and a hundred, for all three


def compared(n_d, traces):
    counts, begins = Counter(), pairs(n_d)
    for seed in range(traces):
        begin = begins[seed % len(begins)]
        mismatch = compare(begin, seed, counts)
        if mismatch:
            pytest.fail(f"\n{shortest(begin, mismatch)}")
    return counts


@pytest.mark.parametrize("n_d", [2, 3, 4])
def test_the_gate_does_in_every_tick_what_the_model_does(n_d):
    counts = compared(n_d, TRACES)
    assert counts["motion leaves"] > TRACES // 6


@pytest.mark.sweep
@pytest.mark.parametrize("n_d", [2, 3, 4])
def test_the_gate_does_what_the_model_does_in_a_hundred_thousand_traces(n_d):
    counts = compared(n_d, MANY)
    for action in ACTIONS:
        print(f"{counts[action]:7d} {action}")
    assert {action: counts[action] for action in ACTIONS if counts[action] < AT_LEAST} == {}


def test_what_differs_is_printed_as_the_shortest_trace(monkeypatch):
    monkeypatch.setattr(Watermark, "may_leave", lambda policy, queue, tick: waiting_reason(queue, tick, 2))
    begin = pairs(2)[0]
    mismatch = next(filter(None, (compare(begin, seed, Counter()) for seed in range(TRACES))))
    least = shortest(begin, mismatch)
    assert len(least.trace) <= 4 < len(mismatch.trace) <= TICKS  # armed, pushed, waited, left
    assert "model: " in str(least)
