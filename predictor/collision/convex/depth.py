"""How deep two convex bodies are in each other: the expanding polytope.

    depth = least over all directions n of the farthest a - b along n
          = how far the origin is from the surface of A - B, and the least way that parts A and B

Some corners of A - B make a polytope inside it.  Its face nearest to the origin is no farther than the
surface, and A - B reaches no farther along that face's normal than the corner there: where the two meet, that
is the depth.  Otherwise the corner becomes one of the polytope, in place of all faces that it sees.  (van den
Bergen, Proximity queries and penetration depth computation on 3D game objects, GDC 2001.)  What a corner
tells bounds the depth in any direction, whatever rounding does to the polytope: more depth, never less.

Faces are turned by the polytope itself, not by the origin, which may lie on its surface or, by rounding, just
outside: then the depth is zero, or less by as much.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls import Convex
from predictor.collision.convex.nearest import Simplex, difference
from predictor.collision.convex.simplex import nearest_of_simplex
from predictor.jit import kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_CORNERS = 256
MOST_FACES = 2 * MOST_CORNERS
ROUNDING = 1e-15  # of the largest coordinate: bounds as near to each other as this have met
LEVEL = 4e-15  # of the largest coordinate: a corner so little below a face sees it
FLAT = 1e-13  # of the largest coordinate: thinner than this, there is nothing between two planes
ONE_WAY = 1.0 - 1e-9  # cosine: normals of faces that lie in one plane


class Polytope(NamedTuple):
    """Corners of A - B, and triangles between them; `held` (2,): how many of them."""

    w: Array  # (MOST_CORNERS, 3)
    row: Integers  # (MOST_CORNERS, 2)
    face: Integers  # (MOST_FACES, 3) counter-clockwise as seen from outside
    plane: Array  # (MOST_FACES, 4) normal outwards, and how far it is from the origin
    edge: Integers  # (3 MOST_FACES, 2) scratch
    held: Integers


@kernel
def depth(a: Convex, b: Convex, T: Array, enough: float, s: Simplex, size: int) -> float:
    """Depth of the corners' hulls [m] from a simplex of `size` rows with the origin in it, or as good as.

    Into s come the nearest points as rows and weights, and v, of unit length: the way on which A leaves B.
    Less than `enough` ends the search: what is told is then no less than the depth, and v, w of no use.
    """
    p = _begin(s, size)
    if p.held[0] < 4 and not _fill(a, b, T, s, p):
        return 0.0
    _first_faces(p)
    w, row, face, plane, least = p.w, p.row, p.face, p.plane, math.inf
    while True:
        f, new = _nearest_face(p), p.held[0]
        x, y, z = plane[f, 0], plane[f, 1], plane[f, 2]
        row[new, 0], row[new, 1] = row[face[f, 0], 0], row[face[f, 0], 1]
        difference(a, b, T, (x, y, z), w, row, new)
        beyond = x * w[new, 0] + y * w[new, 1] + z * w[new, 2]
        largest = abs(w[new, 0]) + abs(w[new, 1]) + abs(w[new, 2])
        if beyond < least:
            least = beyond
            s.v[0], s.v[1], s.v[2] = -x, -y, -z
        if least < enough:
            return least
        if (
            beyond - plane[f, 3] <= ROUNDING * largest
            or new == MOST_CORNERS - 1
            or not _expand(p, LEVEL * largest)
        ):
            _tell(p, plane[f, 3] + LEVEL * largest, s)
            return least


@kernel
def _begin(s: Simplex, size: int) -> Polytope:
    p = Polytope(
        np.empty((MOST_CORNERS, 3)),
        np.empty((MOST_CORNERS, 2), np.int64),
        np.empty((MOST_FACES, 3), np.int64),
        np.empty((MOST_FACES, 4)),
        np.empty((3 * MOST_FACES, 2), np.int64),
        np.array([size, 0]),
    )
    for k in range(size):
        for i in range(3):
            p.w[k, i] = s.w[k, i]
        p.row[k, 0], p.row[k, 1] = s.row[k, 0], s.row[k, 1]
    return p


@kernel
def _fill(a: Convex, b: Convex, T: Array, s: Simplex, p: Polytope) -> bool:
    """Add corners until there is a tetrahedron; False: A - B is flat, and the way out goes across it."""
    across = np.empty((6, 3))
    while p.held[0] < 4:
        size = p.held[0]
        ways, found = _across(p.w, size, across), False
        for way in range(ways):
            x, y, z = across[way, 0], across[way, 1], across[way, 2]
            p.row[size, 0], p.row[size, 1] = p.row[0, 0], p.row[0, 1]
            difference(a, b, T, (x, y, z), p.w, p.row, size)
            w, o = p.w[size], p.w[0]
            off = x * (w[0] - o[0]) + y * (w[1] - o[1]) + z * (w[2] - o[2])
            if off > FLAT * (abs(w[0]) + abs(w[1]) + abs(w[2]) + abs(o[0]) + abs(o[1]) + abs(o[2])):
                found = True
                break
        if not found:
            s.v[0], s.v[1], s.v[2] = across[0, 0], across[0, 1], across[0, 2]
            return False
        p.held[0] += 1
    return True


@kernel
def _across(w: Array, size: int, out_way: Array) -> int:
    """Unit directions across a point, a segment or a triangle, and how many; all others are made of them."""
    for way in range(6):
        for k in range(3):
            out_way[way, k] = (1.0 - 2.0 * (way % 2)) if way // 2 == k else 0.0
    if size == 1:
        return 6
    ux, uy, uz = w[1, 0] - w[0, 0], w[1, 1] - w[0, 1], w[1, 2] - w[0, 2]
    vx, vy, vz = w[2, 0] - w[0, 0], w[2, 1] - w[0, 1], w[2, 2] - w[0, 2]
    if size == 2:  # beside the segment, the axis that it is farthest from
        vx = 1.0 if abs(ux) <= min(abs(uy), abs(uz)) else 0.0
        vy = 1.0 if vx == 0.0 and abs(uy) <= abs(uz) else 0.0
        vz = 1.0 - vx - vy
    nx, ny, nz = _unit_cross(ux, uy, uz, (vx, vy, vz))
    for way in range(2):
        sign = 1.0 - 2.0 * way
        out_way[way, 0], out_way[way, 1], out_way[way, 2] = sign * nx, sign * ny, sign * nz
    if size == 3:
        return 2
    mx, my, mz = _unit_cross(nx, ny, nz, (ux, uy, uz))
    for way in range(2):
        sign = 1.0 - 2.0 * way
        out_way[2 + way, 0], out_way[2 + way, 1], out_way[2 + way, 2] = sign * mx, sign * my, sign * mz
    return 4


@kernel
def _unit_cross(x: float, y: float, z: float, v: tuple[float, float, float]) -> tuple[float, float, float]:
    p, q, r = y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]
    length = math.sqrt(p * p + q * q + r * r)
    return p / length, q / length, r / length


@kernel
def _first_faces(p: Polytope) -> None:
    """The four faces of the tetrahedron of the first four corners."""
    for k in range(4):
        i, j, m = (k + 1) % 4, (k + 2) % 4, (k + 3) % 4
        _add_face(p, i, j, m)
        n = p.plane[k]
        if n[0] * p.w[k, 0] + n[1] * p.w[k, 1] + n[2] * p.w[k, 2] > n[3]:
            p.held[1] -= 1
            _add_face(p, i, m, j)


@kernel
def _add_face(p: Polytope, i: int, j: int, k: int) -> None:
    f = p.held[1]
    p.held[1] += 1
    p.face[f, 0], p.face[f, 1], p.face[f, 2] = i, j, k
    o, u, v = p.w[i], p.w[j], p.w[k]
    x, y, z = _unit_cross(u[0] - o[0], u[1] - o[1], u[2] - o[2], (v[0] - o[0], v[1] - o[1], v[2] - o[2]))
    p.plane[f, 0], p.plane[f, 1], p.plane[f, 2] = x, y, z
    p.plane[f, 3] = x * o[0] + y * o[1] + z * o[2]
    if math.isnan(p.plane[f, 3]):  # no area: never the nearest face, and seen by nothing
        p.plane[f, 3] = math.inf


@kernel
def _nearest_face(p: Polytope) -> int:
    best = 0
    for f in range(1, p.held[1]):
        if p.plane[f, 3] < p.plane[best, 3]:
            best = f
    return best


@kernel
def _expand(p: Polytope, level: float) -> bool:
    """Put the corner behind the last one into the polytope; False: it sees nothing that could be replaced."""
    w, row, face, plane, new, edges, f = p.w, p.row, p.face, p.plane, p.held[0], 0, 0
    x, y, z, faces = w[new, 0], w[new, 1], w[new, 2], p.held[1]
    for k in range(new):
        if row[k, 0] == row[new, 0] and row[k, 1] == row[new, 1]:
            return False
    while f < faces:
        if plane[f, 0] * x + plane[f, 1] * y + plane[f, 2] * z - plane[f, 3] <= -level:
            f += 1
            continue
        for k in range(3):
            edges = _toggle(p.edge, edges, face[f, k], face[f, (k + 1) % 3])
        faces -= 1
        for k in range(3):
            face[f, k] = face[faces, k]
        for k in range(4):
            plane[f, k] = plane[faces, k]
    if edges == 0 or faces + edges > MOST_FACES:
        return False
    p.held[0], p.held[1] = new + 1, faces
    for k in range(edges):
        _add_face(p, p.edge[k, 0], p.edge[k, 1], new)
    return True


@kernel
def _toggle(edge: Integers, edges: int, i: int, j: int) -> int:
    """Add an edge to the rim of what is seen, or take out the same one the other way round; how many."""
    for k in range(edges):
        if edge[k, 0] == j and edge[k, 1] == i:
            edge[k, 0], edge[k, 1] = edge[edges - 1, 0], edge[edges - 1, 1]
            return edges - 1
    edge[edges, 0], edge[edges, 1] = i, j
    return edges + 1


@kernel
def _tell(p: Polytope, level: float, s: Simplex) -> None:
    """Into s: the point nearest to the origin of all faces in the plane that s.v leads across."""
    plane, v, least, nearest = p.plane, s.v, math.inf, -1
    for f in range(p.held[1]):
        along = -plane[f, 0] * v[0] - plane[f, 1] * v[1] - plane[f, 2] * v[2]
        if plane[f, 3] <= level and along > ONE_WAY:
            _take_face(p, f, s)
            squared = nearest_of_simplex(s.w, 3, s.trial)
            if squared < least:
                least, nearest = squared, f
    if nearest >= 0:
        _take_face(p, nearest, s)
        nearest_of_simplex(s.w, 3, s.weight)


@kernel
def _take_face(p: Polytope, f: int, s: Simplex) -> None:
    for k in range(3):
        corner = p.face[f, k]
        s.row[k, 0], s.row[k, 1] = p.row[corner, 0], p.row[corner, 1]
        for i in range(3):
            s.w[k, i] = p.w[corner, i]
