"""Build the MuJoCo model of the spacecraft: a platform, the arm on it, the target welded to it.

    world --free joint--> platform, frame_0 (arm base; carries every shape and mass of the scene)
                            --joint_1--> frame_1 --joint_2--> frame_2 ...      joint_(i + 1) is joint i
                            '-joint_5--> frame_5 ...

Without a platform of its own the arm is bolted to the ground: frame_0 has no joint.  Nothing has weight.
Body i is the robot's frame i, so that capsules and masses are used as they are given.  MuJoCo numbers its
bodies branch by branch, as the tree of joints does: positions and speeds are in the order of the joints.
Nothing collides but the pairs of `touching_pairs`: neighbours and mounts touch by construction.
"""

from typing import Any, NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.followers import bind_followers, joint_name
from ground.rehearsal.servo_load import heaviest_load
from predictor.geometry.shapes import Box, Scene
from predictor.model.robot import Inertia, Robot

Array = NDArray[np.float64]

ARMATURE = 0.1  # rotor inertia seen at each joint: keeps light wrist links stable [kg m^2 or kg]
BANDWIDTH = 20.0  # of a servo on the heaviest inertia that its joint can carry [rad/s]
STALL_PER_STIFFNESS = 0.05  # a servo gives no more torque, or force, than for this deflection [rad or m]


class JointRows(NamedTuple):
    """Which of MuJoCo's positions and speeds are the joints': those after the platform's, if it is free."""

    q: slice
    qd: slice


def joint_rows(model: Any) -> JointRows:
    """Find the joints of a model; nothing but a free platform has more positions (7) than speeds (6)."""
    is_free = model.nq > model.nv
    return JointRows(slice(7, None), slice(6, None)) if is_free else JointRows(slice(None), slice(None))


def build_model(robot: Robot, scene: Scene, *, timestep_s: float) -> Any:
    """Compile the model of `robot` and `scene`; its platform starts at the origin of the world, at rest."""
    spec = mujoco.MjSpec()
    spec.option.gravity = [0.0, 0.0, 0.0]
    spec.option.timestep = timestep_s
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # a bad state must surface
    spec.compiler.autolimits = True
    platform = spec.worldbody.add_body(name="frame_0")
    if robot.platform is not None:
        platform.add_freejoint()
        _set_inertia(platform, carried_mass(robot.platform, scene))
    bodies = [platform]
    for index, joint in enumerate(robot.joints):
        bodies.append(_add_link(spec, bodies[joint.parent + 1], robot, index=index))
    _add_arm_shapes(bodies, robot)
    _add_scene_shapes(platform, scene)
    for first, second in touching_pairs(robot, scene):
        spec.add_pair(geomname1=first, geomname2=second)
    bind_followers(spec, robot)
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


def _add_link(spec: Any, parent: Any, robot: Robot, *, index: int) -> Any:
    """Hang a joint's frame on the body that carries it, with joint and, if it is commanded, servo."""
    joint, name = robot.joints[index], joint_name(index)
    T = joint.T_parent_joint
    body = parent.add_body(name=f"frame_{index + 1}", pos=T[:3, 3], quat=_quaternion(T[:3, :3]))
    kind = mujoco.mjtJoint.mjJNT_HINGE if joint.kind == "revolute" else mujoco.mjtJoint.mjJNT_SLIDE
    body.add_joint(name=name, type=kind, axis=joint.axis, pos=joint.pivot, armature=ARMATURE)
    _set_inertia(body, robot.links[index])
    if joint.law:
        return body
    stiffness = (ARMATURE + heaviest_load(robot, index)) * BANDWIDTH**2
    stall = stiffness * STALL_PER_STIFFNESS
    servo = spec.add_actuator(
        name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT, forcerange=[-stall, stall]
    )
    servo.set_to_position(kp=stiffness, kv=2.0 * stiffness / BANDWIDTH)
    return body


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
