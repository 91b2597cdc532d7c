"""A portrait of an arm among what stands around it: where it is now, and where its tool is to go.

arm, scene    solid; of a scene that is far larger than the arm, what is near enough to matter
way           of the tool, as it is planned; a ring where a hand is to lead it
grid          as in a portrait of an arm alone
"""

from collections.abc import Iterator
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.pictures.extent import grid_step
from ground.rehearsal.body.solids import WORLD, Solid, frame_name, moving_name, solids
from ground.rehearsal.portrait import portrait_light as light
from ground.rehearsal.portrait.portrait import FINER, arm_colours, finished, lit_picture, still_arm
from ground.rehearsal.portrait.portrait_eye import PortraitEye, portrait_eye
from ground.rehearsal.portrait.portrait_marks import bar_marks
from ground.rehearsal.portrait.portrait_solids import points_of
from ground.report.figures.picture_marks import Caption, Colour, Polyline
from predictor.geometry.scenes.scene_file import CARRIER
from predictor.geometry.shapes import Capsule, Scene
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

Array = NDArray[np.float64]

AROUND = 0.6  # of the scene is in sight what is no farther from the arm; in spans of what has to be in sight
CARRIER_COLOUR, BODY_COLOUR, BAR_COLOUR = (0.48, 0.53, 0.60), (0.83, 0.72, 0.45), (0.90, 0.84, 0.62)
WAY: Colour = (0.80, 0.10, 0.32)
GOAL_RADIUS = 0.03  # of a ring, in radii of the picture
ROUND = np.linspace(0.0, 2.0 * np.pi, 33)


class ArmPlace(NamedTuple):
    """An arm as it stands."""

    robot: Robot
    q: tuple[float, ...]  # [rad or m]


def scene_portrait(
    arm: ArmPlace, scene: Scene, *, way: Array, goals: Array, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """Return a picture (height, width, 3) of an arm in its scene, in base axes at the start.

    Args:
        arm: as it stands.
        scene: what stands around it.
        way: points (k, 3) that its tool goes through [m]; none: it is not known.
        goals: points (k, 3) where a hand is to lead it [m].
        size: width and height [px].
    """
    robot, T = arm.robot, link_poses(arm.robot, arm.q)
    shown = [solid for solid in solids(robot, scene) if solid.is_seen]
    places = {WORLD: np.eye(4)} | {frame_name(frame): pose for frame, pose in enumerate(T)}
    places |= {moving_name(b.name): b.motion.pose_at(0.0) for b in scene.bodies if b.motion is not None}
    points = _in_sight(shown, places, np.concatenate([way, goals]))
    eye = portrait_eye(points, width=FINER * size[0], height=FINER * size[1])
    radius = 0.5 * float(np.linalg.norm(np.ptp(points, axis=0)))
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    still = still_arm(shown, places)
    colours = _colours(still.seen.model, robot, shown)
    floor = light.Floor(grid_step(radius), middle, radius, points)
    picture = lit_picture(colours, still, floor, eye=eye)
    small = eye._replace(width=size[0], height=size[1])
    marks = [*_marks(way, goals, eye=small, radius=radius), *bar_marks(small, T[0][:3, 3], grid=floor.grid)]
    return finished(picture, marks)


def _in_sight(shown: list[Solid], places: dict[str, Array], wanted: Array) -> Array:
    """Return points (k, 3) all over what has to be seen: arm, way, goals, and what of the scene is near."""
    arm = [solid for solid in shown if not solid.of]
    must = np.concatenate([points_of(arm, places), wanted])
    low, high = must.min(axis=0), must.max(axis=0)
    margin = AROUND * float((high - low).max())
    around = points_of([solid for solid in shown if solid.of], places)
    near = np.clip(around, low - margin, high + margin)
    return np.concatenate([must, near])


def _colours(model: mujoco.MjModel, robot: Robot, shown: list[Solid]) -> Array:
    """Return the colour (shapes, 3) of each shape: the arm's by its frame, the scene's by what it is."""
    colours = arm_colours(model, robot)
    for solid in shown:
        if solid.of:
            usual = BAR_COLOUR if isinstance(solid.shape, Capsule) else BODY_COLOUR
            colours[model.geom(solid.name).id] = CARRIER_COLOUR if solid.of == CARRIER else usual
    return colours


def _marks(way: Array, goals: Array, *, eye: PortraitEye, radius: float) -> Iterator[Polyline | Caption]:
    if len(way) > 1:
        yield Polyline(eye.pixels(way), WAY, width=2.5)
    for goal in goals:
        [at] = eye.pixels(goal[None])
        ring = GOAL_RADIUS * radius * eye.metre(goal) * np.stack([np.cos(ROUND), np.sin(ROUND)], axis=1)
        yield Polyline(at + ring, WAY, width=2.5)
