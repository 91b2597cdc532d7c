"""Several capsules around one body, and capsules of one frame made fewer.

     __      __
    |  |____|  |     slabs of equal thickness across an edge; with the capsule around slabs i to j for all i
    |==|====|==|     and j the least sum for two, three slices follows by dynamic programming; the division
    |__|    |__|     of each edge is then worked out, and that taken which is worth its number of capsules

Planes across an edge of the body's box cut it, and each slice gets its own capsule.  Neighbours both hold
what is near the plane between them, so that whatever looks at small parts of the body finds each of them in
one capsule.  What capsules hold together is counted, not their sum.

Of a frame's capsules two that one alone holds about as well become one, as a cylinder with a ball at each end
(three bodies of a file) does.  Every capsule makes each distance dearer, so one less may hold more, by
`CAPSULE_PRICE` of all.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from predictor.geometry.fit.obb import oriented_box
from predictor.geometry.fit.smallest_volumes import TRIAL, estimated_capsule, smallest_capsule
from predictor.geometry.fit.solid import Fitted, HeldCorners, Solid, cut_by_plane, extreme_points
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingSphere, CapsuleUnion, union_content
from predictor.geometry.hull import qhull
from predictor.geometry.mesh import Array

Division = tuple[int, ...]  # the slabs at which slices begin, and the end

MOST_CAPSULES = 3  # capsules
CAPSULE_PRICE = 0.08  # of the content: what one capsule more must save, as it makes each distance dearer
UNDIVIDED_CORNERS = 4  # corners at most that are not divided
SLABS = 12
OVERLAP = 0.03  # of the extent: the least thickness that two neighbours both hold
SAMPLES, FINAL_SAMPLES = 4_000, 40_000  # of what capsules hold together


class _Option(NamedTuple):
    """Capsules around the slices of a division."""

    slices: list[Array]  # their corners
    capsules: list[BoundingCapsule | BoundingSphere]
    content: float  # [m^3]

    @property
    def cost(self) -> float:
        return self.content * (1.0 + CAPSULE_PRICE * (len(self.capsules) - 1))


def several_capsules(solid: Solid, most: int = MOST_CAPSULES) -> Fitted:
    """Return at most so many capsules and spheres that hold a solid together."""
    options = [_option([solid.corners], solid.edges)]
    for u in solid.edges.T if _may_save(solid, options[0]) else ():
        slabs = _slabs(solid, u)
        for division in _divisions(slabs, solid.edges, most):
            options.append(_option([_slice(slabs, *ends) for ends in pairwise(division)], solid.edges))
    best = min(options, key=lambda option: option.cost)
    capsules = tuple(smallest_capsule(corners, solid.edges) for corners in best.slices)
    held = tuple(
        HeldCorners(capsule, corners) for capsule, corners in zip(capsules, best.slices, strict=True)
    )
    return Fitted(CapsuleUnion(members=capsules, volume=_content(capsules, FINAL_SAMPLES)), held)


def _may_save(solid: Solid, one: _Option) -> bool:
    """True if a second capsule could be worth it: it is not where one is nearly filled by the convex hull."""
    return (
        len(solid.corners) > UNDIVIDED_CORNERS
        and qhull()(solid.corners).volume * (1.0 + CAPSULE_PRICE) < one.content
    )


def _slabs(solid: Solid, u: Array) -> list[Array]:
    """Return the corners of the slabs across a direction, and between two of them what both slices hold."""
    x = solid.corners @ u
    above, slabs = solid.triangles, []
    for place in np.linspace(x.min(), x.max(), SLABS + 1)[1:-1]:
        for shifted in (place - OVERLAP / 2.0 * np.ptp(x), place + OVERLAP / 2.0 * np.ptp(x)):
            below, above = cut_by_plane(above, u, shifted)
            slabs.append(below)
    return [extreme_points(slab.reshape(-1, 3)) for slab in [*slabs, above]]


def _slice(slabs: Sequence[Array], first: int, last: int) -> Array:
    """Return the corners of slabs from the first to before the last, and what they share with neighbours."""
    return np.concatenate(slabs[max(2 * first - 1, 0) : 2 * last])


def _divisions(slabs: Sequence[Array], R: Array, most: int) -> list[Division]:
    """Return the divisions into 2, 3, ... slices with the least content, by what is known unsearched.

    Neighbours share about the smaller of the spheres where they meet; so that a division's content is a sum,
    half a sphere is taken off at every end of a capsule that meets another.
    """
    least: list[dict[int, tuple[float, Division]]] = [{0: (0.0, (0,))}]  # by number of slices, then by end
    known = {
        (first, last): _worth(_slice(slabs, first, last), R, ends=(first > 0) + (last < SLABS))
        for last in range(1, SLABS + 1)
        for first in range(last)
    }
    for _ in range(most):
        best = {}
        for last in range(1, SLABS + 1):
            divisions = [
                (content + known[first, last], (*division, last))
                for first, (content, division) in least[-1].items()
                if first < last
            ]
            if divisions:
                best[last] = min(divisions)
        least.append(best)
    return [best[SLABS][1] for best in least[2:] if SLABS in best]


def _worth(points: Array, R: Array, *, ends: int) -> float:
    if len(points) == 0:
        return 0.0
    content, radius = estimated_capsule(points, R)
    return content - ends * 2.0 / 3.0 * math.pi * radius**3


def _option(slices: Sequence[Array], R: Array) -> _Option:
    whole = [extreme_points(corners) for corners in slices if len(corners)]
    capsules = [smallest_capsule(corners, R, evaluations=TRIAL) for corners in whole]
    return _Option(whole, capsules, _content(capsules, SAMPLES))


def _content(capsules: Sequence[BoundingCapsule | BoundingSphere], samples: int) -> float:
    return capsules[0].volume if len(capsules) == 1 else union_content(capsules, samples)


class NamedVolume(NamedTuple):
    """A capsule or sphere, the corners (k, 3) that it holds, and what it is called."""

    name: str
    volume: BoundingCapsule | BoundingSphere
    corners: Array


def merged_capsules(given: Sequence[NamedVolume]) -> list[NamedVolume]:
    """Return fewer capsules that hold the same corners, as long as that is worth it."""
    kept = list(given)
    while len(kept) > 1:
        content = union_content([each.volume for each in kept], SAMPLES)
        options = [_joined(kept, i, j) for i, j in combinations(range(len(kept)), 2)]
        contents = [union_content([each.volume for each in option], SAMPLES) for option in options]
        best = int(np.argmin(contents))
        if contents[best] > content * (1.0 + CAPSULE_PRICE):
            break
        kept = options[best]
    return kept


def _joined(kept: Sequence[NamedVolume], i: int, j: int) -> list[NamedVolume]:
    """Return the capsules with two of them as one, in the place of the first."""
    corners = extreme_points(np.concatenate([kept[i].corners, kept[j].corners]))
    one = NamedVolume(kept[i].name, smallest_capsule(corners, oriented_box(corners).T[:3, :3]), corners)
    return [one if k == i else each for k, each in enumerate(kept) if k != j]
