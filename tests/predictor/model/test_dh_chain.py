"""Denavit-Hartenberg rows are found from the axes alone, and make the same arm."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.model.dh_chain import NotDhError, dh_chain
from predictor.model.files.joint_rows import link_at_zero
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from tests.reference.plain_chain import REFERENCE_ARM
from tests.trees import X, Y, Z, arm, at, joint, reframed, some_q, turned, with_rows

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
SAME = 1e-12


def tool_by_rows(chain, q):
    """The tool's pose (4, 4) as the rows give it."""
    T = chain.T_base_0
    for (offset, *rest), angle in zip(chain.rows, chain.sign * q, strict=True):
        T = T @ link_at_zero((offset + angle, *rest))
    return T @ chain.T_n_tool


def test_the_rows_of_the_reference_arm_are_found_again():
    expected = [(np.radians(offset), d, a, np.radians(alpha)) for offset, d, a, alpha in REFERENCE_ARM]
    chain = dh_chain(ROBOT)
    np.testing.assert_allclose(chain.rows[:5], expected[:5], rtol=0.0, atol=SAME)
    np.testing.assert_array_equal(
        chain.rows[5], np.zeros(4)
    )  # what is fixed behind the last axis is the tool's
    np.testing.assert_allclose(chain.T_base_0, np.eye(4), rtol=0.0, atol=SAME)


@pytest.mark.parametrize("seed", range(5))
def test_any_rows_are_found_again_in_their_chain(seed):
    rows = np.random.default_rng(seed).uniform(-1.5, 1.5, (4, 4))
    np.testing.assert_allclose(dh_chain(with_rows(ROBOT, rows)).rows[:3], rows[:3], rtol=0.0, atol=1e-10)


def skew(seed):
    """A chain of six joints about any lines."""
    rng, joints = np.random.default_rng(seed), []
    for i in range(6):
        T = at(*rng.uniform(-0.5, 0.5, 3))
        T[:3, :3] = turned(rng)
        pivot = rng.uniform(-0.2, 0.2, 3)
        joints.append(joint(f"joint_{i}", i - 1, axis=rng.normal(size=3), pivot=pivot, T=T))
    return arm(*joints)


ARMS = {
    "reference": ROBOT,
    "in frames of its own": reframed(ROBOT, 3),
    "parallel": arm(
        joint("a"), joint("b", 0, T=at(0.5, 0.1, 0.3)), joint("c", 1, axis=-Z, T=at(0.0, 0.4, 0.2))
    ),
    "one axis": arm(joint("a", axis=Y), joint("b", 0, axis=Y, T=at(0.0, 0.7, 0.0))),
    "along x": arm(joint("a", axis=X), joint("b", 0, axis=Y)),
    **{f"skew {seed}": skew(seed) for seed in range(4)},
}


@pytest.mark.parametrize("robot", ARMS.values(), ids=ARMS)
def test_the_rows_put_the_tool_where_the_tree_does(robot):
    chain = dh_chain(robot)
    for q in some_q(robot, 1, 10):
        np.testing.assert_allclose(tool_by_rows(chain, q), tool_pose(robot, q), rtol=0.0, atol=1e-11)


def test_rows_do_not_depend_on_the_frames_that_an_arm_is_given_in():
    for seed in range(5):
        usual, other = dh_chain(ROBOT).rows, dh_chain(reframed(ROBOT, seed)).rows
        np.testing.assert_allclose(np.abs(other[:, 1:3]), np.abs(usual[:, 1:3]), rtol=0.0, atol=1e-11)


@pytest.mark.parametrize(
    ("robot", "told"),
    [
        (arm(joint("a"), joint("b")), "joint 2 'b' is not carried by the joint before it"),
        (arm(joint("rail", kind="prismatic")), "joint 1 'rail' does not turn"),
        (arm(joint("a"), joint("b", 0), tool_frame=1), "the tool is not carried by the last joint"),
        (replace(ROBOT, tool=ROBOT.tool._replace(frame=3)), "the tool is not carried by the last joint"),
    ],
)
def test_an_arm_that_is_no_chain_of_turning_joints_is_told_apart(robot, told):
    with pytest.raises(NotDhError, match=told):
        dh_chain(robot)
