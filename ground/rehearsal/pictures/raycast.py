"""Find what a camera sees at each pixel, with few rays: coarse first, finer only where something changes.

    o---o---o      corners alike (same shape, same light, nearly the same normal): the pixels between are
    |   | x |      interpolated; else the points between are cast, and so on down to single pixels
    o---o---o

The reciprocal of depth is linear across the picture of a plane, so that plane surfaces come out exact.
Whether the sun reaches a point is asked by a ray from a far sun towards it, which ends at the first thing in
its way.
"""

from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import RayShapes

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Integers = NDArray[np.int32]

COARSE = 4  # pixels between the first rays
SPACE = -1  # code of a ray that meets nothing
CURVED = 0.4  # change of a component of the normal beyond which a surface is not interpolated
SUN_AT = 1000.0  # distance of the sun's point: parallel light within a milliradian or two [m]
SKIN = 0.003  # a shadow begins this far before the surface, so that it does not shade itself [m]


class Views(NamedTuple):
    """A picture's worth of surface points."""

    geom: Integers  # (rows, columns); -1: space
    lit: NDArray[np.bool_]  # the sun reaches it
    depth: Floats  # along the camera's axis [m]; 0: space
    normal: Floats  # (3, rows, columns) in world axes


class CameraPose(NamedTuple):
    """Where the camera is now, and the sun."""

    p: Array  # (3,) in the world [m]
    R: Array  # (3, 3) R_world_camera
    sun: Array  # (3,) unit vector towards the sun, in world axes


def directions(width: int, height: int, fov: float) -> Array:
    """Return rays (height + 1, width + 1, 3) through the pixels' centres, of unit depth along -z.

    One row and one column more than the picture has close its last squares.
    """
    focal = 0.5 * height / np.tan(0.5 * fov)  # [pixels]
    x = (np.arange(width + 1) - 0.5 * (width - 1)) / focal
    y = (0.5 * (height - 1) - np.arange(height + 1)) / focal
    rays = np.empty((height + 1, width + 1, 3))
    rays[..., 0], rays[..., 1], rays[..., 2] = x, y[:, None], -1.0
    return rays


def cast_views(sight: RayShapes, data: mujoco.MjData, eye: CameraPose, *, rays: Array) -> Views:
    """Return what the rays of `directions` meet; MuJoCo's `data` needs its kinematics up to date."""
    stride, T = COARSE, sight.poses(data)
    first = rays[::stride, ::stride]
    codes, surface = _cast(sight, T, eye, rays=first.reshape(-1, 3))
    codes, surface = codes.reshape(first.shape[:2]), surface.reshape(4, *first.shape[:2])
    while stride > 1:
        stride //= 2
        row, column = np.nonzero(_between(_uneven(codes, surface)))
        codes, surface = _repeated(codes), _interpolated(surface)
        finer = rays[::stride, ::stride]
        codes[row, column], surface[:, row, column] = _cast(sight, T, eye, rays=finer[row, column])
    codes, surface = codes[:-1, :-1], surface[:, :-1, :-1]
    nearness = surface[0]
    depth = np.divide(1.0, nearness, out=np.zeros_like(nearness), where=nearness > 0.0)
    return Views(codes >> 1, (codes >= 0) & (codes & 1 == 1), depth, surface[1:])


def _cast(sight: RayShapes, T: Array, eye: CameraPose, *, rays: Array) -> tuple[Integers, Floats]:
    """Return per ray of the camera frame (k, 3) a code (k,), and reciprocal depth and normal (4, k).

    The code is twice the shape's number, and one more if the sun reaches the point.
    """
    towards = rays @ eye.R.T
    depth, shape, normal = sight.caster.first_hits(eye.p, towards, T=T)
    is_hit = shape >= 0
    surface = np.zeros((4, len(rays)), dtype=np.float32)
    np.divide(1.0, depth, out=surface[0], where=is_hit, casting="same_kind")
    surface[1:] = normal.T
    facing = np.flatnonzero(is_hit & (normal @ eye.sun > 0.0))
    points = eye.p + depth[facing, None] * towards[facing]
    codes = np.full(len(rays), SPACE, dtype=np.int32)
    codes[is_hit] = 2 * sight.shapes[shape[is_hit]]
    codes[facing] += is_lit(sight, T, points, sun=eye.sun)
    return codes, surface


def is_lit(sight: RayShapes, T: Array, points: Array, *, sun: Array) -> NDArray[np.bool_]:
    """Return which points (k, 3) light reaches from the direction of the sun (3,); shapes stand at T."""
    light = SUN_AT * sun
    return ~sight.caster.are_blocked(light, points - light, T=T, farthest=1.0 - SKIN / SUN_AT)


def _uneven(codes: Integers, surface: Floats) -> NDArray[np.bool_]:
    """Return which squares (rows - 1, columns - 1) have corners that differ."""
    first = codes[:-1, :-1]
    uneven: NDArray[np.bool_] = (
        (codes[1:, :-1] != first) | (codes[:-1, 1:] != first) | (codes[1:, 1:] != first)
    )
    for component in surface[1:]:
        down = np.abs(component[1:] - component[:-1]) > CURVED
        right = np.abs(component[:, 1:] - component[:, :-1]) > CURVED
        uneven |= down[:, 1:] | down[:, :-1] | right[1:] | right[:-1]
    return uneven


def _between(uneven: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which new points of the grid twice as fine lie in or at the edge of an uneven square."""
    rows, columns = uneven.shape
    unsure = np.zeros((2 * rows + 1, 2 * columns + 1), dtype=bool)
    unsure[1::2, 1::2] = uneven
    unsure[1::2, :-1:2] |= uneven
    unsure[1::2, 2::2] |= uneven
    unsure[:-1:2, 1::2] |= uneven
    unsure[2::2, 1::2] |= uneven
    return unsure


def _repeated(codes: Integers) -> Integers:
    """Return codes on the grid twice as fine."""
    return codes.repeat(2, axis=0)[:-1].repeat(2, axis=1)[:, :-1]


def _interpolated(values: Floats) -> Floats:
    """Return values (c, rows, columns) on the grid twice as fine."""
    channels, rows, columns = values.shape
    fine = np.empty((channels, 2 * rows - 1, 2 * columns - 1), dtype=np.float32)
    fine[:, ::2, ::2] = values
    fine[:, 1::2, ::2] = 0.5 * (values[:, 1:] + values[:, :-1])
    fine[:, :, 1::2] = 0.5 * (fine[:, :, :-1:2] + fine[:, :, 2::2])
    return fine
