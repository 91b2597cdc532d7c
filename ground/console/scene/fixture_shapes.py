"""The shapes by which fixtures are drawn: a ball that is swept along a way, or a box.

tube, line      swept along their axis; of a line, as far as the arm reaches
point, sphere   a ball with a cross, which is seen however small that is
box             as it is; a plane is a thin one, where the hand meets it
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array
from ground.console.scene.scene_wires import box_edges, chain, frame_along
from ground.pictures.extent import Extent
from predictor.geometry.fixtures.kinds import fixture_of
from predictor.geometry.fixtures.offset import FixtureError
from predictor.geometry.fixtures.tube import Tube
from predictor.geometry.shapes import Box
from predictor.model.spatial import pose
from telemetry.messages.base import Vector
from telemetry.messages.fixture import Fixture

LEAST = 0.004  # of the arm's reach: radius of what has none, half the thickness of a plane
STEP = 0.5  # of its radius, between the places of a tube's axis
MOST = 200  # of those places
CROSS = 0.03  # of the arm's reach: half of what marks a place at least
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
    extent: Extent  # that is to be in sight; of what goes on for ever, its place


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
            drawn = _swept(np.stack([place - way, place + way]), radius)
            return drawn._replace(extent=Extent(place - radius, place + radius))
        case "plane":
            axes = frame_along(_unit(along))
            T = pose(axes.T, place - fixture.radius * axes[2])
            return _box(T, far * np.array([PLANE, PLANE, LEAST]))
        case "keep_out_box":
            return _box(pose(np.eye(3), place), np.array(along))
    half = max(radius, CROSS * far)
    cross = place + half * np.concatenate([np.stack([-axis, axis]) for axis in np.eye(3)])
    return Outside(Swept(np.stack([place, place]), radius), cross, place, Extent(place - half, place + half))


def _swept(way: Array, radius: float) -> Outside:
    extent = Extent(way.min(axis=0) - radius, way.max(axis=0) + radius)
    return Outside(Swept(way, radius), chain(way), way[-1], extent)


def _box(T: Array, half: Array) -> Outside:
    box = Box(name="", body="", T_base_box=T, half=half)
    edges = box_edges(box)
    return Outside(box, edges, T[:3, 3], Extent(edges.min(axis=0), edges.max(axis=0)))


def _unit(along: Vector | None) -> Array:
    way = np.array(along)
    unit: Array = way / np.linalg.norm(way)
    return unit
