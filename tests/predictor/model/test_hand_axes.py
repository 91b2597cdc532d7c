"""In which axes a hand steers."""

import numpy as np
import pytest

from predictor.model.hand_axes import frame_axes, handle_in_frame
from predictor.model.spatial import rotation_from_vector

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
R_BASE_TOOL = rotation_from_vector(np.array([0.3, -0.2, 0.9]))
QUARTER = (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))  # about z


@pytest.mark.parametrize(("frame", "expected"), [("base", np.eye(3)), ("tool", R_BASE_TOOL)])
def test_a_handle_that_stands_straight_has_the_axes_of_its_frame(frame, expected):
    axes = frame_axes(frame, UPRIGHT, R_BASE_TOOL) @ handle_in_frame(frame, UPRIGHT)
    assert axes == pytest.approx(expected)


def test_a_push_to_the_right_and_up_is_one_in_the_picture():
    to_picture = handle_in_frame("view", UPRIGHT)
    assert to_picture @ [1.0, 0.0, 0.0] == pytest.approx([1.0, 0.0, 0.0])
    assert to_picture @ [0.0, 0.0, 1.0] == pytest.approx([0.0, 1.0, 0.0])
    assert to_picture @ [0.0, 1.0, 0.0] == pytest.approx([0.0, 0.0, -1.0])  # away is into the picture


def test_a_camera_goes_with_the_tool_and_a_view_does_not():
    assert frame_axes("camera", QUARTER, R_BASE_TOOL) @ [1, 0, 0] == pytest.approx(R_BASE_TOOL[:, 1])
    assert frame_axes("view", QUARTER, R_BASE_TOOL) @ [1, 0, 0] == pytest.approx([0.0, 1.0, 0.0])


def test_a_handle_that_is_turned_before_the_hand_turns_what_it_asks():
    assert handle_in_frame("base", QUARTER) @ [1.0, 0.0, 0.0] == pytest.approx([0.0, 1.0, 0.0])
