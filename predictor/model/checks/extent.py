"""How far an arm, or a link, extends by all that is known of it: capsules, parts, and where its tools are."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from predictor.inputs.rigid import fixed
from predictor.model.reach import reach
from predictor.model.robot import Capsules, Robot

Array = NDArray[np.float64]

POINT_M = 1e-3  # between the joints of a link that has no extent


def reach_of(robot: Robot) -> float:
    """Bound the distance of all that is known of an arm from the base's origin, in every pose [m]."""
    balls = [(tool.frame, tool.T_frame_tool[:3, 3], 0.0) for tool in robot.tools]
    for part in robot.parts:
        middle = (part.mesh.vertices.min(axis=0) + part.mesh.vertices.max(axis=0)) / 2.0
        balls.append((part.frame, middle, float(np.linalg.norm(part.mesh.vertices - middle, axis=1).max())))
    frame, centre, radius = zip(*balls, strict=True)
    known = robot.capsules
    shapes = Capsules(
        names=(*known.names, *("",) * len(balls)),
        frame=np.array([*known.frame, *frame], dtype=np.int64),
        p0=fixed([*known.p0, *centre]),
        p1=fixed([*known.p1, *centre]),
        radius=fixed([*known.radius, *radius]),
    )
    return reach(replace(robot, capsules=shapes))


def corners_of(robot: Robot, frame: int) -> Array:
    """Return points (k, 3) in a frame between which all shapes of it lie."""
    shapes, found = robot.capsules, [part.mesh.vertices for part in robot.parts if part.frame == frame]
    signs = np.array(np.meshgrid(*[(-1.0, 1.0)] * 3)).reshape(3, -1).T
    for i in np.flatnonzero(shapes.frame == frame):
        found += [end + shapes.radius[i] * signs for end in (shapes.p0[i], shapes.p1[i])]
    return np.concatenate(found) if found else np.zeros((0, 3))


def is_point(robot: Robot, frame: int) -> bool:
    """True if joints, tools and mass of a link that carries others stand at one place; no part is drawn."""
    joint = robot.joints[frame - 1]
    onward = [each for each in robot.joints if each.parent == frame - 1]
    places = [each.T_parent_joint[:3, :3] @ each.pivot + each.T_parent_joint[:3, 3] for each in onward]
    places += [tool.T_frame_tool[:3, 3] for tool in robot.tools if tool.frame == frame]
    places.append(robot.links[frame - 1].com)
    is_small = bool((np.linalg.norm(np.array(places) - joint.pivot, axis=1) <= POINT_M).all())
    return is_small and bool(onward) and not any(part.frame == frame for part in robot.parts)
