"""Properties of a surface of triangles: open edges, bodies, volume, winding number, convexity.

    winding about a point   1 / 4 pi sum of the solid angles of the triangles: 1 inside, 0 outside

    convex surface
    closed                      each edge is run along once each way, each corner is of a face
    once around its middle      every face shows it its inner side, and the winding about it is 1
    nowhere bent inwards        at no edge does the next face rise over the plane of this one

The winding number decides also where rounding leaves gaps (van Oosterom and Strackee, The solid angle of a
plane triangle, IEEE Transactions on Biomedical Engineering 30(2), 1983; Jacobson, Kavan and Sorkine-Hornung,
Robust inside-outside segmentation using generalized winding numbers, ACM Transactions on Graphics 32(4),
2013).

Convexity is told edge by edge, in time that grows with the edges alone.  A body without edges that are bent
inwards is convex (Chazelle, Convex partitions of polyhedra, SIAM Journal on Computing 13(3), 1984).  The
first two conditions leave out what has no such edge either: an open surface, two bodies, a surface that goes
around twice.  Rounding bends faces that lie in one plane.  On a straight way over the surface such bends add
up, so their sum is bounded: by about that part of its extent a corner can lie beyond any face.
"""

import numpy as np

from predictor.geometry.mesh import Array, Integers, Mesh

HALF_A_TURN = 0.5  # of winding; it is whole but for rounding
MOST_BENT = 1e-8  # [rad] all bends inwards together
ROUNDING = 1e-15  # of the coordinates: how far a corner is from where it was meant


def volume_of(mesh: Mesh) -> float:
    """Return the volume [m^3] inside a closed mesh; negative where it is inside out."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] - mesh.vertices.mean(axis=0) for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def is_closed(mesh: Mesh) -> bool:
    """Return whether a surface has an inside, as one does without open edges; bodies may share an edge."""
    return open_edges(mesh) == 0


def open_edges(mesh: Mesh) -> int:
    """Return how many edges are run along by more faces one way than the other."""
    ahead = np.stack([mesh.faces, np.roll(mesh.faces, -1, axis=1)], axis=2).reshape(-1, 2)
    direction = np.where(ahead[:, 0] < ahead[:, 1], 1.0, -1.0)
    low, high = ahead.min(axis=1), ahead.max(axis=1)
    _, row = np.unique(low * len(mesh.vertices) + high, return_inverse=True)
    return int(np.count_nonzero(np.bincount(row.ravel(), weights=direction)))


def bodies_of(mesh: Mesh) -> int:
    """Return how many parts the faces make that share no corner."""
    return int(body_of_faces(mesh).max()) + 1


def body_of_faces(mesh: Mesh) -> Integers:
    """Return the part of each face (f,), numbered from 0, where those that share a corner are of one."""
    name = np.arange(len(mesh.vertices))
    while True:
        lowest = name.copy()
        np.minimum.at(lowest, mesh.faces.ravel(), np.repeat(name[mesh.faces].min(axis=1), 3))
        lowest = lowest[lowest]
        if (lowest == name).all():
            number: Integers = np.unique(name[mesh.faces[:, 0]], return_inverse=True)[1].ravel()
            return number
        name = lowest


def neighbours_of(faces: Integers) -> Integers:
    """Return for each edge of each face the one face that has it the other way round; -1: none or several."""
    ahead = np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)
    span = int(faces.max()) + 1
    keys, reverse = ahead[:, 0] * span + ahead[:, 1], ahead[:, 1] * span + ahead[:, 0]
    order = np.argsort(keys, kind="stable")
    first = np.searchsorted(keys[order], reverse, side="left")
    count = np.searchsorted(keys[order], reverse, side="right") - first
    own = np.searchsorted(keys[order], keys, side="right") - np.searchsorted(keys[order], keys, side="left")
    is_one = (count == 1) & (own == 1)
    found = np.where(is_one, order[np.minimum(first, len(order) - 1)] // 3, -1)
    return np.ascontiguousarray(found.reshape(-1, 3).astype(np.int64))


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
    return bool((np.maximum(rise, 0.0) * length / area[beside]).sum() <= MOST_BENT)


def _rises(corners: Array, normal: Array, offset: Array, *, beside: Integers) -> Array:
    """Return how far the face at each edge of each face (f, 3) rises over its plane [m]."""
    rises = [np.einsum("fi,fki->fk", normal, corners[across]).max(axis=1) - offset for across in beside.T]
    return np.stack(rises, axis=1)


def winding(triangles: Array, p: Array) -> float:
    """Return how often triangles (k, 3, 3) wind about a point, outwards of which is positive."""
    a, b, c = np.moveaxis(triangles - p, 1, 0)
    la, lb, lc = (np.linalg.norm(each, axis=1) for each in (a, b, c))
    volume = np.einsum("ki,ki->k", a, np.cross(b, c))
    flat = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
    return float(np.arctan2(volume, flat).sum() / (2.0 * np.pi))


def _dot(a: Array, b: Array) -> Array:
    product: Array = np.einsum("ki,ki->k", a, b)
    return product
