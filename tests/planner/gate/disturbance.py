"""Whatever may go wrong around the gate of a bench, at random."""

import numpy as np

from telemetry.agreed.authority import State
from telemetry.messages.acts import ResumeAct


def disturb(bench, rng, rounds=60):
    """Lose, double, delay or reorder verdicts; let go, press HOLD, stall, latch, resume, arm again."""
    late, answer = [], type(bench).verdict

    def verdict(queued):
        kind, given = rng.random(), answer(bench, queued, ok=bool(rng.random() > 0.03))
        if kind < 0.05:
            return None
        if kind < 0.15:
            late.append(given)
            return None
        if kind < 0.3:
            bench.give(given)
        return given

    bench.verdict = verdict
    for _ in range(rounds):
        bench.run(float(rng.choice([0.25, 0.5, 1.0])))
        for given in rng.permutation(np.array(late, dtype=object)):
            bench.give(given)
        late.clear()
        act = rng.random()
        bench.pressed = bool(rng.random() > 0.15)
        if act < 0.04:
            bench.press_hold(int(rng.integers(1000)))
            bench.latch("hold_commanded")
        elif act < 0.08:
            bench.stall(float(rng.choice([0.1, 0.4, 3.0])))
        elif bench.gate.state is State.HELD:
            bench.act(ResumeAct())
        elif bench.gate.state is State.REST:
            bench.pressed = False
            bench.run(0.1)
            bench.arm_teleop()
