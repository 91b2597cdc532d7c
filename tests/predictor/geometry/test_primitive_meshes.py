"""Boxes, cylinders, balls and capsules as meshes: closed, convex, wound outwards, around the true body."""

import numpy as np
import pytest
import scipy

from predictor.geometry import primitive_meshes
from predictor.geometry.primitive_meshes import AROUND, box_mesh, capsule_mesh
from predictor.geometry.shapes import Box, Capsule

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


def closed(mesh):
    """Return the mesh as trimesh sees it, after it has agreed that it is a convex body."""
    import trimesh  # nobody else needs it: a quarter of a second of every worker

    body = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    assert body.is_watertight and body.is_winding_consistent and body.is_convex and body.volume > 0.0
    return body


@pytest.mark.parametrize("seed", range(4))
def test_the_mesh_of_a_box_is_the_box(seed):
    rng = np.random.default_rng(seed)
    T_base_box, half = np.eye(4), rng.uniform(0.1, 2.0, 3)
    T_base_box[:3, :3], T_base_box[:3, 3] = (
        scipy.spatial.transform.Rotation.random(rng=rng).as_matrix(),
        rng.uniform(-3.0, 3.0, 3),
    )
    body = closed(box_mesh(Box(name="b", body="base", T_base_box=T_base_box, half=half)))
    assert body.volume == pytest.approx(8.0 * np.prod(half))
    np.testing.assert_allclose(body.center_mass, T_base_box[:3, 3], atol=1e-12)


@pytest.mark.parametrize("length", [0.0, 1e-4, 0.7])
def test_the_mesh_of_a_capsule_contains_it_and_is_hardly_larger(length):
    rng = np.random.default_rng(1)
    p0, along, across = (
        rng.uniform(-1.0, 1.0, 3),
        *scipy.spatial.transform.Rotation.random(2, rng=rng).apply((1.0, 0.0, 0.0)),
    )
    body = closed(capsule_mesh(Capsule(name="c", body="base", p0=p0, p1=p0 + length * along, radius=0.2)))
    outwards = scipy.spatial.transform.Rotation.random(500, rng=rng).apply(across)
    surface = p0 + length * rng.uniform(0.0, 1.0, (500, 1)) * along + 0.2 * outwards
    assert np.einsum("fk,fk->f", body.face_normals, body.triangles_center - p0).min() >= 0.2 - 1e-12
    depths = (body.triangles_center[:, None] - surface[None]) * body.face_normals[:, None]
    assert depths.sum(axis=2).min() >= -1e-12
    assert body.extents.max() <= length + 2.0 * 0.2 * AROUND + 1e-12
