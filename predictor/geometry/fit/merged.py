"""Capsules of one frame made fewer: two that one alone holds about as well become one.

    a cylinder with a ball at each end, three bodies of a file ---> one capsule

Every capsule makes each distance dearer, so one less may hold more, by `PRICE` of all (`several`).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fit.capsules import smallest_capsule
from predictor.geometry.fit.obb import oriented_box
from predictor.geometry.fit.several import PRICE, SAMPLES
from predictor.geometry.fit.solid import extreme_points
from predictor.geometry.fit.volumes import Capsule, Sphere, union_content

Array = NDArray[np.float64]


class Named(NamedTuple):
    """A capsule or sphere, the corners (k, 3) that it holds, and what it is called."""

    name: str
    volume: Capsule | Sphere
    corners: Array


def merged(given: Sequence[Named]) -> list[Named]:
    """Return fewer capsules that hold the same corners, as long as that is worth it."""
    kept = list(given)
    while len(kept) > 1:
        content = union_content([each.volume for each in kept], SAMPLES)
        options = [_joined(kept, i, j) for i, j in combinations(range(len(kept)), 2)]
        contents = [union_content([each.volume for each in option], SAMPLES) for option in options]
        best = int(np.argmin(contents))
        if contents[best] > content * (1.0 + PRICE):
            break
        kept = options[best]
    return kept


def _joined(kept: Sequence[Named], i: int, j: int) -> list[Named]:
    """Return the capsules with two of them as one, in the place of the first."""
    corners = extreme_points(np.concatenate([kept[i].corners, kept[j].corners]))
    one = Named(kept[i].name, smallest_capsule(corners, oriented_box(corners).T[:3, :3]), corners)
    return [one if k == i else each for k, each in enumerate(kept) if k != j]
