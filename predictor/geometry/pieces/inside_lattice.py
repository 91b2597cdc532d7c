"""The inside of a closed surface, as points of a lattice: what blocks fill of it, and what they leave open.

A ball that is larger than a cell of the lattice and lies inside the surface holds a point of it; where all
points lie in blocks, no such ball is missed by all of them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Array, Integers, Mesh
from predictor.geometry.surfaces import is_closed

Booleans = NDArray[np.bool_]

CELLS = 48  # along the longest side
_OFF = np.array([0.37, 0.41, 0.43])  # of a cell, so that no point lies on an edge drawn at round numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InsideLattice:
    """Points inside of a closed surface; of an open one, none."""

    origin: Array  # (3,) of the first point [m]
    spacing: float  # [m]
    is_inside: Booleans  # (nx, ny, nz)

    def filled(self, planes: Array, bounds: Array) -> float:
        """Return how much of the inside a hull of such planes (p, 4) and bounds (2, 3) holds [m^3]."""
        if not self.is_inside.size:
            return 0.0
        return self._mark(planes, bounds, np.zeros_like(self.is_inside)) * self.spacing**3

    def boxes_left_open(self, hulls: list[tuple[Array, Array]]) -> list[Array]:
        """Return boxes, as corners (8, 3), around the points inside that lie in no hull."""
        return [self.corners(low, high, 0.5 * self.spacing) for low, high in self.open_boxes(hulls)]

    def open_boxes(self, hulls: list[tuple[Array, Array]]) -> list[tuple[Integers, Integers]]:
        """Return boxes, as the first and last point of each, of all points inside that lie in no hull."""
        marked = np.zeros_like(self.is_inside)
        for planes, bounds in hulls:
            self._mark(planes, bounds, marked)
        return _boxes(self.is_inside, self.is_inside & ~marked)

    def corners(self, low: Integers, high: Integers, beyond_m: float) -> Array:
        """Return the corners (8, 3) of a box that reaches so far beyond its first and last point."""
        ends = self.origin + self.spacing * np.array([low, high]) + beyond_m * np.array([[-1.0], [1.0]])
        return np.array([[ends[i >> k & 1, k] for k in range(3)] for i in range(8)])

    def _mark(self, planes: Array, bounds: Array, marked: Booleans) -> int:
        from predictor.geometry.pieces.lattice_kernels import mark

        return int(mark(planes, bounds, self.origin, self.spacing, self.is_inside, marked))


def inside_lattice_of(mesh: Mesh) -> InsideLattice:
    """Return the points inside of a mesh."""
    low, extent = mesh.vertices.min(axis=0), np.ptp(mesh.vertices, axis=0)
    spacing = float(extent.max()) / CELLS
    if not is_closed(mesh):
        return InsideLattice(origin=low, spacing=spacing, is_inside=np.zeros((0, 0, 0), dtype=np.bool_))
    from predictor.geometry.pieces.lattice_kernels import windings

    origin = low + _OFF * spacing
    counts = np.zeros([int(n) for n in np.ceil(extent / spacing)], dtype=np.int32)
    windings(mesh.vertices, mesh.faces, origin, spacing, counts)
    return InsideLattice(origin=origin, spacing=spacing, is_inside=counts > 0)


def _boxes(is_inside: Booleans, is_open: Booleans) -> list[tuple[Integers, Integers]]:
    """Return boxes of points inside, first and last of each, that hold all open ones: the thickest first."""
    is_open = is_open.copy()
    rows = np.argwhere(is_open)
    found = []
    for start in rows[np.argsort(-_depths(is_inside)[tuple(rows.T)], kind="stable")]:
        if is_open[tuple(start)]:
            low, high = _grown(is_inside, start)
            is_open[_span(low, high)] = False
            found.append((low, high))
    return found


def _depths(is_inside: Booleans) -> Integers:
    """Return how many layers of points inside lie around each."""
    depth = np.zeros(is_inside.shape, dtype=np.int64)
    left = np.pad(is_inside, 1)
    while left.any():
        depth += left[1:-1, 1:-1, 1:-1]
        for axis in range(3):
            left = left & np.roll(left, 1, axis=axis) & np.roll(left, -1, axis=axis)
    return depth


def _grown(is_inside: Booleans, start: Integers) -> tuple[Integers, Integers]:
    """Grow a box around a point to all six sides in turn, while all of it is inside."""
    low, high = start.copy(), start.copy()
    is_growing = True
    while is_growing:
        is_growing = False
        for axis in range(3):
            for end, step in ((low, -1), (high, 1)):
                layer_low, layer_high = low.copy(), high.copy()
                layer_low[axis] = layer_high[axis] = end[axis] + step
                is_there = 0 <= end[axis] + step < is_inside.shape[axis]
                if is_there and is_inside[_span(layer_low, layer_high)].all():
                    end[axis] += step
                    is_growing = True
    return low, high


def _span(low: Integers, high: Integers) -> tuple[slice, ...]:
    return tuple(slice(a, b + 1) for a, b in zip(low, high, strict=True))
