"""Whether a surface is closed, and how much it encloses, as trimesh sees it."""

import numpy as np
import pytest

from predictor.geometry import primitive_meshes
from predictor.geometry.mesh import Mesh, cleaned, is_closed, joined, open_edges, volume_of


@pytest.fixture(scope="module")
def creation():
    import trimesh  # nobody else needs it: a quarter of a second of every worker

    return trimesh.creation


@pytest.mark.parametrize(("kind", "sizes"), [("annulus", (0.2, 0.5, 1.0)), ("icosphere", (2,))])
def test_a_closed_surface_encloses_what_trimesh_says(creation, kind, sizes):
    body = getattr(creation, kind)(*sizes)
    mesh = Mesh(vertices=np.array(body.vertices) + 3.0, faces=np.array(body.faces))
    assert open_edges(mesh) == 0
    assert volume_of(mesh) == pytest.approx(body.volume)


def test_a_surface_without_a_face_is_open_along_its_edges(creation):
    body = creation.box()
    assert open_edges(Mesh(vertices=np.array(body.vertices), faces=np.array(body.faces[1:]))) == 3


def test_a_surface_with_one_face_turned_over_is_not_closed(creation):
    body = creation.box()
    faces = np.array(body.faces)
    faces[0] = faces[0][::-1]
    assert open_edges(Mesh(vertices=np.array(body.vertices), faces=faces)) > 0


def test_two_bodies_that_share_an_edge_have_an_inside():
    box = primitive_meshes.box((1.0, 1.0, 1.0))
    beside = Mesh(vertices=box.vertices + np.array([1.0, 1.0, 0.0]), faces=box.faces)
    assert is_closed(cleaned(joined([box, beside])).mesh)
