"""What a number of flights tells with 95 % confidence.

share          Wilson's interval: E. B. Wilson, Probable inference, the law of succession, and statistical
               inference, 1927; it stays within 0 and 1, and holds for few flights and rare ends
none in N      at most 3/N: J. A. Hanley and A. Lippman-Hand, If nothing goes wrong, is everything all
               right?, 1983
quantile       between two of the flights by order (W. J. Conover, Practical nonparametric statistics,
               1971), whatever the distribution is; none where there are too few flights for it
"""

import math
from collections.abc import Sequence

import msgspec

Z_95 = 1.959964  # of the normal distribution, both sides
RULE_OF_THREE = 3.0
QUANTILES = (0.0, 0.05, 0.5, 0.95, 1.0)


class Share(msgspec.Struct, frozen=True):
    """So many of so many, and between which shares the true one lies with 95 % confidence."""

    count: int
    of: int
    share: float | None
    low: float
    high: float


class Quantile(msgspec.Struct, frozen=True):
    """A value that a share of all flights does not exceed."""

    share: float
    value: float
    low: float | None  # with 95 % confidence; None: too few flights, or an end of the range
    high: float | None


class Distribution(msgspec.Struct, frozen=True):
    """How a figure is spread over the flights that have it."""

    flights: int
    mean: float
    quantiles: tuple[Quantile, ...]


def share_of(count: int, of: int) -> Share:
    """Return a share with Wilson's interval."""
    if not of:
        return Share(0, 0, None, 0.0, 1.0)
    share, weight = count / of, Z_95**2 / of
    middle = (share + weight / 2.0) / (1.0 + weight)
    half = Z_95 / (1.0 + weight) * math.sqrt(share * (1.0 - share) / of + weight / (4.0 * of))
    low = 0.0 if count == 0 else max(middle - half, 0.0)
    high = 1.0 if count == of else min(middle + half, 1.0)
    return Share(count, of, share, low, high)


def bound_of_none(of: int) -> float:
    """Return below which share that lies which was not seen in so many flights."""
    return min(RULE_OF_THREE / of, 1.0) if of else 1.0


def distribution(values: Sequence[float]) -> Distribution | None:
    """Return how values are spread; None: there are none."""
    if not values:
        return None
    ordered = sorted(values)
    rows = tuple(_quantile(ordered, share) for share in QUANTILES)
    return Distribution(len(ordered), math.fsum(ordered) / len(ordered), rows)


def _quantile(ordered: Sequence[float], share: float) -> Quantile:
    count = len(ordered)
    value = ordered[min(max(math.ceil(share * count) - 1, 0), count - 1)]
    if not 0.0 < share < 1.0:
        return Quantile(share, value, None, None)
    half = Z_95 * math.sqrt(count * share * (1.0 - share))
    low, high = math.floor(count * share - half), math.ceil(count * share + half)  # places, from 1
    if low < 1 or high > count:
        return Quantile(share, value, None, None)
    return Quantile(share, value, ordered[low - 1], ordered[high - 1])
