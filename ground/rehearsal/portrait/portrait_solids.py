"""What a portrait shows of an arm: meshes or capsules, shells around meshes, bones where neither is known.

A bone lies in a frame without any shape, from the axis that moves it to each axis that it carries, or to a
tool: so an arm of which only lengths are known is to be seen too.
"""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ground.pictures.drawn_shapes import drawn_capsules
from ground.rehearsal.body.solids import Solid, frame_name, solids
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

Array = NDArray[np.float64]

MOST_FACES = 200_000  # of all meshes: seconds, not minutes
BONE = 0.012  # its radius, in spans of the arm's axes
EMPTY_SCENE = Scene(name="nothing", boxes=(), capsules=(), bodies=())
ASIDE = np.concatenate([np.eye(3), -np.eye(3)])


def portrait_solids(robot: Robot) -> list[Solid]:
    """Return what is shown; shells are not seen, but touched."""
    seen = [solid for solid in solids(robot, EMPTY_SCENE, most_faces=MOST_FACES) if solid.is_seen]
    return [*seen, *_bones(robot), *_shells(robot)]


def points_of(shown: Iterable[Solid], places: Mapping[str, Array]) -> Array:
    """Return points (k, 3) all over what is shown of bodies at their places (4, 4), by their names."""
    found = [(_points(solid.shape), places[solid.body]) for solid in shown]
    return np.concatenate([np.zeros((0, 3)), *(points @ T[:3, :3].T + T[:3, 3] for points, T in found)])


def _points(shape: Box | Capsule | Mesh) -> Array:
    if isinstance(shape, Mesh):
        return shape.vertices
    if isinstance(shape, Capsule):
        axis = np.linspace(shape.p0, shape.p1, 8)
        return (axis[:, None] + shape.radius * ASIDE).reshape(-1, 3)
    T = shape.T_base_box
    around: Array = (ASIDE * shape.half.max()) @ T[:3, :3].T + T[:3, 3]
    return around


def _shells(robot: Robot) -> Iterator[Solid]:
    """Return the capsules that are not drawn themselves."""
    shapes, drawn = robot.capsules, drawn_capsules(robot)
    for index in set(range(len(shapes.names))).difference(drawn):
        ends = (shapes.p0[index], shapes.p1[index])
        name, frame = f"{shapes.names[index]} around", int(shapes.frame[index])
        yield _rod(name, frame, ends, radius=float(shapes.radius[index]))._replace(is_seen=False)


def _bones(robot: Robot) -> Iterator[Solid]:
    shaped = {*robot.capsules.frame.tolist(), *(part.frame for part in robot.parts)}
    pivots = [np.zeros(3), *(joint.pivot for joint in robot.joints)]
    axes = [joint.T_parent_joint @ [*joint.pivot, 1.0] for joint in robot.joints]
    ends = [(joint.parent + 1, p[:3]) for joint, p in zip(robot.joints, axes, strict=True)]
    ends += [(tool.frame, tool.T_frame_tool[:3, 3]) for tool in robot.tools]
    radius = BONE * max(1e-3, float(np.ptp(link_poses(robot, robot.home_q)[:, :3, 3], axis=0).max()))
    for number, (frame, end) in enumerate(ends):
        if frame not in shaped:
            yield _rod(f"bone {number}", frame, (pivots[frame], end), radius=radius)


def _rod(name: str, frame: int, ends: tuple[Array, Array], *, radius: float) -> Solid:
    body = frame_name(frame)
    shape = Capsule(name=name, body=body, p0=ends[0], p1=ends[1], radius=radius)
    return Solid(name, body, shape, is_touched=True, is_seen=True)
