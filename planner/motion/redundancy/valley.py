"""The smoothest way from label to label through a fan, on which every pose is allowed and at ease.

    label   . . # # # . .    #  not allowed        cost of a pose: 0 where it is at ease
            . . . # . . o    least sum of          cost + SPEED v^2 + BEND (change of v)^2
            o . . . o o .    v: labels to the next place, `FASTEST` at most
            . o o o . . .

It is found by dynamic programming over label and v, so that no better one is missed; then what the steps
from label to label leave of corners is smoothed, as far as that stays within what is allowed.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

FASTEST = 4  # labels from a place to the next
SPEED, BEND = 0.02, 0.05
SMOOTHEST, LESS = 1e5, 10.0  # weight of second differences, and what it falls by until the way is allowed
TIMES = 7


def valley(cost: Array, begin: int) -> Array | None:
    """Return a label, not a whole number, at each place (k,); None: nothing leads through.

    Args:
        cost: of each place and label (k, m); infinite: not allowed.
        begin: the label at the first place, which is taken whatever it costs.
    """
    labels = _least(cost, begin)
    if labels is None:
        return None
    weights = SMOOTHEST / LESS ** np.arange(TIMES)
    smooth = (smoothed(labels, weight) for weight in weights)
    return next((way for way in smooth if _is_allowed(cost, way)), labels)


def _least(cost: Array, begin: int) -> Array | None:
    """Return the way (k,) of whole labels that costs least, or None."""
    places, labels = cost.shape
    speeds = np.arange(-FASTEST, FASTEST + 1)
    turns = BEND * (speeds[:, None] - speeds) ** 2  # [v, v before]
    sums = np.full((labels, len(speeds)), np.inf)
    sums[begin] = 0.0  # any speed: it begins at rest in time
    came = np.empty((places, labels, len(speeds)), dtype=np.intp)
    for place in range(1, places):
        each = sums[:, None, :] + turns  # [label, v, v before]
        came[place] = each.argmin(axis=2)
        best = np.take_along_axis(each, came[place][..., None], axis=2)[..., 0] + SPEED * speeds**2
        sums = np.full_like(sums, np.inf)
        for k, v in enumerate(speeds.tolist()):
            into = slice(max(v, 0), labels + min(v, 0))
            sums[into, k] = best[max(-v, 0) : labels - max(v, 0), k] + cost[place, into]
    label, k = divmod(int(sums.argmin()), len(speeds))
    if not np.isfinite(sums[label, k]):
        return None
    way = np.empty(places)
    for place in range(places - 1, 0, -1):
        way[place] = label
        label -= int(speeds[k])
        k = int(came[place, label, k])
    way[0] = label
    return way


def smoothed(rows: Array, weight: float) -> Array:
    """Return rows (k, ...) with smaller second differences, that begin at the same (Whittaker 1923)."""
    bends = np.diff(np.eye(len(rows)), n=2, axis=0)
    A = np.eye(len(rows)) + weight * bends.T @ bends
    out = rows.copy()
    out[1:] += np.linalg.solve(A[1:, 1:], (rows - A @ rows)[1:])
    return out


def _is_allowed(cost: Array, way: Array) -> bool:
    """True if the labels on both sides of a way (k,) are allowed everywhere, behind its begin."""
    low = np.floor(way).astype(np.intp)
    if low[1:].min() < 0 or low[1:].max() + 1 >= cost.shape[1]:
        return False
    places = np.arange(1, len(way))
    return bool(np.isfinite(cost[places, low[1:]]).all() and np.isfinite(cost[places, low[1:] + 1]).all())
