"""How a person judges what is left of a way, and moves the hand for it: eye and hand of a simulated operator.

    seen place --> what is left --> error of judgement --> aim --> stroke: out, as long as it takes, back

A person does not measure.  What is meant to be moved is off by a share of what is left, and by a little more
that does not grow with it; so each correction leaves a share of the one before (W. R. Ferrell, Remote
manipulation with transmission delay, 1965: moves in the open, each followed by a wait for what it did).
The person is a trained one: how fast a displacement of the hand moves the tool is known.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.quaternions import rotation_from_quaternion
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.base import Vector

Array = NDArray[np.float64]

UNHURRIED_S = 2.0  # a small way is taken slowly, so that its end can be met
STILL_S, STILL_M = 0.5, 0.0005  # what has not moved by more in this time stands still to the eye


class Errors(NamedTuple):
    """Standard deviations of what is meant, along each axis."""

    share: float  # of the distance that is left
    least_m: float  # however small that is [m]


class Stroke(NamedTuple):
    """The hand goes out, stays, and goes back."""

    p_handle: Vector  # from the handle's centre [m]
    for_s: float  # from the one to the other


def judged(left: Array, errors: Errors, rng: np.random.Generator) -> Array:
    """Return what a person takes for the way that is left, (3,) [m].

    Args:
        left: that way as it is shown, (3,) [m].
        errors: of the person.
        rng: of this person's errors.
    """
    in_proportion, beside = rng.standard_normal((2, 3))
    off: Array = errors.share * float(np.linalg.norm(left)) * in_proportion + errors.least_m * beside
    return left + off


def stroke_for(aim: Array, hand: HandSettings, period_s: float) -> Stroke:
    """Return the stroke that moves the tool by `aim`, (3,) in base axes [m], at a held speed of it."""
    distance = float(np.linalg.norm(aim))
    speed = min(hand.speed_max, distance / UNHURRIED_S)
    displacement = hand.dead_zone + speed * period_s / hand.scale
    R_base_handle = rotation_from_quaternion(np.array(hand.quat_base_handle))
    x, y, z = (R_base_handle.T @ aim * (displacement / distance)).tolist()
    return Stroke((x, y, z), distance / speed)


class Stillness:
    """Whether what is shown has moved, and stands still again, as an eye can tell."""

    def __init__(self, place: Array) -> None:
        """Begin with the place (3,) that was shown as the hand began to move."""
        self._before = place
        self._since: tuple[float, Array] | None = None
        self.has_moved = False

    def look(self, place: Array, at_s: float) -> bool:
        """Look at what is shown at an instant; returns True if it has stood still for a moment."""
        self.has_moved |= math.dist(place, self._before) > STILL_M
        if self._since is None or math.dist(place, self._since[1]) > STILL_M:
            self._since = at_s, place
        return at_s - self._since[0] >= STILL_S
