"""The parts of an arm, ready to be wrapped in volumes, and the capsules that it is flown with.

    parts of a frame --pieces--> Solid --methods--> fits --chosen--> capsules --merged--> [[capsule]] rows

A part that is only seen is wrapped where nothing in its frame can be touched: better a shape than none.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from string import ascii_lowercase
from typing import NamedTuple

from predictor.geometry.fit.methods import flyable_volumes
from predictor.geometry.fit.several import FINAL_SAMPLES, NamedVolume, merged_capsules
from predictor.geometry.fit.solid import Fitted, Solid, TrueVolume, solid_of, true_volume
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingSphere, union_content
from predictor.model.files.robot_table import CapsuleRow
from predictor.model.files.row_values import as_point
from predictor.model.robot import Part, Robot

ROUNDING_M = 1e-12  # [m] by which a capsule grows, as its ends are written with 15 decimals


class PartToFit(NamedTuple):
    """A part, what its volumes must hold, and what it holds itself."""

    part: Part
    solid: Solid
    true: TrueVolume


class FlownCapsule(NamedTuple):
    """A capsule that the arm is flown with, in a frame."""

    frame: int
    named: NamedVolume


def parts_to_fit(robot: Robot) -> Iterator[Part]:
    """Return the parts that can be touched, and of a frame without any those that are seen."""
    touched = {part.frame for part in robot.parts if part.pieces}
    return (part for part in robot.parts if part.pieces or part.frame not in touched)


def part_to_fit(part: Part) -> PartToFit:
    """Return a part with what has to be known of it before it is fitted."""
    return PartToFit(part, solid_of(*(part.pieces or (part.mesh,))), true_volume(part.mesh))


def flown_capsules(fits: Iterable[tuple[Part, Fitted]]) -> list[FlownCapsule]:
    """Return the capsules of parts and their fits, those of one frame made as few as is worth it."""
    rows = sorted(fits, key=lambda row: row[0].frame)
    return [
        FlownCapsule(frame, named)
        for frame, group in groupby(rows, key=lambda row: row[0].frame)
        for named in merged_capsules([named for part, fitted in group for named in _named(part.name, fitted)])
    ]


def _named(part: str, fitted: Fitted) -> Iterator[NamedVolume]:
    """Return the capsules of a fit, called after the part; several are a, b, c."""
    members = flyable_volumes(fitted.volume)
    for letter, volume, held in zip(ascii_lowercase, members, fitted.held, strict=False):
        yield NamedVolume(part if len(members) == 1 else f"{part} {letter}", volume, held.corners)


def total_volume(found: Sequence[FlownCapsule]) -> float:
    """Return what capsules hold, those of one frame together [m^3]."""
    frames = groupby(found, key=lambda leaf: leaf.frame)
    return sum(union_content([leaf.named.volume for leaf in group], FINAL_SAMPLES) for _, group in frames)


def capsule_rows(found: Sequence[FlownCapsule]) -> tuple[CapsuleRow, ...]:
    """Return the rows of a robot file."""
    return tuple(capsule_row(leaf.named.name, leaf.frame, leaf.named.volume) for leaf in found)


def capsule_row(name: str, frame: int, volume: BoundingCapsule | BoundingSphere) -> CapsuleRow:
    """Return the row of a robot file; a sphere is a capsule whose ends are one."""
    p0, p1 = (volume.centre,) * 2 if isinstance(volume, BoundingSphere) else (volume.p0, volume.p1)
    radius = float(volume.radius) + ROUNDING_M
    return CapsuleRow(name=name, frame=frame, p0=as_point(p0), p1=as_point(p1), radius=radius)
