"""What the labels of the scene keep clear of, as it is seen by an eye: arms, tools, goals, tubes.

Bodies of the scene and the ways of plans are only avoided: they may fill the whole picture.
"""

from collections.abc import Sequence, Set

import numpy as np

from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies, box_corners, moved
from ground.console.scene.ground_plane import convex_outline
from ground.console.scene.scene_look import FixtureLook, SceneLook
from ground.console.widgets.label_places import NO_STROKES, Obstacles, Place
from ground.console.widgets.labels import Eye
from predictor.geometry.shapes import Box

SPOT_PX = 24.0  # kept free around a tool or a goal
LINE_PX = 4.0  # beside a line, and beyond what is seen of an arm
MOST_PIECES = 12  # of a way
UNMOVED = np.eye(4)


def scene_obstacles(
    bodies: Bodies, look: SceneLook, layers: Set[str], *, eye: Eye, places: Sequence[Place] = ()
) -> Obstacles:
    """Return what the labels of a scene keep clear of; `places`: of the picture, that are written on."""
    arms = (look.commanded, look.seen, look.now if viewpoints.NOW in layers else None, look.watched)
    strokes = [_arm(bodies, q, eye) for q in dict.fromkeys(arms) if q]
    spots, soft = _tools(bodies, look), []
    if look.gap is not None:
        strokes.append(_way(np.array(look.gap.ends), LINE_PX, eye))
    if look.way_out is not None:
        strokes.append(_way(_thinned(look.way_out.path), LINE_PX, eye))
    if viewpoints.GUIDES in layers:
        strokes += [_swept(fixture, eye) for fixture in look.fixtures]
        spots += [goal.place for goal in look.goals]
    if viewpoints.PLAN in layers and look.planned is not None:
        soft += [_way(_thinned(path), LINE_PX, eye) for path in look.planned.values()]
    if spots:
        at = eye.pixels(np.stack(spots))
        strokes.append(np.column_stack([at, at, np.full(len(at), SPOT_PX)]))
    hulls = [_hull(box, look.moved.get(box.body, UNMOVED), eye) for box in bodies.scene.boxes]
    return Obstacles(
        np.concatenate([NO_STROKES, *strokes]), np.concatenate([NO_STROKES, *soft]), hulls, places
    )


def _arm(bodies: Bodies, q: tuple[float, ...], eye: Eye) -> Array:
    """Return the strokes that cover an arm at joints q [rad]."""
    segments = bodies.arm_segments(q)
    p0, p1 = np.stack([each.p0 for each in segments]), np.stack([each.p1 for each in segments])
    metre = np.maximum(eye.metres(p0), eye.metres(p1))
    half = np.array([each.radius for each in segments]) * metre + LINE_PX
    return np.column_stack([eye.pixels(p0), eye.pixels(p1), half])


def _tools(bodies: Bodies, look: SceneLook) -> list[Array]:
    """Return where the tools are that are commanded and seen."""
    arms = [q for q in (look.commanded, look.seen) if q]
    return [place for name in bodies.robot.tool_names for place in bodies.tool_path(tuple(arms), name)]


def _swept(fixture: FixtureLook, eye: Eye) -> Array:
    """Return the strokes that cover a tube or a ball; of a box nothing: it may be as large as the picture."""
    shape = fixture.shape.solid
    if isinstance(shape, Box):
        return NO_STROKES
    return _way(_thinned(shape.path), shape.radius * float(eye.metres(shape.path).max()), eye)


def _way(path: Array, half: float, eye: Eye) -> Array:
    """Return the strokes along a way (k, 3)."""
    at = eye.pixels(path)
    return np.column_stack([at[:-1], at[1:], np.full(len(at) - 1, half)])


def _thinned(path: Array) -> Array:
    """Return a way with no more pieces than are needed here."""
    if len(path) <= MOST_PIECES:
        return path
    kept: Array = path[np.linspace(0, len(path) - 1, MOST_PIECES + 1).round().astype(int)]
    return kept


def _hull(box: Box, T: Array, eye: Eye) -> Array:
    """Return the outline of a box as it is seen (k, 2)."""
    seen = eye.pixels(moved(T, box_corners(box)))
    return convex_outline(seen) if np.isfinite(seen).all() else np.zeros((0, 2))
