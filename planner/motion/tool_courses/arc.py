"""Arcs of the tool: through three points, or about an axis by an angle.

              through                       axis
            .   |   .                        |   angle
          .     |     .                  . --|-- .
     begin    centre    end          begin  centre  end

The attitude is kept, turned evenly about one axis to the one that the arc is to end with, or turned with the
arc, as if the tool were held by an arm at its centre.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.tool_course import STILL, ToolCourse

Array = NDArray[np.float64]

SMALLEST_LENGTH = 1e-6  # [m] radius, or distance of three points from a line
LARGEST_RADIUS = 1e4  # [m] radius: beyond it three points lie on a line
MOST_TURNS = 10.0  # whole circles


class ArcError(ValueError):
    """The request is no arc, and what would be one."""


def arc_through(T_begin: Array, through: Array, end: Array, *, turn: Array | None) -> ToolCourse:
    """Return the arc from a pose (4, 4) through one point to another one (3,) [m].

    turn: of the attitude (3,) [rad]; None: it turns with the arc.

    Raises:
        ArcError: the points lie on a line.
    """
    begin = T_begin[:3, 3]
    to_through, to_end = through - begin, end - begin
    normal = np.cross(to_through, to_end)
    size = float(normal @ normal)
    apart = min(math.sqrt(float(d @ d)) for d in (to_through, to_end, end - through))
    if not (apart > SMALLEST_LENGTH and math.sqrt(size) > SMALLEST_LENGTH * apart):
        raise ArcError("begin, through_m and to_m lie on a line or in one place; a line is to_m alone")
    mixed = (to_through @ to_through) * to_end - (to_end @ to_end) * to_through
    from_centre = -np.cross(mixed, normal) / (2.0 * size)
    if not np.linalg.norm(from_centre) < LARGEST_RADIUS:
        raise ArcError("begin, through_m and to_m lie on a line; a line is to_m alone")
    axis = normal / math.sqrt(size)
    swing = axis * angle_to(from_centre, to_end + from_centre, axis)
    return arc_about(T_begin, begin - from_centre, swing, turn=turn)


def arc_about(
    T_begin: Array, centre: Array, swing: Array, *, turn: Array | None, kind: str = "arc"
) -> ToolCourse:
    """Return the arc from a pose (4, 4) about a centre (3,) [m]; swing: axis times angle (3,) [rad].

    Raises:
        ArcError: its begin stands on the axis, or it has no angle.
    """
    angle = float(np.linalg.norm(swing))
    if not 0.0 < angle <= MOST_TURNS * 2.0 * math.pi:
        most = f"{MOST_TURNS * 360:.0f} deg"
        raise ArcError(f"an {kind} needs an axis, and an angle of more than 0 and at most {most}")
    radius = np.linalg.norm(np.cross(swing, T_begin[:3, 3] - centre)) / angle
    if not radius > SMALLEST_LENGTH:
        raise ArcError(f"the {kind} begins on its own axis; begin it, or place its centre, beside it")
    turn = swing if turn is None else turn
    return ToolCourse(kind=kind, T_begin=T_begin, shift=STILL, swing=swing, centre=centre, turn=turn)


def angle_to(one: Array, other: Array, axis: Array) -> float:
    """Return the angle from one lever (3,) to another about an axis, in [0, 2 pi)."""
    return math.atan2(float(axis @ np.cross(one, other)), float(one @ other)) % (2.0 * math.pi)
