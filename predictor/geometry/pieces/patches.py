"""Convex patches of a surface: each face in exactly one, and no face inside the hull of any.

    a seed face grows over its neighbours while all lie on the patch's own convex hull, and while no face of
    the mesh passes through that hull

After: Ehmann, Lin, Accurate and fast proximity queries between polyhedra using convex surface decomposition
(2001), where a patch stops growing as well when its hull would be cut.  Patches that grow are nested, so the
largest one whose hull is not cut is found by doubling and halving.
"""

from typing import NamedTuple

import numpy as np

from predictor.geometry.hull import hull_of
from predictor.geometry.mesh import Array, Integers, Mesh
from predictor.geometry.pieces.allowance import WORK_OF_A_HULL, Allowance
from predictor.geometry.surfaces import neighbours_of

DENT = 1e-4  # of the diagonal: a patch may be so far from convex, a face so deep in another's hull
WORK_OF_A_SEED, FACES_PER_WORK = 50, 200  # of work: a patch of one face; faces looked at for a cut


class Surface(NamedTuple):
    """A mesh as the patches grow over it."""

    vertices: Array
    faces: Integers
    normals: Array  # (f, 3)
    offsets: Array  # (f,) of their planes
    areas: Array  # (f,) doubled [m^2]
    neighbours: Integers  # (f, 3) over the edges 0-1, 1-2, 2-0; -1 where there is none, or not exactly one
    dent: float  # [m]


def surface_of(mesh: Mesh) -> Surface:
    """Return a mesh with its planes and neighbours."""
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    normals /= areas[:, None]
    return Surface(
        vertices=mesh.vertices,
        faces=mesh.faces,
        normals=normals,
        offsets=(normals * a).sum(axis=1),
        areas=areas,
        neighbours=neighbours_of(mesh.faces),
        dent=DENT * float(np.linalg.norm(np.ptp(mesh.vertices, axis=0))),
    )


def convex_patches(mesh: Mesh, allowance: Allowance) -> Integers:
    """Return the patch of each face (f,), numbered from 0."""
    surface = surface_of(mesh)
    growth = _Growth(surface, allowance)
    patch = np.full(len(mesh.faces), -1, dtype=np.int64)
    count = 0
    for seed in np.argsort(-surface.areas, kind="stable"):
        if patch[seed] < 0:
            allowance.spend(WORK_OF_A_SEED)
            patch[growth.largest(int(seed))] = count
            count += 1
    return patch


class _Growth:
    """Patches that grow over the faces that are still free."""

    def __init__(self, surface: Surface, allowance: Allowance) -> None:
        self._surface, self._allowance = surface, allowance
        count, corners = len(surface.faces), len(surface.vertices)
        self._is_free = np.ones(count, dtype=np.bool_)
        self._patch = np.zeros(count, dtype=np.int64)
        self._corners = np.zeros(corners, dtype=np.int64)
        self._state, self._seen = np.zeros(count, dtype=np.int8), np.zeros(corners, dtype=np.int8)

    def largest(self, seed: int) -> Integers:
        """Return the faces of the largest patch from a seed, and take them."""
        good, tried = 1, 2
        while True:
            count = self._grow(seed, tried)
            if count == good:
                break
            if self._is_cut(count):
                good = self._between(seed, good, count)
                break
            good = count
            if count < tried:
                break
            tried *= 2
        self._grow(seed, good)
        faces = self._patch[:good].copy()
        self._is_free[faces] = False
        return faces

    def _between(self, seed: int, good: int, cut: int) -> int:
        while cut - good > 1:
            middle = (good + cut) // 2
            self._grow(seed, middle)
            good, cut = (good, middle) if self._is_cut(middle) else (middle, cut)
        return good

    def _grow(self, seed: int, limit: int) -> int:
        from predictor.geometry.pieces.patch_kernels import grow

        s = self._surface
        count, self._corner_count = grow(
            s.vertices, s.faces, s.normals, s.offsets, s.neighbours, self._is_free,
            seed, limit, s.dent, self._patch, self._corners, self._state, self._seen,
        )  # fmt: skip
        return int(count)

    def _is_cut(self, count: int) -> bool:
        """Return whether any face of the mesh passes through the hull of the patch's first faces."""
        from predictor.geometry.pieces.patch_kernels import is_cut

        s, first = self._surface, self._patch[0]
        points = s.vertices[self._corners[: self._corner_count]]
        if np.abs(points @ s.normals[first] - s.offsets[first]).max() <= 2.0 * s.dent:
            return False  # it is flat: there is no inside
        self._allowance.spend(WORK_OF_A_HULL + len(s.faces) // FACES_PER_WORK)
        hull = hull_of(points)
        if hull is None:
            return False
        scratch = np.zeros((2, len(hull.planes) + 4, 3))
        low, high = points.min(axis=0), points.max(axis=0)
        return bool(is_cut(s.vertices, s.faces, hull.planes, low, high, 2.0 * s.dent, scratch))
