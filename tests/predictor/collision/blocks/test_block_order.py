"""What jumps about is put into an order in which one block's configurations are near one another."""

import numpy as np

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.blocks.order import order_of

POSES = np.random.default_rng(67).uniform(-3.0, 3.0, (50 * LANES, 6))


def test_every_row_is_taken_once_even_if_it_is_no_number():
    poses = POSES.copy()
    poses[5], poses[700, 1], poses[900, 2] = np.nan, np.inf, -np.inf
    assert sorted(order_of(poses).tolist()) == list(range(len(poses)))


def test_rows_of_a_block_are_nearer_one_another_than_rows_as_they_came():
    blocks = POSES[order_of(POSES)].reshape(-1, LANES, 6)
    assert np.ptp(blocks[..., :3], axis=1).mean() < 0.6 * np.ptp(POSES.reshape(-1, LANES, 6), axis=1).mean()


def test_a_motion_is_taken_as_it_comes():
    t = np.linspace(0.0, 20.0, 4000)[:, None]
    assert len(order_of(np.sin(t * np.linspace(0.2, 1.0, 6)))) == 0
    assert len(order_of(np.zeros((4000, 6)))) == 0


def test_rows_that_differ_in_one_joint_alone_are_in_its_order():
    poses = np.zeros((50 * LANES, 6))
    poses[:, 1] = POSES[:, 1]
    blocks = poses[order_of(poses)].reshape(-1, LANES, 6)[..., 1]
    assert np.ptp(blocks, axis=1).max() < 4.0
