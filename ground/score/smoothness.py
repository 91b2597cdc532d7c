"""Smoothness of a movement by the arc length of its speed's spectrum.

S. Balasubramanian, A. Melendez-Calderon, A. Roby-Brami and E. Burdet, On the analysis of movement
smoothness, Journal of NeuroEngineering and Rehabilitation 12:112, 2015.  It has no unit, depends on neither
the time nor the size of one movement, and is negative: the more its speed goes up and down, the further below
zero.
"""

import math

import numpy as np
from numpy.typing import NDArray

FASTEST_HZ = 10.0  # a hand has no faster part
LEAST_AMPLITUDE = 0.05  # of the greatest, below which the spectrum is noise
PADDING = 4  # powers of two


def spectral_arc_length(speed: NDArray[np.float64], rate_hz: float) -> float | None:
    """Return it; None: nothing moved.

    Args:
        speed: (n,) at even times, of any unit.
        rate_hz: how often it was sampled.
    """
    count = 2 ** (math.ceil(math.log2(max(len(speed), 1))) + PADDING)
    amplitude = np.abs(np.fft.rfft(speed, count))
    if not amplitude.size or amplitude.max() <= 0.0:
        return None
    frequency = np.fft.rfftfreq(count, 1.0 / rate_hz)
    amplitude = amplitude[frequency <= FASTEST_HZ] / amplitude.max()
    last = int(np.flatnonzero(amplitude >= LEAST_AMPLITUDE)[-1])
    kept = amplitude[: last + 1]
    if last == 0:
        return None
    return -float(np.sum(np.hypot(1.0 / last, np.diff(kept))))
