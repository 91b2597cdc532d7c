"""How a floating base answers its arm: printed oracles, MuJoCo's mass matrix, figures on paper."""

import dataclasses

import mujoco
import numpy as np
import pytest

from ground.rehearsal.body.mujoco_model import build_model
from predictor.geometry.shapes import BASE, SPACE, Scene, SceneBody
from predictor.model.base.floating_base import (
    BoltedError,
    base_twist_map,
    floating_base,
    generalised_jacobian,
)
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from tests.free_floating import CRAFT, PRINTED, ROBOT, oracle, turning_link
from tests.trees import branched, some_q

ROUNDING = 1e-12
STEP = 1e-6  # [rad] of the finite differences
DIFFERENCE_ERROR = 1e-8


@pytest.mark.parametrize("name", CRAFT)
def test_twist_map_and_generalised_jacobian_are_those_of_the_printed_oracle(name):
    base, told = floating_base(CRAFT[name]()), oracle(name)["generalized_jacobian"]
    np.testing.assert_allclose(
        base_twist_map(base, told["q"]), told["base_twist_per_joint_rate"], atol=PRINTED
    )
    J = generalised_jacobian(base, told["q"])
    np.testing.assert_allclose(J, told["generalized_jacobian"], atol=PRINTED)
    np.testing.assert_allclose(J @ told["dq"], told["tool_twist"], atol=PRINTED)


@pytest.mark.parametrize("seed", range(4))
def test_the_base_answers_a_tree_that_branches_and_slides_as_mujocos_mass_matrix_says(seed):
    robot = branched(seed)
    base = floating_base(robot)
    model = build_model(robot, Scene(name="empty", boxes=(), capsules=(), bodies=()), timestep_s=0.002)
    data, H = mujoco.MjData(model), np.empty((model.nv, model.nv))
    for q in some_q(robot, seed, 5):
        data.qpos[7:] = q
        mujoco.mj_forward(model, data)
        mujoco.mj_fullM(model, data, H)
        wanted = -np.linalg.solve(H[:6, :6], H[:6, 6:])
        np.testing.assert_allclose(base_twist_map(base, q), wanted, atol=ROUNDING)


def test_the_generalised_jacobian_is_the_derivative_of_the_tool_in_inertial_space():
    base, q = floating_base(ROBOT), np.array(ROBOT.home_q)
    A, J = base_twist_map(base, q), generalised_jacobian(base, q)
    for column, step in enumerate(STEP * np.eye(ROBOT.n)):
        ahead, behind = (_moved(sign * A @ step) @ tool_pose(ROBOT, q + sign * step) for sign in (1.0, -1.0))
        found = pose_difference(ahead, behind) / (2.0 * STEP)
        np.testing.assert_allclose(J[:, column], found, atol=DIFFERENCE_ERROR)


def _moved(twist):
    """The pose of a base after a small twist, to second order."""
    x, y, z = twist[3:]
    turn = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    T = np.eye(4)
    T[:3, :3] += turn + 0.5 * turn @ turn
    T[:3, 3] = twist[:3] + 0.5 * turn @ twist[:3]
    return T


@pytest.mark.parametrize("q", [0.0, 0.7, 2.0, -1.3])
def test_a_platform_with_one_link_in_a_plane_turns_as_on_paper(q):
    m0, I0, m1, I1, b, far = 10.0, 1.5, 4.0, 0.3, 0.5, 0.75
    base = floating_base(turning_link(joint_at=b, com_at=far, platform=(m0, I0), link=(m1, I1)))
    mu = m0 * m1 / (m0 + m1)
    wanted = -(I1 + mu * (far * far + b * far * np.cos(q))) / (
        I0 + I1 + mu * (b * b + far * far + 2.0 * b * far * np.cos(q))
    )
    assert base_twist_map(base, [q])[5, 0] == pytest.approx(wanted, abs=ROUNDING)


def test_what_is_welded_to_the_platform_or_held_by_a_link_weighs_and_what_floats_apart_does_not():
    body = SceneBody(name="box", mass=50.0, com=np.ones(3), inertia=np.eye(3), carrier=BASE)
    apart = SceneBody(name="far", mass=50.0, com=np.ones(3), inertia=np.eye(3), carrier=SPACE)
    alone, riding, floating = (
        base_twist_map(floating_base(ROBOT, bodies), ROBOT.home_q) for bodies in ((), (body,), (apart,))
    )
    assert np.abs(riding - alone).max() > 0.001
    np.testing.assert_array_equal(floating, alone)


def test_an_arm_that_is_bolted_to_the_ground_has_no_base_that_floats():
    with pytest.raises(BoltedError, match="bolted to the ground"):
        floating_base(dataclasses.replace(ROBOT, platform=None))
