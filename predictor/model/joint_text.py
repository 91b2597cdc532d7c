"""A joint's figures as people read them: degrees of one that turns, metres of one that slides.

Everywhere else they are radians and metres; texts for people, and files whose keys say so, have degrees.
"""

import math
from collections.abc import Sequence

from predictor.model.joint_tree import Joint
from predictor.motion.motion import Violation

RATE_SUFFIX = {"position": "", "speed": "/s", "acceleration": "/s^2", "jerk": "/s^3"}


def value_text(joint: Joint, value: float, quantity: str = "position") -> str:
    """Return a joint's value or one of its rates with its unit: `-170 deg`, `0.4 m`, `8 deg/s`."""
    return f"{shown_value(joint, value):.6g} {shown_unit(joint)}{RATE_SUFFIX[quantity]}"


def shown_value(joint: Joint, value: float) -> float:
    """Return the number that stands before the unit: of one that turns in degrees, else as it is."""
    return math.degrees(value) if joint.kind == "revolute" else value


def shown_unit(joint: Joint) -> str:
    """Return the unit that people read."""
    return "deg" if joint.kind == "revolute" else "m"


def joint_label(joints: Sequence[Joint], index: int) -> str:
    """Return which of the commanded joints it is: `joint 3 elbow`, or `joint 3` where that is its name."""
    number, name = f"joint {index + 1}", joints[index].name
    return number if name.replace("_", " ") == number else f"{number} {name}"


def limit_text(joints: Sequence[Joint], broken: Violation) -> str:
    """Say which limit is broken, and by how much: `joint 3 elbow speed 8.1 deg/s is beyond 8 deg/s`."""
    joint, quantity = joints[broken.joint], broken.quantity
    value, limit = (value_text(joint, figure, quantity) for figure in (broken.value, broken.limit))
    return f"{joint_label(joints, broken.joint)} {quantity} {value} is beyond {limit}"
