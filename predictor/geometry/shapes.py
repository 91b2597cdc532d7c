"""Shapes of the scene: boxes and capsules, fixed to the arm base.

A sphere is a capsule whose ends coincide.  Shapes are pure data; distances are in `predictor.collision`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Box:
    """An oriented box."""

    name: str
    body: str  # rigid body it belongs to: base or target
    T_base_box: Array  # (4, 4) pose of its centre in the arm base frame
    half: Array  # (3,) half edge lengths [m]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Capsule:
    """A capsule: all points within `radius` of a segment."""

    name: str
    body: str
    p0: Array  # (3,) axis ends in the arm base frame [m]
    p1: Array  # (3,)
    radius: float  # [m]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """Mass of a scene body that physics needs beyond the robot's own platform."""

    name: str
    mass: float  # [kg]
    com: Array  # (3,) in the arm base frame [m]
    inertia: Array  # (3, 3) about the centre of mass [kg m^2]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """What stands around the arm, as read from its file."""

    name: str
    boxes: tuple[Box, ...]
    capsules: tuple[Capsule, ...]
    bodies: tuple[Body, ...]
    mounts: tuple[tuple[str, str], ...] = ()  # (arm capsule, shape) joined by construction: never tested
