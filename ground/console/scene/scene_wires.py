"""Bodies as lines: rings and staves of capsules, edges of boxes and meshes; whole, dashed or dotted.

The wire of an arm is made once, in its frames, and only turned and shifted from then on.  Of a mesh a coarse
one is made first, of which only the edges are drawn at which it bends.
"""

import itertools
from functools import lru_cache

import numpy as np

from ground.console.scene.bodies import Array, Bodies, box_corners
from ground.console.scene.visible_bodies import Segment
from predictor.geometry.coarse import coarse_mesh
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box

WIRE_SIDES, WIRE_RINGS = 8, 5
WIRE_FACES = 220  # of a mesh whose edges are drawn
EVEN_COSINE = np.cos(0.5 * np.radians(20.0))  # of half the angle by which an edge bends that is not drawn
MESH_SWELL = 0.3  # of what capsules swell by
TINY_AREA = 1e-30  # [m^2]
PARALLEL = 0.9  # cosine beyond which another axis is taken to build a frame
DASHES = {"whole": 0, "dashed": 2, "dotted": 5}  # pieces that a line is cut into, each half drawn; 0: whole


class ArmWire:
    """The outline of an arm as lines, at any pose."""

    def __init__(self, bodies: Bodies, *, style: str = "whole", swell: float = 1.0) -> None:
        """Make it once.

        Args:
            bodies: whose arm.
            style: a key of `DASHES`.
            swell: of its radii, as a factor.
        """
        self._bodies = bodies
        wires = [cut_lines(_wire(body.shape, swell), style) for body in bodies.visible.arm]
        self._frame = np.repeat([body.frame for body in bodies.visible.arm], [len(wire) for wire in wires])
        self._wires = np.concatenate([np.zeros((0, 3)), *wires])

    def at(self, q: tuple[float, ...]) -> Array:
        """Return the ends (2 k, 3) of its lines at joints q [rad]."""
        T = self._bodies.frame_poses(q)[self._frame]
        ends: Array = np.einsum("kij,kj->ki", T[:, :3, :3], self._wires) + T[:, :3, 3]
        return ends


class Halo:
    """The arm's volumes at the required clearance, as lines, at any pose."""

    def __init__(self, bodies: Bodies, required: float) -> None:
        """Make it once; `required` [m]."""
        volumes = bodies.robot.capsules
        rows = zip(volumes.names, volumes.p0, volumes.p1, volumes.radius.tolist(), strict=True)
        self._bodies = bodies
        self._wires = {
            name: cut_lines(capsule_lines(p0, p1, radius + required), "dashed")
            for name, p0, p1, radius in rows
        }

    def at(self, q: tuple[float, ...], volume: str) -> Array:
        """Return the ends (2 k, 3) of the lines around one volume at joints q [rad]."""
        T = self._bodies.arm_poses(q)[self._bodies.arm_names.index(volume)]
        ends: Array = self._wires[volume] @ T[:3, :3].T + T[:3, 3]
        return ends


def _wire(shape: Segment | Mesh, swell: float) -> Array:
    if isinstance(shape, Segment):
        return capsule_lines(shape.p0, shape.p1, swell * shape.radius)
    middle = 0.5 * (shape.vertices.min(axis=0) + shape.vertices.max(axis=0))
    larger = 1.0 + MESH_SWELL * (swell - 1.0)
    ends: Array = middle + larger * (mesh_lines(shape) - middle)
    return ends


@lru_cache(maxsize=256)
def mesh_lines(mesh: Mesh) -> Array:
    """Return the ends (2 k, 3) of the lines that stand for a mesh: few enough to be told apart."""
    return bent_edges(coarse_mesh(mesh, WIRE_FACES))


def bent_edges(mesh: Mesh) -> Array:
    """Return the ends (2 k, 3) of the edges of a mesh at which it bends, or ends."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1), TINY_AREA)[:, None]
    edges = np.sort(np.concatenate([mesh.faces[:, pair] for pair in ((0, 1), (1, 2), (2, 0))]), axis=1)
    faces = np.tile(np.arange(len(mesh.faces)), 3)
    distinct, at, count = np.unique(edges, axis=0, return_inverse=True, return_counts=True)
    total = np.zeros((len(distinct), 3))
    np.add.at(total, at.ravel(), normal[faces])
    is_even = (count == 2) & (
        np.linalg.norm(total, axis=1) > 2.0 * EVEN_COSINE
    )  # twice the cosine of half the bend
    ends: Array = mesh.vertices[distinct[~is_even].ravel()]
    return ends


def cut_lines(ends: Array, style: str) -> Array:
    """Return the ends (2 k, 3) of the drawn pieces of lines."""
    pieces = DASHES[style]
    if not pieces:
        return ends
    a, b = ends[0::2, None], ends[1::2, None]
    begins = np.arange(pieces)[None, :, None] / pieces
    drawn = np.stack([a + begins * (b - a), a + (begins + 0.5 / pieces) * (b - a)], axis=2)
    return drawn.reshape(-1, 3)


def lines_through(points: Array) -> Array:
    """Return the ends (2 k, 3) of the lines through points, one after the other."""
    return np.stack([points[:-1], points[1:]], axis=1).reshape(-1, 3)


def capsule_lines(p0: Array, p1: Array, radius: float) -> Array:
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
