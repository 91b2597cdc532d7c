"""The reference plane at the foot of the arm: its grid, the shadows on it, where things stand over it; no Qt.

      o tool                        The plane lies across z of the base, through its origin, or lower where
 ____/:                             the arm has come lower.  Shadows fall straight down, whatever the sun
|  /  :  o goal                     does: so the place of each thing can be read off the grid.
+-/---:--:---+---+
 /____x__x__/___/    z = 0 mm       A drop line ends where a tool or a goal stands over the plane.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array, Bodies, box_corners, moved
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.visible_bodies import Segment
from ground.console.texts import theme
from ground.pictures.extent import Extent, grid_step
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

LIFT = 0.004  # of the grid's step: so much over the plane it is drawn, for bodies may end on the plane
ARC = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 7)  # of the round end of a shadow
UNMOVED = np.eye(4)
Place2 = tuple[float, float]


class GroundPlane(NamedTuple):
    """A rectangle across z of the base, with a grid [m]."""

    z: float
    step: float  # of its grid
    low: Place2
    high: Place2

    @property
    def drawn_z(self) -> float:
        """The height at which it is drawn [m]."""
        return self.z + LIFT * self.step

    @property
    def grid(self) -> Array:
        """The ends (2 k, 3) of its lines [m]."""
        x, y = (
            self.step * np.arange(round(low / self.step), round(high / self.step) + 1)
            for low, high in zip(self.low, self.high, strict=True)
        )
        along_y = [(each, end, self.drawn_z) for each in x for end in (self.low[1], self.high[1])]
        along_x = [(end, each, self.drawn_z) for each in y for end in (self.low[0], self.high[0])]
        return np.array([*along_y, *along_x])

    def foot(self, p: Array) -> Array:
        """Return the point of it (3,) below a point (3,) [m]."""
        return np.array([p[0], p[1], self.drawn_z])


def ground_plane(shown: Extent, lowest: float) -> GroundPlane:
    """Return the plane within a box; `lowest`: z of the lowest place that a tool has come to [m].

    Its lines stand at whole steps of the base's axes.
    """
    step = grid_step(shown.radius)
    low = [step * math.floor(at / step) for at in shown.low[:2].tolist()]
    high = [step * math.ceil(at / step) for at in shown.high[:2].tolist()]
    z = step * round(min(lowest, 0.0) / step)  # a tool that is a little below the base moves nothing
    return GroundPlane(z, step, (low[0], low[1]), (high[0], high[1]))


def shadows(bodies: Bodies, look: SceneLook, plane: GroundPlane) -> list[tuple[str, list[Array]]]:
    """Return the outlines (k, 3) of the shadows on a plane by their colours, the last ones on top."""
    drawn = [(theme.SHADOW, scene_shadow(bodies, look.moved, plane))]
    if look.commanded:
        colour = theme.STALE_SHADOW if look.commanded_is_stale else theme.ARM_SHADOW
        drawn.append((colour, arm_shadow(bodies, look.commanded, plane)))
    return drawn


def arm_shadow(bodies: Bodies, q: tuple[float, ...], plane: GroundPlane) -> list[Array]:
    """Return the outlines (k, 3) of the arm's shadow at joints q [rad]: one of each of its volumes."""
    return [_swept(segment, plane.drawn_z) for segment in bodies.arm_segments(q)]


def scene_shadow(bodies: Bodies, displaced: Mapping[str, Array], plane: GroundPlane) -> list[Array]:
    """Return the outlines (k, 3) of the shadows of what stands above the plane, as far as that goes."""
    moved_ones = ((shape, displaced[shape.body]) for shape in _volumes(bodies) if shape.body in displaced)
    return [*_standing_shadow(bodies, plane, frozenset(displaced)), *_cut(moved_ones, plane)]


@lru_cache(maxsize=8)
def _standing_shadow(bodies: Bodies, plane: GroundPlane, displaced: frozenset[str]) -> list[Array]:
    """Return those of the shapes that are where their file has them."""
    return _cut(((shape, UNMOVED) for shape in _volumes(bodies) if shape.body not in displaced), plane)


def _volumes(bodies: Bodies) -> tuple[Box | Capsule, ...]:
    """Return the scene's volumes."""
    return (*bodies.scene.boxes, *bodies.scene.capsules)


def _cut(shapes: Iterable[tuple[Box | Capsule, Array]], plane: GroundPlane) -> list[Array]:
    outlines = [_within(_shadow(shape, T), plane) for shape, T in shapes if top(shape, T) > plane.drawn_z]
    return [np.column_stack([flat, np.full(len(flat), plane.drawn_z)]) for flat in outlines if len(flat) > 2]


def top(shape: Box | Capsule | Mesh, T: Array) -> float:
    """Return z of the highest point of a shape at a pose (4, 4) [m]."""
    if isinstance(shape, Mesh):
        return float(moved(T, shape.vertices)[:, 2].max())
    if isinstance(shape, Box):
        return float(moved(T, box_corners(shape))[:, 2].max())
    return float(moved(T, np.stack([shape.p0, shape.p1]))[:, 2].max()) + shape.radius


def _shadow(shape: Box | Capsule, T: Array) -> Array:
    """Return the outline (k, 2) of a shape at a pose (4, 4), seen from straight above."""
    if isinstance(shape, Box):
        return convex_outline(moved(T, box_corners(shape))[:, :2])
    p0, p1 = moved(T, np.stack([shape.p0, shape.p1]))
    return _swept(Segment(p0, p1, shape.radius), 0.0)[:, :2]


def _swept(segment: Segment, z: float) -> Array:
    """Return the outline (k, 3) of a capsule as it is seen from straight above, at a height."""
    (x0, y0, _), (x1, y1, _) = segment.p0.tolist(), segment.p1.tolist()
    along = math.atan2(y1 - y0, x1 - x0) + ARC
    x, y = segment.radius * np.cos(along), segment.radius * np.sin(along)
    flat = (np.concatenate([x1 + x, x0 - x]), np.concatenate([y1 + y, y0 - y]))
    return np.column_stack([*flat, np.full(2 * len(ARC), z)])


def convex_outline(points: Array) -> Array:
    """Return the convex hull (k, 2) of points (n, 2), in turn (Andrew's monotone chain)."""
    ordered = sorted({(x, y) for x, y in points.tolist()})
    return np.array([*_chain(ordered)[:-1], *_chain(ordered[::-1])[:-1]]).reshape(-1, 2)


def _chain(ordered: list[Place2]) -> list[Place2]:
    chain: list[Place2] = []
    for point in ordered:
        while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= 0.0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Place2, b: Place2, c: Place2) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(outline: Array, plane: GroundPlane) -> Array:
    """Return the part of a convex outline (k, 2) that lies on a plane (Sutherland and Hodgman 1974)."""
    for axis in (0, 1):
        for sign, edge in ((1.0, plane.low[axis]), (-1.0, plane.high[axis])):
            outline = _beyond(outline, sign * (outline[:, axis] - edge))
    return outline


def _beyond(outline: Array, off: Array) -> Array:
    """Return the part of a convex outline where it is not off to the negative side of an edge (k,)."""
    if (off >= 0.0).all():
        return outline
    corners = []
    for k in range(len(outline)):
        here, last = outline[k], outline[k - 1]
        if (off[k] >= 0.0) != (off[k - 1] >= 0.0):
            corners.append(last + (here - last) * (off[k - 1] / (off[k - 1] - off[k])))
        if off[k] >= 0.0:
            corners.append(here)
    return np.array(corners).reshape(-1, 2)
