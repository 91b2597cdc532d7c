"""The turn of the hand: counted while the right button is held, zero with the left, its dead zone kept."""

import numpy as np
import pytest

from planner.teleoperation.mapping import Wrist
from predictor.model.spatial import quaternion_from_rotation, rotation_from_vector, rotation_vector
from telemetry.messages.handle import HandleSample

DEAD_ZONE = 0.01
X, Y, Z = np.eye(3)


def sample(turn, *, right=True, left=False, dead_man=True, quat=None):
    quat = quat or tuple(quaternion_from_rotation(rotation_from_vector(np.asarray(turn))).tolist())
    return HandleSample(
        number=1, sampled_ns=0, p_handle=(0.0, 0.0, 0.0), quat_handle=quat, dead_man=dead_man,
        left_button=left, right_button=right,
    )  # fmt: skip


def turned(*samples, dead_zone=DEAD_ZONE):
    wrist = Wrist(dead_zone)
    for each in samples:
        wrist.on_sample(each)
    return wrist.take_turn()


def test_a_turn_counts_from_where_the_right_button_was_pressed():
    turn = turned(sample(0.5 * Y, right=False), sample(0.6 * Y, right=False), sample(0.7 * Y))
    assert turn == pytest.approx((0.1 - DEAD_ZONE) * Y)


@pytest.mark.parametrize("buttons", [{"right": False}, {"left": True}, {"dead_man": False}])
def test_without_the_right_button_or_with_the_left_or_without_the_dead_man_nothing_turns(buttons):
    assert not turned(sample(0.0 * X, **buttons), sample(0.4 * X, **buttons)).any()
    assert not turned(sample(0.0 * X), sample(0.4 * X, **buttons)).any()


def test_a_left_button_between_two_periods_is_not_missed():
    turn = turned(sample(0.0 * X), sample(0.3 * X, left=True), sample(0.4 * X))
    assert turn == pytest.approx((0.1 - DEAD_ZONE) * X)


def test_what_was_turned_until_the_right_button_was_released_counts_and_the_way_back_does_not():
    released = (sample(0.3 * X), sample(0.0 * X, right=False), sample(0.0 * X), sample(0.2 * X))
    assert turned(sample(0.0 * X), *released) == pytest.approx((0.3 + 0.2 - 2.0 * DEAD_ZONE) * X)
    assert not turned(sample(0.0 * X), *released, sample(0.2 * X, left=True)).any()


def test_a_slow_turn_is_not_lost_in_the_dead_zone():
    wrist, total = Wrist(DEAD_ZONE), np.zeros(3)
    for n in range(201):
        wrist.on_sample(sample(0.001 * n * Z))
        total += wrist.take_turn()
    assert total == pytest.approx((0.2 - DEAD_ZONE) * Z)


def test_increments_add_up_to_the_turn_about_any_axes():
    rng, wrist, R = np.random.default_rng(3), Wrist(0.0), np.eye(3)
    wrist.on_sample(sample(0.0 * X))
    total = np.eye(3)
    for _ in range(50):
        R = rotation_from_vector(rng.normal(scale=0.1, size=3)) @ R
        wrist.on_sample(sample(rotation_vector(R)))
        total = rotation_from_vector(wrist.take_turn()) @ total
    assert total == pytest.approx(R, abs=1e-12)


def test_what_is_no_attitude_turns_nothing():
    assert not turned(sample(0.0 * X), sample(X, quat=(2.0, 0.0, 0.0, 0.0))).any()
    assert not turned(sample(X, quat=(0.0, 0.0, 0.0, 0.0))).any()


def test_a_button_is_heard_also_where_the_attitude_is_none():
    broken = sample(0.0 * X, right=False, quat=(0.0,) * 4)
    assert not turned(sample(0.0 * X), broken, sample(0.4 * X)).any()


def test_what_was_turned_until_the_right_button_was_released_is_taken_once():
    wrist = Wrist(DEAD_ZONE)
    for each in (sample(0.0 * X), sample(0.3 * X), sample(0.3 * X, right=False)):
        wrist.on_sample(each)
    assert wrist.take_turn() == pytest.approx((0.3 - DEAD_ZONE) * X)
    assert not wrist.take_turn().any()
