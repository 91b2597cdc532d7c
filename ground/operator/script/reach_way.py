"""The way of a person who leads the tool to a goal: through own places, or along a tube that is drawn.

own      place after place; one that the shown tool has come near to is passed
drawn    the farthest bend to which a straight line stays inside of the tube:

             bend o---------.               what lies behind the wall is not aimed at; of a tool
         .-------'---. .----'- - o goal     that has left the tube the next bend is
    tool o           |_|
"""

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fixtures.tube import Tube

Array = NDArray[np.float64]

LINE_SAMPLES = 16  # along a line that may leave the tube


class Route(Protocol):
    """What is still to be gone, as of the newest look."""

    goal: Array  # (3,) [m]
    ahead: Array  # (3,) what is aimed at [m]
    passed: Array  # (3,) the last place of the way that was passed; at first: the start [m]

    def look(self, place: Array) -> None:
        """See the tool at a place (3,) [m]."""
        ...


class OwnRoute:
    """Places (3,) [m], the goal last; near_m: from where on one is passed."""

    def __init__(self, places: Sequence[Array], near_m: float) -> None:
        """Begin at the first look."""
        self.goal, self.ahead, self.passed = places[-1], places[0], places[0]
        self._left, self._near_m = list(places), near_m
        self._has_begun = False

    def look(self, place: Array) -> None:
        """Pass what the tool is near to."""
        if not self._has_begun:
            self._has_begun, self.passed = True, place
        while len(self._left) > 1 and math.dist(place, self._left[0]) <= self._near_m:
            self.passed = self._left.pop(0)
        self.ahead = self._left[0]


class TubeRoute:
    """A tube from the tool at rest to the goal."""

    def __init__(self, tube: Tube) -> None:
        """Begin at its start."""
        self._tube = tube
        self._bends = [tube.nearest(point) for point in tube.points]  # of the axis, which rounds them
        self.passed, self.ahead, self.goal = (self._bends[row].point for row in (0, 1, -1))

    def look(self, place: Array) -> None:
        """Find the farthest bend that is straight ahead."""
        along = self._tube.nearest(place).along
        self.passed = [bend.point for bend in self._bends if bend.along <= along][-1]
        left = [bend.point for bend in self._bends if bend.along > along] or [self.goal]
        straight = [bend for bend in left if self._is_inside(place, bend)]
        self.ahead = straight[-1] if straight else left[0]

    def _is_inside(self, begin: Array, end: Array) -> bool:
        """Return whether the line from begin to end (3,) [m] stays inside of the tube."""
        places = begin + np.linspace(0.0, 1.0, LINE_SAMPLES)[:, None] * (end - begin)
        return all(self._tube.nearest(p).distance <= self._tube.radius for p in places)
