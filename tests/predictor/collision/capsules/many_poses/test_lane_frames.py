"""Frames of many configurations side by side, against those of one after the other."""

import numpy as np
import pytest

from predictor.collision.capsules.arm_and_scene.chain import chain_of
from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import PLACES
from predictor.collision.capsules.many_poses.placing_kernels import (
    LANES,
    LARGEST,
    MOST_ERROR,
    frames_of,
    sines,
)
from predictor.compiler.jit import lane_kernel
from predictor.model.kinematics import link_poses
from tests.arms import seven_joints, ten_joints, two_arms
from tests.benchmarks.problems.arms import arms

ROUNDING = 1e-13  # [m], and of axes


@lane_kernel
def sines_of(values, out_both):
    """Let Python call the part."""
    sines(values, 1.0, 0.0, out_both)


@lane_kernel
def all_frames(tree, rows, commands, turn, pose, out_frames):
    """Let Python call the part."""
    frames_of(tree, rows, commands, turn, pose, out_frames)


def poses_of(robot, count):
    limits = np.clip([robot.limits.q_min, robot.limits.q_max], -20.0, 20.0)
    return np.random.default_rng(61).uniform(*limits, (count, robot.n))


@pytest.mark.parametrize("largest", [1e-9, 1.0, 30.0, LARGEST])
def test_sines_and_cosines_are_those_of_the_library(largest):
    angles = np.random.default_rng(62).uniform(-largest, largest, LANES)
    angles[:8] = np.arange(-4, 4) * np.pi / 4.0 * (largest > 3.2)
    both = np.empty(2 * LANES)
    sines_of(angles, both)
    assert np.abs(both - np.concatenate([np.sin(angles), np.cos(angles)])).max() <= MOST_ERROR


@pytest.mark.parametrize(
    "robot", [*arms().values(), seven_joints(), ten_joints(), two_arms()], ids=lambda robot: robot.name
)
def test_frames_in_all_lanes_are_those_of_each_pose(robot):
    chain, poses = chain_of(robot), poses_of(robot, LANES)
    frames = np.empty((len(chain.rows) + 1, PLACES * LANES))
    frames[0] = np.repeat(chain.T_base_0[:3].T.ravel(), LANES)
    commands, turn = np.ascontiguousarray(poses.T), np.empty(3 * LANES)
    all_frames(robot.tree, chain.rows, commands, turn, np.empty(robot.n), frames)
    T = np.zeros((len(frames), LANES, 4, 4))
    T[..., 3, 3] = 1.0
    T[..., :3, :] = frames.reshape(-1, 4, 3, LANES).transpose(0, 3, 2, 1)
    found = T[list(chain.at)] @ chain.T_at_frame[:, None]
    alone = np.array([link_poses(robot, q) for q in poses])
    assert np.abs(found - alone.swapaxes(0, 1)).max() < ROUNDING
