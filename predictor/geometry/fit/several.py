"""Several capsules around one body: planes across an edge of its box cut it, and each slice gets its own.

     __      __
    |  |____|  |     slabs of equal thickness across an edge; with the capsule around slabs i to j for all i
    |==|====|==|     and j the least sum for two, three slices follows by dynamic programming; the division
    |__|    |__|     of each edge is then worked out, and that taken which is worth its number of capsules

Capsules overlap where they meet.  What they hold together is counted, not their sum.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fit.capsules import TRIAL, smallest_capsule, unsearched
from predictor.geometry.fit.fitted import Fitted, Held
from predictor.geometry.fit.solid import Solid, cut, extreme_points
from predictor.geometry.fit.volumes import Capsule, Several, Sphere, union_content

Array = NDArray[np.float64]
Division = tuple[int, ...]  # the slabs at which slices begin, and the end

MOST = 3  # capsules
PRICE = 0.08  # of the content: what one capsule more must save, as it makes each distance dearer
SLABS = 12
SAMPLES, FINAL_SAMPLES = 4_000, 40_000  # of what capsules hold together


class _Option(NamedTuple):
    """Capsules around the slices of a division."""

    slices: list[Array]  # their corners
    capsules: list[Capsule | Sphere]
    content: float  # [m^3]

    @property
    def cost(self) -> float:
        return self.content * (1.0 + PRICE * (len(self.capsules) - 1))


def several_capsules(solid: Solid, most: int = MOST) -> Fitted:
    """Return at most so many capsules and spheres that hold a solid together."""
    options = [_option([solid.corners], solid.edges)]
    for u in solid.edges.T:
        slabs = _slabs(solid, u)
        for division in _divisions(slabs, solid.edges, most):
            slices = [np.concatenate(slabs[first:last]) for first, last in pairwise(division)]
            options.append(_option(slices, solid.edges))
    best = min(options, key=lambda option: option.cost)
    capsules = tuple(smallest_capsule(corners, solid.edges) for corners in best.slices)
    held = tuple(Held(capsule, corners) for capsule, corners in zip(capsules, best.slices, strict=True))
    return Fitted(Several(members=capsules, volume=_content(capsules, FINAL_SAMPLES)), held)


def _slabs(solid: Solid, u: Array) -> list[Array]:
    """Return the corners of the slabs across a direction; of one without any triangle there are none."""
    x = solid.corners @ u
    above, slabs = solid.triangles, []
    for place in np.linspace(x.min(), x.max(), SLABS + 1)[1:-1]:
        below, above = cut(above, u, place)
        slabs.append(below)
    return [extreme_points(slab.reshape(-1, 3)) for slab in [*slabs, above]]


def _divisions(slabs: Sequence[Array], R: Array, most: int) -> list[Division]:
    """Return the divisions into 2, 3, ... slices with the least content, by what is known unsearched.

    Neighbours share about the smaller of the spheres where they meet; so that a division's content is a sum,
    half a sphere is taken off at every end of a capsule that meets another.
    """
    least: list[dict[int, tuple[float, Division]]] = [{0: (0.0, (0,))}]  # by number of slices, then by end
    known = {
        (first, last): _worth(slabs[first:last], R, ends=(first > 0) + (last < len(slabs)))
        for last in range(1, len(slabs) + 1)
        for first in range(last)
    }
    for _ in range(most):
        best = {}
        for last in range(1, len(slabs) + 1):
            ways = [
                (content + known[first, last], (*division, last))
                for first, (content, division) in least[-1].items()
                if first < last
            ]
            if ways:
                best[last] = min(ways)
        least.append(best)
    return [best[len(slabs)][1] for best in least[2:] if len(slabs) in best]


def _worth(slabs: Sequence[Array], R: Array, *, ends: int) -> float:
    points = np.concatenate(slabs)
    if len(points) == 0:
        return 0.0
    content, radius = unsearched(points, R)
    return content - ends * 2.0 / 3.0 * math.pi * radius**3


def _option(slices: Sequence[Array], R: Array) -> _Option:
    whole = [extreme_points(corners) for corners in slices if len(corners)]
    capsules = [smallest_capsule(corners, R, evaluations=TRIAL) for corners in whole]
    return _Option(whole, capsules, _content(capsules, SAMPLES))


def _content(capsules: Sequence[Capsule | Sphere], samples: int) -> float:
    return capsules[0].volume if len(capsules) == 1 else union_content(capsules, samples)
