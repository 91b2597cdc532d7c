"""The stop law in kernels is that of plain Python, bit for bit: it is one source."""

import math

import numpy as np
import pytest

from predictor.compiler.jit import compiled_too, kernel
from predictor.motion.stop import BEYOND_LIMIT, LONGEST_STOP, NO_STATE, TOO_LONG, braking, quintic, write_stop

PERIOD = 0.25
PLACES = 40

for law in (braking, write_stop, quintic):
    compiled_too(law)


@kernel
def compiled_stop(begin, a_max, step, out_samples, out_move):
    """Samples of a stop and its first move; returns its number of periods."""
    brake = braking((begin[1], begin[2]), (a_max, step), PERIOD)
    out_samples[:] = 0.0
    if 0 <= brake.periods <= out_samples.shape[1]:
        write_stop(begin, brake, (out_samples[0], out_samples[1], out_samples[2]))
        out_move[:] = quintic(begin, (out_samples[0, 0], out_samples[1, 0], out_samples[2, 0]), PERIOD)
    return brake.periods


def compiled(begin, a_max, step):
    samples, move = np.empty((3, PLACES)), np.empty(6)
    periods = compiled_stop(tuple(map(float, begin)), a_max, step, samples, move)
    return periods, samples, move


def random_joint(rng):
    """Return a state and its limits (a_max, step), some of them at the edges of what is possible."""
    a_max = 10.0 ** rng.uniform(-2.5, 0.5)
    step = a_max * 10.0 ** rng.uniform(-1.0, 0.5)
    a = a_max * rng.choice((-1.0, 0.0, 1.0, rng.uniform(-1.0, 1.0)))
    v = rng.choice((0.0, a_max * rng.uniform(-2.0, 2.0), rng.integers(-10, 10) * step * PERIOD / 2.0))
    return (rng.uniform(-1.0, 1.0), v, a), a_max, step


def test_a_stop_in_a_kernel_is_the_plain_one():
    rng = np.random.default_rng(81)
    for _ in range(1000):
        begin, a_max, step = random_joint(rng)
        periods, samples, move = compiled(begin, a_max, step)
        brake, plain = (
            braking(begin[1:], (a_max, step), PERIOD),
            ([0.0] * PLACES, [0.0] * PLACES, [0.0] * PLACES),
        )
        write_stop(begin, brake, plain)
        assert periods == brake.periods <= PLACES
        assert np.array_equal(samples, plain)
        assert np.array_equal(move, quintic(begin, tuple(row[0] for row in plain), PERIOD))


@pytest.mark.parametrize(
    ("v", "a", "told"),
    [(math.nan, 0.0, NO_STATE), (0.1, math.inf, NO_STATE), (0.0, 1.1, BEYOND_LIMIT), (1e6, 0.0, TOO_LONG)],
)
def test_a_kernel_tells_why_there_is_no_stop(v, a, told):
    assert compiled((0.0, v, a), 1.0, 1.0)[0] == told < 0 < LONGEST_STOP
