"""Attitudes in which the tool looks at a target, and orbits on which it goes on doing so.

`looks` is the direction of the tool that is to face the target: its z axis, if nothing is said; a camera that
the robot file names as a tool has its own.  Of all attitudes that face the target the nearest is taken, or
the one whose y axis (of a tool that looks along y: whose z axis) is as near as can be to a direction `up`.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.arc import ArcError, arc_about
from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.spatial import rotation_from_vector

Array = NDArray[np.float64]

ALONG_Z = (0.0, 0.0, 1.0)
FACES = math.radians(0.1)  # [rad] an orbit that begins further off does not face its target
NEAREST = 1e-6  # [m] a target nearer than that is in no direction
ALONG = 1e-9  # sine of the angle below which two directions are one


def facing(R_base_tool: Array, sight: Array, looks: Array, *, up: Array | None) -> Array:
    """Return the attitude (3, 3) in which the tool looks along a sight (3,) in the base.

    Raises:
        ArcError: there is no such direction, or up lies along it.
    """
    if not np.linalg.norm(sight) > NEAREST:
        raise ArcError("the tool stands in the place that it is to look at")
    ahead, looked = sight / np.linalg.norm(sight), looks / np.linalg.norm(looks)
    if up is None:
        return _shortest_turn(R_base_tool @ looked, ahead) @ R_base_tool
    own = np.eye(3)[2 if abs(looked[1]) > 1.0 - ALONG else 1]
    return _triad(ahead, up) @ _triad(looked, own).T


def off_target(T_base_tool: Array, target: Array, looks: Array) -> float:
    """Return by what angle the tool looks past a target (3,) [rad]."""
    sight, ahead = target - T_base_tool[:3, 3], T_base_tool[:3, :3] @ looks
    return math.atan2(float(np.linalg.norm(np.cross(ahead, sight))), float(ahead @ sight))


def orbit_course(T_begin: Array, target: Array, swing: Array, *, looks: Array) -> ToolCourse:
    """Return the orbit from a pose (4, 4) about an axis through a target (3,) [m], faced all along.

    swing: axis times angle (3,) [rad].

    Raises:
        ArcError: the tool does not face the target at its begin, or stands on the axis.
    """
    off = off_target(T_begin, target, looks)
    if not off <= FACES:
        text = f"an orbit begins facing its target, and the tool looks {math.degrees(off):.2f} deg past it"
        raise ArcError(f"{text}; turn it first, by a line with look_at_m")
    return arc_about(T_begin, target, swing, turn=None, kind="orbit")


def _shortest_turn(one: Array, other: Array) -> Array:
    """Return the least rotation (3, 3) from a direction to another one."""
    axis = np.cross(one, other)
    sine = float(np.linalg.norm(axis))
    if sine < ALONG:  # the same, or behind: then about any axis across
        axis, sine = np.cross(one, np.eye(3)[np.argmin(np.abs(one))]), 0.0
    angle = math.atan2(sine, float(one @ other))
    return rotation_from_vector(axis / np.linalg.norm(axis) * angle)


def _triad(ahead: Array, up: Array) -> Array:
    """Return the rotation (3, 3) whose columns are: ahead, up as far as it is across that, and the third."""
    across = up - (up @ ahead) * ahead
    length = float(np.linalg.norm(across))
    if not length > ALONG * float(np.linalg.norm(up)):
        raise ArcError("up lies along the way that the tool looks; give another direction")
    across = across / length
    return np.column_stack([ahead, across, np.cross(ahead, across)])
