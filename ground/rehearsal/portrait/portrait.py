"""A portrait of an arm: what is seen of it, and the volumes that keep it clear, on a floor with a grid.

    meshes      solid; where an arm has none, its capsules, or bones
    capsules    shells around the meshes: what the arm is taken for when distances are predicted
    joints      a stroke along each axis, with the joint's number; a ring where it turns
    frames      of base and tools: x red, y green, z blue
    grid        its lines stand as far apart as the bar in the corner says

It is seen by the rays of the cameras (`ground.rehearsal.pictures.raycast`), at twice its size and then made
smaller, so that edges are smooth.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.pictures.extent import grid_step
from ground.rehearsal.body.geoms import SEEN, TOUCHED, RayShapes, add_geoms, quaternion
from ground.rehearsal.body.solids import WORLD, Solid, frame_name
from ground.rehearsal.pictures.raycast import CameraPose, cast_views, directions, is_lit
from ground.rehearsal.portrait import portrait_light as light
from ground.rehearsal.portrait.portrait_eye import FOV, PortraitEye, portrait_eye
from ground.rehearsal.portrait.portrait_marks import PAPER, marks_of
from ground.rehearsal.portrait.portrait_solids import points_of, portrait_solids
from ground.report.figures.picture_marks import Caption, Polyline, marked
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

Array = NDArray[np.float64]

FINER = 2  # rays across a pixel
BASE_COLOUR, HAND_COLOUR = (0.36, 0.40, 0.46), (0.93, 0.52, 0.16)
LINK_COLOURS = ((0.95, 0.95, 0.94), (0.72, 0.78, 0.85))  # in turn, so that links are told apart


class StillArm(NamedTuple):
    """An arm that does not move, with what stands around it, and MuJoCo's data of it."""

    seen: RayShapes
    shells: RayShapes
    data: mujoco.MjData


def portrait(
    robot: Robot, q: tuple[float, ...] | None = None, *, width: int = 960, height: int = 720
) -> NDArray[np.uint8]:
    """Return a picture (height, width, 3) of an arm at q (n,) [rad or m], or at home."""
    T = link_poses(robot, robot.home_q if q is None else q)
    shown, places = portrait_solids(robot), {frame_name(frame): pose for frame, pose in enumerate(T)}
    points, still = points_of(shown, places), still_arm(shown, places)
    eye = portrait_eye(points, width=FINER * width, height=FINER * height)
    radius = 0.5 * float(np.linalg.norm(np.ptp(points, axis=0)))
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    floor = light.Floor(grid_step(radius), middle, radius, points)
    picture = lit_picture(arm_colours(still.seen.model, robot), still, floor, eye=eye)
    return finished(picture, marks_of(robot, T, eye=eye._replace(width=width, height=height), radius=radius))


def finished(picture: Array, marks: Iterable[Polyline | Caption]) -> NDArray[np.uint8]:
    """Return a picture at its own size, with marks upon it."""
    rows, columns, _ = picture.shape
    small: Array = picture.reshape(rows // FINER, FINER, columns // FINER, FINER, 3).mean(axis=(1, 3))
    pixels: NDArray[np.uint8] = np.round(255.0 * small.clip(0.0, 1.0)).astype(np.uint8)
    return marked(pixels, marks, halo=PAPER)


def lit_picture(colours: Array, still: StillArm, floor: light.Floor, *, eye: PortraitEye) -> Array:
    """Return the picture, as fine as its rays, without its marks; `colours` (shapes, 3)."""
    rays = directions(eye.width, eye.height, FOV)
    lamp = CameraPose(eye.p, eye.R, light.TO_LAMP)
    solid, shells = (cast_views(sight, still.data, lamp, rays=rays) for sight in (still.seen, still.shells))
    rays, picture = rays[:-1, :-1], light.backdrop(eye.height, eye.width)
    T = still.seen.poses(still.data)
    lit = partial(is_lit, still.seen, T, sun=light.TO_LAMP)
    light.lay_floor(picture, eye, floor, rays=rays, bare=solid.geom < 0, lit=lit)
    light.draw_arm(picture, solid, colours, rays=rays, eye=eye)
    light.draw_shells(picture, solid, shells, rays=rays, eye=eye)
    return picture


def still_arm(shown: list[Solid], places: Mapping[str, Array]) -> StillArm:
    """Return a model of bodies that stand at their places (4, 4), by their names, with its data."""
    spec = mujoco.MjSpec()
    for name, T in places.items():
        if name != WORLD:
            spec.worldbody.add_body(name=name, pos=T[:3, 3], quat=quaternion(T[:3, :3]))
    add_geoms(spec, shown)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return StillArm(RayShapes(model, SEEN), RayShapes(model, TOUCHED), data)


def arm_colours(model: mujoco.MjModel, robot: Robot) -> Array:
    """Return the colour (shapes, 3) of each shape: by its frame; of what no frame has, black."""
    frames = {model.body(frame_name(frame)).id: frame for frame in range(len(robot.joints) + 1)}
    hands = {tool.frame for tool in robot.tools}
    colours = np.zeros((model.ngeom, 3))
    for shape, body in enumerate(model.geom_bodyid):
        if body in frames:
            frame = frames[body]
            usual = HAND_COLOUR if frame in hands else LINK_COLOURS[frame % 2]
            colours[shape] = BASE_COLOUR if frame == 0 else usual
    return colours
