"""What is inside a closed mesh without touching its surface.

Its winding is 0 about what is outside and not 0 about what is inside.  A mesh with open edges has no inside.

Where no triangles cross, a connected body is wholly inside or wholly outside: one corner of each is enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import ConvexTables
from predictor.collision.convex.convex_packing import ConvexBody
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.geometry.surfaces import HALF_A_TURN, is_closed, winding
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

Place = int  # a frame of the arm, 0 is its base; or
IN_SPACE = -1


class Shell(NamedTuple):
    """A closed mesh, and which leaves or solids it is the surface of."""

    triangles: Array  # (k, 3, 3)
    names: frozenset[str]
    place: Place

    def holds(self, points: Array) -> bool:
        """Return whether any of the points (k, 3) is inside."""
        low, high = self.triangles.min(axis=(0, 1)), self.triangles.max(axis=(0, 1))
        near = points[((points >= low) & (points <= high)).all(axis=1)]
        return any(abs(winding(self.triangles, p)) > HALF_A_TURN for p in near)


class Watched(NamedTuple):
    """A closed mesh, and corners (k, 3) of what must not be inside."""

    shell: Shell
    corners: Array
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inside:
    """All closed meshes of an arm and a scene."""

    robot: Robot
    watched: tuple[Watched, ...]

    def is_any(self, q: Array, T_world_base: Array | None) -> bool:
        """Return whether, at q (n,), a corner is inside a closed mesh from which it is to be kept."""
        T = link_poses(self.robot, q)
        T_base_world = np.eye(4) if T_world_base is None else np.linalg.inv(T_world_base)
        for shell, corners, place in self.watched:
            shell_at, at = (T_base_world if each == IN_SPACE else T[each] for each in (shell.place, place))
            seen = np.linalg.inv(shell_at) @ at
            if shell.holds(corners @ seen[:3, :3].T + seen[:3, 3]):
                return True
        return False


def what_may_be_inside(
    robot: Robot,
    scene: Scene,
    *,
    leaves: Sequence[Sequence[ConvexBody]],
    solids: Sequence[ConvexBody],
    tables: ConvexTables,
) -> Inside:
    """Return which corners of an arm and a scene are to be kept out of which closed mesh."""
    own, around = _shells_of_arm(robot, leaves), _shells_around(scene, tables)
    m, mounted, watched = len(leaves), {*tables.mounted.tolist()}, []
    corners = [corners_of_each(leaf) for leaf in leaves]
    solid_corners = [corners_of_each([solid]) for solid in solids]
    for i, leaf in enumerate(leaves):
        for shell in around:
            kept = [k for k, solid in enumerate(solids) if solid.name in shell.names]
            if any(k * m + i not in mounted for k in kept):
                watched.append(Watched(shell, corners[i], leaf[0].frame))
    for shell in own:
        rows = [i for i, leaf in enumerate(leaves) if leaf[0].name in shell.names]
        for k, solid in enumerate(solids):
            if any(k * m + i not in mounted for i in rows):
                watched.append(Watched(shell, solid_corners[k], _place(scene, solid.body, tables)))
        for first, second in tables.pairs[:-1].tolist():
            for i, other in ((first, second), (second, first)):
                if other in rows:
                    watched.append(Watched(shell, corners[i], leaves[i][0].frame))
    return Inside(robot=robot, watched=tuple(watched))


def _shells_of_arm(robot: Robot, leaves: Sequence[Sequence[ConvexBody]]) -> list[Shell]:
    names = [(leaf[0].frame, leaf[0].name) for leaf in leaves]
    return [
        Shell(
            part.mesh.vertices[part.mesh.faces],
            frozenset(name for frame, name in names if frame == part.frame),
            part.frame,
        )
        for part in robot.parts
        if part.pieces and is_closed(part.mesh)
    ]


def _shells_around(scene: Scene, tables: ConvexTables) -> list[Shell]:
    names, found = {shape.name for shape in scene.volumes}, []
    for shape in scene.meshes:
        pieces = frozenset(f"{shape.name}/{number}" for number in range(len(shape.pieces))) & names
        if pieces and is_closed(shape.mesh):
            place = _place(scene, shape.body, tables)
            found.append(Shell(shape.mesh.vertices[shape.mesh.faces], pieces, place))
    return found


def _place(scene: Scene, body: str, tables: ConvexTables) -> Place:
    floats = tables.pairs[-1, 1] >= 0
    return IN_SPACE if floats and scene.stands_in_space(body) else 0


def corners_of_each(bodies: Sequence[ConvexBody]) -> Array:
    """Return one corner (k, 3) of each connected part of bodies."""
    return np.concatenate([_one_each(body) for body in bodies])


def _one_each(body: ConvexBody) -> Array:
    if isinstance(body.shape, Mesh) or body.shape.ndim == 2:
        return body.corners[:1]
    points, rows = np.unique(body.corners, axis=0, return_inverse=True)
    faces, name = rows.reshape(-1, 3), np.arange(len(points))
    while True:
        lowest = name.copy()
        np.minimum.at(lowest, faces.ravel(), np.repeat(name[faces].min(axis=1), 3))
        lowest = lowest[lowest]
        if (lowest == name).all():
            return points[np.unique(name)]
        name = lowest
