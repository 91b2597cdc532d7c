"""Arms of other builds than six turning joints with a spherical wrist."""

import dataclasses

from predictor.model.tree_layout import Tool
from tests.trees import X, Y, Z, arm, at, joint


def seven_joints():
    """Shoulder, elbow and wrist, with a joint more than a pose needs."""
    return arm(
        joint("a", axis=Z, T=at(0.0, 0.0, 0.3)),
        joint("b", 0, axis=Y),
        joint("c", 1, axis=Z, T=at(0.0, 0.0, 0.4)),
        joint("d", 2, axis=Y),
        joint("e", 3, axis=Z, T=at(0.0, 0.0, 0.4)),
        joint("f", 4, axis=Y),
        joint("g", 5, axis=Z),
        tip=(0.0, 0.0, 0.2),
        turn_max=2.6,
    )


def ten_joints():
    """A base that drives and turns, a lift, and six joints on it; three of them slide."""
    return arm(
        joint("x", axis=X, kind="prismatic"),
        joint("y", 0, axis=Y, kind="prismatic"),
        joint("yaw", 1, axis=Z),
        joint("lift", 2, axis=Z, kind="prismatic", T=at(0.0, 0.0, 0.5)),
        joint("a", 3, axis=Z, T=at(0.2, 0.0, 0.3)),
        joint("b", 4, axis=Y),
        joint("c", 5, axis=Y, T=at(0.0, 0.0, 0.4)),
        joint("d", 6, axis=Z),
        joint("e", 7, axis=Y, T=at(0.0, 0.0, 0.4)),
        joint("f", 8, axis=Z),
        tip=(0.0, 0.0, 0.2),
        turn_max=2.6,
        slide_max=2.0,
    )


def five_joints():
    """A turning foot, three parallel joints and a rolling hand: the hand stays in the plane of the arm."""
    return arm(
        joint("foot", axis=Z, T=at(0.0, 0.0, 0.3)),
        joint("shoulder", 0, axis=Y),
        joint("elbow", 1, axis=Y, T=at(0.0, 0.0, 0.4)),
        joint("wrist", 2, axis=Y, T=at(0.0, 0.0, 0.4)),
        joint("roll", 3, axis=Z),
        tip=(0.0, 0.0, 0.2),
        turn_max=2.6,
    )


def two_arms():
    """Three joints on the left, which all turn, and two on the right, the first of them sliding."""
    robot = arm(
        joint("left_1", axis=Z),
        joint("left_2", 0, axis=Y, T=at(0.0, 0.5, 0.2)),
        joint("left_3", 1, axis=Y, T=at(0.0, 0.0, 0.4)),
        joint("right_1", axis=X, kind="prismatic", T=at(0.0, -0.5, 0.2)),
        joint("right_2", 3, axis=Y),
        tool_frame=3,
    )
    return dataclasses.replace(robot, other_tools=(Tool(5, at(0.1, 0.0, 0.4)),), tool_names=("left", "right"))


SEVEN_Q = (0.3, 0.6, 0.2, -1.2, 0.1, 0.7, 0.2)
TEN_Q = (0.2, 0.1, 0.3, 0.1, 0.3, 0.6, -1.2, 0.4, 0.7, 0.2)
FIVE_Q = (0.0, 0.5, 0.9, 0.8, 0.2)
