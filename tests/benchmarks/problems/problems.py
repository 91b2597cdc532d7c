"""The problems: which arm in which scene, and the trajectory that it flies there; all from seeds.

reference   the default scenario's arm and scene
station     13 primitives, for the arm of thirteen leaves 196 pairs
dense       200 primitives, 2440 pairs
            both also without boxes
mesh        5 convex modules of 2,000 triangles; mesh_10k: of 10,000
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.scenario.scenario_files import data_folder
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.motions import Wave, wave
from tests.benchmarks.problems.scenes import LARGE, SMALL, WITHOUT_BOXES, crowd, modules

Array = NDArray[np.float64]

REFERENCE, STATION, DENSE, MESH, MESH_10K = "reference", "station", "dense", "mesh", "mesh_10k"
STATION_ROUND, DENSE_ROUND = f"{STATION} {WITHOUT_BOXES}", f"{DENSE} {WITHOUT_BOXES}"
REFERENCE_ARM, REFERENCE_SCENE = "shiyan7_like", "scenes/adjacent_target.toml"
SHRINK, KEPT_M, LOOK = 0.8, 0.02, 20  # until the arm is so clear of itself at every twentieth pose


class Problem(NamedTuple):
    """An arm in a scene."""

    name: str
    robot: Robot
    scene: Scene
    wave: Wave  # clear of the scene, and the arm of itself

    @property
    def trajectory(self) -> Array:
        """60 s at 100 Hz (6000, n)."""
        return self.wave.trajectory()


def reference() -> Problem:
    """Return the default scenario's arm in its scene."""
    robot = arms()[REFERENCE_ARM]
    scene = read_scene(data_folder() / REFERENCE_SCENE)
    return Problem(REFERENCE, robot, scene, clear_wave(robot, scene))


SCENES: dict[str, Callable[[Robot, Array], Scene]] = {
    STATION: lambda robot, poses: crowd(STATION, robot, poses, count=13, sizes=LARGE),
    DENSE: lambda robot, poses: crowd(DENSE, robot, poses, count=200, sizes=SMALL),
    STATION_ROUND: lambda robot, poses: crowd(STATION_ROUND, robot, poses, count=13, sizes=LARGE),
    DENSE_ROUND: lambda robot, poses: crowd(DENSE_ROUND, robot, poses, count=200, sizes=SMALL),
    MESH: lambda robot, poses: modules(MESH, robot, poses, faces=2_000),
    MESH_10K: lambda robot, poses: modules(MESH_10K, robot, poses, faces=10_000),
}
EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())


@cache
def problem(name: str, arm: str = THIRTEEN) -> Problem:
    """Return a problem by the name of its scene, with any of the arms that come with farhand.

    Raises:
        KeyError: there is no such scene or arm.
    """
    return reference() if name == REFERENCE else in_scene(name, arms()[arm])


def in_scene(name: str, robot: Robot) -> Problem:
    """Return any arm in one of the scenes, which is made around its trajectory."""
    motion = clear_wave(robot, EMPTY)
    return Problem(name, robot, SCENES[name](robot, motion.trajectory()), motion)


def clear_wave(robot: Robot, scene: Scene) -> Wave:
    """Return the widest of smaller and smaller motions that keeps the arm clear of itself and the scene.

    Raises:
        ValueError: none does; the arm is not clear at home.
    """
    world = build_world("capsules", robot, scene)
    share = 1.0
    while share > 0.01:
        motion = wave(robot, share=share)
        if world.batch(motion.trajectory()[::LOOK]).distance.min() > KEPT_M:
            return motion
        share *= SHRINK
    raise ValueError(f"{robot.name} is not clear of itself or {scene.name} at home")
