"""The frames in which a person gives places: base, world, the tool as it stands, bodies that stay; no Qt.

They are those that the planner knows by the same names, as they are now; it holds them against the arm as the
motion begins, which for an arm at rest is the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ground.console.facts.tool_figures import tool_frames
from ground.console.scene.bodies import Array
from predictor.geometry.shapes import Scene
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose
from telemetry.plan.move_table import TOOL, WORLD


class ArmAsSeen(NamedTuple):
    """Where an arm is that a person asks something of."""

    q: tuple[float, ...]  # as commanded (n,) [rad or m]
    T_base_world: Array  # (4, 4) of the platform with it
    locked: frozenset[str] = frozenset()  # names of joints that stand for good


def frame_names(scene: Scene) -> tuple[str, ...]:
    """Return the frames that may be chosen: no places are given in a body that moves."""
    moving = {body.name for body in scene.bodies if body.motion is not None}
    return tuple(name for name in tool_frames(scene) if name not in moving)


def frame_pose(name: str, robot: Robot, scene: Scene, *, arm: ArmAsSeen) -> Array:
    """Return T_base_frame (4, 4) of one of them; `robot`: whose tool is meant."""
    if name == TOOL:
        return tool_pose(robot, arm.q)
    if name == WORLD:
        return arm.T_base_world
    body = scene.body_named(name)
    if body is None:
        return np.eye(4)
    T: Array = pose(np.eye(3), body.com)
    return arm.T_base_world @ T if scene.stands_in_space(name) else T


def next_name(chosen: str, names: Sequence[str]) -> str:
    """Return the name after another one, round and round."""
    return names[(names.index(chosen) + 1) % len(names)] if chosen in names else names[0]
