"""What a URDF says of its joints and of what can be a tool.

Limits that it does not state are not known; acceleration and jerk it never states, it has no place for them.
A joint that mimics another one follows it along a straight line.
"""

import math
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np

from predictor.inputs.doubt import Doubt
from predictor.model.files.robot_table import UNKNOWN, FollowsRow, JointRow, ToolRow, Unknown
from predictor.model.files.row_values import as_point, as_tensor
from predictor.model.files.urdf_elements import UrdfJoint
from predictor.model.files.urdf_tree import LinkTree, PlacedJoint, PlacedLink
from telemetry.files.settings import FileError, nearest

TOOL_LINK = "tool0"  # what many arms call the place where a tool is mounted (ROS-Industrial)
LIMIT_DECIMALS = 9  # decimals of limits: 170 deg, not 169.99999999997937
LIMIT_SLACK = 1e-6  # [rad or m] by which limits may be written less exactly than what they limit


def joint_rows(tree: LinkTree, path: Path | str, doubts: list[Doubt]) -> tuple[JointRow, ...]:
    """Return the joints that move.

    Raises:
        FileError: limits that leave it no way, or a joint that mimics one that cannot be followed.
    """
    by_name = {placed.joint.name: placed.joint for placed in tree.joints}
    rows = []
    for i, placed in enumerate(tree.joints):
        joint = placed.joint
        follows = _follows(joint, by_name, path)
        if follows is not None:
            doubts += _range_doubts(joint, follows, by_name[follows.joint])
        limits = {} if follows is not None else _limits(joint, path, doubts)
        axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
        rows.append(
            JointRow(
                name=joint.name,
                parent=_parent(tree, i, placed),
                kind=joint.type,
                translation=as_point(placed.T_parent_joint[:3, 3]),
                rotation=as_tensor(placed.T_parent_joint[:3, :3]),
                axis=as_point(axis),
                follows=follows,
            )
        )
        rows[-1] = msgspec.structs.replace(rows[-1], **limits)
    return tuple(rows)


def _parent(tree: LinkTree, index: int, placed: PlacedJoint) -> str | None:
    """Return the name of what carries a joint where it is not the one before it."""
    if placed.parent == index:
        return None
    return tree.joints[placed.parent - 1].joint.name if placed.parent else ""


def _limits(joint: UrdfJoint, path: Path | str, doubts: list[Doubt]) -> dict[str, float | Unknown]:
    """Return the limits of a commanded joint by the keys of its kind."""
    slides, limit = joint.type == "prismatic", joint.limit
    unit, factor = ("m", 1.0) if slides else ("deg", math.degrees(1.0))
    lower, upper, speed = (limit.lower, limit.upper, limit.velocity) if limit else (None, None, None)
    if lower is not None and upper is not None and not lower < upper and joint.type != "continuous":
        problem = f"its limits {lower:g} .. {upper:g} leave it no way; the lower one must be less"
        raise FileError(path, f"joint {joint.name!r}", problem)
    if speed is not None and speed < 0.0:
        raise FileError(path, f"joint {joint.name!r}", f"velocity {speed:g} must be greater than 0")
    if speed == 0.0:
        doubts.append(Doubt(joint.name, "has speed 0", "fill in how fast it may move"))
        speed = None
    ends = {} if joint.type == "continuous" else {"q_min": lower, "q_max": upper}
    stated = ends | {"speed_max": speed, "acceleration_max": None, "jerk_max": None}
    return {f"{key}_{unit}": _known(value, factor) for key, value in stated.items()}


def _known(value: float | None, factor: float) -> float | Unknown:
    return UNKNOWN if value is None else round(value * factor, LIMIT_DECIMALS)


def _follows(joint: UrdfJoint, by_name: Mapping[str, UrdfJoint], path: Path | str) -> FollowsRow | None:
    """Return the commanded joint that a joint follows, through those that follow it themselves."""
    if joint.mimic is None:
        return None
    offset, slope, driver, seen = 0.0, 1.0, joint, [joint.name]
    while driver.mimic is not None:
        offset, slope = offset + slope * driver.mimic.offset, slope * driver.mimic.multiplier
        name = driver.mimic.joint
        if name in seen or name not in by_name:
            problem = (
                "in a circle" if name in seen else f"no joint that moves{nearest(str(name), [*by_name])}"
            )
            raise FileError(path, f"joint {joint.name!r}", f"mimics {name!r}: {problem}")
        driver = by_name[name]
        seen.append(name)
    if slope == 0.0:
        raise FileError(path, f"joint {joint.name!r}", "mimics with multiplier 0; make it fixed")
    return FollowsRow(joint=driver.name, polynomial=(offset, slope))


def _range_doubts(joint: UrdfJoint, follows: FollowsRow, driver: UrdfJoint) -> list[Doubt]:
    """Return a doubt of a joint that is driven beyond its own limits."""
    own, of = joint.limit, driver.limit
    if own is None or of is None or follows.polynomial is None:
        return []
    if own.lower is None or own.upper is None or of.lower is None or of.upper is None:
        return []
    offset, slope = follows.polynomial
    low, high = sorted(offset + slope * q for q in (of.lower, of.upper))
    if low >= own.lower - LIMIT_SLACK and high <= own.upper + LIMIT_SLACK:
        return []
    reached, own_range = f"{low:.4g} .. {high:.4g}", f"{own.lower:.4g} .. {own.upper:.4g}"
    why = f"{driver.name!r} drives it to {reached}, beyond its own limits {own_range}"
    return [Doubt(joint.name, why, f"narrow the limits of {driver.name!r}")]


def tool_rows(tree: LinkTree) -> tuple[ToolRow, ...]:
    """Return the links that carry nothing more, the likeliest tool first; the others are further tools."""
    leaves = [placed for placed in tree.links if placed.is_leaf and placed.frame > 0]
    order = sorted(leaves, key=lambda placed: _likely(tree, placed), reverse=True)
    return tuple(
        ToolRow(
            name=placed.link.name,
            frame=placed.frame,
            translation=as_point(placed.T_frame_link[:3, 3]),
            rotation=as_tensor(placed.T_frame_link[:3, :3]),
        )
        for placed in order
    )


def _likely(tree: LinkTree, placed: PlacedLink) -> tuple[int, bool, bool, int]:
    """Return how likely a link is the tool that is meant: at the end of the longest arm, and only a mark."""
    is_mark = not placed.link.visuals and not placed.link.collisions
    return _joints_below(tree, placed.frame), placed.link.name == TOOL_LINK, is_mark, placed.depth


def _joints_below(tree: LinkTree, frame: int) -> int:
    count = 0
    while frame > 0:
        frame, count = tree.joints[frame - 1].parent, count + 1
    return count
