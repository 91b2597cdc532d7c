"""Whether a surface is convex, told edge by edge, in time that grows with its edges alone.

    closed                      each edge is run along once each way, each corner is of a face
    once around its middle      every face shows it its inner side, and the winding about it is 1
    nowhere bent inwards        at no edge does the next face rise over the plane of this one

A body without edges that are bent inwards is convex (Chazelle, Convex partitions of polyhedra, SIAM Journal
on Computing 13(3), 1984).  The first two leave out what has no such edge either: an open surface, two bodies,
a surface that goes around twice.

Rounding bends faces that lie in one plane.  On a straight way over the surface such bends add up, so their
sum is bounded: by about that part of its extent a corner can lie beyond any face.
"""

import numpy as np

from predictor.geometry.mesh import Array, Integers, Mesh, neighbours_of
from predictor.geometry.winding import HALF_A_TURN, winding

BENT = 1e-8  # [rad] all bends inwards together
ROUNDING = 1e-15  # of the coordinates: how far a corner is from where it was meant


def is_convex(mesh: Mesh) -> bool:
    """Return whether all of a surface is that of one convex body, wound counter-clockwise from outside."""
    if len(np.unique(mesh.faces)) != len(mesh.vertices):
        return False
    beside = neighbours_of(mesh.faces)
    if beside.min() < 0:
        return False
    middle = mesh.vertices.mean(axis=0)
    corners = (mesh.vertices - middle)[mesh.faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    if not area.min() > 0.0:
        return False
    normal /= area[:, None]
    offset = np.einsum("fi,fi->f", normal, corners[:, 0])
    if not offset.min() > 0.0 or winding(corners, np.zeros(3)) > 1.0 + HALF_A_TURN:
        return False
    rise = _rises(corners, normal, offset, beside=beside) - ROUNDING * np.abs(mesh.vertices).max()
    length = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return bool((np.maximum(rise, 0.0) * length / area[beside]).sum() <= BENT)


def _rises(corners: Array, normal: Array, offset: Array, *, beside: Integers) -> Array:
    """Return how far the face at each edge of each face (f, 3) rises over its plane [m]."""
    rises = [np.einsum("fi,fki->fk", normal, corners[across]).max(axis=1) - offset for across in beside.T]
    return np.stack(rises, axis=1)
