"""Stated motions: at rest, on the way, at rest again; way-points are met and speeds are kept."""

import math

import numpy as np
import pytest
import scipy

from predictor.geometry.body_motion import MotionError, motion_through, rotation_from_vector, steady_motion

ONE_NANOMETRE = 1e-9
ABOUT = np.array([1.0, 2.0, 3.0])


def some_way(seed):
    """Return way-points: times (5,), shifts (5, 3), rotations, and the motion through them."""
    rng = np.random.default_rng(seed)
    times_s, shift = np.cumsum(rng.uniform(0.5, 9.0, 5)), rng.uniform(-2.0, 2.0, (5, 3))
    rotations = scipy.spatial.transform.Rotation.random(5, rng=rng)
    return times_s, shift, rotations, motion_through(ABOUT, times_s, shift=shift, R=rotations.as_matrix())


@pytest.mark.parametrize("seed", range(10))
def test_a_motion_between_way_points_is_that_of_scipy(seed):
    times_s, shift, rotations, motion = some_way(seed)
    slerp = scipy.spatial.transform.Slerp(times_s, rotations)
    for t_s in np.linspace(times_s[0], times_s[-1], 40):
        T, moved = motion.pose_at(t_s), [np.interp(t_s, times_s, shift[:, axis]) for axis in range(3)]
        np.testing.assert_allclose(T[:3, :3], slerp(t_s).as_matrix(), atol=ONE_NANOMETRE)
        np.testing.assert_allclose(T[:3, :3] @ ABOUT + T[:3, 3], ABOUT + moved, atol=ONE_NANOMETRE)


def test_a_body_rests_before_its_first_way_point_and_after_its_last():
    motion = steady_motion(ABOUT, speed=(0.1, 0.0, 0.0), rate=(0.0, 0.0, 0.2), begin_s=10.0, end_s=20.0)
    np.testing.assert_allclose(motion.pose_at(-5.0), np.eye(4), atol=1e-15)
    np.testing.assert_allclose(motion.pose_at(10.0), np.eye(4), atol=1e-15)
    np.testing.assert_array_equal(motion.pose_at(20.0), motion.pose_at(1e6))


def test_a_steady_turn_may_be_more_than_one_whole_turn():
    motion = steady_motion(ABOUT, speed=np.zeros(3), rate=(0.0, 0.0, 1.0), begin_s=0.0, end_s=20.0)
    for t_s in (1.0, 7.0, 19.0):
        np.testing.assert_allclose(
            motion.pose_at(t_s)[:3, :3], rotation_from_vector(np.array([0.0, 0.0, t_s])), atol=ONE_NANOMETRE
        )


def test_a_turn_of_nearly_half_a_turn_arrives():
    R = scipy.spatial.transform.Rotation.from_rotvec([0.0, math.pi - 1e-5, 0.0]).as_matrix()
    motion = motion_through(ABOUT, (0.0, 1.0), shift=np.zeros((2, 3)), R=np.array([np.eye(3), R]))
    np.testing.assert_allclose(motion.pose_at(1.0)[:3, :3], R, atol=ONE_NANOMETRE)


@pytest.mark.parametrize(
    ("times_s", "angles", "told"),
    [
        ((0.0,), (0.0,), "fewer than two"),
        ((0.0, 3.0, 2.0), (0.0, 0.1, 0.2), "order of time"),
        ((0.0, 3.0, 3.0), (0.0, 0.1, 0.2), "order of time"),
        ((0.0, math.nan), (0.0, 0.1), "order of time"),
        ((0.0, 1.0), (0.0, math.pi), "half a turn"),
    ],
)
def test_way_points_that_tell_no_motion_are_refused(times_s, angles, told):
    R = scipy.spatial.transform.Rotation.from_rotvec([[0.0, angle, 0.0] for angle in angles]).as_matrix()
    with pytest.raises(MotionError, match=told):
        motion_through(ABOUT, times_s, shift=np.zeros((len(times_s), 3)), R=R)


def test_a_steady_motion_ends_later_than_it_begins():
    with pytest.raises(MotionError, match="end later"):
        steady_motion(ABOUT, speed=np.zeros(3), rate=np.zeros(3), begin_s=2.0, end_s=2.0)
