"""The modes: what of the hand moves the tool, counted from where the hand took the arm.

    position    displacement from the origin    moves the tool, which keeps its attitude (T-35)
    attitude    turn while RIGHT is held        turns the tool about its own point, which stays (T-36)
    pose        both                            at once (T-37)

Each engagement is a new one: its origin is where the hand is then, and a turn counts from where the right
button was pressed.  The turn of each period is taken from the handle's attitude as the last one left it;
less than the dead zone is left for the next.  The left button, or none, takes the present attitude as that:
no turn.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.teleoperation.mapping import beyond
from predictor.model.spatial import (
    UNIT_ERROR,
    rotation_from_quaternion,
    rotation_from_vector,
    rotation_vector,
)
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

    def __init__(self) -> None:
        """Start with no turn."""
        self._from: Array | None = None  # (3, 3) attitude up to which its turn was taken; None: not known
        self._now: Array | None = None

    def hear(self, sample: HandleSample) -> None:
        """Take the handle's attitude; what is no attitude says nothing."""
        if not turns_by(sample):
            self._from = None
        if not abs(math.hypot(*sample.quat_handle) - 1.0) <= UNIT_ERROR:
            return
        self._now = rotation_from_quaternion(np.array(sample.quat_handle))
        self._from = self._now if self._from is None else self._from

    def take(self, dead_zone: float) -> Array:
        """Return the turn (3,) [rad] in handle axes beyond the dead zone, and count from its end on."""
        if self._from is None or self._now is None:
            return np.zeros(3)
        turn = beyond(rotation_vector(self._now @ self._from.T), dead_zone)
        self._from = rotation_from_vector(turn) @ self._from
        return turn


def turns_by(sample: HandleSample) -> bool:
    """True if the hand means to turn the tool."""
    return sample.dead_man and sample.right_button and not sample.left_button
