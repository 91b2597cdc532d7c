"""Build the MuJoCo model of the spacecraft: a free platform, the arm on it, the target welded to it.

    world --free joint--> platform (arm base frame; carries every shape and mass of the scene)
                            --joint 1--> frame 1 --joint 2--> frame 2 ... frame n (hand)

Body i is the Denavit-Hartenberg frame i, so that capsules and masses are used as the robot file gives them.
Nothing collides but the pairs of `touching_pairs`: neighbours and mounts touch by construction.
"""

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import Box, Scene
from predictor.model.robot import Inertia, Robot

Array = NDArray[np.float64]

FREE_POSITIONS, FREE_SPEEDS = 7, 6  # of the platform's free joint, before those of the arm
ARMATURE = 0.1  # rotor inertia seen at each joint: keeps light wrist links stable on stiff servos [kg m^2]
BANDWIDTH = 20.0  # of a servo on the heaviest inertia that its joint can carry [rad/s]
STALL_TORQUE_PER_STIFFNESS = 0.05  # a servo gives no more torque than for this deflection [rad]


def build_model(robot: Robot, scene: Scene, *, timestep_s: float) -> Any:
    """Compile the model of `robot` and `scene`; its platform starts at the origin of the world, at rest."""
    spec = mujoco.MjSpec()
    spec.option.gravity = [0.0, 0.0, 0.0]
    spec.option.timestep = timestep_s
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # a bad state must surface
    spec.compiler.autolimits = True
    platform = spec.worldbody.add_body(name="frame_0")
    platform.add_freejoint()
    _set_inertia(platform, carried_mass(robot.platform, scene))
    bodies = [platform]
    for index in range(robot.n):
        bodies.append(_add_link(spec, bodies[-1], robot, index=index))
    _add_arm_shapes(bodies, robot)
    _add_scene_shapes(platform, scene)
    for first, second in touching_pairs(robot, scene):
        spec.add_pair(geomname1=first, geomname2=second)
    return spec.compile()


def touching_pairs(robot: Robot, scene: Scene) -> list[tuple[str, str]]:
    """Return the pairs of shapes that must not touch, in the order robot against scene, then itself."""
    names = robot.capsules.names
    shapes = [box.name for box in scene.boxes] + [capsule.name for capsule in scene.capsules]
    mounted = {frozenset(pair) for pair in scene.mounts}
    outer = [(arm, shape) for arm in names for shape in shapes if frozenset((arm, shape)) not in mounted]
    return outer + [(names[i], names[j]) for i, j in robot.self_pairs]


def carried_mass(platform: Inertia, scene: Scene) -> Inertia:
    """Return the platform with the scene's bodies welded to it, as one rigid body in frame 0."""
    parts = [(platform.mass, platform.com, platform.inertia)]
    parts += [(body.mass, body.com, body.inertia) for body in scene.bodies]
    return welded(platform.name, platform.frame, parts)


def welded(name: str, frame: int, parts: list[tuple[float, Array, Array]]) -> Inertia:
    """Return the inertia of rigidly joined parts (mass [kg], com (3,) [m], inertia (3, 3)) in one frame."""
    mass = sum(part[0] for part in parts)
    com = sum((m * p for m, p, _ in parts), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, p, about_own in parts:
        arm = p - com
        inertia += about_own + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return Inertia(name=name, frame=frame, mass=mass, com=com, inertia=inertia)


def link_transform(row: Array) -> Array:
    """Return A (4, 4) at joint angle 0 of one Denavit-Hartenberg row (theta offset, d, a, alpha)."""
    theta, d, a, alpha = row
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array(
        [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0.0, sa, ca, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def _add_link(spec: Any, parent: Any, robot: Robot, *, index: int) -> Any:
    """Hang frame `index` + 1 on its predecessor; joint and servo turn it about the predecessor's z axis."""
    T_parent_link = link_transform(robot.dh[index])
    R, p = T_parent_link[:3, :3], T_parent_link[:3, 3]
    body = parent.add_body(name=f"frame_{index + 1}", pos=p, quat=_quaternion(R))
    joint = f"joint_{index + 1}"
    hinge = mujoco.mjtJoint.mjJNT_HINGE
    body.add_joint(name=joint, type=hinge, axis=R.T @ [0.0, 0.0, 1.0], pos=R.T @ -p, armature=ARMATURE)
    _set_inertia(body, robot.links[index])
    stiffness = heaviest_inertia(robot, index) * BANDWIDTH**2
    stall = stiffness * STALL_TORQUE_PER_STIFFNESS
    servo = spec.add_actuator(
        name=joint, target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT, forcerange=[-stall, stall]
    )
    servo.set_to_position(kp=stiffness, kv=2.0 * stiffness / BANDWIDTH)
    return body


def heaviest_inertia(robot: Robot, index: int) -> float:
    """Bound the inertia about a joint over all poses: every outer link at its farthest reach [kg m^2]."""
    reach = float(abs(robot.dh[index, 2]))  # the offset d lies along this joint's own axis
    total = ARMATURE
    for outer in range(index, robot.n):
        if outer > index:
            reach += float(abs(robot.dh[outer, 1]) + abs(robot.dh[outer, 2]))
        link = robot.links[outer]
        total += link.mass * reach**2 + float(np.trace(link.inertia)) / 2.0
    return total


def _set_inertia(body: Any, inertia: Inertia) -> None:
    full = inertia.inertia
    body.mass = inertia.mass
    body.ipos = inertia.com
    body.fullinertia = [full[0, 0], full[1, 1], full[2, 2], full[0, 1], full[0, 2], full[1, 2]]
    body.explicitinertial = True


def _add_arm_shapes(bodies: list[Any], robot: Robot) -> None:
    shapes = robot.capsules
    for name, frame, p0, p1, radius in zip(
        shapes.names, shapes.frame, shapes.p0, shapes.p1, shapes.radius, strict=True
    ):
        _add_capsule(bodies[frame], name, p0=p0, p1=p1, radius=radius)


def _add_scene_shapes(platform: Any, scene: Scene) -> None:
    for box in scene.boxes:
        _add_box(platform, box)
    for capsule in scene.capsules:
        _add_capsule(platform, capsule.name, p0=capsule.p0, p1=capsule.p1, radius=capsule.radius)


def _add_box(body: Any, box: Box) -> None:
    T = box.T_base_box
    geom = body.add_geom(name=box.name, type=mujoco.mjtGeom.mjGEOM_BOX, size=box.half, pos=T[:3, 3])
    geom.quat = _quaternion(T[:3, :3])
    _collide_by_pair_only(geom)


def _add_capsule(body: Any, name: str, *, p0: Array, p1: Array, radius: float) -> None:
    """Add a capsule; one whose axis ends coincide is a sphere, which MuJoCo wants to be told."""
    size = [float(radius), 0.0, 0.0]
    if np.array_equal(p0, p1):
        geom = body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_SPHERE, size=size, pos=p0)
    else:
        ends = [*map(float, p0), *map(float, p1)]
        geom = body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=size, fromto=ends)
    _collide_by_pair_only(geom)


def _collide_by_pair_only(geom: Any) -> None:
    geom.contype = 0
    geom.conaffinity = 0
    geom.mass = 0.0


def _quaternion(R: Array) -> Array:
    quat = np.empty(4)
    mujoco.mju_mat2Quat(quat, np.ascontiguousarray(R).ravel())
    return quat
