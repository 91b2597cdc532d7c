"""A joint's figures as people read them: degrees of one that turns, metres of one that slides.

Everywhere else they are radians and metres; texts for people, and files whose keys say so, have degrees.
"""

import math

from predictor.model.robot import Joint

PER = {"position": "", "speed": "/s", "acceleration": "/s^2", "jerk": "/s^3"}


def told(joint: Joint, value: float, quantity: str = "position") -> str:
    """Return a joint's value or one of its rates with its unit: `-170 deg`, `0.4 m`, `8 deg/s`."""
    return f"{figure(joint, value):.6g} {unit(joint)}{PER[quantity]}"


def figure(joint: Joint, value: float) -> float:
    """Return the number that stands before the unit: of one that turns in degrees, else as it is."""
    return math.degrees(value) if joint.kind == "revolute" else value


def unit(joint: Joint) -> str:
    """Return the unit that people read."""
    return "deg" if joint.kind == "revolute" else "m"
