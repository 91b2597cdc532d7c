"""Rotations and poses: group laws, an independent exponential, and the places where formulas break."""

import math

import numpy as np
import pytest

from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import (
    euler_zyx_from_rotation,
    inverse_pose,
    pose,
    pose_difference,
    quaternion_from_rotation,
    rotation_from_euler_zyx,
    rotation_from_vector,
    rotation_vector,
)
from tests.reference.plain_rotation import exponential, random_rotation

ROUNDING = 1e-14
AXES = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, -0.8), (-0.36, 0.48, 0.8)]
ANGLES = [
    0.0,
    1e-300,
    1e-12,
    1e-9,
    1e-8,
    1e-7,
    1e-3,
    1.0,
    2.0,
    math.pi - 1e-3,
    math.pi - 1e-9,
    math.pi - 1e-15,
]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", ANGLES)
def test_rotation_vector_comes_back_from_its_rotation(axis: tuple[float, ...], angle: float) -> None:
    v = angle * np.array(axis)
    np.testing.assert_allclose(rotation_vector(rotation_from_vector(v)), v, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("axis", AXES)
def test_half_turn_has_one_rotation_vector_whatever_its_sign(axis: tuple[float, ...]) -> None:
    half = 2.0 * np.outer(axis, axis) - np.eye(3)  # exactly half a turn, w = 0
    found = rotation_vector(half)
    assert np.linalg.norm(found) == pytest.approx(math.pi, abs=ROUNDING)
    np.testing.assert_allclose(np.abs(found / math.pi), np.abs(axis), atol=ROUNDING)
    assert found[np.nonzero(found)[0][0]] > 0.0


def test_exponential_equals_the_power_series() -> None:
    rng = np.random.default_rng(1)
    for v in rng.uniform(-2.0, 2.0, (50, 3)):
        np.testing.assert_allclose(rotation_from_vector(v), exponential(v), atol=ROUNDING)


def test_quaternion_and_rotation_are_inverse_and_w_is_not_negative() -> None:
    rng = np.random.default_rng(2)
    for _ in range(100):
        R = random_rotation(rng)
        quat = quaternion_from_rotation(R)
        assert quat[0] >= 0.0
        assert np.linalg.norm(quat) == pytest.approx(1.0, abs=ROUNDING)
        np.testing.assert_allclose(rotation_from_quaternion(quat), R, atol=ROUNDING)


def test_quaternion_of_a_quarter_turn_about_z() -> None:
    R = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose(
        quaternion_from_rotation(R), [math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)], atol=ROUNDING
    )


@pytest.mark.parametrize("quat", [(0.0, 0.0, 0.0, 0.0), (2.0, 0.0, 0.0, 0.0), (math.nan, 0.0, 0.0, 1.0)])
def test_quaternion_that_is_not_of_unit_length_is_refused(quat: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="length"):
        rotation_from_quaternion(np.array(quat))


def test_euler_angles_come_back_from_their_rotation() -> None:
    rng = np.random.default_rng(3)
    for yaw, pitch, roll in rng.uniform((-3.1, -1.5, -3.1), (3.1, 1.5, 3.1), (50, 3)):
        found = euler_zyx_from_rotation(rotation_from_euler_zyx(yaw, pitch, roll))
        np.testing.assert_allclose(found, (yaw, pitch, roll), atol=1e-12)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
def test_euler_angles_with_the_x_axis_upright_give_the_same_attitude(pitch: float) -> None:
    R = rotation_from_euler_zyx(0.4, pitch, 0.3)
    found = euler_zyx_from_rotation(R)
    assert found.roll == 0.0
    np.testing.assert_allclose(rotation_from_euler_zyx(*found), R, atol=ROUNDING)


def test_euler_180_0_0_is_half_a_turn_about_z() -> None:
    np.testing.assert_allclose(
        rotation_from_euler_zyx(math.pi, 0.0, 0.0), np.diag((-1.0, -1.0, 1.0)), atol=ROUNDING
    )


def test_pose_times_its_inverse_is_identity() -> None:
    rng = np.random.default_rng(4)
    T = pose(random_rotation(rng), rng.normal(size=3))
    np.testing.assert_allclose(T @ inverse_pose(T), np.eye(4), atol=ROUNDING)


def test_pose_difference_carries_the_tool_to_the_wanted_pose() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        T_tool, T_wanted = (pose(random_rotation(rng), rng.normal(size=3)) for _ in range(2))
        twist = pose_difference(T_wanted, T_tool)
        np.testing.assert_allclose(T_tool[:3, 3] + twist[:3], T_wanted[:3, 3], atol=ROUNDING)
        np.testing.assert_allclose(exponential(twist[3:]) @ T_tool[:3, :3], T_wanted[:3, :3], atol=1e-13)


def test_nan_in_a_rotation_is_nan_in_its_vector() -> None:
    assert np.isnan(rotation_vector(np.full((3, 3), np.nan))).all()
