"""What a robot file says of an arm, as plain data for people and programs.

    name, ok, flyable, missing[key]
    joints[{name, kind, parent, follows, unit, limits{q_min, q_max, speed_max, acceleration_max, jerk_max}}]
    links[{name, frame, mass, com, inertia}], tools[{name, frame, position, rotation}]
    shapes[{name, kind, frame, volume}]
    doubts[{what, why, what_to_do}]
    reach

SI and radians throughout; a limit that is not there is null.  `ok`: the file can be used; `flyable`: nothing
is missing that a flight needs.  Frame 0 is the base, frame i + 1 is carried by joint i.
"""

import math
from typing import Any

from predictor.model.reach import reach
from predictor.model.robot import BASE, Inertia, Joint, Robot, Tool


def robot_facts(robot: Robot) -> dict[str, Any]:
    """Return what is known of an arm."""
    return {
        "name": robot.name,
        "ok": True,
        "flyable": True,
        "missing": [],
        "joints": [_joint(robot, index, joint) for index, joint in enumerate(robot.joints)],
        "links": [_body(link) for link in robot.links],
        "tools": [_tool(name, tool) for name, tool in zip(robot.tool_names, robot.tools, strict=True)],
        "shapes": _shapes(robot),
        "doubts": [],
        "reach": reach(robot),
    }


def _joint(robot: Robot, index: int, joint: Joint) -> dict[str, Any]:
    return {
        "name": joint.name,
        "kind": joint.kind,
        "parent": "" if joint.parent == BASE else robot.joints[joint.parent].name,
        "follows": joint.law.driver if joint.law else "",
        "unit": joint.unit,
        "limits": _limits(robot, index),
    }


def _limits(robot: Robot, index: int) -> dict[str, float | None]:
    """Return the limits of a joint; one that follows another has what the law makes of that one's."""
    (low, high), column, limits = robot.spans[index].tolist(), robot.columns[index], robot.limits
    is_own = robot.joints[index].law is None
    return {
        "q_min": _known(low),
        "q_max": _known(high),
        "speed_max": _known(float(robot.gears[index]) * limits.qd_max[column]),
        "acceleration_max": _known(limits.qdd_max[column]) if is_own else None,
        "jerk_max": _known(limits.qddd_max[column]) if is_own else None,
    }


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None


def _body(body: Inertia) -> dict[str, Any]:
    return {
        "name": body.name,
        "frame": body.frame,
        "mass": body.mass,
        "com": body.com.tolist(),
        "inertia": body.inertia.tolist(),
    }


def _tool(name: str, tool: Tool) -> dict[str, Any]:
    T = tool.T_frame_tool
    return {"name": name, "frame": tool.frame, "position": T[:3, 3].tolist(), "rotation": T[:3, :3].tolist()}


def _shapes(robot: Robot) -> list[dict[str, Any]]:
    shapes = robot.capsules
    rows = zip(shapes.names, shapes.frame, shapes.p0, shapes.p1, shapes.radius, strict=True)
    return [
        {
            "name": name,
            "kind": "sphere" if (p0 == p1).all() else "capsule",
            "frame": int(frame),
            "volume": _capsule_volume(math.dist(p0, p1), float(radius)),
        }
        for name, frame, p0, p1, radius in rows
    ]


def _capsule_volume(length: float, radius: float) -> float:
    return math.pi * radius**2 * (length + 4.0 / 3.0 * radius)
