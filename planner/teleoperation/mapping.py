"""What the hand asks of the tool: a pure function from displacement and turn of the handle to a wanted twist.

    handle axes ---- R_axes_handle ----> axes of the frame: locks ---- R_base_axes ----> base axes

    displacement d, less the dead zone    v = scale d / T            a held offset keeps it moving
    turn f in the last period             w = turning scale f / T    the angular velocity of the hand

Each is at most its greatest rate, and what is given less than it was asked for is told.  The frames and their
axes are those of `predictor.model.hand_axes`.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from predictor.model.hand_axes import frame_axes, handle_in_frame
from telemetry.hand_settings import Axis, HandSettings
from telemetry.messages.handle import Steering

Array = NDArray[np.float64]

AXES: tuple[Axis, ...] = get_args(Axis)
TOLD_SHARE = 0.1  # of what is asked for, that may be missing without being told
FARTHEST = 100.0  # [m or rad] from where it was taken: further away there is no hand, and no number is one
NOWHERE = "ignored: no handle is there"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mapping:
    """How the hand's motion becomes the tool's, for one arming."""

    period_s: float
    hand: HandSettings
    steering: Steering


class Wish(NamedTuple):
    """What the hand asks for, as far as it is given."""

    twist: Array  # (6,) of the tool in base axes, linear first [m/s, rad/s]
    notes: tuple[str, ...]  # what was given less than asked, and why


def wish(displacement: Array, turn: Array, mapping: Mapping, *, R_base_tool: Array) -> Wish:
    """Return the wanted twist of the tool.

    Args:
        displacement: of the handle from where it was taken, in handle axes (3,) [m].
        turn: of the handle in the last period, as rotation vector in handle axes (3,) [rad].
        mapping: frame, locks and scales.
        R_base_tool: attitude of the commanded tool (3, 3).
    """
    if not (math.hypot(*displacement) <= FARTHEST and math.hypot(*turn) <= FARTHEST):
        return Wish(np.zeros(6), (NOWHERE,))
    hand, T = mapping.hand, mapping.period_s
    frame, locked = mapping.steering.frame, hand.locked_axes
    R_base_axes = frame_axes(frame, mapping.steering.quat_axes, R_base_tool)
    R_axes_handle = handle_in_frame(frame, hand.quat_base_handle)
    shift, shift_notes = _unlocked(R_axes_handle @ displacement, AXES[:3], locked, dead_zone=hand.dead_zone)
    spin, spin_notes = _unlocked(R_axes_handle @ turn, AXES[3:], locked, dead_zone=0.0)
    v, v_notes = _clamped(beyond(shift, hand.dead_zone) * (hand.scale / T), hand.speed_max, "speed")
    w, w_notes = _clamped(spin * (hand.turning_scale / T), hand.turning_max, "turning rate")
    twist = np.concatenate([R_base_axes @ v, R_base_axes @ w])
    return Wish(twist, (*v_notes, *w_notes, *shift_notes, *spin_notes))


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
    told = max(dead_zone, TOLD_SHARE * math.hypot(*v))
    rows = list(zip(names, v.tolist(), strict=True))
    notes = tuple(f"locked: {words(name)}" for name, asked in rows if name in locked and abs(asked) > told)
    return np.array([0.0 if name in locked else asked for name, asked in rows]), notes


def words(axis: Axis) -> str:
    """Return an axis as a person reads it: `turn_x` is turning about x."""
    return axis.replace("turn_", "turning about ")


def _clamped(v: Array, most: float, what: str) -> tuple[Array, tuple[str, ...]]:
    """Return a vector (3,) of at most a length, and that it was cut."""
    held = at_most(v, most)
    return held, () if held is v else (f"clamped: {what}",)
