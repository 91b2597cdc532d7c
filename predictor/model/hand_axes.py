"""In which axes a hand steers: what its handle's axes are in those of the arm base.

    R_base_handle = R_base_axes R_axes_hand R_hand_handle

    base      the arm base                  camera    a picture that the arm's first tool carries with it
    tool      as it is commanded now        view      the screen's picture, as it was when the hand was armed

The hand has x to the right, y away and z up; a picture has x to the right, y up and looks along -z.
"""

from collections.abc import Sequence

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.quaternions import rotation_from_quaternion

R_PICTURE_HAND = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
PICTURE_FRAMES = ("camera", "view")
CARRIED_FRAMES = ("tool", "camera")


def frame_axes(frame: str, quat_axes: Sequence[float], R_base_tool: Array) -> Array:
    """Return the axes of the frame in which the hand steers (3, 3), in base axes.

    Args:
        frame: base, tool, camera or view.
        quat_axes: of the view in base axes, of the camera in those of the tool that carries it.
        R_base_tool: attitude of the commanded tool, or of the one that carries the camera (3, 3).
    """
    own = rotation_from_quaternion(np.array(quat_axes))
    return R_base_tool @ own if frame in CARRIED_FRAMES else own


def handle_in_frame(frame: str, quat_handle: Sequence[float]) -> Array:
    """Return the axes of a handle that stands so before the hand (3, 3), in those of the frame."""
    R_hand_handle = rotation_from_quaternion(np.array(quat_handle))
    return R_PICTURE_HAND @ R_hand_handle if frame in PICTURE_FRAMES else R_hand_handle


def picture_axes(right: Sequence[float], up: Sequence[float]) -> Array:
    """Return the axes of a picture (3, 3), in those in which its right and its up are given."""
    return np.column_stack((right, up, np.cross(right, up)))
