"""MuJoCo: its whole collision step, and the distance of one pair after the other."""

from xml.etree import ElementTree

import mujoco
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.bodies import CAPSULE, CONVEX, Bodies, Body, every_joint
from tests.benchmarks.problems.motions import Rays

Array = NDArray[np.float64]

NAME = "mujoco"
CONTACTS = "makes all contacts, where ours ends at the first"
EVERY_PAIR = "a call from Python for each pair"
CONVEX_M = 1e-5  # to which its convex distances are good
FAR_M = 100.0
RAY_M = 1e-6
SCENE, ARM, NOTHING = 1, 2, 0  # bits by which it chooses what may collide


def hits(found: Bodies, poses: Array) -> list[Way]:
    """Hit or free at each of the poses (k, n): kinematics and all contacts."""
    model, data, rows = _asked(found, poses)

    def run() -> Array:
        hit = np.empty(len(rows))
        for k, q in enumerate(rows):
            data.qpos[:] = q
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            hit[k] = data.ncon > 0
        return hit

    return [Way(f"{NAME} mj_collision", run, run, note=CONTACTS)]


def distances(found: Bodies, poses: Array) -> list[Way]:
    """Least distance at each of the poses (k, n), by a call for each pair."""
    model, data, rows = _asked(found, poses)
    geoms = [model.geom(str(row)).id for row in range(len(found.bodies))]
    pairs = [(geoms[first], geoms[second]) for first, second in found.pairs]

    def run() -> Array:
        least = np.empty(len(rows))
        for k, q in enumerate(rows):
            data.qpos[:] = q
            mujoco.mj_kinematics(model, data)
            near = FAR_M
            for pair in pairs:  # what is farther than the least so far need not be found exactly
                near = min(near, mujoco.mj_geomDistance(model, data, *pair, near, None))
            least[k] = near
        return least

    return [Way(f"{NAME} mj_geomDistance", run, run, CONVEX_M, EVERY_PAIR, is_signed=False)]


def rays(found: Bodies, q: Array, rays: Rays) -> list[Way]:
    """How far rays from one place go until they meet something, -1 if nothing, with the arm at q (n,)."""
    model, data, rows = _asked(found, q[None])
    data.qpos[:] = rows[0]
    mujoco.mj_kinematics(model, data)
    count, directions = len(rays.directions), np.ravel(rays.directions)
    met, distance = np.empty(count, np.int32), np.empty(count)
    normal = np.empty(3 * count)

    def run() -> Array:
        mujoco.mj_multiRay(
            model, data, rays.origins[0], directions, None, True, -1, met, distance, normal, count, FAR_M
        )
        return distance

    return [Way(f"{NAME} mj_multiRay", run, lambda: run().copy(), RAY_M)]


def _asked(found: Bodies, poses: Array) -> tuple[mujoco.MjModel, mujoco.MjData, Array]:
    model = mujoco.MjModel.from_xml_string(_described(found))
    return model, mujoco.MjData(model), every_joint(found.robot, poses)


def _described(found: Bodies) -> str:
    """Return the problem in MuJoCo's words.

    Leaves of the arm meet the scene by bits, as MuJoCo's own search for pairs is quicker than a list of them;
    leaves that do not meet all of it, and pairs of the arm, are a list.
    """
    root = ElementTree.Element("mujoco")
    ElementTree.SubElement(root, "compiler", angle="radian")
    assets = ElementTree.SubElement(root, "asset")
    carriers = {0: ElementTree.SubElement(root, "worldbody")}
    for number, joint in enumerate(found.robot.joints, start=1):
        body = ElementTree.SubElement(carriers[joint.parent + 1], "body", _place(joint.T_parent_joint))
        ElementTree.SubElement(body, "inertial", pos="0 0 0", mass="1", diaginertia="1 1 1")
        kind = "hinge" if joint.kind == "revolute" else "slide"
        ElementTree.SubElement(body, "joint", type=kind, axis=_told(joint.axis), pos=_told(joint.pivot))
        carriers[number] = body
    free = found.meeting_all
    for row, shape in enumerate(found.bodies):
        told = _shape(shape, str(row), assets) | _place(shape.T_frame_body)
        meets = SCENE if shape.is_scene else ARM if row in free else NOTHING
        asks = SCENE if meets == ARM else NOTHING
        told |= {"name": str(row), "contype": str(meets), "conaffinity": str(asks)}
        ElementTree.SubElement(carriers[shape.frame], "geom", told)
    contact = ElementTree.SubElement(root, "contact")
    for first, second in found.pairs:
        if not (first in free and found.bodies[second].is_scene):
            ElementTree.SubElement(contact, "pair", geom1=str(first), geom2=str(second))
    return ElementTree.tostring(root, encoding="unicode")


def _shape(body: Body, name: str, assets: ElementTree.Element) -> dict[str, str]:
    if body.kind == CONVEX and body.mesh is not None:
        vertices, faces = (_told(part.ravel()) for part in (body.mesh.vertices, body.mesh.faces))
        ElementTree.SubElement(
            assets, "mesh", name=f"mesh_{name}", vertex=vertices, face=faces, inertia="convex"
        )
        return {"type": "mesh", "mesh": f"mesh_{name}"}
    radius_first = (body.size[0], body.size[1] / 2.0) if body.kind == CAPSULE else body.size
    return {"type": body.kind, "size": _told(np.array(radius_first))}


def _place(T: Array) -> dict[str, str]:
    return {"pos": _told(T[:3, 3]), "xyaxes": _told(np.concatenate([T[:3, 0], T[:3, 1]]))}


def _told(values: NDArray[np.generic]) -> str:
    return " ".join(map(repr, values.tolist()))
