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

from predictor.collision.convex.hulls_kernels import Items, Pair
from predictor.collision.convex.nearest_kernels import SEARCH, V, difference
from predictor.collision.convex.simplex_kernels import ROW_A, ROW_B, TRIAL, WEIGHT, nearest_of_simplex
from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_CORNERS = 256
MOST_FACES = 2 * MOST_CORNERS
MOST_EDGES = 3 * MOST_FACES
ROUNDING = 1e-15  # of the largest coordinate: bounds as near to each other as this have met
LEVEL = 4e-15  # of the largest coordinate: a corner so little below a face sees it
FLAT = 1e-13  # of the largest coordinate: thinner than this, there is nothing between two planes
ONE_WAY = 1.0 - 1e-9  # cosine: normals of faces that lie in one plane
# Rows of s behind those of a search: corners of the polytope, its faces, the edges around what a corner sees.
CORNERS, FACES, EDGES = SEARCH, SEARCH + MOST_CORNERS, SEARCH + MOST_CORNERS + MOST_FACES
DEPTH = EDGES + MOST_EDGES
NORMAL, OFFSET, FACE = 3, 6, 7  # columns of a face behind its three corners: outwards; how far its plane is


@part
def depth(own: Items, pair: Pair, enough: float, s: Array, size: int) -> float:
    """Depth of the corners' hulls [m] from a simplex of `size` rows with the origin in it, or as good as.

    Into s come the nearest points as rows and weights, and v, of unit length: the way on which A leaves B.
    Less than `enough` ends the search: what is told is then no less than the depth, and s of no use.
    """
    for k in range(size):
        for i in range(WEIGHT):
            s[CORNERS + k, i] = s[k, i]
    if not _fill(own, pair, size, s):
        return 0.0
    least, new, faces = math.inf, CORNERS + 4, _first_faces(s)
    while True:
        g = _nearest_face(s, faces)
        x, y, z = s[g, NORMAL], s[g, NORMAL + 1], s[g, NORMAL + 2]
        hint = int(s[g, 0])
        s[new, ROW_A], s[new, ROW_B] = s[hint, ROW_A], s[hint, ROW_B]
        difference(own, pair, x, y, z, s[new])
        beyond = x * s[new, 0] + y * s[new, 1] + z * s[new, 2]
        largest = abs(s[new, 0]) + abs(s[new, 1]) + abs(s[new, 2])
        if beyond < least:
            least = beyond
            s[V, 0], s[V, 1], s[V, 2] = -x, -y, -z
        if least < enough:
            return least
        level, more = s[g, OFFSET] + LEVEL * largest, 0
        if beyond - s[g, OFFSET] > ROUNDING * largest and new < FACES - 1:
            more = _expand(s, new, faces, LEVEL * largest)
        if more == 0:
            _tell(s, faces, level)
            return least
        new, faces = new + 1, more


@part
def _fill(own: Items, pair: Pair, size: int, s: Array) -> bool:
    """Add corners until there is a tetrahedron; False: A - B is flat, and the way out goes across it."""
    while size < 4:
        new, found = CORNERS + size, False
        for way in range(FACES, FACES + _across(s, size)):
            x, y, z = s[way, 0], s[way, 1], s[way, 2]
            s[new, ROW_A], s[new, ROW_B] = s[CORNERS, ROW_A], s[CORNERS, ROW_B]
            difference(own, pair, x, y, z, s[new])
            off, extent = 0.0, 0.0
            for i in range(3):
                off += s[way, i] * (s[new, i] - s[CORNERS, i])
                extent += abs(s[new, i]) + abs(s[CORNERS, i])
            if off > FLAT * extent:
                found = True
                break
        if not found:
            s[V, 0], s[V, 1], s[V, 2] = s[FACES, 0], s[FACES, 1], s[FACES, 2]
            return False
        size += 1
    return True


@part
def _across(s: Array, size: int) -> int:
    """Unit directions across a point, a segment or a triangle, and how many; all others are made of them.

    They are put where faces come later.
    """
    for way in range(6):
        for k in range(3):
            s[FACES + way, k] = (1.0 - 2.0 * (way % 2)) if way // 2 == k else 0.0
    if size == 1:
        return 6
    p, q, r = CORNERS, CORNERS + 1, CORNERS + 2
    ux, uy, uz = s[q, 0] - s[p, 0], s[q, 1] - s[p, 1], s[q, 2] - s[p, 2]
    vx, vy, vz = s[r, 0] - s[p, 0], s[r, 1] - s[p, 1], s[r, 2] - s[p, 2]
    if size == 2:  # beside the segment, the axis that it is farthest from
        vx = 1.0 if abs(ux) <= min(abs(uy), abs(uz)) else 0.0
        vy = 1.0 if vx == 0.0 and abs(uy) <= abs(uz) else 0.0
        vz = 1.0 - vx - vy
    nx, ny, nz = _unit_cross(ux, uy, uz, vx, vy, vz)
    mx, my, mz = _unit_cross(nx, ny, nz, ux, uy, uz)
    for k in range(2):
        sign, n, m = 1.0 - 2.0 * k, FACES + k, FACES + 2 + k
        s[n, 0], s[n, 1], s[n, 2] = sign * nx, sign * ny, sign * nz
        s[m, 0], s[m, 1], s[m, 2] = sign * mx, sign * my, sign * mz
    return 2 if size == 3 else 4


@part
def _unit_cross(x: float, y: float, z: float, u: float, v: float, w: float) -> tuple[float, float, float]:
    p, q, r = y * w - z * v, z * u - x * w, x * v - y * u
    length = math.sqrt(p * p + q * q + r * r)
    return p / length, q / length, r / length


@part
def _first_faces(s: Array) -> int:
    """The four faces of the tetrahedron of the first four corners; the row after them."""
    for k in range(4):
        f, i, j, m = FACES + k, CORNERS + (k + 1) % 4, CORNERS + (k + 2) % 4, CORNERS + (k + 3) % 4
        _put_face(s, f, i, j, m)
        above = 0.0
        for axis in range(3):
            above += s[f, NORMAL + axis] * s[CORNERS + k, axis]
        if above > s[f, OFFSET]:
            _put_face(s, f, i, m, j)
    return FACES + 4


@part
def _put_face(s: Array, f: int, i: int, j: int, k: int) -> None:
    """Face in row f between three corners, counter-clockwise as seen from outside."""
    ux, uy, uz = s[j, 0] - s[i, 0], s[j, 1] - s[i, 1], s[j, 2] - s[i, 2]
    x, y, z = _unit_cross(ux, uy, uz, s[k, 0] - s[i, 0], s[k, 1] - s[i, 1], s[k, 2] - s[i, 2])
    offset = x * s[i, 0] + y * s[i, 1] + z * s[i, 2]
    s[f, 0], s[f, 1], s[f, 2] = i, j, k
    s[f, 3], s[f, 4], s[f, 5] = x, y, z
    # without area: never the nearest, seen by nothing
    s[f, OFFSET] = math.inf if math.isnan(offset) else offset


@part
def _nearest_face(s: Array, faces: int) -> int:
    best = FACES
    for f in range(FACES + 1, faces):
        if s[f, OFFSET] < s[best, OFFSET]:
            best = f
    return best


@part
def _expand(s: Array, new: int, faces: int, level: float) -> int:
    """Put a new corner into the polytope: the row after its faces then; 0: it sees none to replace."""
    x, y, z, edges, f = s[new, 0], s[new, 1], s[new, 2], EDGES, FACES
    for k in range(CORNERS, new):
        if s[k, ROW_A] == s[new, ROW_A] and s[k, ROW_B] == s[new, ROW_B]:
            return 0
    while f < faces:
        if s[f, 3] * x + s[f, 4] * y + s[f, 5] * z - s[f, OFFSET] > -level:
            for k in range(3):
                edges = _toggle(s, edges, s[f, k], s[f, (k + 1) % 3])
            faces -= 1
            for k in range(FACE):
                s[f, k] = s[faces, k]
        else:
            f += 1
    if edges == EDGES or faces + edges - EDGES > EDGES:
        return 0
    for k in range(EDGES, edges):
        _put_face(s, faces + k - EDGES, int(s[k, 0]), int(s[k, 1]), new)
    return faces + edges - EDGES


@part
def _toggle(s: Array, edges: int, i: float, j: float) -> int:
    """Add an edge to the rim of what is seen, or take out the same one the other way round; the row after."""
    for k in range(EDGES, edges):
        if s[k, 0] == j and s[k, 1] == i:
            s[k, 0], s[k, 1] = s[edges - 1, 0], s[edges - 1, 1]
            return edges - 1
    s[edges, 0], s[edges, 1] = i, j
    return edges + 1


@part
def _tell(s: Array, faces: int, level: float) -> None:
    """Into s: the point nearest to the origin of all faces in the plane that v leads across."""
    least, best = math.inf, -1
    for f in range(FACES, faces + 1):
        g = f if f < faces else best  # the best one once more
        if g < 0:
            return
        along = -s[g, 3] * s[V, 0] - s[g, 4] * s[V, 1] - s[g, 5] * s[V, 2]
        if s[g, OFFSET] <= level and along > ONE_WAY:
            for k in range(3):
                for i in range(WEIGHT):
                    s[k, i] = s[int(s[g, k]), i]
            squared = nearest_of_simplex(s, 3)
            if squared < least:
                least, best = squared, g
    for k in range(4):
        s[k, WEIGHT] = s[k, TRIAL]
