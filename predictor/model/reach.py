"""How far from the base, and from the axis of each joint, what an arm carries can come: in every pose.

It follows from the lengths of the tree alone.  Walking from a point down to the base, with the reach of the
point from the pivot of the joint last passed:

    the first joint that turns   exact: turning about it keeps the point's distance from its axis
    any joint further down       distance of that pivot from its axis + reach (triangle inequality)
    a joint that slides          moves all it carries alike, and adds its longest way to the reach
"""

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Joint, Robot

Array = NDArray[np.float64]


def levers(robot: Robot, frame: int, p_frame_point: Array) -> Array:
    """Bound how fast a point of a frame moves at unit speed of every joint of the tree (m,), in every pose.

    In metres for a joint that turns, 1 for one that slides, 0 for one that does not carry the point.
    """
    return _walk(robot, frame, p_frame_point)[0]


def by_command(robot: Robot, moving: Array) -> Array:
    """Return `levers` (m,) as those of the commanded joints (n,): what follows one adds to it, geared."""
    found = np.zeros(robot.n)
    np.add.at(found, robot.columns, robot.gears * moving)
    return found


def reach(robot: Robot) -> float:
    """Bound the distance of the arm's capsules from the base's origin, in every pose [m]; 0 without any."""
    shapes = robot.capsules
    rows = zip(shapes.frame, shapes.p0, shapes.p1, shapes.radius, strict=True)
    ends = ((int(frame), end, float(radius)) for frame, p0, p1, radius in rows for end in (p0, p1))
    return max((_walk(robot, frame, end)[1] + radius for frame, end, radius in ends), default=0.0)


def from_axis(joint: Joint, p: Array) -> float:
    """Return the distance of a point, in the joint's frame, from the joint's axis [m]."""
    (x, y, z), (u, v, w) = joint.axis.tolist(), (p - joint.pivot).tolist()
    return float(np.linalg.norm(np.array([y * w - z * v, z * u - x * w, x * v - y * u])))


def _walk(robot: Robot, frame: int, p: Array) -> tuple[Array, float]:
    found, farther = np.zeros(len(robot.joints)), 0.0
    for index in robot.carriers(frame):
        joint = robot.joints[index]
        if joint.kind == "revolute":
            found[index] = from_axis(joint, p) + farther
            farther += float(np.linalg.norm(p - joint.pivot))
            p = joint.pivot
        else:
            found[index] = 1.0
            farther += float(np.abs(robot.spans[index]).max())
        p = joint.T_parent_joint[:3, :3] @ p + joint.T_parent_joint[:3, 3]
    return found, farther + float(np.linalg.norm(p))
