"""Time several calls in turns, by processor time: what else the machine does is not counted.

    round 1   ours ours ours ours   peer peer   other        each as often as fills a slice of time
    round 2   ours ours ours ours   peer peer   other
    ...

What counts is the median over the rounds, of a ratio the median of the ratios of each round.  Everything is
called once before, so that nothing is compiled or loaded while the clock runs, and no garbage is collected.
The clock counts every thread of this process.
"""

import gc
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from telemetry.life.clock import processor_ns

Array = NDArray[np.float64]
Call = Callable[[], object]
Clock = Callable[[], int]

NS_PER_US = 1e3


class Effort(NamedTuple):
    """How thoroughly to measure."""

    rounds: int
    slice_s: float  # in a row, of one call


THOROUGH, QUICK = Effort(7, 0.03), Effort(5, 0.0005)


def times_in_turns(calls: Sequence[Call], effort: Effort, *, clock_ns: Clock = processor_ns) -> Array:
    """Return how long each call takes [us] in each round: (rounds, calls)."""
    with without_garbage():
        for call in calls:
            call()
        often = [_repetitions(call, effort.slice_s, clock_ns) for call in calls]
        took = np.empty((effort.rounds, len(calls)))
        for turn in took:
            for column, (call, times) in enumerate(zip(calls, often, strict=True)):
                began_ns = clock_ns()
                for _ in range(times):
                    call()
                turn[column] = (clock_ns() - began_ns) / times / NS_PER_US
    return took


def _repetitions(call: Call, slice_s: float, clock_ns: Clock) -> int:
    began_ns = clock_ns()
    call()
    took_s = max(clock_ns() - began_ns, 1) * 1e-9
    return max(1, math.ceil(slice_s / took_s))


@contextmanager
def without_garbage() -> Iterator[None]:
    """Collect no garbage meanwhile, but all of it before."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
