"""The course of a line, an arc or an orbit, as a plan asks for it."""

import math
from dataclasses import replace
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.arc import ArcError, arc_about, arc_through
from planner.motion.tool_courses.facing import ALONG_Z, facing, orbit_course
from planner.motion.tool_courses.tool_course import STILL, ToolCourse, straight, turn_to
from predictor.model.spatial import rotation_vector
from telemetry.messages.base import Vector
from telemetry.messages.plan import ArcMove, CourseMove, LineMove, OrbitMove

Array = NDArray[np.float64]


def tool_course_of(T_begin: Array, move: CourseMove) -> ToolCourse:
    """Return the course of a line, arc or orbit that is given in the base, from a pose (4, 4).

    Raises:
        ArcError: something is missing, or does not make such a course.
        ValueError: an attitude is none.
    """
    if move.frame:
        raise ArcError(f"the {move.kind} is given in frame {move.frame}; where that is, is not known here")
    match move:
        case OrbitMove():
            target, swing = np.array(move.centre), _swing(move)
            return orbit_course(T_begin, target, swing, looks=np.array(move.looks or ALONG_Z))
        case LineMove():
            bare = straight(T_begin, np.array(move.p_base_tool) - T_begin[:3, 3])
        case ArcMove():
            bare = _arc(T_begin, move)
            if move.turns:
                return bare
        case _:
            assert_never(move)
    return replace(bare, turn=_turn(bare, move))


def _arc(T_begin: Array, move: ArcMove) -> ToolCourse:
    turn = None if move.turns else STILL
    if move.through is not None:
        end = _needed("p_base_tool", move.p_base_tool)
        return arc_through(T_begin, np.array(move.through), end, turn=turn)
    return arc_about(T_begin, _needed("centre", move.centre), _swing(move), turn=turn)


def _turn(bare: ToolCourse, move: LineMove | ArcMove) -> Array:
    """Return by what the attitude (3,) turns from the begin of a course to its end [rad]."""
    if move.look_at is None:
        return turn_to(bare.T_begin, move.quat_base_tool)
    R, sight = bare.T_begin[:3, :3], np.array(move.look_at) - bare.pose(1.0)[:3, 3]
    up = None if move.up is None else np.array(move.up)
    return rotation_vector(facing(R, sight, np.array(move.looks or ALONG_Z), up=up) @ R.T)


def _swing(move: ArcMove | OrbitMove) -> Array:
    """Return axis times angle (3,) [rad]."""
    axis, angle = _needed("axis", move.axis), move.angle
    length = float(np.linalg.norm(axis))
    if angle is None or not (length > 0.0 and math.isfinite(length)):
        raise ArcError(f"the {move.kind} needs an axis and an angle about it")
    return axis / length * angle


def _needed(name: str, place: Vector | None) -> Array:
    if place is None:
        raise ArcError(f"the arc needs its {name}")
    return np.array(place)
