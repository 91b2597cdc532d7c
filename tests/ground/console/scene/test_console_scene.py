"""Bodies and meshes of the scene: where they are, and that they are closed."""

import numpy as np
import pytest
from screen_bench import HOME, RUN

from ground.console.facts.snapshot import Snapshot
from ground.console.scene.bodies import box_corners, read_bodies
from ground.console.scene.scene_items import box_mesh, capsule_mesh
from ground.console.scene.scene_look import scene_look
from ground.console.scene.scene_wires import capsule_lines, cut_lines
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot

ONE_MILLIMETRE = 1e-3
BODIES = read_bodies(RUN)
WORLD = build_world("capsules", read_robot(RUN.robot_file), read_scene(RUN.scene_file))


def volume(mesh):
    """Signed volume by the divergence theorem: positive if all faces turn outwards."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def edges_are_shared(faces):
    directed = [tuple(sorted((f[i], f[(i + 1) % 3]))) for f in faces for i in range(3)]
    return all(directed.count(edge) == 2 for edge in set(directed))


@pytest.mark.parametrize("axis", [(0.0, 0.0, 0.5), (0.5, 0.0, 0.0), (-0.2, 0.3, 0.1)])
def test_a_capsule_is_closed_faces_outwards_and_holds_its_volume(axis):
    p0, radius = np.array([0.1, 0.2, 0.3]), 0.1
    mesh = capsule_mesh(p0, p0 + np.array(axis), radius)
    exact = np.pi * radius**2 * float(np.linalg.norm(axis)) + 4.0 / 3.0 * np.pi * radius**3
    assert edges_are_shared(mesh.faces)
    assert 0.9 * exact < volume(mesh) < exact


def test_no_triangle_of_a_capsule_is_degenerate():
    mesh = capsule_mesh(np.zeros(3), np.array([0.0, 0.0, 0.5]), 0.1)
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    assert np.linalg.norm(np.cross(b - a, c - a), axis=1).min() > 0.0


def test_a_capsule_without_length_is_a_sphere():
    mesh = capsule_mesh(np.ones(3), np.ones(3), 0.1)
    assert np.allclose(np.linalg.norm(mesh.vertices - 1.0, axis=1), 0.1)
    assert np.isfinite(capsule_lines(np.ones(3), np.ones(3), 0.1)).all()


def test_a_box_faces_outwards_and_holds_its_volume():
    for box in BODIES.scene.boxes:
        assert volume(box_mesh(box)) == pytest.approx(float(np.prod(2.0 * box.half)))
        assert box_corners(box).mean(axis=0) == pytest.approx(box.T_base_box[:3, 3])


def test_a_wire_lies_on_its_capsule():
    p1 = np.array([0.0, 0.0, 0.5])
    wire = capsule_lines(np.zeros(3), p1, 0.1)
    along = np.clip(wire[:, 2:] * p1[2] / (p1 @ p1), 0.0, 1.0) * p1
    distance = np.linalg.norm(wire - along, axis=1)
    assert distance.min() > 0.098 and distance.max() < 0.1 + ONE_MILLIMETRE


@pytest.mark.parametrize("style", ["dashed", "dotted"])
def test_dashes_and_dots_are_half_of_their_line_and_lie_on_it(style):
    ends = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 2.0, 3.0]])
    pieces = cut_lines(ends, style)
    lengths = np.linalg.norm(pieces[1::2] - pieces[::2], axis=1)
    assert lengths.sum() == pytest.approx(0.5 * (1.0 + 3.0))
    assert pieces.min() == 0.0 and pieces[:, 0].max() < 1.0 and pieces[:, 2].max() < 3.0


def test_the_line_of_the_nearest_pair_is_as_long_as_its_clearance():
    rng = np.random.default_rng(7)
    limits = WORLD.robot.limits
    for _ in range(50):
        q = tuple(rng.uniform(limits.q_min, limits.q_max))
        nearest = WORLD.clearance(q)
        if nearest.distance > 0.02:
            ends = BODIES.nearest_points(nearest.pair, q, {})
            drawn = float(np.linalg.norm(ends[1] - ends[0]))
            assert drawn == pytest.approx(nearest.distance, abs=10 * ONE_MILLIMETRE)


def test_a_pair_that_nobody_knows_has_no_line():
    assert BODIES.nearest_points(("hand", "nothing"), HOME, {}) is None
    assert BODIES.nearest_points(("nothing", "hand"), HOME, {}) is None


def test_nothing_of_the_arm_is_drawn_before_it_is_known():
    now = scene_look(BODIES, Snapshot(at_ns=0), 0)
    assert (now.commanded, now.seen, now.gap) == (None, None, None)
