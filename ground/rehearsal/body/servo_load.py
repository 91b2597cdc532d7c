"""What a joint's servo has to move at most: its stiffness is chosen for the arm's heaviest pose.

Each link that the joint carries counts at its far end, where the next axis is or the tool, and the arm is
stretched as far as its lengths allow:

    axis of the joint --across--> far end --|along| + across--> far end of the next link --> ...
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot

Array = NDArray[np.float64]


def heaviest_load(robot: Robot, index: int) -> float:
    """Bound what a commanded joint has to move, over all poses: inertia [kg m^2], or mass [kg] if it slides.

    With it move the joints that follow it: the root of what is moved measures speeds, so that roots add up.
    """
    own, column = _own_load(robot, index), robot.columns
    following = [other for other in np.flatnonzero(column == column[index]).tolist() if other != index]
    more = sum(float(robot.gears[other]) * math.sqrt(_own_load(robot, other)) for other in following)
    return own + 2.0 * more * math.sqrt(own) + more**2


def _own_load(robot: Robot, index: int) -> float:
    """Bound what one joint of the tree has to move when no other one moves."""
    carried = [each for each in robot.links if index in robot.carriers(each.frame)]
    if robot.joints[index].kind == "prismatic":
        return sum(link.mass for link in carried)
    return sum(
        link.mass * _farthest(robot, index, link.frame) ** 2 + float(np.trace(link.inertia)) / 2.0
        for link in carried
    )


def _farthest(robot: Robot, index: int, frame: int) -> float:
    """Bound the distance of a link's far ends from the axis of a joint [m]."""
    ends = [joint.T_parent_joint @ [*joint.pivot, 1.0] for joint in robot.joints if joint.parent + 1 == frame]
    if robot.tool.frame == frame:
        ends.append(robot.tool.T_frame_tool[:, 3])
    if not ends:
        ends.append(robot.links[frame - 1].com)
    return max(_stretch(robot, index, frame, p_frame_end=end[:3]) for end in ends)


def _stretch(robot: Robot, index: int, frame: int, *, p_frame_end: Array) -> float:
    """Bound the distance of a point of a frame from the axis of a joint that carries it [m]."""
    reach, p = 0.0, p_frame_end
    for carrier in robot.carriers(frame):
        joint = robot.joints[carrier]
        along = float(joint.axis @ (p - joint.pivot))
        across = float(np.linalg.norm(p - joint.pivot - along * joint.axis))
        if carrier == index:
            return reach + across
        if joint.kind == "revolute":
            reach, p = reach + abs(along) + across, joint.pivot
        else:
            reach += float(np.abs(robot.spans[carrier]).max())
        p = joint.T_parent_joint[:3, :3] @ p + joint.T_parent_joint[:3, 3]
    raise ValueError(f"joint {index} does not carry frame {frame}")
