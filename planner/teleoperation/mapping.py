"""What the hand asks of the tool: what of each sample counts, and from credit to credit a wanted twist.

    position    displacement d from the origin    v = scale d / T            a held offset keeps it moving
    attitude    turn f while RIGHT is held        w = turning scale f / T    the angular velocity of the hand
    pose        both                              at once

    handle axes ---- R_axes_handle ----> axes of the frame: locks ---- R_base_axes ----> base axes

Each engagement is a new one: its origin is where the hand is then, and a turn counts from where the right
button was pressed to where it was released.  The turn of each period is taken from the handle's attitude as
the last one left it; less than the dead zone is left for the next.  The left button, or a dead-man that was
let go, makes all of it that has not been taken zero.

Each rate is at most its greatest, and what is given less than was asked for has a note.  The frames and their
axes are those of `predictor.model.hand_axes`.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from predictor.model.hand_axes import frame_axes, handle_in_frame
from predictor.model.quaternions import UNIT_ERROR, rotation_from_quaternion
from predictor.model.spatial import rotation_from_vector, rotation_vector
from telemetry.agreed.hand_settings import Axis, HandSettings
from telemetry.agreed.reasons import Reason
from telemetry.messages.handle import HandleSample, HandMode, Steering

Array = NDArray[np.float64]

AXES: tuple[Axis, ...] = get_args(Axis)
NOTED_SHARE = 0.1  # of what is asked for, that may be missing without a note
FARTHEST_HAND = 100.0  # [m or rad] from where it was taken; further away there is no hand
NO_HANDLE = "ignored: no handle is there"


class MotionParts(NamedTuple):
    """Which parts of the tool's motion the hand commands; the other one stands still."""

    moves: bool
    turns: bool


PARTS: dict[HandMode, MotionParts] = {
    "position": MotionParts(moves=True, turns=False),
    "attitude": MotionParts(moves=False, turns=True),
    "pose": MotionParts(moves=True, turns=True),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HandMapping:
    """How the hand's motion becomes the tool's, for one arming."""

    period_s: float
    hand: HandSettings
    steering: Steering


class GivenTwist(NamedTuple):
    """What the hand asks for, as far as it is given."""

    twist: Array  # (6,) of the tool in base axes, linear first [m/s, rad/s]
    notes: tuple[str, ...]  # what was given less than asked, and why


class Wrist:
    """The turn of the hand that has not been taken yet, while it may turn the tool."""

    def __init__(self, dead_zone: float) -> None:
        """Start with no turn; less than the dead zone [rad] is none."""
        self._dead_zone = dead_zone
        self._ended = np.zeros(3)  # turns up to a release of the button
        self._from: Array | None = None  # (3, 3) attitude up to which its turn was taken; None: not known
        self._now: Array | None = None

    def on_sample(self, sample: HandleSample) -> None:
        """Take the handle's attitude; what is no attitude counts for nothing."""
        if not turns_by(sample):
            self._ended = np.zeros(3) if cancels_turn(sample) else self._ended + self._turn()
            self._from = None
        if not abs(math.hypot(*sample.quat_handle) - 1.0) <= UNIT_ERROR:
            return
        self._now = rotation_from_quaternion(np.array(sample.quat_handle))
        self._from = self._now if self._from is None else self._from

    def take_turn(self) -> Array:
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


def wished_twist(displacement: Array, turn: Array, mapping: HandMapping, *, R_base_tool: Array) -> GivenTwist:
    """Return the wanted twist of the tool.

    Args:
        displacement: of the handle from where it was taken, in handle axes (3,) [m].
        turn: of the handle in the last period, as rotation vector in handle axes (3,) [rad].
        mapping: frame, locks and scales.
        R_base_tool: attitude of the commanded tool (3, 3).
    """
    if not (math.hypot(*displacement) <= FARTHEST_HAND and math.hypot(*turn) <= FARTHEST_HAND):
        return GivenTwist(np.zeros(6), (NO_HANDLE,))
    hand, T = mapping.hand, mapping.period_s
    frame, locked = mapping.steering.frame, hand.locked_axes
    R_base_axes = frame_axes(frame, mapping.steering.quat_axes, R_base_tool)
    R_axes_handle = handle_in_frame(frame, hand.quat_base_handle)
    shift, shift_notes = _unlocked(R_axes_handle @ displacement, AXES[:3], locked, dead_zone=hand.dead_zone)
    spin, spin_notes = _unlocked(R_axes_handle @ turn, AXES[3:], locked, dead_zone=0.0)
    moved = beyond(shift, hand.dead_zone) * (hand.scale / T)
    v, v_notes = _clamped(moved, hand.speed_max, Reason.CLAMPED_SPEED)
    w, w_notes = _clamped(spin * (hand.turning_scale / T), hand.turning_max, Reason.CLAMPED_TURNING)
    twist = np.concatenate([R_base_axes @ v, R_base_axes @ w])
    return GivenTwist(twist, (*v_notes, *w_notes, *shift_notes, *spin_notes))


def beyond(v: Array, dead_zone: float) -> Array:
    """Return what of a vector (3,) is beyond the dead zone; nothing within it."""
    length = float(np.linalg.norm(v))
    return v * ((length - dead_zone) / length) if length > dead_zone else np.zeros(3)


def at_most(v: Array, most: float) -> Array:
    """Return a vector (3,), shortened to a length if it is longer."""
    length = float(np.linalg.norm(v))
    return v if length <= most else v * (most / length)


def _unlocked(
    v: Array, names: tuple[Axis, ...], locked: Collection[Axis], *, dead_zone: float
) -> tuple[Array, tuple[str, ...]]:
    """Return a vector (3,) without its locked components, and those along which the hand asks for much."""
    much = max(dead_zone, NOTED_SHARE * math.hypot(*v))
    rows = list(zip(names, v.tolist(), strict=True))
    noted = [name for name, asked in rows if name in locked and abs(asked) > much]
    notes = tuple(f"locked: {name.replace('turn_', 'turning about ')}" for name in noted)
    return np.array([0.0 if name in locked else asked for name, asked in rows]), notes


def _clamped(v: Array, most: float, reason: Reason) -> tuple[Array, tuple[str, ...]]:
    """Return a vector (3,) of at most a length, and that it was cut, with figures."""
    held = at_most(v, most)
    unit = "rad/s" if reason is Reason.CLAMPED_TURNING else "m/s"
    figures = f"{math.hypot(*v):.3f} {unit} asked, {most:.3f} at most"
    return held, () if held is v else (f"{reason}: {figures}",)
