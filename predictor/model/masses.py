"""Mass, centre and inertia: of bodies that are joined rigidly, and of one density, from their surfaces.

Each triangle makes a tetrahedron with the origin, whose signed sums make the body:

    V = sum det / 6    c = sum det (p0 + p1 + p2) / (24 V)    det = p0 . (p1 x p2),  s = p0 + p1 + p2
    C = integral x x^T = sum det (p0 p0^T + p1 p1^T + p2 p2^T + s s^T) / 120         I = tr(C) 1 - C

Joined rigidly, parts are one body about their common centre (Featherstone, Rigid Body Dynamics Algorithms,
2008, section 2.13):

    m = sum m_i    c = sum m_i c_i / m    d_i = c_i - c    I = sum (I_i + m_i (|d_i|^2 1 - d_i d_i^T))

Source: Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, J. Math. Stat. 1, 2005.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from predictor.geometry.mesh import Array, Mesh
from predictor.model.robot import Inertia, Part


class Weight(NamedTuple):
    """Mass properties of a body."""

    mass: float  # [kg]
    com: Array  # (3,) [m]
    inertia: Array  # (3, 3) about it [kg m^2]


def weigh(parts: Iterable[Part], density: float) -> Weight | None:
    """Return the bodies of one frame as one of this density [kg/m^3]; what overlaps counts twice.

    A body whose surface is not closed counts as its convex pieces.  None: there is nothing to be weighed.
    """
    meshes = [
        mesh for part in parts for mesh in ((part.mesh,) if has_clear_inside(part.mesh) else part.pieces)
    ]
    if not meshes:
        return None
    triangles = np.concatenate([mesh.vertices[mesh.faces] for mesh in meshes])
    origin = triangles.mean(axis=(0, 1))
    p = triangles - origin
    det = np.einsum("ij,ij->i", p[:, 0], np.cross(p[:, 1], p[:, 2]))
    volume = float(det.sum()) / 6.0
    s = p.sum(axis=1)
    com = (det @ s) / (24.0 * volume)
    C = np.einsum("i,ikj,ikl->jl", det, p, p) + np.einsum("i,ij,il->jl", det, s, s)
    C = C / 120.0 - volume * np.outer(com, com)
    inertia = density * (np.trace(C) * np.eye(3) - C)
    return Weight(density * volume, com + origin, (inertia + inertia.T) / 2.0)


def welded(name: str, frame: int, parts: Sequence[tuple[float, Array, Array]]) -> Inertia:
    """Return the inertia of rigidly joined parts (mass [kg], com (3,) [m], inertia (3, 3)) in one frame."""
    mass = sum(part[0] for part in parts)
    com = sum((m * p for m, p, _ in parts), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, p, about_own in parts:
        arm = p - com
        inertia += about_own + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return Inertia(name=name, frame=frame, mass=mass, com=com, inertia=inertia)


def has_clear_inside(mesh: Mesh) -> bool:
    """True if each edge is run through once each way, and its faces show outwards."""
    edges = mesh.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    there, back = (np.unique(each, axis=0, return_counts=True) for each in (edges, edges[:, ::-1]))
    if there[0].shape != back[0].shape or (there[0] != back[0]).any() or there[1].max() > 1:
        return False
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return bool(np.einsum("ij,ij->", a, np.cross(b, c)) > 0.0)
