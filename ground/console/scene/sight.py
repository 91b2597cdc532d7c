"""What lies behind a pixel of the scene, and the pose that a person holds there by its handles; no Qt.

 z |   handles: an arrow along each axis, a ring about each, a square in the middle for the plane
   |_ y         of the picture; the one that is held, or under the mouse, is drawn thick
x /
"""

from typing import NamedTuple, Protocol

import numpy as np

from ground.console.scene.bodies import Array

AXES = ("x", "y", "z")
MIDDLE = "plane"
RINGS = tuple(f"turn {axis}" for axis in AXES)
ARROW, RING, SQUARE = 1.0, 0.72, 0.14  # length, radius and half an edge, in the size of a ghost
RING_SIDES = 48


class SightRay(NamedTuple):
    """All points that are seen at one pixel."""

    start: Array  # (3,) [m]
    along: Array  # (3,) unit vector, away from the eye
    pixel: float = 0.0  # edge of a pixel at the start [m]
    widens: float = 0.0  # by how much it grows with each metre [1]

    def pixel_at(self, p: Array) -> float:
        """Return the edge of a pixel at a point (3,) [m]."""
        return self.pixel + self.widens * max(float(self.along @ (p - self.start)), 0.0)

    def nearest(self, points: Array) -> Array:
        """Return how far points (k, 3) are from it [m]."""
        away = points - self.start
        distance: Array = np.linalg.norm(away - np.outer(away @ self.along, self.along), axis=1)
        return distance


class ScenePointer(Protocol):
    """What a press of the mouse in the scene means before it turns the view."""

    def press(self, ray: SightRay) -> bool:
        """Return whether the press is taken: then all until its release belongs to it."""

    def drag(self, ray: SightRay) -> None:
        """Go where the mouse is."""

    def release(self) -> None:
        """Let go."""


class GhostLook(NamedTuple):
    """A pose of the tool that is asked for, not commanded."""

    T_base_tool: Array  # (4, 4)
    R_base_handles: Array  # (3, 3) axes of its handles: those of the frame that is asked in
    size: float  # length of its arrows [m]
    wire: Array  # (2 k, 3) ends of the lines of what carries the tool, in the frame of the tool [m]
    held: str = ""  # name of a handle; empty: none
    note: str = ""  # what is wrong with it; empty: nothing is known of it
    has_handles: bool = True  # else it is only shown
    picked: tuple[tuple[str, Array], ...] = ()  # points (3,) that were picked, by their names [m]
    radius: float = 0.0  # around the way between them [m]

    @property
    def p(self) -> Array:
        """Where it is (3,) [m]."""
        p: Array = self.T_base_tool[:3, 3]
        return p

    def is_same(self, other: "GhostLook") -> bool:
        """True if both look the same."""
        names = [name for name, _ in self.picked] == [name for name, _ in other.picked]
        mine, others = (
            (look.T_base_tool, look.R_base_handles, look.wire, *(p for _, p in look.picked))
            for look in (self, other)
        )
        plain = (self.size, self.held, self.note, self.has_handles, self.radius)
        return (
            names
            and plain == (other.size, other.held, other.note, other.has_handles, other.radius)
            and all(map(np.array_equal, mine, others))
        )


def handle_points(look: GhostLook) -> dict[str, Array]:
    """Return the points (k, 3) of the line of each handle, by its name [m]."""
    p, size, axes = look.p, look.size, look.R_base_handles.T
    points = {
        name: np.stack([p + SQUARE * size * axis, p + ARROW * size * axis])
        for name, axis in zip(AXES, axes, strict=True)
    }
    angles = np.linspace(0.0, 2.0 * np.pi, RING_SIDES + 1)
    for k, name in enumerate(RINGS):
        one, other = axes[(k + 1) % 3], axes[(k + 2) % 3]
        circle = np.outer(np.cos(angles), one) + np.outer(np.sin(angles), other)
        points[name] = p + RING * size * circle
    return points
