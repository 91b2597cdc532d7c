"""Where two methods tell different distances of the same motion, and where only one of them finds it unsafe.

A method that tells less than another is the more careful of the two there; how much the bodies are truly
apart is for neither of them to say.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ground.comparison.along import Along
from ground.report.comparison import ApartInterval, Dispute

Array = NDArray[np.float64]

SAME_M = 1e-6  # distances that differ by no more are the same


def differences(first: Along, other: Along, times_s: Array) -> list[ApartInterval]:
    """Return each interval in which the other tells more, or less, than the first: the greatest first."""
    apart = other.distance - first.distance
    rows = []
    for sign in (1.0, -1.0):
        for begin, after in runs(sign * apart > SAME_M):
            at = begin + int(np.argmax(sign * apart[begin:after]))
            rows.append(
                ApartInterval(
                    from_s=float(times_s[begin]),
                    until_s=float(times_s[after - 1]),
                    most_m=float(apart[at]),
                    at_s=float(times_s[at]),
                    pair=first.pair[at],
                    other_pair=other.pair[at],
                )
            )
    return sorted(rows, key=lambda row: -abs(row.most_m))


def disputes(first: Along, other: Along, times_s: Array, *, required_m: float) -> list[Dispute]:
    """Return each interval in which only one of both is too near."""
    below, other_below = first.distance < required_m, other.distance < required_m
    return [
        Dispute(from_s=float(times_s[begin]), until_s=float(times_s[after - 1]), by_other=by_other)
        for by_other, where in ((True, other_below & ~below), (False, below & ~other_below))
        for begin, after in runs(where)
    ]


def runs(where: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Return begin and end, which is behind it, of each run of what is true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
