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

from predictor.collision.convex.gjk_kernels import SEARCH, V, difference
from predictor.collision.convex.hulls_kernels import ItemPair, Items
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
# Rows behind those of a search: corners of the polytope, its faces, the edges around what a corner sees.
CORNERS, FACES, EDGES = SEARCH, SEARCH + MOST_CORNERS, SEARCH + MOST_CORNERS + MOST_FACES
DEPTH = EDGES + MOST_EDGES
NORMAL, OFFSET, FACE = 3, 6, 7  # columns of a face behind its three corners: outwards; how far its plane is


@part
def depth(own: Items, pair: ItemPair, enough: float, rows: Array, size: int) -> float:
    """Depth of the corners' hulls [m] from a simplex of `size` rows with the origin in it, or as good as.

    Into `rows` come the nearest points as rows and weights, and v, of unit length: the direction in which A
    leaves B.  Less than `enough` ends the search: the result is then no less than the depth, and `rows` are
    of no use.
    """
    for k in range(size):
        for i in range(WEIGHT):
            rows[CORNERS + k, i] = rows[k, i]
    if not _make_tetrahedron(own, pair, size, rows):
        return 0.0
    least, new, faces = math.inf, CORNERS + 4, _first_faces(rows)
    while True:
        g = _nearest_face(rows, faces)
        x, y, z = rows[g, NORMAL], rows[g, NORMAL + 1], rows[g, NORMAL + 2]
        hint = int(rows[g, 0])
        rows[new, ROW_A], rows[new, ROW_B] = rows[hint, ROW_A], rows[hint, ROW_B]
        difference(own, pair, x, y, z, rows[new])
        # How far A - B reaches along the face's normal: the depth is no more than the least of these.
        beyond = x * rows[new, 0] + y * rows[new, 1] + z * rows[new, 2]
        largest = abs(rows[new, 0]) + abs(rows[new, 1]) + abs(rows[new, 2])
        if beyond < least:
            least = beyond
            rows[V, 0], rows[V, 1], rows[V, 2] = -x, -y, -z
        if least < enough:
            return least
        level, more = rows[g, OFFSET] + LEVEL * largest, 0
        if beyond - rows[g, OFFSET] > ROUNDING * largest and new < FACES - 1:  # the face is not the surface
            more = _expand(rows, new, faces, LEVEL * largest)
        if more == 0:
            _put_nearest(rows, faces, level)
            return least
        new, faces = new + 1, more


@part
def _make_tetrahedron(own: Items, pair: ItemPair, size: int, rows: Array) -> bool:
    """Add corners until there is a tetrahedron; False: A - B is flat, and the way out goes across it."""
    while size < 4:
        new, found = CORNERS + size, False
        for direction in range(FACES, FACES + _across(rows, size)):
            x, y, z = rows[direction, 0], rows[direction, 1], rows[direction, 2]
            rows[new, ROW_A], rows[new, ROW_B] = rows[CORNERS, ROW_A], rows[CORNERS, ROW_B]
            difference(own, pair, x, y, z, rows[new])
            off, extent = 0.0, 0.0
            for i in range(3):
                off += rows[direction, i] * (rows[new, i] - rows[CORNERS, i])
                extent += abs(rows[new, i]) + abs(rows[CORNERS, i])
            if off > FLAT * extent:
                found = True
                break
        if not found:
            rows[V, 0], rows[V, 1], rows[V, 2] = rows[FACES, 0], rows[FACES, 1], rows[FACES, 2]
            return False
        size += 1
    return True


@part
def _across(rows: Array, size: int) -> int:
    """Unit directions across a point, a segment or a triangle, and how many; all others are made of them.

    They are put where faces come later.
    """
    for direction in range(6):
        for k in range(3):
            rows[FACES + direction, k] = (1.0 - 2.0 * (direction % 2)) if direction // 2 == k else 0.0
    if size == 1:
        return 6
    p, q, r = CORNERS, CORNERS + 1, CORNERS + 2
    ux, uy, uz = rows[q, 0] - rows[p, 0], rows[q, 1] - rows[p, 1], rows[q, 2] - rows[p, 2]
    vx, vy, vz = rows[r, 0] - rows[p, 0], rows[r, 1] - rows[p, 1], rows[r, 2] - rows[p, 2]
    if size == 2:  # beside the segment, the axis that it is farthest from
        vx = 1.0 if abs(ux) <= min(abs(uy), abs(uz)) else 0.0
        vy = 1.0 if vx == 0.0 and abs(uy) <= abs(uz) else 0.0
        vz = 1.0 - vx - vy
    nx, ny, nz = _unit_cross(ux, uy, uz, vx, vy, vz)
    mx, my, mz = _unit_cross(nx, ny, nz, ux, uy, uz)  # across the segment and the first direction
    for k in range(2):
        sign, n, m = 1.0 - 2.0 * k, FACES + k, FACES + 2 + k
        rows[n, 0], rows[n, 1], rows[n, 2] = sign * nx, sign * ny, sign * nz
        rows[m, 0], rows[m, 1], rows[m, 2] = sign * mx, sign * my, sign * mz
    return 2 if size == 3 else 4


@part
def _unit_cross(x: float, y: float, z: float, u: float, v: float, w: float) -> tuple[float, float, float]:
    p, q, r = y * w - z * v, z * u - x * w, x * v - y * u
    length = math.sqrt(p * p + q * q + r * r)
    return p / length, q / length, r / length


@part
def _first_faces(rows: Array) -> int:
    """The four faces of the tetrahedron of the first four corners; the row after them."""
    for k in range(4):
        f, i, j, m = FACES + k, CORNERS + (k + 1) % 4, CORNERS + (k + 2) % 4, CORNERS + (k + 3) % 4
        _put_face(rows, f, i, j, m)
        above = 0.0
        for axis in range(3):
            above += rows[f, NORMAL + axis] * rows[CORNERS + k, axis]
        if above > rows[f, OFFSET]:
            _put_face(rows, f, i, m, j)
    return FACES + 4


@part
def _put_face(rows: Array, f: int, i: int, j: int, k: int) -> None:
    """Face in row f between three corners, counter-clockwise as seen from outside."""
    ux, uy, uz = rows[j, 0] - rows[i, 0], rows[j, 1] - rows[i, 1], rows[j, 2] - rows[i, 2]
    x, y, z = _unit_cross(
        ux, uy, uz, rows[k, 0] - rows[i, 0], rows[k, 1] - rows[i, 1], rows[k, 2] - rows[i, 2]
    )
    offset = x * rows[i, 0] + y * rows[i, 1] + z * rows[i, 2]
    rows[f, 0], rows[f, 1], rows[f, 2] = i, j, k
    rows[f, 3], rows[f, 4], rows[f, 5] = x, y, z
    # without area: never the nearest, seen by nothing
    rows[f, OFFSET] = math.inf if math.isnan(offset) else offset


@part
def _nearest_face(rows: Array, faces: int) -> int:
    best = FACES
    for f in range(FACES + 1, faces):
        if rows[f, OFFSET] < rows[best, OFFSET]:
            best = f
    return best


@part
def _expand(rows: Array, new: int, faces: int, level: float) -> int:
    """Put a new corner into the polytope: the row after its faces then; 0: it sees none to replace."""
    x, y, z, edges, f = rows[new, 0], rows[new, 1], rows[new, 2], EDGES, FACES
    for k in range(CORNERS, new):
        if rows[k, ROW_A] == rows[new, ROW_A] and rows[k, ROW_B] == rows[new, ROW_B]:
            return 0
    while f < faces:  # faces that the corner sees go, and the edges that only one of them has are their rim
        if rows[f, 3] * x + rows[f, 4] * y + rows[f, 5] * z - rows[f, OFFSET] > -level:
            for k in range(3):
                edges = _toggle_edge(rows, edges, rows[f, k], rows[f, (k + 1) % 3])
            faces -= 1
            for k in range(FACE):
                rows[f, k] = rows[faces, k]
        else:
            f += 1
    if edges == EDGES or faces + edges - EDGES > EDGES:
        return 0
    for k in range(EDGES, edges):  # a new face from each edge of the rim to the corner
        _put_face(rows, faces + k - EDGES, int(rows[k, 0]), int(rows[k, 1]), new)
    return faces + edges - EDGES


@part
def _toggle_edge(rows: Array, edges: int, i: float, j: float) -> int:
    """Add an edge to the rim of what is seen, or take out the same one the other way round; the row after."""
    for k in range(EDGES, edges):
        if rows[k, 0] == j and rows[k, 1] == i:
            rows[k, 0], rows[k, 1] = rows[edges - 1, 0], rows[edges - 1, 1]
            return edges - 1
    rows[edges, 0], rows[edges, 1] = i, j
    return edges + 1


@part
def _put_nearest(rows: Array, faces: int, level: float) -> None:
    """Into rows: the point nearest to the origin of all faces in the plane that v leads across."""
    least, best = math.inf, -1
    for f in range(FACES, faces + 1):
        g = f if f < faces else best  # the best one once more
        if g < 0:
            return
        along = -rows[g, 3] * rows[V, 0] - rows[g, 4] * rows[V, 1] - rows[g, 5] * rows[V, 2]
        if rows[g, OFFSET] <= level and along > ONE_WAY:
            for k in range(3):
                for i in range(WEIGHT):
                    rows[k, i] = rows[int(rows[g, k]), i]
            squared = nearest_of_simplex(rows, 3)
            if squared < least:
                least, best = squared, g
    for k in range(4):
        rows[k, WEIGHT] = rows[k, TRIAL]
