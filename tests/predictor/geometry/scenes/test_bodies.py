"""How many bodies a surface is made of, against trimesh."""

import numpy as np
import pytest

from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.mesh import joined
from predictor.geometry.surfaces import bodies_of
from tests.predictor.geometry.solids import CUBE, TWO_CUBES, ring
from tests.shared_data import shared_file


@pytest.mark.parametrize(("mesh", "count"), [(CUBE, 1), (TWO_CUBES, 2), (joined([TWO_CUBES, ring()]), 3)])
def test_bodies_are_counted(mesh, count):
    assert bodies_of(mesh) == count


def test_a_real_mesh_has_as_many_bodies_as_trimesh_says():
    import trimesh  # nobody else needs it: a quarter of a second of every worker

    path = shared_file("data/robots/ur5e/meshes/visual/wrist3.dae")
    mesh = read_mesh(path, path.read_bytes())
    edges = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False).edges
    assert bodies_of(mesh) == len(
        trimesh.graph.connected_components(edges, nodes=np.arange(len(mesh.vertices)))
    )
