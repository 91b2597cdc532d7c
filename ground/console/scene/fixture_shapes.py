"""The shapes by which fixtures are drawn: a ball that is swept along a way, or a box.

tube, line      swept along their axis; of a line, as far as the arm reaches
point, sphere   a ball with a cross, which is seen however small that is
box             as it is; a plane is a thin one, where the hand meets it
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ground.console.scene.bodies import Array
from ground.console.scene.scene_wires import box_edges, frame_along, lines_through
from ground.pictures.extent import Extent
from predictor.geometry.fixtures.kinds import fixture_of
from predictor.geometry.fixtures.offset import FixtureError
from predictor.geometry.fixtures.tube import Tube
from predictor.geometry.shapes import Box
from predictor.model.spatial import pose
from telemetry.messages.base import Vector
from telemetry.messages.fixture import Fixture

LEAST_RADIUS = 0.004  # of the arm's reach: radius of what has none, half the thickness of a plane
TUBE_STEP = 0.5  # of its radius, between the places of a tube's axis
MOST_TUBE_PLACES = 200  # of those places
CROSS_HALF = 0.03  # of the arm's reach: half of what marks a place at least
PLANE_HALF = 0.4  # of the arm's reach: half the edge of what is drawn of a plane


class SweptBall(NamedTuple):
    """All places within a radius of a way; of one place twice, a ball."""

    path: Array  # (k, 3) [m], k >= 2
    radius: float  # [m]


class FixtureShape(NamedTuple):
    """A fixture as it is drawn."""

    solid: SweptBall | Box
    lines: Array  # (2 k, 3) ends of what is drawn of it as lines: its axis, or its edges [m]
    end: Array  # (3,) where words about it stand [m]
    extent: Extent  # that is to be in sight; of what goes on for ever, its place


@lru_cache(maxsize=32)
def fixture_shape(fixture: Fixture, far: float) -> FixtureShape | None:
    """Return how a fixture is drawn; `far`: as far as the arm reaches [m].  None: it makes no fixture."""
    try:
        return _outside(fixture, far)
    except FixtureError:
        return None


def _outside(fixture: Fixture, far: float) -> FixtureShape:
    tube = fixture_of(fixture)
    if isinstance(tube, Tube):
        return _swept(tube.places(max(TUBE_STEP * tube.radius, tube.length / MOST_TUBE_PLACES)), tube.radius)
    place, along = np.array(fixture.bends[0].point), fixture.along
    radius = max(fixture.radius, LEAST_RADIUS * far)
    match fixture.kind:
        case "line":
            way = far * _unit(along)
            drawn = _swept(np.stack([place - way, place + way]), radius)
            return drawn._replace(extent=Extent(place - radius, place + radius))
        case "plane":
            axes = frame_along(_unit(along))
            T = pose(axes.T, place - fixture.radius * axes[2])
            return _box(T, far * np.array([PLANE_HALF, PLANE_HALF, LEAST_RADIUS]))
        case "keep_out_box":
            return _box(pose(np.eye(3), place), np.array(along))
    half = max(radius, CROSS_HALF * far)
    cross = place + half * np.concatenate([np.stack([-axis, axis]) for axis in np.eye(3)])
    return FixtureShape(
        SweptBall(np.stack([place, place]), radius), cross, place, Extent(place - half, place + half)
    )


def _swept(way: Array, radius: float) -> FixtureShape:
    extent = Extent(way.min(axis=0) - radius, way.max(axis=0) + radius)
    return FixtureShape(SweptBall(way, radius), lines_through(way), way[-1], extent)


def _box(T: Array, half: Array) -> FixtureShape:
    box = Box(name="", body="", T_base_box=T, half=half)
    edges = box_edges(box)
    return FixtureShape(box, edges, T[:3, 3], Extent(edges.min(axis=0), edges.max(axis=0)))


def _unit(along: Vector | None) -> Array:
    way = np.array(along)
    unit: Array = way / np.linalg.norm(way)
    return unit
