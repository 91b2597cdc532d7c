"""Numbers in arguments: `A,B,C`, places of three, `NAME_deg=A`, times; a wrong one is told by what it is."""

import math


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of an argument."""
    values = tuple(map(float, text.split(",")))
    if not all(map(math.isfinite, values)):
        raise ValueError
    return values


def place(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    values = numbers(text)
    if len(values) != 3:
        raise ValueError
    return values


def number(text: str) -> float:
    """Return one number."""
    (value,) = numbers(text)
    return value


def named_value(text: str) -> tuple[str, float]:
    """Return a name and its number."""
    name, _, value = text.partition("=")
    return name, number(value)


def seconds(text: str) -> float:
    """Return a time."""
    value = number(text)
    if not value > 0.0:
        raise ValueError
    return value


# as wrong ones are told
numbers.__name__ = "list of numbers (A,B,...)"
place.__name__ = "three numbers (A,B,C)"
named_value.__name__ = "goal of a joint (NAME_deg=A or NAME_m=A)"
seconds.__name__ = "time in seconds (greater than 0)"
