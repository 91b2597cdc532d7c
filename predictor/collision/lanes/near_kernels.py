"""What is compared in single precision where an axis may be near a box: the bounds of both along that."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.apart_kernels import Numbers, beyond, dot
from predictor.collision.tables import AXES, CENTRE, HALF
from predictor.compiler.jit import inlined_lane_part

Singles = NDArray[np.float32]
Number = np.float32
Vector = tuple[Number, Number, Number]

ZERO, ONE, A_HALF = np.float32(0.0), np.float32(1.0), np.float32(0.5)
LEAST = np.float32(1e-30)  # in place of a determinant that is nothing: any s will do


class SingleBox(NamedTuple):
    """A box of the scene."""

    centre: Vector
    half: Vector
    edges: tuple[Vector, Vector, Vector]  # their directions


@inlined_lane_part
def three(row: Numbers, at: int) -> Vector:
    """Three numbers from a place on."""
    return np.float32(row[at]), np.float32(row[at + 1]), np.float32(row[at + 2])


@inlined_lane_part
def single_box(row: Numbers) -> SingleBox:
    """A row of obstacles."""
    edges = three(row, AXES), three(row, AXES + 3), three(row, AXES + 6)
    return SingleBox(three(row, CENTRE), three(row, HALF), edges)


@inlined_lane_part
def along(edges: tuple[Vector, Vector, Vector], v: Vector) -> Vector:
    """A vector along edges."""
    return dot(edges[0], v), dot(edges[1], v), dot(edges[2], v)


@inlined_lane_part
def bounds_squared(axis: Singles, lane: int, lanes: int, box: SingleBox) -> Number:
    """Squared distance of a box and the box along it around an axis (6 lanes,) in a lane."""
    (cx, cy, cz), (hx, hy, hz), edges = box
    ux, uy, uz = (
        A_HALF * axis[3 * lanes + lane],
        A_HALF * axis[4 * lanes + lane],
        A_HALF * axis[5 * lanes + lane],
    )
    px, py = axis[lane] + ux - cx, axis[lanes + lane] + uy - cy
    pz = axis[2 * lanes + lane] + uz - cz
    p, u = along(edges, (px, py, pz)), along(edges, (ux, uy, uz))
    x, y, z = beyond(p[0], hx + abs(u[0])), beyond(p[1], hy + abs(u[1])), beyond(p[2], hz + abs(u[2]))
    squared: Number = x * x + y * y + z * z
    return squared
