"""No ray slips through the edges of a closed mesh."""

import numpy as np
import pytest

from predictor.geometry.primitive_meshes import ball, box, cylinder
from predictor.rays.caster import Caster
from predictor.rays.ray_shapes import RayShape

NANOMETRE = 1e-9
MESHES = {"ball": ball(1.0), "box": box((1.0, 2.0, 0.5)), "cylinder": cylinder(0.5, 2.0)}


def escaped(mesh, o, d):
    """How many rays do not meet the mesh that they begin inside."""
    return int((Caster([RayShape("closed", 0, mesh)]).first_hits(o, d).shape < 0).sum())


@pytest.mark.parametrize("name", MESHES)
@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.sweep)])
def test_every_ray_from_inside_a_closed_mesh_meets_it(name, count):
    rng, mesh = np.random.default_rng(count), MESHES[name]
    o = rng.uniform(-0.2, 0.2, (count, 3))
    assert escaped(mesh, o, rng.normal(size=(count, 3))) == 0


@pytest.mark.parametrize("name", MESHES)
def test_rays_at_corners_and_along_edges_meet_it_too(name):
    mesh, rng = MESHES[name], np.random.default_rng(1)
    corners = mesh.vertices[mesh.faces]
    share = rng.uniform(size=(len(corners), 3, 1))
    on_edges = share * corners + (1.0 - share) * np.roll(corners, 1, axis=1)
    for o in (np.zeros(3), rng.uniform(-0.2, 0.2, 3)):
        aims = np.concatenate([mesh.vertices, on_edges.reshape(-1, 3)])
        assert escaped(mesh, o, aims - o) == 0
        assert escaped(mesh, o, 1e-3 * (aims - o)) == 0


def test_trimesh_tells_the_same_first_hits():
    trimesh = pytest.importorskip("trimesh")
    mesh, rng = MESHES["cylinder"], np.random.default_rng(2)
    o = rng.uniform(-2, 2, (300, 3))
    d = rng.uniform(-0.5, 0.5, (300, 3)) - o
    d /= np.linalg.norm(d, axis=1)[:, None]
    theirs = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    points, rays, _ = theirs.ray.intersects_location(o, d, multiple_hits=False)
    distance = np.full(300, np.inf)
    distance[rays] = np.linalg.norm(points - o[rays], axis=1)
    ours = Caster([RayShape("one", 0, mesh)]).first_hits(o, d).distance
    is_hit = np.isfinite(distance)
    assert (np.isfinite(ours) == is_hit).all()
    assert ours[is_hit] == pytest.approx(distance[is_hit], abs=NANOMETRE)
