"""What the hand asks of the tool: dead zones, scales, clamps, locks, and the axes that it means."""

import msgspec
import numpy as np
import pytest

from planner.teleoperation.mapping import FARTHEST_HAND, NO_HANDLE, HandMapping, at_most, wished_twist
from predictor.model.spatial import quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.handle import Steering

NOTHING = np.zeros(3)
HAND = HandSettings()
TOOL = rotation_from_euler_zyx(0.3, -0.7, 1.1)
ROUNDING = 1e-12
RIGHT, AWAY, UP = 0.03 * np.eye(3)


def asked(displacement=NOTHING, turn=NOTHING, *, frame="base", axes=None, **settings):
    quat = (1.0, 0.0, 0.0, 0.0) if axes is None else tuple(quaternion_from_rotation(axes).tolist())
    mapping = HandMapping(
        period_s=0.25,
        hand=msgspec.structs.replace(HAND, **settings),
        steering=Steering(mode="pose", frame=frame, quat_axes=quat),
    )
    return wished_twist(np.asarray(displacement), np.asarray(turn), mapping, R_base_tool=TOOL)


def direction(wished):
    v = wished.twist[:3]
    return v / np.linalg.norm(v)


def test_a_hand_in_the_dead_zone_wants_nothing():
    assert not asked((0.0, 0.0, 0.0049)).twist.any()
    assert asked((0.0, 0.0, 0.006)).twist[2] > 0.0


def test_wanted_speed_grows_with_the_displacement_up_to_its_limit_which_is_told():
    slow, fast, far = (asked((d, 0.0, 0.0)) for d in (0.015, 0.025, 5.0))
    assert slow.twist[0] == pytest.approx(0.2 * 0.010 / 0.25)
    assert fast.twist[0] == pytest.approx(2.0 * slow.twist[0])
    assert far.twist[0] == pytest.approx(HAND.speed_max)
    assert slow.notes == () and far.notes == (
        f"clamped_speed: {0.2 * (5.0 - 0.005) / 0.25:.3f} m/s asked, {HAND.speed_max:.3f} at most",
    )


def test_the_turn_of_a_period_is_a_turning_rate_up_to_its_limit_which_is_told():
    slow, far = asked(turn=(0.0, 0.02, 0.0)), asked(turn=(0.0, 2.0, 0.0))
    assert slow.twist == pytest.approx([0.0, 0.0, 0.0, 0.0, 0.2 * 0.02 / 0.25, 0.0])
    assert far.twist[4] == pytest.approx(HAND.turning_max)
    assert slow.notes == () and far.notes == (
        f"clamped_turning: {0.2 * 2.0 / 0.25:.3f} rad/s asked, {HAND.turning_max:.3f} at most",
    )


def test_handle_axes_are_turned_into_those_of_the_frame():
    half = np.sqrt(0.5)
    turned = asked(RIGHT, 0.5 * RIGHT, quat_base_handle=(half, 0.0, 0.0, half))  # a quarter turn about z
    assert direction(turned) == pytest.approx([0.0, 1.0, 0.0], abs=ROUNDING)
    assert turned.twist[3:] / np.linalg.norm(turned.twist[3:]) == pytest.approx([0.0, 1.0, 0.0], abs=ROUNDING)


def test_in_the_frame_of_the_tool_the_hand_moves_along_the_axes_of_the_tool():
    for axis, hand in enumerate((RIGHT, AWAY, UP)):
        assert direction(asked(hand, frame="tool")) == pytest.approx(TOOL[:, axis], abs=ROUNDING)


def test_in_a_view_right_is_right_up_is_up_and_away_is_into_the_picture():
    view = rotation_from_euler_zyx(1.0, 0.2, -0.4)
    for hand, seen in ((RIGHT, view[:, 0]), (UP, view[:, 1]), (AWAY, -view[:, 2])):
        assert direction(asked(hand, frame="view", axes=view)) == pytest.approx(seen, abs=ROUNDING)


def test_a_camera_is_a_view_that_the_tool_carries():
    camera = rotation_from_euler_zyx(-0.5, 0.1, 3.0)
    seen = asked(UP, 0.5 * AWAY, frame="camera", axes=camera).twist
    there = asked(UP, 0.5 * AWAY, frame="view", axes=TOOL @ camera).twist
    assert seen == pytest.approx(there, abs=ROUNDING)


def test_a_locked_axis_is_not_moved_along_and_the_hand_is_told_if_it_pushes_there():
    ways = ((0.0, 0.01, 0.03), (0.0, 0.03, 0.01), (0.0, 0.03, 0.004))
    along, also, across = (asked(d, locked_axes=("z",)) for d in ways)
    assert along.twist[2] == also.twist[2] == across.twist[2] == 0.0
    assert along.twist[1] == pytest.approx(0.2 * 0.005 / 0.25)  # the dead zone counts what is left
    assert (along.notes, also.notes, across.notes) == (("locked: z",), ("locked: z",), ())


def test_a_locked_turn_is_not_made_and_axes_are_those_of_the_frame():
    turned = asked(turn=(0.0, 0.0, 0.05), frame="tool", locked_axes=("turn_z",))
    assert not turned.twist.any()
    assert turned.notes == ("locked: turning about z",)
    assert asked(turn=(0.0, 0.05, 0.0), frame="tool", locked_axes=("turn_z",)).twist.any()


def test_a_hand_that_is_no_number_wants_nothing():
    assert not asked((np.nan, 0.0, 0.0), (np.inf, 0.0, 0.0)).twist.any()


def test_a_hand_just_as_far_as_there_can_be_one_is_still_one():
    assert asked((FARTHEST_HAND, 0.0, 0.0)).twist[:3].any()
    assert asked(turn=(0.0, FARTHEST_HAND, 0.0)).twist[3:].any()
    assert (
        asked((1.01 * FARTHEST_HAND, 0.0, 0.0)).notes
        == asked(turn=(0.0, 1.01 * FARTHEST_HAND, 0.0)).notes
        == (NO_HANDLE,)
    )


def test_a_hand_that_asks_for_just_the_greatest_rate_is_not_told_of_a_clamp():
    full = asked(turn=(0.0, 0.5, 0.0), turning_scale=0.25, turning_max=0.5)
    assert full.twist[4] == 0.5 and full.notes == ()


def test_a_rate_of_zero_at_most_leaves_nothing_of_nothing():
    assert np.array_equal(at_most(NOTHING, 0.0), NOTHING)


def test_a_hand_that_does_not_push_along_a_locked_axis_is_told_of_no_lock():
    assert asked(locked_axes=("turn_z",)).notes == ()
    assert asked((0.0, 0.03, HAND.dead_zone), locked_axes=("z",)).notes == ()
