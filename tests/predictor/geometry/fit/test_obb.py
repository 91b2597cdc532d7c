"""The oriented box: no point is ever outside, and it is no larger than others find it."""

import numpy as np
import pytest

from predictor.geometry.fit import obb
from predictor.geometry.fit.obb import oriented_box
from tests.shared_data import shared_file

ROUNDING = 1e-12  # [m]


def turned(rng):
    """A random rotation (3, 3)."""
    R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return R if np.linalg.det(R) > 0.0 else -R


def corners(*edges):
    """The corners (8, 3) of a box about the origin."""
    return np.array(np.meshgrid(*[(-edge / 2.0, edge / 2.0) for edge in edges])).reshape(3, -1).T


def test_a_box_is_found_again_however_it_is_turned():
    rng = np.random.default_rng(1)
    R, p = turned(rng), rng.normal(size=3)
    box = oriented_box(corners(0.3, 1.7, 0.4) @ R.T + p)
    assert box.half == pytest.approx([0.85, 0.2, 0.15], abs=ROUNDING)
    assert box.T[:3, 3] == pytest.approx(p, abs=ROUNDING)
    assert abs(box.T[:3, 0] @ R[:, 1]) == pytest.approx(1.0)


@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_no_point_is_outside_and_the_pose_is_a_rotation(offset):
    rng = np.random.default_rng(2)
    for _ in range(4):
        points = rng.normal(size=(rng.integers(1, 60), 3)) * rng.uniform(0.0, 2.0, 3) + offset
        box = oriented_box(points)
        homogeneous = np.column_stack([points, np.ones(len(points))])
        local = (homogeneous @ np.linalg.inv(box.T).T)[:, :3]  # computed in another way
        assert (np.abs(local) <= box.half + ROUNDING).all()
        assert box.margins(points).min() >= 0.0
        assert box.T[:3, :3].T @ box.T[:3, :3] == pytest.approx(np.eye(3), abs=ROUNDING)
        assert np.linalg.det(box.T[:3, :3]) > 0.0
        assert (np.diff(box.half) <= 0.0).all()


def test_points_in_a_plane_on_a_line_or_all_alike_make_a_flat_box():
    rng = np.random.default_rng(3)
    R = turned(rng)
    square = corners(2.0, 1.0, 0.0) @ R.T
    assert oriented_box(square).half == pytest.approx([1.0, 0.5, 0.0], abs=ROUNDING)
    line = np.linspace(-1.0, 1.0, 7)[:, None] * R[0]
    assert oriented_box(line).half == pytest.approx([1.0, 0.0, 0.0], abs=ROUNDING)
    assert oriented_box(np.ones((5, 3))).half == pytest.approx(np.zeros(3), abs=ROUNDING)


def test_a_box_that_gets_smaller_by_next_to_nothing_is_left_as_it_is(monkeypatch):
    shrinking = (1.0 - 1e-6 * step for step in range(1_000))  # StopIteration, if that went on
    monkeypatch.setattr(obb, "_content", lambda points, R: next(shrinking))
    obb._turned_on(corners(0.3, 1.7, 0.4), np.eye(3))


@pytest.mark.parametrize("points", [np.zeros((0, 3)), np.array([[0.0, np.nan, 0.0]])])
def test_no_box_is_made_of_nothing_or_of_what_is_not_finite(points):
    with pytest.raises(ValueError, match="finite points"):
        oriented_box(points)


@pytest.mark.parametrize(
    "part",
    ["motoman_mh6/meshes/collision/MH6_R_AXIS.stl", "kuka_lbr_iiwa14/meshes/collision/link_4.stl"],
)
def test_no_box_of_a_real_part_is_larger_than_that_of_trimesh(part):
    import trimesh

    mesh = trimesh.load(shared_file(f"data/robots/{part}"))
    box = oriented_box(np.asarray(mesh.vertices))
    assert box.volume <= mesh.bounding_box_oriented.volume * 1.0001
    assert box.margins(mesh.vertices).min() >= 0.0
