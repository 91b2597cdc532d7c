"""The on-board contract under seeded loss, delay, doubling and reordering: what must always hold."""

import itertools

import numpy as np
import pytest

from predictor.motion.motion import violation
from telemetry.messages.command import Motion

T = 250_000_000
STEP_NS = 10_000_000
LAST = 8


def damaged_stream(ground, rng):
    """Return (arrival, set-point, repeat) with losses, doubles and delays up to the buffer and beyond."""
    arrivals = []
    for seq in range(1, LAST + 1):
        for _ in range(int(rng.integers(0, 3))):
            arrival_ns = ground.first_ns + (seq - 3) * T + int(rng.integers(0, 5 * T // 2))
            arrivals.append((arrival_ns, seq))
    return sorted(arrivals)


def fly(ground, arrivals):
    """Deliver the stream; return (time, commanded state, report) at 100 Hz until everything has ended."""
    log, waiting = [], list(arrivals)
    for now_ns in range(0, ground.first_ns + (LAST + 12) * T, STEP_NS):
        while waiting and waiting[0][0] <= now_ns:
            arrival_ns, seq = waiting.pop(0)
            before = ground.point(seq - 1) if seq > 1 else None
            ground.board.receive(Motion(set_point=ground.point(seq), repeat=before), arrival_ns)
        ground.board.advance(now_ns)
        log.append((now_ns, ground.board.reference(now_ns), ground.board.report(now_ns)))
    return log


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_stream_never_jumps_and_never_moves_once_latched(ground, seed):
    arrivals = damaged_stream(ground, np.random.default_rng(seed))
    assert arrivals != [(ground.first_ns + (seq - 3) * T, seq) for seq in range(1, LAST + 1)]
    log = fly(ground, arrivals)
    limits, step_s = ground.board._limits, STEP_NS * 1e-9
    for (_, before, _), (_, after, _) in itertools.pairwise(log):
        steps = np.abs(np.subtract(after.q, before.q))
        assert (steps <= np.array(limits.qd_max) * step_s * 1.000001).all()
        assert (np.abs(after.qdd) <= np.array(limits.qdd_max) * 1.000001).all()
    modes = [report.mode for _, _, report in log]
    assert modes[-1] == "latched"  # at the latest by silence
    first = modes.index("latched")
    assert {state.q for _, state, _ in log[first:]} == {log[-1][1].q}
    executed = [report.executed for _, _, report in log]
    assert executed == sorted(executed)


def test_the_sweep_holds_in_motion_and_also_completes(new_ground):
    """The damage is neither so light nor so heavy that one of the outcomes never occurs."""
    outcomes = set()
    for seed in range(12):
        ground = new_ground()
        ground.resume()
        last = fly(ground, damaged_stream(ground, np.random.default_rng(seed)))[-1][2]
        outcomes.add((last.latch_reason, last.executed == LAST, last.executed > 0))
    assert ("ground_silent", True, True) in outcomes
    assert ("setpoint_missing", False, True) in outcomes


@pytest.mark.parametrize("boundary", range(1, LAST))
def test_a_hold_from_any_boundary_stays_within_limits(ground, boundary):
    ground.fly(boundary)
    hold_ns = ground.first_ns + boundary * T
    ground.board.advance(hold_ns)
    assert ground.board.report(hold_ns).latch_reason == "setpoint_missing"
    for k in range(12):
        begin = ground.board.reference(hold_ns + k * T)
        ground.board.advance(hold_ns + (k + 1) * T)
        end = ground.board.reference(hold_ns + (k + 1) * T)
        assert violation(begin, end, ground.board._limits, period_s=0.25) is None
    assert ground.board.report(hold_ns + 12 * T).mode == "latched"
