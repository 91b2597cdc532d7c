"""Published planning problems: how many of their starts and goals are free, with the published spheres.

Cylinders have flat ends, which no capsule has: what is hit there is told by the distance of a ball from one.
The published counts are of hits with the scene; where spheres of the arm itself overlap is told beside them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import CollisionWorld, build_world
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.inputs.arrays import read_only
from predictor.model.kinematics import link_poses
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from telemetry.files.settings import read_file
from tests.benchmarks.problems.sphere_models import sphere_robot

Array = NDArray[np.float64]

START, GOAL = "start", "goal"
LARGEST = 2**28  # bytes of a file of problems


class ProblemSet(NamedTuple):
    """Files of an arm and its problems, below a folder of data, and what was published of them."""

    urdf: str
    srdf: str
    scenes: str
    problems: int
    starts: int  # free
    goals: int


SETS = {
    "panda": ProblemSet(
        "robots/panda/panda_spherized.urdf", "robots/panda/panda.srdf", "scenes/mbm_panda", 560, 560, 559
    ),
    "ur5": ProblemSet(
        "robots/ur5_mbm/ur5_spherized.urdf", "robots/ur5_mbm/ur5.srdf", "scenes/mbm_ur5", 560, 559, 542
    ),
}


class Cylinder(NamedTuple):
    """One about z, its middle at the origin."""

    T_base_cylinder: Array  # (4, 4)
    half: float  # of its length [m]
    radius: float

    def distance(self, points: Array) -> Array:
        """Return the distance (k,) of points (k, 3) from it, 0 inside [m]."""
        local = (points - self.T_base_cylinder[:3, 3]) @ self.T_base_cylinder[:3, :3]
        beside = np.maximum(np.hypot(local[:, 0], local[:, 1]) - self.radius, 0.0)
        distance: Array = np.hypot(beside, np.maximum(np.abs(local[:, 2]) - self.half, 0.0))
        return distance


class Query(NamedTuple):
    """One problem."""

    name: str
    scene: Scene  # without its cylinders
    cylinders: tuple[Cylinder, ...]
    start: Array  # (n,)
    goal: Array


class Counted(NamedTuple):
    """How many are free, and which are not."""

    problems: int
    starts: int
    goals: int
    hit: tuple[str, ...]  # the others
    itself: tuple[str, ...]  # where spheres of forearm and hand overlap, besides


def count(folder: Path, name: str) -> Counted:
    """Count the free starts and goals of a set.

    Raises:
        FileError: a file is missing.
    """
    told = SETS[name]
    robot = sphere_robot(folder / told.urdf, folder / told.srdf)
    asked = list(queries(folder / told.scenes, robot))
    hit: dict[str, list[str]] = {START: [], GOAL: []}
    itself = []
    for query in asked:
        world = build_world("capsules", robot, query.scene)
        for end, q in ((START, query.start), (GOAL, query.goal)):
            own = world.clearances(q).itself
            if is_hit(world, query.cylinders, q):
                hit[end].append(f"{query.name} {end}")
            elif own is not None and own.distance <= 0.0:
                itself.append(f"{query.name} {end}")
    starts, goals = (len(asked) - len(those) for those in hit.values())
    return Counted(len(asked), starts, goals, (*hit[START], *hit[GOAL]), tuple(itself))


def is_hit(world: CollisionWorld, cylinders: tuple[Cylinder, ...], q: Array) -> bool:
    """Return whether an arm of spheres meets the scene, or a cylinder."""
    balls = world.robot.capsules
    T = link_poses(world.robot, q)[balls.frame]
    centres = np.einsum("kij,kj->ki", T[:, :3, :3], balls.p0) + T[:, :3, 3]
    found = world.clearances(q).scene
    return (found is not None and not found.distance > 0.0) or any(
        (each.distance(centres) <= balls.radius).any() for each in cylinders
    )


def queries(folder: Path, robot: Robot) -> Iterator[Query]:
    """Read all problems of a folder, file by file."""
    names = [joint.name for joint in robot.commanded]
    for path in sorted(folder.glob("*.json")):
        for told in json.loads(read_file(path, at_most=LARGEST))["problems"]:
            start, goal = (np.array([of[name] for name in names]) for of in (told["start"], told["goals"][0]))
            name, objects = f"{path.stem} {told['index']}", told["objects"]
            yield Query(name, _scene(objects), _cylinders(objects), start, goal)


def _scene(objects: list[dict[str, Any]]) -> Scene:
    boxes, spheres = [], []
    for told in objects:
        T, size = _placed(told), told["dimensions"]
        if told["type"] == "box":
            half = read_only(0.5 * np.array(size))
            boxes.append(Box(name=told["id"], body="base", T_base_box=T, half=half))
        elif told["type"] == "sphere":
            middle = read_only(T[:3, 3])
            spheres.append(Capsule(name=told["id"], body="base", p0=middle, p1=middle, radius=size[0]))
    return Scene(name="problem", boxes=tuple(boxes), capsules=tuple(spheres), bodies=())


def _cylinders(objects: list[dict[str, Any]]) -> tuple[Cylinder, ...]:
    return tuple(
        Cylinder(_placed(told), 0.5 * told["dimensions"][0], told["dimensions"][1])
        for told in objects
        if told["type"] == "cylinder"
    )


def _placed(told: dict[str, Any]) -> Array:
    x, y, z, w = told["orientation_xyzw"]
    return read_only(pose(rotation_from_quaternion(np.array([w, x, y, z])), np.array(told["position"])))
