"""Where a free base goes: printed oracles, figures on paper, what momentum keeps, the order of the method."""

from itertools import pairwise

import numpy as np
import pytest

from predictor.compiler.jit import array_kernel
from predictor.model.base.base_path_kernels import step_base
from predictor.model.base.floating_base import base_poses, base_twist_map, floating_base, mass_centre
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_vector
from predictor.model.spatial_kernels import pose_exp
from tests.free_floating import CRAFT, PRINTED, ROBOT, oracle, smooth, turning_link
from tests.trees import branched, linked, some_q

ROUNDING = 1e-12
ONE_NANOMETRE = 1e-9
PERIOD_S = 0.25


def along(base, *poses, duration_s=10.0):
    """T_world_base where an arm has gone from pose to pose, beginning at the origin."""
    T = np.eye(4)
    for q_start, q_end in pairwise(poses):
        moves = smooth(q_start, q_end, duration_s=duration_s, period_s=PERIOD_S)
        T = base_poses(base, moves, T, period_s=PERIOD_S)[-1]
    return T


@pytest.mark.parametrize("name", CRAFT)
def test_base_and_tool_come_where_the_printed_oracle_says(name):
    base, told = floating_base(CRAFT[name]()), oracle(name)["zero_momentum_motion"]
    T = along(base, told["q_start"], told["q_end"], duration_s=told["duration_s"])
    np.testing.assert_allclose(T[:3, 3], told["base_position_final"], atol=PRINTED)
    np.testing.assert_allclose(T[:3, :3], told["base_rotation_final"], atol=PRINTED)
    T_world_tool = T @ tool_pose(base.robot, told["q_end"])
    np.testing.assert_allclose(T_world_tool[:3, 3], told["tool_position_final"], atol=PRINTED)
    np.testing.assert_allclose(T_world_tool[:3, :3], told["tool_rotation_final"], atol=PRINTED)


@pytest.mark.parametrize("robot", [ROBOT, branched(1), linked()], ids=["arm", "branches", "laws"])
def test_the_mass_centre_of_all_does_not_move(robot):
    base, (q_start, q_end) = floating_base(robot), some_q(robot, 5, 2)
    moves = smooth(q_start, q_end, duration_s=10.0, period_s=PERIOD_S)
    T = base_poses(base, moves, np.eye(4), period_s=PERIOD_S)
    places = [
        pose[:3, :3] @ mass_centre(base, q) + pose[:3, 3]
        for pose, q in zip(T, [*moves[:, :, 0], q_end], strict=True)
    ]
    assert np.abs(places - places[0]).max() < ONE_NANOMETRE


@pytest.mark.parametrize(("q_deg", "turn_deg"), [(90, -42.440633), (180, -82.148163), (360, -164.296326)])
def test_a_platform_with_one_link_turns_as_far_as_on_paper(q_deg, turn_deg):
    robot = turning_link(joint_at=0.5, com_at=0.75, platform=(10.0, 1.5), link=(4.0, 0.3))
    T = along(floating_base(robot), [0.0], [np.radians(q_deg)], duration_s=60.0)
    assert np.degrees(rotation_vector(T[:3, :3])) == pytest.approx([0.0, 0.0, turn_deg], abs=1e-6)


def test_a_coaxial_rotor_turns_its_base_back_by_the_share_of_its_moment():
    rotor = turning_link(joint_at=0.0, com_at=0.0, platform=(10.0, 1.5), link=(4.0, 0.3))
    T = along(floating_base(rotor), [0.0], [2.0])
    assert rotation_vector(T[:3, :3])[2] == pytest.approx(-0.3 / 1.8 * 2.0, abs=ROUNDING)
    np.testing.assert_allclose(T[:3, 3], 0.0, atol=ROUNDING)


def test_another_way_to_the_same_pose_of_the_arm_leaves_another_attitude():
    base, begin, end = floating_base(ROBOT), np.array(ROBOT.home_q), np.array(ROBOT.home_q)
    end[:3] += 1.0, 0.5, 0.5
    first, second = (np.where(order, end, begin) for order in (np.arange(6) < 1, np.arange(6) >= 1))
    there, elsewhere = along(base, begin, first, end), along(base, begin, second, end)
    apart = rotation_vector(there[:3, :3].T @ elsewhere[:3, :3])
    assert np.degrees(np.linalg.norm(apart)) > 0.5
    np.testing.assert_allclose(along(base, begin, first, end, first, begin), np.eye(4), atol=1e-9)


@array_kernel
def step_from(craft, move, span, T, out_T):
    """Let Python call the part."""
    step_base(craft, move, span, T, out_T)


def test_halved_steps_leave_a_sixtyfourth_of_the_error():
    base, (q_start, q_end) = floating_base(ROBOT), some_q(ROBOT, 3, 2)
    (move,) = smooth(q_start, q_end, duration_s=1.0, period_s=1.0)

    def end(steps):
        T, following = np.eye(4), np.empty((4, 4))
        for k in range(steps):
            span = (k / steps, (k + 1) / steps)
            step_from(base.craft, move, span, T, following)
            T = following.copy()
        return T

    exact = end(512)
    coarse, fine = (np.abs(end(steps) - exact).max() for steps in (16, 32))
    assert 50.0 < coarse / fine < 80.0


@pytest.mark.parametrize("seed", range(3))
def test_over_a_motion_within_its_limits_an_arms_base_is_followed_within_rounding(seed):
    base, (q_start, q_end) = floating_base(ROBOT), some_q(ROBOT, seed, 2)
    fine, coarse = (smooth(q_start, q_end, duration_s=60.0, period_s=period) for period in (0.025, 0.25))
    one = base_poses(base, coarse, np.eye(4), period_s=0.25)[-1]
    other = base_poses(base, fine, np.eye(4), period_s=0.025)[-1]
    assert np.abs(one - other).max() < ROUNDING


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-3, 0.0199, 0.0201, 1.0, 3.0])
def test_a_pose_from_a_twist_is_the_sum_of_its_series(angle):
    w = angle * np.array([0.6, 0.0, -0.8])
    v = np.array([0.3, -0.2, 0.9])
    x, y, z = w
    X = np.zeros((4, 4))
    X[:3, :3] = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    X[:3, 3] = v
    wanted, term = np.eye(4), np.eye(4)
    for k in range(1, 40):
        term = term @ X / k
        wanted = wanted + term
    found = np.empty((4, 4))
    pose_exp(np.concatenate([v, w]), found)
    np.testing.assert_allclose(found, wanted, atol=2e-14)


def test_the_twist_map_is_that_of_the_path():
    base, q = floating_base(ROBOT), np.array(ROBOT.home_q)
    step = 1e-6 * np.arange(1.0, 7.0)
    moves = smooth(q - step, q + step, duration_s=1.0, period_s=0.5)
    turn = rotation_vector(base_poses(base, moves, np.eye(4), period_s=0.5)[-1, :3, :3])
    np.testing.assert_allclose(turn, base_twist_map(base, q)[3:] @ step * 2.0, atol=1e-12)
