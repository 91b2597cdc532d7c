"""Covers hold every vertex of a piece, wherever it stands and wherever its body comes on its way."""

import numpy as np
import pytest
import scipy

from predictor.geometry.body_motion import motion_through, steady_motion
from predictor.geometry.primitive_meshes import box_mesh
from predictor.geometry.scenes import covers as module
from predictor.geometry.scenes.covers import SweptCoverError, resting_covers, swept_covers
from predictor.geometry.shapes import Box, MeshShape

TEN_MICRONS = 1e-5


def brick(rng, size=(0.1, 0.8)):
    """Return a turned brick as a mesh of one piece."""
    T_base_box = np.eye(4)
    T_base_box[:3, :3], T_base_box[:3, 3] = (
        scipy.spatial.transform.Rotation.random(rng=rng).as_matrix(),
        rng.uniform(-2.0, 2.0, 3),
    )
    mesh = box_mesh(Box(name="", body="", T_base_box=T_base_box, half=rng.uniform(*size, 3)))
    return MeshShape(name="brick", body="cart", mesh=mesh, pieces=(mesh,))


def some_motion(seed):
    """Return way-points or a steady motion, also of several turns."""
    rng = np.random.default_rng(seed)
    if seed % 2:
        R = scipy.spatial.transform.Rotation.random(4, rng=rng).as_matrix()
        return motion_through(
            (0.5, 0.0, 0.0), (0.0, 2.0, 5.0, 6.0), shift=rng.uniform(-2.0, 2.0, (4, 3)), R=R
        )
    speed = rng.uniform(-0.2, 0.2, 3) * (seed % 4 > 0)
    return steady_motion(
        rng.uniform(-1.0, 1.0, 3), speed=speed, rate=rng.normal(size=3), begin_s=1.0, end_s=9.0
    )


def are_outside(points, boxes):
    """Return which of the points lie in none of the boxes."""
    depth = [
        (box.half - np.abs((points - box.T_base_box[:3, 3]) @ box.T_base_box[:3, :3])).min(axis=1)
        for box in boxes
    ]
    return np.max(depth, axis=0) < 0.0


def test_a_mesh_that_stays_has_a_box_for_each_piece_with_its_number():
    rng = np.random.default_rng(5)
    first, second = brick(rng).mesh, brick(rng).mesh
    boxes = resting_covers(MeshShape(name="m", body="base", mesh=first, pieces=(first, second)))
    assert [(box.name, box.cover_of, box.body) for box in boxes] == [
        ("m/0", "m", "base"),
        ("m/1", "m", "base"),
    ]
    assert not are_outside(first.vertices, boxes[:1]).any()
    assert not are_outside(second.vertices, boxes[1:]).any()


@pytest.mark.parametrize("seed", range(12))
def test_no_point_of_a_moving_body_ever_leaves_the_covers_of_its_way(seed):
    rng = np.random.default_rng(100 + seed)
    shape, motion = brick(rng), some_motion(seed)
    boxes = swept_covers(shape, motion)
    inside = rng.dirichlet(np.ones(8), 20) @ shape.mesh.vertices
    for t_s in rng.uniform(-1.0, 11.0, 60):
        T = motion.pose_at(t_s)
        moved = np.concatenate([shape.mesh.vertices, inside]) @ T[:3, :3].T + T[:3, 3]
        assert not are_outside(moved, boxes).any()


def test_without_the_bulge_of_its_arcs_a_turning_body_would_leave_its_covers(monkeypatch):
    monkeypatch.setattr("predictor.geometry.scenes.covers.TURN_OF_A_PART", 1.0)
    monkeypatch.setattr(
        "predictor.geometry.scenes.covers._in_axes", lambda p, R, bulge, old=module._in_axes: old(p, R, 0.0)
    )
    rng = np.random.default_rng(1)
    shape, motion = (
        brick(rng),
        steady_motion(np.zeros(3), speed=np.zeros(3), rate=(0.0, 0.0, 1.0), begin_s=0.0, end_s=1.0),
    )
    boxes = swept_covers(shape, motion)
    T = motion.pose_at(0.5)
    assert are_outside(shape.mesh.vertices @ T[:3, :3].T + T[:3, 3], boxes).any()


def test_a_straight_way_is_covered_by_one_box_along_it():
    rng = np.random.default_rng(2)
    shape = brick(rng, size=(0.05, 0.1))
    motion = steady_motion(np.zeros(3), speed=(0.3, 0.4, 0.0), rate=np.zeros(3), begin_s=0.0, end_s=10.0)
    (box,) = swept_covers(shape, motion)
    assert box.name == "brick/0/0" and box.half.max() < 2.5 + 0.2
    assert np.prod(box.half) < 2.7 * 0.18**2


def test_many_turns_on_the_spot_take_the_boxes_of_one():
    shape = brick(np.random.default_rng(3))

    def turning(end_s, speed=0.0):
        return steady_motion(
            np.zeros(3), speed=(speed, 0.0, 0.0), rate=(0.0, 0.0, 2.0), begin_s=0.0, end_s=end_s
        )

    assert len(swept_covers(shape, turning(1000.0))) == len(swept_covers(shape, turning(np.pi))) == 32
    with pytest.raises(SweptCoverError, match="boxes"):
        swept_covers(shape, turning(1000.0, speed=0.1))
