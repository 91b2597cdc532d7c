"""The course of a line, an arc or an orbit, as a plan asks for it."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.arc import ArcError, arc_about, arc_through
from planner.motion.paths.course import Course
from planner.motion.paths.facing import ALONG_Z, facing, orbit
from planner.motion.paths.line import STILL, straight, turn_to
from predictor.model.spatial import rotation_vector
from telemetry.messages.base import Vector
from telemetry.messages.plan import Move

Array = NDArray[np.float64]


def course_of(T_begin: Array, move: Move) -> Course:
    """Return the course of a line, arc or orbit that is given in the base, from a pose (4, 4).

    Raises:
        ArcError: something is missing, or does not make such a course.
        ValueError: an attitude is none.
    """
    if move.frame:
        raise ArcError(f"the {move.kind} is given in frame {move.frame}; where that is, is not known here")
    if move.kind == "orbit":
        target, swing = _needed(move, "centre"), _swing(move)
        return orbit(T_begin, target, swing, looks=np.array(move.looks or ALONG_Z))
    if move.kind == "line":
        bare = straight(T_begin, _needed(move, "p_base_tool") - T_begin[:3, 3])
    elif move.through is not None:
        turn = None if move.turns else STILL
        bare = arc_through(T_begin, np.array(move.through), _needed(move, "p_base_tool"), turn=turn)
    else:
        turn = None if move.turns else STILL
        bare = arc_about(T_begin, _needed(move, "centre"), _swing(move), turn=turn)
    return bare if move.turns else replace(bare, turn=_turn(bare, move))


def _turn(bare: Course, move: Move) -> Array:
    """Return by what the attitude (3,) turns from the begin of a course to its end [rad]."""
    if move.look_at is None:
        return turn_to(bare.T_begin, move.quat_base_tool)
    R, sight = bare.T_begin[:3, :3], np.array(move.look_at) - bare.pose(1.0)[:3, 3]
    up = None if move.up is None else np.array(move.up)
    return rotation_vector(facing(R, sight, np.array(move.looks or ALONG_Z), up=up) @ R.T)


def _swing(move: Move) -> Array:
    """Return axis times angle (3,) [rad]."""
    axis, angle = _needed(move, "axis"), move.angle
    length = float(np.linalg.norm(axis))
    if angle is None or not (length > 0.0 and math.isfinite(length)):
        raise ArcError(f"the {move.kind} needs an axis and an angle about it")
    return axis / length * angle


def _needed(move: Move, field: str) -> Array:
    value: Vector | None = getattr(move, field)
    if value is None:
        raise ArcError(f"the {move.kind} needs its {field}")
    return np.array(value)
