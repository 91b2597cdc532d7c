"""The modes: what of the hand moves the tool, counted from where the hand took the arm.

    position    displacement from the origin    moves the tool, which keeps its attitude
    attitude    turn while RIGHT is held        turns the tool about its own point, which stays
    pose        both                            at once

Each engagement is a new one: its origin is where the hand is then, and a turn counts from where the right
button was pressed to where it was released.  The turn of each period is taken from the handle's attitude as
the last one left it; less than the dead zone is left for the next.  The left button, or a dead-man that was
let go, makes all of it that has not been taken zero.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.teleoperation.mapping import beyond
from predictor.model.quaternions import UNIT_ERROR, rotation_from_quaternion
from predictor.model.spatial import rotation_from_vector, rotation_vector
from telemetry.messages.handle import HandleSample, HandMode

Array = NDArray[np.float64]


class Parts(NamedTuple):
    """Which parts of the tool's motion the hand commands; the other one stands still."""

    moves: bool
    turns: bool


PARTS: dict[HandMode, Parts] = {
    "position": Parts(moves=True, turns=False),
    "attitude": Parts(moves=False, turns=True),
    "pose": Parts(moves=True, turns=True),
}


class Wrist:
    """The turn of the hand that has not been taken yet, while it may turn the tool."""

    def __init__(self, dead_zone: float) -> None:
        """Start with no turn; less than the dead zone [rad] is none."""
        self._dead_zone = dead_zone
        self._ended = np.zeros(3)  # turns up to a release of the button
        self._from: Array | None = None  # (3, 3) attitude up to which its turn was taken; None: not known
        self._now: Array | None = None

    def hear(self, sample: HandleSample) -> None:
        """Take the handle's attitude; what is no attitude says nothing."""
        if not turns_by(sample):
            self._ended = np.zeros(3) if cancels_turn(sample) else self._ended + self._turn()
            self._from = None
        if not abs(math.hypot(*sample.quat_handle) - 1.0) <= UNIT_ERROR:
            return
        self._now = rotation_from_quaternion(np.array(sample.quat_handle))
        self._from = self._now if self._from is None else self._from

    def take(self) -> Array:
        """Return the turn (3,) [rad] in handle axes beyond the dead zone, and count from its end on."""
        turn, ended = self._turn(), self._ended
        self._ended = np.zeros(3)
        if self._from is not None:
            self._from = rotation_from_vector(turn) @ self._from
        return ended + turn

    def _turn(self) -> Array:
        if self._from is None or self._now is None:
            return np.zeros(3)
        return beyond(rotation_vector(self._now @ self._from.T), self._dead_zone)


def turns_by(sample: HandleSample) -> bool:
    """True if the hand means to turn the tool."""
    return sample.right_button and not cancels_turn(sample)


def cancels_turn(sample: HandleSample) -> bool:
    """True if what the hand has turned shall turn the tool no further."""
    return sample.left_button or not sample.dead_man
