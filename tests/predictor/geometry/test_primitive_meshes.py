"""Boxes, cylinders and balls as meshes: closed, convex, and around the true body."""

import numpy as np
import pytest

from predictor.geometry import primitive_meshes

BODIES = {
    "box": primitive_meshes.box((0.2, 0.4, 0.6)),
    "cylinder": primitive_meshes.cylinder(0.3, 0.8),
    "ball": primitive_meshes.ball(0.25),
}
ROUNDING = 1e-12  # [m]


def planes(mesh):
    """Unit normals (f, 3) and offsets (f,) of the faces."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return normals, np.einsum("ij,ij->i", normals, a)


def volume(mesh):
    """Volume of a closed mesh [m^3]."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0


@pytest.mark.parametrize("name", BODIES)
def test_a_solid_is_convex_and_wound_outwards(name):
    normals, offsets = planes(BODIES[name])
    assert (BODIES[name].vertices @ normals.T <= offsets + ROUNDING).all()
    edges = BODIES[name].faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    assert {tuple(edge) for edge in edges} == {tuple(edge) for edge in edges[:, ::-1]}


def test_a_ball_and_a_cylinder_lie_within_their_meshes():
    _, offsets = planes(BODIES["ball"])
    assert (offsets >= 0.25 - ROUNDING).all()
    normals, offsets = planes(BODIES["cylinder"])
    reach = 0.3 * np.linalg.norm(normals[:, :2], axis=1) + 0.4 * np.abs(normals[:, 2])
    assert (offsets >= reach - ROUNDING).all()


@pytest.mark.parametrize(
    ("name", "true", "excess"),
    [
        ("box", 0.2 * 0.4 * 0.6, 0.0),
        ("cylinder", np.pi * 0.3**2 * 0.8, 0.006),
        ("ball", 4.0 / 3.0 * np.pi * 0.25**3, 0.04),
    ],
)
def test_a_solid_is_hardly_larger_than_the_body(name, true, excess):
    assert 1.0 - 1e-12 <= volume(BODIES[name]) / true <= 1.0 + excess + 1e-12
