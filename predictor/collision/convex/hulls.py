"""Convex bodies as kernels read them: corners, a radius around them, and from each corner the next ones.

    1 corner and a radius    sphere          8 corners    box
    2 corners and a radius   capsule         3 corners    a triangle of a mesh
                                             many         a convex piece

A mesh with many corners has links: a list of neighbours for each corner, and the corner to begin with for
each direction in a grid on a cube around it.  The corner that lies farthest in a direction is then found by
going from neighbour to neighbour while one lies farther: on a convex surface no other corner can be beyond.
Of a mesh that is not convex all corners are compared.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls_kernels import (
    CENTRE,
    FIRST,
    GRID,
    HALF,
    ITEM_COLUMNS,
    LINKS,
    OWNER,
    RADIUS,
    SIZE,
    Items,
)
from predictor.geometry.mesh import Mesh
from predictor.geometry.surfaces import is_convex

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

FEW_CORNERS = 24  # corners that are compared one by one


def items_of(bodies: Sequence[Mesh | Array], radii: Sequence[float]) -> Items:
    """Return bodies as items, with a radius around each; OWNER is the body's place.

    A body is a convex mesh, the corners (k, 3) of a small one, or triangles (k, 3, 3), each of them an item.

    Raises:
        ValueError: a body without corners, or one that is not finite.
    """
    points = [body.vertices if isinstance(body, Mesh) else body for body in bodies]
    if not all(len(own) and np.isfinite(own).all() for own in points):
        raise ValueError("a convex body needs at least one corner, and all of them finite")
    items, links, first, total = [np.empty((0, ITEM_COLUMNS))], [np.empty(0, np.int64)], 0, 0
    for owner, (body, own, radius) in enumerate(zip(bodies, points, radii, strict=True)):
        each = own if own.ndim == 3 else own[None]
        rows, size = np.zeros((len(each), ITEM_COLUMNS)), each.shape[1]
        put_box(rows, each.min(axis=1), each.max(axis=1))
        rows[:, FIRST] = first + size * np.arange(len(each))
        rows[:, SIZE], rows[:, LINKS], rows[:, RADIUS], rows[:, OWNER] = size, -1, radius, owner
        if size > FEW_CORNERS and isinstance(body, Mesh) and is_convex(body):
            links.append(_links(body))
            rows[:, LINKS], total = total, total + len(links[-1])
        items.append(rows)
        first += size * len(each)
    corners = np.concatenate([np.empty((0, 3)), *(own.reshape(-1, 3) for own in points)])
    return Items(np.concatenate(items), corners, np.concatenate(links))


def put_box(rows: Array, low: Array, high: Array) -> None:
    """Write the box between bounds (k, 3), (k, 3) into CENTRE and HALF of rows."""
    centre = 0.5 * (low + high)
    rows[:, CENTRE : CENTRE + 3] = centre
    rows[:, HALF : HALF + 3] = np.maximum(high - centre, centre - low)


def _links(mesh: Mesh) -> Integers:
    """Return the links of a convex mesh: along each of its edges, both ways."""
    points, count = mesh.vertices, len(mesh.vertices)
    ways = mesh.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)  # of a closed surface each edge both ways
    begin, end = np.divmod(np.sort(ways[:, 0] * count + ways[:, 1]), count)
    grid = [(points @ direction).argmax() for direction in _directions()]
    starts = count + 1 + len(grid) + np.searchsorted(begin, np.arange(count + 1))
    return np.concatenate([starts, grid, end]).astype(np.int64)


def _directions() -> Array:
    """Return the middle of every cell of the cube's grid (6 GRID^2, 3)."""
    ticks = (np.arange(GRID) + 0.5) * 2.0 / GRID - 1.0
    v, w = (grid.ravel() for grid in np.meshgrid(ticks, ticks, indexing="ij"))
    one = np.ones_like(v)
    sides = [
        np.stack(rows, axis=1)
        for rows in (
            (one, v, w), (-one, v, w), (v, one, w), (v, -one, w), (v, w, one), (v, w, -one),
        )
    ]  # fmt: skip
    return np.concatenate(sides)
