"""Mass properties of shapes: against the formulas of boxes and balls."""

import numpy as np
import pytest

from predictor.geometry import primitive_meshes
from predictor.geometry.mesh import Mesh, mesh_of
from predictor.model.masses import has_clear_inside, weigh
from predictor.model.robot import Part


def part(mesh, *, at=(0.0, 0.0, 0.0), pieces=None):
    """A body somewhere."""
    moved = Mesh(vertices=mesh.vertices + np.array(at), faces=mesh.faces)
    return Part(name="part", frame=1, mesh=moved, pieces=(moved,) if pieces is None else pieces)


def test_a_box_weighs_what_its_formula_says():
    mass, com, inertia = weigh([part(primitive_meshes.box((0.2, 0.4, 0.6)), at=(1.0, 2.0, 3.0))], 1000.0)
    assert mass == pytest.approx(48.0)
    np.testing.assert_allclose(com, [1.0, 2.0, 3.0])
    np.testing.assert_allclose(inertia, 4.0 * np.diag([0.52, 0.40, 0.20]), atol=1e-12)


def test_two_bodies_weigh_as_one_with_the_parallel_axes():
    box = primitive_meshes.box((0.2, 0.2, 0.2))
    mass, com, inertia = weigh([part(box), part(box, at=(1.0, 0.0, 0.0))], 1000.0)
    assert mass == pytest.approx(16.0)
    np.testing.assert_allclose(com, [0.5, 0.0, 0.0], atol=1e-12)
    own = 16.0 / 6.0 * 0.04
    np.testing.assert_allclose(inertia, np.diag([own, own + 4.0, own + 4.0]), atol=1e-9)


def test_a_surface_with_a_hole_counts_as_its_pieces():
    box = primitive_meshes.box((0.2, 0.2, 0.2))
    lid_off = mesh_of(box.vertices, box.faces[1:])
    assert has_clear_inside(box)
    assert not has_clear_inside(lid_off)
    assert not has_clear_inside(mesh_of(box.vertices, box.faces[:, ::-1]))
    assert weigh([part(lid_off, pieces=(box,))], 1000.0).mass == pytest.approx(8.0)


def test_nothing_has_no_weight():
    assert weigh([], 1000.0) is None
