"""How far from the base, and from the axis of each joint, what an arm carries can come: in every pose.

`reach` and `levers` are of the capsules that an arm is flown with, `full_reach` of all that is known of it.

It follows from the lengths of the tree alone.  Walking from a point down to the base, with the reach of the
point from the pivot of the joint last passed:

    the first joint that turns   exact: turning about it keeps the point's distance from its axis
    any joint further down       distance of that pivot from its axis + reach (triangle inequality)
    a joint that slides          moves all it carries alike, and adds its longest way to the reach
"""

from dataclasses import replace

import numpy as np

from predictor.inputs.arrays import Array, read_only
from predictor.model.joint_tree import Joint
from predictor.model.robot import Capsules, Robot

POINT_M = 1e-3  # between the joints of a link that has no extent


def levers(robot: Robot, frame: int, p_frame_point: Array) -> Array:
    """Bound how fast a point of a frame moves at unit speed of every joint of the tree (m,), in every pose.

    In metres for a joint that turns, 1 for one that slides, 0 for one that does not carry the point.
    """
    return _walk(robot, frame, p_frame_point)[0]


def by_commanded_joint(robot: Robot, moving: Array) -> Array:
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


def tool_reach(robot: Robot) -> float:
    """Bound the distance of the tool that is meant from the base's origin, in every pose [m]."""
    return _walk(robot, robot.tool.frame, robot.tool.T_frame_tool[:3, 3])[1]


def distance_from_axis(joint: Joint, p: Array) -> float:
    """Return the distance of a point, in the joint's frame, from the joint's axis [m]."""
    (x, y, z), (u, v, w) = joint.axis.tolist(), (p - joint.pivot).tolist()
    return float(np.linalg.norm(np.array([y * w - z * v, z * u - x * w, x * v - y * u])))


def _walk(robot: Robot, frame: int, p: Array) -> tuple[Array, float]:
    found, farther = np.zeros(len(robot.joints)), 0.0
    for index in robot.carriers(frame):
        joint = robot.joints[index]
        if joint.kind == "revolute":
            found[index] = distance_from_axis(joint, p) + farther
            farther += float(np.linalg.norm(p - joint.pivot))
            p = joint.pivot
        else:
            found[index] = 1.0
            farther += float(np.abs(robot.spans[index]).max())
        p = joint.T_parent_joint[:3, :3] @ p + joint.T_parent_joint[:3, 3]
    return found, farther + float(np.linalg.norm(p))


def full_reach(robot: Robot) -> float:
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
        p0=read_only([*known.p0, *centre]),
        p1=read_only([*known.p1, *centre]),
        radius=read_only([*known.radius, *radius]),
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
