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

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.nearest import Span, V, difference
from predictor.collision.convex.simplex import ROW_A, ROW_B, TRIAL, WEIGHT, WIDTH, nearest_of_simplex
from predictor.jit import kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_CORNERS = 256
MOST_FACES = 2 * MOST_CORNERS
ROUNDING = 1e-15  # of the largest coordinate: bounds as near to each other as this have met
LEVEL = 4e-15  # of the largest coordinate: a corner so little below a face sees it
FLAT = 1e-13  # of the largest coordinate: thinner than this, there is nothing between two planes
ONE_WAY = 1.0 - 1e-9  # cosine: normals of faces that lie in one plane
NORMAL, OFFSET = 3, 6  # columns of a face behind its three corners: outwards; how far its plane is
FACE = 7


@kernel
def depth(
    corners: Array, links: Integers, a: Span, b: Span, T: Array, f: int, enough: float, s: Array, size: int
) -> float:
    """Depth of the corners' hulls [m] from a simplex of `size` rows with the origin in it, or as good as.

    Into s come the nearest points as rows and weights, and v, of unit length: the way on which A leaves B.
    Less than `enough` ends the search: what is told is then no less than the depth, and s of no use.
    """
    w, face = np.empty((MOST_CORNERS, WIDTH)), np.empty((MOST_FACES, FACE))
    edge = np.empty((3 * MOST_FACES, 2), np.int64)
    for k in range(size):
        for i in range(WEIGHT):
            w[k, i] = s[k, i]
    if not _fill(corners, links, a, b, T, f, w, size, s):
        return 0.0
    least, held, faces = math.inf, 4, _first_faces(w, face)
    while True:
        g = _nearest_face(face, faces)
        x, y, z = face[g, NORMAL], face[g, NORMAL + 1], face[g, NORMAL + 2]
        hint = int(face[g, 0])
        w[held, ROW_A], w[held, ROW_B] = w[hint, ROW_A], w[hint, ROW_B]
        difference(corners, links, a, b, T, f, x, y, z, w, held)
        beyond = x * w[held, 0] + y * w[held, 1] + z * w[held, 2]
        largest = abs(w[held, 0]) + abs(w[held, 1]) + abs(w[held, 2])
        if beyond < least:
            least = beyond
            s[V, 0], s[V, 1], s[V, 2] = -x, -y, -z
        if least < enough:
            return least
        level, more = face[g, OFFSET] + LEVEL * largest, 0
        if beyond - face[g, OFFSET] > ROUNDING * largest and held < MOST_CORNERS - 1:
            more = _expand(w, held, face, faces, edge, LEVEL * largest)
        if more == 0:
            _tell(w, face, faces, level, s)
            return least
        held, faces = held + 1, more


@kernel
def _fill(
    corners: Array, links: Integers, a: Span, b: Span, T: Array, f: int, w: Array, size: int, s: Array
) -> bool:
    """Add corners until there is a tetrahedron; False: A - B is flat, and the way out goes across it."""
    across = np.empty((6, 3))
    while size < 4:
        ways, found = _across(w, size, across), False
        for way in range(ways):
            x, y, z = across[way, 0], across[way, 1], across[way, 2]
            w[size, ROW_A], w[size, ROW_B] = w[0, ROW_A], w[0, ROW_B]
            difference(corners, links, a, b, T, f, x, y, z, w, size)
            off, extent = 0.0, 0.0
            for i in range(3):
                off += across[way, i] * (w[size, i] - w[0, i])
                extent += abs(w[size, i]) + abs(w[0, i])
            if off > FLAT * extent:
                found = True
                break
        if not found:
            s[V, 0], s[V, 1], s[V, 2] = across[0, 0], across[0, 1], across[0, 2]
            return False
        size += 1
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
    nx, ny, nz = _unit_cross(ux, uy, uz, vx, vy, vz)
    mx, my, mz = _unit_cross(nx, ny, nz, ux, uy, uz)
    for way in range(2):
        sign = 1.0 - 2.0 * way
        out_way[way, 0], out_way[way, 1], out_way[way, 2] = sign * nx, sign * ny, sign * nz
        out_way[2 + way, 0], out_way[2 + way, 1], out_way[2 + way, 2] = sign * mx, sign * my, sign * mz
    return 2 if size == 3 else 4


@kernel
def _unit_cross(x: float, y: float, z: float, u: float, v: float, w: float) -> tuple[float, float, float]:
    p, q, r = y * w - z * v, z * u - x * w, x * v - y * u
    length = math.sqrt(p * p + q * q + r * r)
    return p / length, q / length, r / length


@kernel
def _first_faces(w: Array, face: Array) -> int:
    """The four faces of the tetrahedron of the first four corners."""
    for k in range(4):
        i, j, m = (k + 1) % 4, (k + 2) % 4, (k + 3) % 4
        _put_face(w, face, k, i, j, m)
        above = face[k, 3] * w[k, 0] + face[k, 4] * w[k, 1] + face[k, 5] * w[k, 2]
        if above > face[k, OFFSET]:
            _put_face(w, face, k, i, m, j)
    return 4


@kernel
def _put_face(w: Array, face: Array, f: int, i: int, j: int, k: int) -> None:
    """Face f between three corners, counter-clockwise as seen from outside."""
    ux, uy, uz = w[j, 0] - w[i, 0], w[j, 1] - w[i, 1], w[j, 2] - w[i, 2]
    x, y, z = _unit_cross(ux, uy, uz, w[k, 0] - w[i, 0], w[k, 1] - w[i, 1], w[k, 2] - w[i, 2])
    offset = x * w[i, 0] + y * w[i, 1] + z * w[i, 2]
    face[f, 0], face[f, 1], face[f, 2] = i, j, k
    face[f, 3], face[f, 4], face[f, 5] = x, y, z
    face[f, OFFSET] = (
        math.inf if math.isnan(offset) else offset
    )  # no area: never the nearest, seen by nothing


@kernel
def _nearest_face(face: Array, faces: int) -> int:
    best = 0
    for f in range(1, faces):
        if face[f, OFFSET] < face[best, OFFSET]:
            best = f
    return best


@kernel
def _expand(w: Array, new: int, face: Array, faces: int, edge: Integers, level: float) -> int:
    """Put a new corner into the polytope: how many faces it has then; 0: the corner sees none to replace."""
    x, y, z, edges, f = w[new, 0], w[new, 1], w[new, 2], 0, 0
    for k in range(new):
        if w[k, ROW_A] == w[new, ROW_A] and w[k, ROW_B] == w[new, ROW_B]:
            return 0
    while f < faces:
        if face[f, 3] * x + face[f, 4] * y + face[f, 5] * z - face[f, OFFSET] > -level:
            for k in range(3):
                edges = _toggle(edge, edges, int(face[f, k]), int(face[f, (k + 1) % 3]))
            faces -= 1
            for k in range(FACE):
                face[f, k] = face[faces, k]
        else:
            f += 1
    if edges == 0 or faces + edges > MOST_FACES:
        return 0
    for k in range(edges):
        _put_face(w, face, faces + k, edge[k, 0], edge[k, 1], new)
    return faces + edges


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
def _tell(w: Array, face: Array, faces: int, level: float, s: Array) -> None:
    """Into s: the point nearest to the origin of all faces in the plane that v leads across."""
    least, best = math.inf, -1
    for f in range(faces + 1):
        g = f if f < faces else best  # the best one once more
        if g < 0:
            return
        along = -face[g, 3] * s[V, 0] - face[g, 4] * s[V, 1] - face[g, 5] * s[V, 2]
        if face[g, OFFSET] <= level and along > ONE_WAY:
            for k in range(3):
                for i in range(WEIGHT):
                    s[k, i] = w[int(face[g, k]), i]
            squared = nearest_of_simplex(s, 3)
            if squared < least:
                least, best = squared, g
    for k in range(4):
        s[k, WEIGHT] = s[k, TRIAL]
