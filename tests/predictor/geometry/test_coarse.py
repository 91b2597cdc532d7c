"""Meshes with fewer triangles: they look alike, and edges stay where they are."""

import numpy as np
import pytest

from predictor.geometry.coarse import coarse_mesh, coarse_meshes
from predictor.geometry.mesh import Mesh

ONE_MICRON = 1e-6


def sheet(n, rise):
    """A square of 2 n^2 triangles over x and y from 0 to 1, its height given at each place."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, n + 1)))
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    lower = np.stack([corner, corner + 1, corner + n + 2], axis=1)
    upper = np.stack([corner, corner + n + 2, corner + n + 1], axis=1)
    return Mesh(vertices=np.stack([x, y, rise(x, y)], axis=1), faces=np.concatenate([lower, upper]))


def roof(x, y):
    return 0.5 - np.abs(x - 0.53)


def area(mesh):
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


@pytest.mark.parametrize("most", [20, 200, 1000])
def test_a_coarse_mesh_has_no_more_triangles_than_asked_for_and_not_many_fewer(most):
    coarse = coarse_mesh(sheet(40, roof), most)
    assert 0.4 * most < len(coarse.faces) <= most
    assert set(np.unique(coarse.faces)) == set(range(len(coarse.vertices)))


def test_a_mesh_that_has_few_triangles_stays_as_it_is():
    mesh = sheet(4, roof)
    assert coarse_mesh(mesh, 32) is mesh


def test_the_ridge_of_a_roof_stays_sharp_though_no_cell_ends_there():
    coarse = coarse_mesh(sheet(100, roof), 300)
    off = np.abs(coarse.vertices[:, 2] - roof(*coarse.vertices[:, :2].T))
    inside = (coarse.vertices[:, :2] > 0.1).all(axis=1) & (coarse.vertices[:, :2] < 0.9).all(axis=1)
    ridge = np.abs(coarse.vertices[:, 0] - 0.53) < ONE_MICRON
    assert off[inside].max() < ONE_MICRON
    assert ridge.sum() > 5


def test_a_coarse_mesh_turns_outwards_as_the_fine_one_does_and_loses_little_but_its_rim():
    fine = sheet(60, lambda x, y: 0.2 * np.sin(3.0 * x) * np.cos(2.0 * y))
    coarse = coarse_mesh(fine, 500)
    a, b, c = (coarse.vertices[coarse.faces[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0.0).all()
    assert area(coarse) == pytest.approx(area(fine), rel=0.15)


def test_of_many_meshes_those_with_few_triangles_keep_them_all():
    meshes = [sheet(30, roof), sheet(2, roof), sheet(40, roof)]
    coarse = coarse_meshes(meshes, 1000)
    assert coarse[1] is meshes[1]
    assert sum(len(mesh.faces) for mesh in coarse) <= 1000
    assert min(len(coarse[0].faces), len(coarse[2].faces)) > 200
