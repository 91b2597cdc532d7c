"""Bodies as lines: rings and staves of capsules, edges of boxes; whole, dashed or dotted.

The wire of an arm is made once, in the frames of its capsules, and only turned and shifted from then on.
"""

import itertools

import numpy as np

from ground.console.bodies import Array, Bodies, box_corners
from predictor.geometry.shapes import Box

WIRE_SIDES, WIRE_RINGS = 8, 5
PARALLEL = 0.9  # cosine beyond which another axis is taken to build a frame
DASHES = {"whole": 0, "dashed": 2, "dotted": 5}  # pieces that a line is cut into, each half drawn; 0: whole


class ArmWire:
    """The outline of an arm as lines, at any pose."""

    def __init__(
        self, bodies: Bodies, *, style: str = "whole", swell: float = 1.0, more: float = 0.0
    ) -> None:
        """Make it once.

        Args:
            bodies: whose arm.
            style: a key of `DASHES`.
            swell: of its radii, as a factor.
            more: added to them [m].
        """
        shapes = bodies.robot.capsules
        self._bodies = bodies
        self._wires = np.stack(
            [
                cut(capsule_wire(p0, p1, swell * float(radius) + more), style)
                for p0, p1, radius in zip(shapes.p0, shapes.p1, shapes.radius, strict=True)
            ]
        )

    def at(self, q: tuple[float, ...], only: str | None = None) -> Array:
        """Return the ends (2 k, 3) of its lines at joints q [rad]; `only`: of the capsule of this name."""
        T, wires = self._bodies.arm_poses(q), self._wires
        if only is not None:
            chosen = [name == only for name in self._bodies.arm_names]
            T, wires = T[chosen], wires[chosen]
        ends: Array = np.einsum("mij,mkj->mki", T[:, :3, :3], wires) + T[:, None, :3, 3]
        return ends.reshape(-1, 3)


def cut(ends: Array, style: str) -> Array:
    """Return the ends (2 k, 3) of the drawn pieces of lines."""
    pieces = DASHES[style]
    if not pieces:
        return ends
    a, b = ends[0::2, None], ends[1::2, None]
    begins = np.arange(pieces)[None, :, None] / pieces
    drawn = np.stack([a + begins * (b - a), a + (begins + 0.5 / pieces) * (b - a)], axis=2)
    return drawn.reshape(-1, 3)


def chain(points: Array) -> Array:
    """Return the ends (2 k, 3) of the lines through points, one after the other."""
    return np.stack([points[:-1], points[1:]], axis=1).reshape(-1, 3)


def capsule_wire(p0: Array, p1: Array, radius: float) -> Array:
    """Return the ends (2 k, 3) of a capsule's rings and staves."""
    frame = frame_along(p1 - p0)
    angles = np.linspace(0.0, 2.0 * np.pi, WIRE_SIDES, endpoint=False)
    circle = radius * (np.stack([np.cos(angles), np.sin(angles)], axis=1) @ frame[:2])
    rings = [p0 + share * (p1 - p0) + circle for share in np.linspace(0.0, 1.0, WIRE_RINGS)]
    ends = [np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in rings]
    ends += [np.stack([a, b], axis=1) for a, b in itertools.pairwise(rings)]
    for centre, rim, sign in ((p0, rings[0], -1.0), (p1, rings[-1], 1.0)):
        pole = np.broadcast_to(centre + sign * radius * frame[2], rim.shape)
        shoulder = centre + 0.7 * (rim - centre) + sign * 0.7 * radius * frame[2]
        ends += [np.stack([rim, shoulder], axis=1), np.stack([shoulder, pole], axis=1)]
    return np.concatenate([pair.reshape(-1, 3) for pair in ends])


def frame_along(axis: Array) -> Array:
    """Return rows x, y, z of a right-handed frame with z along an axis; any frame if that has no length."""
    length = float(np.linalg.norm(axis))
    z = axis / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    other = np.array([0.0, 1.0, 0.0]) if abs(z[0]) > PARALLEL else np.array([1.0, 0.0, 0.0])
    x = np.cross(other, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z])


def box_edges(box: Box) -> Array:
    """Return the ends (24, 3) of a box's edges."""
    corners = box_corners(box)
    pairs = [(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1]
    ends: Array = corners[np.array(pairs).ravel()]
    return ends
