"""What a mesh is made of: its triangles, and where it is closed its inside; how far a box reaches from it."""

import math
from collections.abc import Iterable

import numpy as np

from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.mesh import Array, Mesh
from predictor.geometry.pieces.allowance import Allowance
from predictor.geometry.pieces.excess_kernels import excess, farthest_corner, is_far
from predictor.geometry.pieces.flush_kernels import flush, unlike
from predictor.geometry.shapes import PlacedBox
from predictor.geometry.surfaces import is_closed

ALLOWED_SHARE, LEAST_ALLOWED_M, MOST_ALLOWED_M = (
    0.01,
    0.002,
    0.02,
)  # of the longest side; however small or large that is
SLACK = 0.1  # of what is allowed: how exactly distances are looked for
SMALL_SHARE = 0.25  # of what is allowed: what is less is not told exactly
NORMALS, EDGES = 24, 48  # that a box may be flush with, those of the largest faces first
SKIN_M = 1e-9  # rounding must not leave a corner outside
WORK_OF_A_NODE = 0.05  # of work: a node of the triangles' tree is asked
NO_PLANES = np.zeros((0, 4))


def allowed_excess(mesh: Mesh) -> float:
    """Return how far from a mesh what stands for it may reach [m]."""
    longest = float(np.ptp(mesh.vertices, axis=0).max())
    return min(MOST_ALLOWED_M, max(LEAST_ALLOWED_M, ALLOWED_SHARE * longest))


class Material:
    """The triangles of a mesh and its inside, as boxes and hulls are compared with them."""

    def __init__(self, mesh: Mesh) -> None:
        """Put the triangles under a tree."""
        triangles = mesh.triangles
        tree = bounds_tree(triangles.min(axis=1), triangles.max(axis=1))
        faces = np.ascontiguousarray(mesh.faces[tree.order])
        self._surface = (mesh.vertices, faces, tree.bounds, tree.link, is_closed(mesh))
        self.allowed_m = allowed_excess(mesh)

    def is_far(self, points: Array) -> bool:
        """Return whether any of points (k, 3) is farther away than is allowed."""
        return bool(is_far(*self._surface, np.ascontiguousarray(points), self.allowed_m))

    def gap(self, box: PlacedBox, allowance: Allowance) -> Array | None:
        """Return the way (3,) along its edges from the mesh to a place of a box that is too far from it.

        None: no place is.

        Raises:
            TooMuchWork: to find it took more than was left.
        """
        gap, slack = np.zeros(3), SLACK * self.allowed_m
        known = self.allowed_m - 2.0 * slack  # so that what is found, or a little more, is allowed
        found, nodes = excess(*self._surface, box.T, box.half, NO_PLANES, known, slack, known, gap)
        allowance.spend(math.ceil(WORK_OF_A_NODE * nodes))
        return gap if found > known else None

    def gap_to(self, hull: Mesh, box: PlacedBox) -> Array | None:
        """Return the same where all of a hull is material: no place of its box is farther than a corner."""
        gap, none = np.zeros(3), self.allowed_m * (1.0 - SLACK)
        return gap if farthest_corner(hull.vertices, hull.faces, box.T, box.half, gap) > none else None

    def largest(self, boxes: Iterable[PlacedBox]) -> float:
        """Return how far the boxes reach from the mesh [m], or a little more."""
        known, slack = SMALL_SHARE * self.allowed_m, SLACK * self.allowed_m
        for box in boxes:
            known, _ = excess(*self._surface, box.T, box.half, NO_PLANES, known, slack, np.inf, np.zeros(3))
        return float(known + slack)


def box_around(hull: Mesh, skin_m: float) -> PlacedBox:
    """Return a small box around a hull: flush with one of its faces, and with one of its edges."""
    corners = hull.triangles
    edges = np.roll(corners, -1, axis=1) - corners
    normals = np.cross(edges[:, 0], edges[:, 1])
    largest = np.argsort(-np.einsum("fi,fi->f", normals, normals), kind="stable")
    R, T = np.eye(3), np.eye(4)
    edges = unlike(edges[largest].reshape(-1, 3), EDGES)
    flush(hull.vertices, unlike(normals[largest], NORMALS), edges, skin_m, R)
    local = hull.vertices @ R
    low, high = local.min(axis=0), local.max(axis=0)
    T[:3, :3], T[:3, 3] = R, R @ (0.5 * (low + high))
    half = np.abs((hull.vertices - T[:3, 3]) @ R).max(axis=0)
    return PlacedBox(T, half + SKIN_M)
