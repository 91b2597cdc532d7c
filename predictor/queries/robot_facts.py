"""What a robot file says of an arm, for people and programs.

SI and radians throughout; what is not known is null.  Frame 0 is the base, frame i + 1 is carried by joint i.
"""

import math

import msgspec
import numpy as np

from predictor.geometry.fit import volumes
from predictor.geometry.surfaces import is_closed, volume_of
from predictor.inputs.doubt import Doubt
from predictor.model.checks.coverage import uncovered
from predictor.model.files.description import Description
from predictor.model.files.robot_table import MeshRow
from predictor.model.joint_tree import BASE, Joint
from predictor.model.reach import full_reach
from predictor.model.robot import Inertia, Part, Robot
from predictor.model.tree_layout import Tool
from predictor.queries.robot_doubts import robot_doubts


class BaseFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the base floats, and its mass."""

    floats: bool
    mass: float | None
    given_mass: float | None  # that another's file gives a base which is bolted all the same


class LimitFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a joint; of one that follows another what the law makes of that one's."""

    q_min: float | None
    q_max: float | None
    speed_max: float | None
    acceleration_max: float | None
    jerk_max: float | None


class JointFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One joint."""

    name: str
    kind: str
    parent: str
    follows: str
    unit: str
    limits: LimitFacts


class LinkFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One link."""

    name: str
    frame: int
    mass: float | None
    com: list[float] | None
    inertia: list[list[float]] | None


class ToolFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One tool."""

    name: str
    frame: int
    position: list[float]
    rotation: list[list[float]]


class VolumeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One volume that an arm is flown with."""

    name: str
    kind: str  # capsule, sphere
    frame: int
    volume: float


class PartFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One mesh, or solid."""

    name: str
    file: str  # of a solid its kind
    frame: int
    use: str
    faces: int
    pieces: int
    watertight: bool
    volume: float | None  # None: it is open
    extent: list[float]


class RobotFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of an arm."""

    name: str
    ok: bool  # nothing is refused
    flyable: bool  # and nothing is missing
    missing: list[str]  # keys
    refused: list[str]
    base: BaseFacts
    joints: list[JointFacts]
    links: list[LinkFacts]
    tools: list[ToolFacts]
    shapes: list[VolumeFacts]
    meshes: list[PartFacts]
    doubts: tuple[Doubt, ...]
    reach: float


def robot_facts(found: Description) -> RobotFacts:
    """Return what is known of an arm."""
    robot, missing = found.robot, frozenset(found.missing)
    refused = uncovered(robot) if robot.capsules.names else ()
    return RobotFacts(
        name=robot.name,
        ok=not refused,
        flyable=not refused and not missing,
        missing=[*found.missing],
        refused=[*refused],
        base=base_facts(found),
        joints=[_joint(robot, index, missing) for index in range(len(robot.joints))],
        links=[_body(link, missing) for link in robot.links],
        tools=[_tool(name, tool) for name, tool in zip(robot.tool_names, robot.tools, strict=True)],
        shapes=_shapes(robot),
        meshes=[_mesh(*pair) for pair in zip(robot.parts, found.table.mesh, strict=True)],
        doubts=robot_doubts(found),
        reach=full_reach(robot),
    )


def base_facts(found: Description) -> BaseFacts:
    """Return whether the base floats, and its mass."""
    rows = [None if row is None else row.mass for row in (found.table.platform, found.base_body)]
    mass, given = (None if isinstance(row, str) else row for row in rows)
    return BaseFacts(floats=found.robot.platform is not None, mass=mass, given_mass=given)


def _joint(robot: Robot, index: int, missing: frozenset[str]) -> JointFacts:
    joint = robot.joints[index]
    limits = {
        key: None if _is_missing(joint, key, missing) else value
        for key, value in _limits(robot, index).items()
    }
    return JointFacts(
        name=joint.name,
        kind=joint.kind,
        parent="" if joint.parent == BASE else robot.joints[joint.parent].name,
        follows=joint.law.driver if joint.law else "",
        unit=joint.unit,
        limits=LimitFacts(**limits),
    )


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
    """True if a limit of a joint, or of the one that it follows, is not known."""
    name = joint.law.driver if joint.law else joint.name
    return any(f"{name}.{key}_{unit}" in missing for unit in ("deg", "m"))


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None


def _body(body: Inertia, missing: frozenset[str]) -> LinkFacts:
    return LinkFacts(
        name=body.name,
        frame=body.frame,
        mass=None if f"{body.name}.mass" in missing else body.mass,
        com=None if f"{body.name}.com" in missing else body.com.tolist(),
        inertia=None if f"{body.name}.inertia" in missing else body.inertia.tolist(),
    )


def _tool(name: str, tool: Tool) -> ToolFacts:
    T = tool.T_frame_tool
    position, rotation = T[:3, 3].tolist(), T[:3, :3].tolist()
    return ToolFacts(name=name, frame=tool.frame, position=position, rotation=rotation)


def _mesh(part: Part, row: MeshRow) -> PartFacts:
    has_inside = is_closed(part.mesh)
    solids = {"box": row.box, "cylinder": row.cylinder, "capsule": row.capsule, "sphere": row.sphere}
    solid = next((kind for kind, size in solids.items() if size is not None), "")
    return PartFacts(
        name=part.name,
        file=row.file or solid,
        frame=part.frame,
        use=row.use,
        faces=len(part.mesh.faces),
        pieces=len(part.pieces),
        watertight=has_inside,
        volume=abs(volume_of(part.mesh)) if has_inside else None,
        extent=np.ptp(part.mesh.vertices, axis=0).tolist(),
    )


def _shapes(robot: Robot) -> list[VolumeFacts]:
    shapes = robot.capsules
    rows = zip(shapes.names, shapes.frame, shapes.p0, shapes.p1, shapes.radius, strict=True)
    return [
        VolumeFacts(
            name=name,
            kind="sphere" if (p0 == p1).all() else "capsule",
            frame=int(frame),
            volume=volumes.BoundingCapsule(p0=p0, p1=p1, radius=float(radius)).volume,
        )
        for name, frame, p0, p1, radius in rows
    ]
