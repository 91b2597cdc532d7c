"""The cameras of a scenario that names none: two at the hand, one that overlooks the arm, placed by its size.

hand_eye_a, hand_eye_b    beside the hand, squinting past its tip; lengths are multiples of the hand's
global                    on the platform, looking from the side and above at the arm and what it works on
"""

import numpy as np
from numpy.typing import NDArray

from ground.pictures.camera import CameraName, CameraTable, Point
from ground.pictures.extent import Extent, arm_extent, extent
from predictor.geometry.scenes.scene_file import CARRIER
from predictor.geometry.shapes import Scene
from predictor.model.reach import reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]

EYE_ASIDE, EYE_BEHIND = 0.56, 0.76  # of a hand-eye camera, from the tool's origin, in lengths of the hand
SIGHT_ASIDE, SIGHT_AHEAD = 0.24, 1.0  # of the point that it looks at
HAND_FOV_DEG, GLOBAL_FOV_DEG = 60.0, 52.0
TO_EYE = np.array([-0.22, -0.89, 0.4])  # of the global camera, from what it looks at
GLOBAL_DISTANCE = 1.8  # in radii of what it looks at: the arm fills the picture, a corner may be cut
MOST_HEIGHT = 0.95  # of the picture, that the arm at home takes at most
BARE_HAND = 0.1  # length of a hand that has no shape, in reaches of the arm
ALIKE_COSINE = 0.9  # cosine beyond which two directions are taken as one


def default_cameras(robot: Robot, scene: Scene) -> tuple[CameraTable, ...]:
    """Return the cameras for an arm in a scene."""
    return (
        _hand_eye(robot, "hand_eye_a", 1.0),
        _hand_eye(robot, "hand_eye_b", -1.0),
        _global(robot, scene),
    )


def _global(robot: Robot, scene: Scene) -> CameraTable:
    """Look at the arm and at what it does not stand on."""
    boxes = [box for box in scene.boxes if box.body != CARRIER]
    shown = extent(robot, boxes, [bar for bar in scene.capsules if bar.body != CARRIER])
    back = TO_EYE / np.linalg.norm(TO_EYE)
    away = max(
        GLOBAL_DISTANCE * shown.radius, _least_distance(arm_extent(robot, robot.home_q), shown.centre, back)
    )
    eye = shown.centre + away * back
    return CameraTable(
        name="global",
        mount="platform",
        position_m=_point(eye),
        look_at_m=_point(shown.centre),
        up=(0.0, 0.0, 1.0),
        fov_deg=GLOBAL_FOV_DEG,
    )


def _least_distance(arm: Extent, centre: Array, back: Array) -> float:
    """Return how far from `centre` an eye must be that has the box of an arm in sight, top to bottom [m]."""
    signs = np.array([[i >> k & 1 for k in range(3)] for i in range(8)])
    corners = arm.low + signs * (arm.high - arm.low) - centre
    up = np.array([0.0, 0.0, 1.0]) - back[2] * back
    height = np.abs(corners @ up) / np.linalg.norm(up)
    return float((corners @ back + height / (MOST_HEIGHT * np.tan(np.radians(0.5 * GLOBAL_FOV_DEG)))).max())


def _hand_eye(robot: Robot, name: CameraName, side: float) -> CameraTable:
    length, back = _hand(robot)
    other = np.array([1.0, 0.0, 0.0] if abs(back[1]) > ALIKE_COSINE else [0.0, 1.0, 0.0])
    across = other - (other @ back) * back
    across /= np.linalg.norm(across)
    return CameraTable(
        name=name,
        mount="tool",
        position_m=_point(length * (EYE_BEHIND * back + side * EYE_ASIDE * across)),
        look_at_m=_point(length * (-SIGHT_AHEAD * back + side * SIGHT_ASIDE * across)),
        up=_point(np.cross(across, back)),
        fov_deg=HAND_FOV_DEG,
    )


def _hand(robot: Robot) -> tuple[float, Array]:
    """Return the length of the hand [m] and the direction (3,) back along it, in the tool's frame."""
    shapes, T_frame_tool = robot.capsules, robot.tool.T_frame_tool
    of_hand = shapes.frame == robot.tool.frame
    ends = (np.stack([shapes.p0[of_hand], shapes.p1[of_hand]]) - T_frame_tool[:3, 3]) @ T_frame_tool[:3, :3]
    if not of_hand.any() or not np.linalg.norm(ends.mean(axis=(0, 1))) > 0.0:
        return BARE_HAND * reach(robot), np.array([0.0, 0.0, 1.0])
    middle = ends.mean(axis=(0, 1))
    length = float((np.linalg.norm(ends, axis=2) + shapes.radius[of_hand]).max())
    return length, middle / np.linalg.norm(middle)


def _point(p: Array) -> Point:
    x, y, z = p.tolist()
    return x, y, z
