"""Lists of numbers in arguments: `A,B,C`, and `NAME_deg=A`; a wrong one is told by what it is, with units."""

import math


def joint_angles(text: str) -> tuple[float, ...]:
    """Return the numbers of an argument."""
    values = tuple(map(float, text.split(",")))
    if not all(map(math.isfinite, values)):
        raise ValueError
    return values


def place(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    values = joint_angles(text)
    if len(values) != 3:
        raise ValueError
    return values


def angles(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    return place(text)


def direction(text: str) -> tuple[float, ...]:
    """Return three numbers that are not all zero."""
    values = place(text)
    if not any(values):
        raise ValueError
    return values


def named_value(text: str) -> tuple[str, float]:
    """Return a name and its number."""
    name, _, value = text.partition("=")
    (number,) = joint_angles(value)
    return name, number


# as wrong ones are told
joint_angles.__name__ = "list of joint values (A,B,... in deg)"
place.__name__ = "place (X,Y,Z in m)"
angles.__name__ = "list of three angles (A,B,C in deg)"
direction.__name__ = "direction (X,Y,Z, not all 0)"
named_value.__name__ = "goal of a joint (NAME_deg=A or NAME_m=A)"
