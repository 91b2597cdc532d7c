"""What a robot file says of an arm, as plain data for people and programs.

    name, ok, flyable, missing[key], refused[text]
    base{floats, mass, given_mass}
    joints[{name, kind, parent, follows, unit, limits{q_min, q_max, speed_max, acceleration_max, jerk_max}}]
    links[{name, frame, mass, com, inertia}], tools[{name, frame, position, rotation}]
    shapes[{name, kind, frame, volume}]
    meshes[{name, file, frame, use, faces, pieces, watertight, volume, extent}]
    doubts[{what, why, what_to_do}]
    reach

SI and radians throughout; what nobody knows is null.  `ok`: nothing is refused; `flyable`: nothing is missing
either.  Frame 0 is the base, frame i + 1 is carried by joint i.  `file` of a solid is its kind; the volume of
an open mesh is null.  `given_mass`: that another's file gives a base which is bolted all the same.
"""

import math
from typing import Any

import numpy as np

from predictor.geometry.fit import volumes
from predictor.geometry.mesh import is_closed, volume_of
from predictor.model.checks.coverage import uncovered
from predictor.model.checks.doubts import doubts_about
from predictor.model.checks.extent import reach_of
from predictor.model.files.described import Description
from predictor.model.files.robot_table import MeshRow
from predictor.model.robot import BASE, Inertia, Joint, Part, Robot
from predictor.model.tree_layout import Tool


def robot_facts(found: Description) -> dict[str, Any]:
    """Return what is known of an arm."""
    robot, missing = found.robot, frozenset(found.missing)
    refused = uncovered(robot) if robot.capsules.names else ()
    return {
        "name": robot.name,
        "ok": not refused,
        "flyable": not refused and not missing,
        "missing": [*found.missing],
        "refused": [*refused],
        "base": base_facts(found),
        "joints": [_joint(robot, index, missing) for index in range(len(robot.joints))],
        "links": [_body(link, missing) for link in robot.links],
        "tools": [_tool(name, tool) for name, tool in zip(robot.tool_names, robot.tools, strict=True)],
        "shapes": _shapes(robot),
        "meshes": [_mesh(*pair) for pair in zip(robot.parts, found.table.mesh, strict=True)],
        "doubts": [doubt._asdict() for doubt in doubts_about(found)],
        "reach": reach_of(robot),
    }


def base_facts(found: Description) -> dict[str, Any]:
    """Return whether the base floats, and its mass."""
    rows = [None if row is None else row.mass for row in (found.table.platform, found.base_body)]
    mass, given = (None if isinstance(row, str) else row for row in rows)
    return {"floats": found.robot.platform is not None, "mass": mass, "given_mass": given}


def _joint(robot: Robot, index: int, missing: frozenset[str]) -> dict[str, Any]:
    joint = robot.joints[index]
    return {
        "name": joint.name,
        "kind": joint.kind,
        "parent": "" if joint.parent == BASE else robot.joints[joint.parent].name,
        "follows": joint.law.driver if joint.law else "",
        "unit": joint.unit,
        "limits": {
            key: None if _is_missing(joint, key, missing) else value
            for key, value in _limits(robot, index).items()
        },
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


def _is_missing(joint: Joint, key: str, missing: frozenset[str]) -> bool:
    """True if nobody knows a limit of a joint, or of the one that it follows."""
    name = joint.law.driver if joint.law else joint.name
    return any(f"{name}.{key}_{unit}" in missing for unit in ("deg", "m"))


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None


def _body(body: Inertia, missing: frozenset[str]) -> dict[str, Any]:
    stated = {"mass": body.mass, "com": body.com.tolist(), "inertia": body.inertia.tolist()}
    known = {key: None if f"{body.name}.{key}" in missing else value for key, value in stated.items()}
    return {"name": body.name, "frame": body.frame, **known}


def _tool(name: str, tool: Tool) -> dict[str, Any]:
    T = tool.T_frame_tool
    return {"name": name, "frame": tool.frame, "position": T[:3, 3].tolist(), "rotation": T[:3, :3].tolist()}


def _mesh(part: Part, row: MeshRow) -> dict[str, Any]:
    has_inside = is_closed(part.mesh)
    solid = next(
        (kind for kind in ("box", "cylinder", "capsule", "sphere") if getattr(row, kind) is not None), ""
    )
    return {
        "name": part.name,
        "file": row.file or solid,
        "frame": part.frame,
        "use": row.use,
        "faces": len(part.mesh.faces),
        "pieces": len(part.pieces),
        "watertight": has_inside,
        "volume": abs(volume_of(part.mesh)) if has_inside else None,
        "extent": np.ptp(part.mesh.vertices, axis=0).tolist(),
    }


def _shapes(robot: Robot) -> list[dict[str, Any]]:
    shapes = robot.capsules
    rows = zip(shapes.names, shapes.frame, shapes.p0, shapes.p1, shapes.radius, strict=True)
    return [
        {
            "name": name,
            "kind": "sphere" if (p0 == p1).all() else "capsule",
            "frame": int(frame),
            "volume": volumes.Capsule(p0=p0, p1=p1, radius=float(radius)).volume,
        }
        for name, frame, p0, p1, radius in rows
    ]
