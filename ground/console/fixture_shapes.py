"""The shapes by which fixtures are drawn: a ball that is swept along a way, or a box.

tube, line      swept along their axis; of a line, as far as the arm reaches
point, sphere   a ball
box             as it is; a plane is a thin one, where the hand meets it
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ground.console.bodies import Array
from ground.console.scene_wires import box_edges, chain, frame_along
from predictor.geometry.fixtures.kinds import fixture_of
from predictor.geometry.fixtures.offset import FixtureError
from predictor.geometry.shapes import Box
from predictor.geometry.tube import Tube
from predictor.model.spatial import pose
from telemetry.messages.base import Vector
from telemetry.messages.fixture import Fixture

LEAST = 0.004  # of the arm's reach: radius of what has none, half the thickness of a plane
STEP = 0.5  # of its radius, between the places of a tube's axis
MOST = 200  # of those places
PLANE = 0.4  # of the arm's reach: half the edge of what is drawn of a plane


class Swept(NamedTuple):
    """All places within a radius of a way; of one place twice, a ball."""

    way: Array  # (k, 3) [m], k >= 2
    radius: float  # [m]


class Outside(NamedTuple):
    """A fixture as it is drawn."""

    solid: Swept | Box
    lines: Array  # (2 k, 3) ends of what is drawn of it as lines: its axis, or its edges [m]
    end: Array  # (3,) where words about it stand [m]


@lru_cache(maxsize=32)
def outside(fixture: Fixture, far: float) -> Outside | None:
    """Return how a fixture is drawn; `far`: as far as the arm reaches [m].  None: it makes no fixture."""
    try:
        return _outside(fixture, far)
    except FixtureError:
        return None


def _outside(fixture: Fixture, far: float) -> Outside:
    tube = fixture_of(fixture)
    if isinstance(tube, Tube):
        return _swept(tube.places(max(STEP * tube.radius, tube.length / MOST)), tube.radius)
    place, along = np.array(fixture.bends[0].point), fixture.along
    radius = max(fixture.radius, LEAST * far)
    match fixture.kind:
        case "line":
            way = far * _unit(along)
            return _swept(np.stack([place - way, place + way]), radius)
        case "plane":
            axes = frame_along(_unit(along))
            T = pose(axes.T, place - fixture.radius * axes[2])
            return _box(T, far * np.array([PLANE, PLANE, LEAST]))
        case "keep_out_box":
            return _box(pose(np.eye(3), place), np.array(along))
    return Outside(Swept(np.stack([place, place]), radius), np.zeros((0, 3)), place)


def _swept(way: Array, radius: float) -> Outside:
    return Outside(Swept(way, radius), chain(way), way[-1])


def _box(T: Array, half: Array) -> Outside:
    box = Box(name="", body="", T_base_box=T, half=half)
    return Outside(box, box_edges(box), T[:3, 3])


def _unit(along: Vector | None) -> Array:
    way = np.array(along)
    unit: Array = way / np.linalg.norm(way)
    return unit
