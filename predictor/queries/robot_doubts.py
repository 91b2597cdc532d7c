"""What is likely a mistake of an arm's file, looked at with the whole arm in view.

What only the file can know, its reader doubts itself (`Description.doubts`); here are lengths, masses,
limits, shapes and tools that are possible and hardly meant.
"""

from collections.abc import Iterator

import numpy as np

from predictor.geometry.surfaces import open_edges
from predictor.inputs.arrays import Array
from predictor.inputs.doubt import Doubt
from predictor.model.files.description import Description
from predictor.model.joint_text import shown_unit
from predictor.model.reach import corners_of, full_reach
from predictor.model.robot import Robot

LONGEST_M, SHORTEST_M = 60.0, 0.05  # reach of arms that are built
FASTEST_JOINT, SLOWEST_S = 20.0, 600.0  # [rad/s or m/s]; from one end of a joint's range to the other
LEAST_GYRATION = 0.03  # radius of gyration over how far the shape extends from the centre of mass
TOOL_SHARE, TOOL_M = 0.5, 1.0  # of the reach, and at least, that a tool stands away from its frame


def robot_doubts(found: Description) -> tuple[Doubt, ...]:
    """Return what is doubtful of an arm, the doubts of its reader first."""
    robot, missing = found.robot, frozenset(found.missing)
    mine = [
        *_reach(robot),
        *_masses(robot, missing),
        *_limits(robot, missing),
        *_shapes(robot),
        *_tools(robot),
    ]
    return (*found.doubts, *mine)


def _reach(robot: Robot) -> Iterator[Doubt]:
    reach = full_reach(robot)
    if reach > LONGEST_M:
        yield Doubt(
            robot.name, f"reaches {reach:,.0f} m: millimetres?", "give lengths in metres; scale its meshes"
        )
    elif reach < SHORTEST_M:
        yield Doubt(robot.name, f"reaches {reach * 1e3:.3g} mm: kilometres?", "give lengths in metres")


def _masses(robot: Robot, missing: frozenset[str]) -> Iterator[Doubt]:
    for link in robot.links:
        has_mass, has_inertia = (f"{link.name}.{key}" not in missing for key in ("mass", "inertia"))
        if has_mass != has_inertia:
            which = ("a mass and no inertia", "an inertia and no mass")[has_inertia]
            yield Doubt(f"link {link.name}", f"has {which}", "state both")
        corners = corners_of(robot, link.frame)
        if has_mass and has_inertia and len(corners):
            yield from _gyration(link.name, link.inertia / link.mass, corners - link.com)


def _gyration(name: str, square: Array, corners: Array) -> Iterator[Doubt]:
    """Doubt an inertia that the mass could not have within the shape, or only near one point of it."""
    radius = float(np.sqrt(np.linalg.eigvalsh(square)[-1]))
    farthest = float(np.linalg.norm(corners, axis=1).max())
    problem = (
        f"its radius of gyration is {radius:.3g} m, its shape ends {farthest:.3g} m from its centre of mass"
    )
    if radius > farthest or radius < LEAST_GYRATION * farthest:
        yield Doubt(
            f"link {name}", problem, "look at the units of mass and inertia, and about which point it is"
        )


def _limits(robot: Robot, missing: frozenset[str]) -> Iterator[Doubt]:
    limits = robot.limits
    for i, joint in enumerate(robot.commanded):
        speed, span = limits.qd_max[i], limits.q_max[i] - limits.q_min[i]
        unit = shown_unit(joint)
        known = {
            key for key in ("q_min", "q_max", "speed_max") if f"{joint.name}.{key}_{unit}" not in missing
        }
        if "speed_max" in known and speed > FASTEST_JOINT:
            yield Doubt(
                f"joint {joint.name}", f"moves at {speed:.4g} {joint.unit}/s", "look at the unit of its speed"
            )
        if len(known) == 3 and np.isfinite(span) and span / speed > SLOWEST_S:
            problem = f"takes {span / speed / 60.0:.0f} minutes from one end of its range to the other"
            yield Doubt(f"joint {joint.name}", problem, "look at the unit of its speed")


def _shapes(robot: Robot) -> Iterator[Doubt]:
    kept = {*robot.capsules.frame.tolist(), *(part.frame for part in robot.parts if part.pieces)}
    for part in robot.parts:
        if part.frame not in kept:
            yield Doubt(
                f"part {part.name}", "is seen, but nothing of its frame can be touched", "let it be touched"
            )
        if part.pieces and (count := open_edges(part.mesh)):
            why = f"is not closed ({count} open edges)"
            yield Doubt(
                f"part {part.name}", why, "its convex pieces are what counts; close it if it is solid"
            )


def _tools(robot: Robot) -> Iterator[Doubt]:
    farthest = max(TOOL_M, TOOL_SHARE * full_reach(robot))
    for name, tool in zip(robot.tool_names, robot.tools, strict=True):
        away = float(np.linalg.norm(tool.T_frame_tool[:3, 3]))
        if away > farthest:
            yield Doubt(f"tool {name}", f"stands {away:.3g} m away from its frame", "look at its translation")
