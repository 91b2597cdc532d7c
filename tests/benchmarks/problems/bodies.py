"""A problem as every library of collision takes it: bodies on frames, and the pairs of them to look at.

frame 0 is the arm base and carries the scene; frame i + 1 is what joint i carries.  The pairs are those that
the method of collision itself looks at; where the scene has meshes it is their convex pieces that count.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import build_world
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import joint_values, link_poses
from predictor.model.robot import Robot
from tests.benchmarks.problems.problems import Problem

Array = NDArray[np.float64]

SPHERE, CAPSULE, BOX, CONVEX = "sphere", "capsule", "box", "convex"


class Body(NamedTuple):
    """A convex body that a frame carries."""

    name: str
    frame: int
    kind: str  # SPHERE, CAPSULE, BOX or CONVEX
    T_frame_body: Array  # (4, 4); a capsule lies along z, its middle at the origin
    size: tuple[float, ...]  # [m] radius; radius, length of the axis; half edges; none of a mesh
    mesh: Mesh | None = None  # in its own axes

    @property
    def is_scene(self) -> bool:
        """True if it stands in the scene."""
        return self.name.startswith(SCENE)


class Bodies(NamedTuple):
    """All of a problem."""

    robot: Robot
    bodies: tuple[Body, ...]
    pairs: tuple[tuple[int, int], ...]  # rows of bodies: one of the arm, and what it must keep clear of

    @property
    def scene(self) -> set[int]:
        """Rows of what stands in the scene."""
        return {row for row, body in enumerate(self.bodies) if body.is_scene}

    @property
    def meeting_all(self) -> set[int]:
        """Rows of the leaves that are to keep clear of all of the scene."""
        met: dict[int, set[int]] = {}
        for first, second in self.pairs:
            met.setdefault(first, set()).add(second)
        return {leaf for leaf, others in met.items() if self.scene <= others}


SCENE = "scene/"  # before the name of what stands in the scene


def placed_bodies(found: Bodies, poses: Array) -> list[list[Array]]:
    """Return where every body is, (4, 4) in the arm base, at each of the poses (k, n)."""
    frames = (link_poses(found.robot, q) for q in poses)
    return [[T[body.frame] @ body.T_frame_body for body in found.bodies] for T in frames]


def bodies_of(problem: Problem) -> Bodies:
    """Return the bodies of a problem, and the pairs that its world looks at."""
    return bodies_in(problem.robot, problem.scene)


def bodies_in(robot: Robot, scene: Scene) -> Bodies:
    """Return the bodies of an arm in a scene, and the pairs that its world looks at."""
    leaves = robot.capsules
    arm = [
        _capsule(name, int(frame), (p0, p1), radius=float(radius))
        for name, frame, p0, p1, radius in zip(
            leaves.names, leaves.frame, leaves.p0, leaves.p1, leaves.radius, strict=True
        )
    ]
    bodies = (*arm, *_standing(scene))
    row = {body.name: index for index, body in enumerate(bodies)}
    covered = {box.name: SCENE + (box.cover_of or box.name) for box in scene.boxes}
    covered |= {bar.name: SCENE + (bar.cover_of or bar.name) for bar in scene.capsules}
    names = build_world("capsules", robot, scene).pair_names
    pairs = dict.fromkeys((row[first], row[covered.get(other, other)]) for first, other in names)
    return Bodies(robot, bodies, tuple(pairs))


def every_joint(robot: Robot, poses: Array) -> Array:
    """Return the values (k, m) of all joints, those that follow others among them."""
    if not any(joint.law for joint in robot.joints):
        return np.ascontiguousarray(poses[:, robot.columns])
    return np.array([joint_values(robot, q) for q in poses])


def _standing(scene: Scene) -> list[Body]:
    found = [
        Body(SCENE + box.name, 0, BOX, box.T_base_box, tuple(map(float, box.half)))
        for box in scene.boxes
        if not box.cover_of
    ]
    found += [_capsule(SCENE + bar.name, 0, (bar.p0, bar.p1), radius=bar.radius) for bar in scene.capsules]
    found += [Body(SCENE + shape.name, 0, CONVEX, np.eye(4), (), shape.mesh) for shape in scene.meshes]
    return found


def _capsule(name: str, frame: int, ends: tuple[Array, Array], *, radius: float) -> Body:
    p0, p1 = ends
    length = float(np.linalg.norm(p1 - p0))
    T = np.eye(4)
    T[:3, 3] = 0.5 * (p0 + p1)
    if length == 0.0:
        return Body(name, frame, SPHERE, T, (radius,))
    T[:3, :3] = _turned_to((p1 - p0) / length)
    return Body(name, frame, CAPSULE, T, (radius, length))


def _turned_to(z: Array) -> Array:
    """Return a rotation (3, 3) whose third direction is this."""
    x = np.cross(z, np.eye(3)[np.abs(z).argmin()])
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
