"""What every message has in common: immutable, numbered for ever, finite numbers only.

A message is a msgpack map whose key `id` is the message's number.  Numbers are never reused; unknown keys are
ignored, missing ones are a decode error, and NaN or infinity never decodes.  The ids of one family share
their tens: acts 10 and 130, commands 20, handle 30 and 110, health 40, plans 50, prediction 60, queue 70,
spacecraft 80, images 90, replay 100, the past 120.

What a class and its keys are called on the wire and on record is their own: `on_wire` states the name beside
the class, and a field that Python calls otherwise states its key (`msgspec.field(name=...)`).  So renaming
Python changes no octet.
"""

import math
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec

LONGEST_TEXT = 400  # characters of a text that people read
LONGEST_NAME = 80
UNIT_TOLERANCE = 1e-6  # of a quaternion's norm

Finite = Annotated[float, msgspec.Meta(ge=-1.7e308, le=1.7e308)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Nanoseconds = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Joints = Annotated[tuple[Finite, ...], msgspec.Meta(min_length=1, max_length=16)]
Vector = tuple[Finite, Finite, Finite]
Quaternion = tuple[Finite, Finite, Finite, Finite]  # w, x, y, z; w >= 0
Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Digest = Annotated[bytes, msgspec.Meta(max_length=32)]

Named = TypeVar("Named", bound=type)
NAMES: dict[type, str] = {}  # on the wire, of all classes that state one


def on_wire(name: str) -> Callable[[Named], Named]:
    """State what a class is called in recordings, replies and fault files, whatever Python calls it."""

    def state(kind: Named) -> Named:
        NAMES[kind] = name
        return kind

    return state


def wire_name(kind: type) -> str:
    """Return what a class is called on the wire; ValueError: it does not say."""
    if kind not in NAMES:
        raise ValueError(f"{kind.__name__} states no name on the wire: put @on_wire(NAME) before its class")
    return NAMES[kind]


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a message, never sent by itself."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="id"):
    """What a role may send; every subclass states its own `tag`."""


def is_attitude(quat: Quaternion) -> bool:
    """True of a unit quaternion with w >= 0."""
    return abs(math.hypot(*quat) - 1.0) <= UNIT_TOLERANCE and quat[0] >= 0.0


def shortened(text: str) -> str:
    """Return as much of a text as a message carries."""
    return text[:LONGEST_TEXT]
