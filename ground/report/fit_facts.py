"""How well volumes fill the parts of an arm: the result of `farhand robot fit`."""

import msgspec

from predictor.model.files.robot_table import CapsuleRow


class PartFit(msgspec.Struct, frozen=True, kw_only=True):
    """A part by one method."""

    method: str
    volume: float
    fill: float
    margin: float
    seconds: float


class FittedPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part, and its fits."""

    name: str
    frame: int
    faces: int
    true_volume: float
    true_of: str  # mesh, or its hull where that is open
    fits: list[PartFit]
    best: str  # the method that holds least


class MethodTotal(msgspec.Struct, frozen=True, kw_only=True):
    """All parts by one method."""

    method: str
    volume: float
    fill: float
    seconds: float


class BestOfAll(msgspec.Struct, frozen=True, kw_only=True):
    """Each part by the method that holds least of it."""

    volume: float
    fill: float


class FlownVolumes(msgspec.Struct, frozen=True, kw_only=True):
    """What an arm would be flown with."""

    method: str
    volume: float
    capsules: list[CapsuleRow]


class TreeTimes(msgspec.Struct, frozen=True, kw_only=True):
    """How long trees over the same leaves take to build [s], by the kind of bound."""

    leaves: int
    aabb_s: float
    obb_s: float
    searched_s: float
    hull_s: float
