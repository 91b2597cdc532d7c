"""Build the MuJoCo model of the spacecraft: a platform, the arm on it, the target welded to it.

    world --free joint--> platform, frame_0 (arm base; carries every shape and mass of the scene)
                            --joint_1--> frame_1 --joint_2--> frame_2 ...      joint_(i + 1) is joint i
                            '-joint_5--> frame_5 ...

Without a platform of its own the arm is bolted to the ground: frame_0 has no joint.  Nothing has weight.
Body i is the robot's frame i, so that capsules and masses are used as they are given.  MuJoCo numbers its
bodies branch by branch, as the tree of joints does: positions and speeds are in the order of the joints.
Nothing collides but the pairs of `touching_pairs`: neighbours and mounts touch by construction.

A joint's servo is as stiff as the arm's heaviest pose asks.  Each link that the joint carries counts at its
far end, where the next axis is or the tool, and the arm is stretched as far as its lengths allow:

    axis of the joint --across--> far end --|along| + across--> far end of the next link --> ...
"""

import math
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import add_geoms, quaternion
from ground.rehearsal.body.joint_equalities import add_locks, bind_followers, joint_name
from ground.rehearsal.body.solids import frame_name, moving_name, solids, touching_pairs
from predictor.geometry.shapes import BASE, Scene
from predictor.model.masses import welded
from predictor.model.robot import Inertia, Robot

Array = NDArray[np.float64]

ARMATURE = 0.1  # rotor inertia seen at each joint: keeps light wrist links stable [kg m^2 or kg]
BANDWIDTH = 20.0  # of a servo on the heaviest inertia that its joint can carry [rad/s]
STALL_PER_STIFFNESS = 0.05  # a servo gives no more torque, or force, than for this deflection [rad or m]


class JointRows(NamedTuple):
    """Which of MuJoCo's positions and speeds are the joints': those after the platform's, if it is free."""

    q: slice
    qd: slice


def joint_rows(model: mujoco.MjModel) -> JointRows:
    """Find the joints of a model; nothing but a free platform has more positions (7) than speeds (6)."""
    is_free = model.nq > model.nv
    return JointRows(slice(7, None), slice(6, None)) if is_free else JointRows(slice(None), slice(None))


def build_model(robot: Robot, scene: Scene, *, timestep_s: float) -> mujoco.MjModel:
    """Compile the model of `robot` and `scene`; its platform starts at the origin of the world, at rest."""
    spec = mujoco.MjSpec()
    spec.option.gravity = [0.0, 0.0, 0.0]
    spec.option.timestep = timestep_s
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # a bad state must surface
    spec.compiler.autolimits = True
    platform = spec.worldbody.add_body(name=frame_name(0))
    if robot.platform is not None:
        platform.add_freejoint()
        _set_inertia(platform, carried_mass(robot.platform, scene))
    bodies = [platform]
    for index, joint in enumerate(robot.joints):
        bodies.append(_add_link(spec, bodies[joint.parent + 1], robot, index=index))
    for body in scene.bodies:
        if body.motion is not None:
            spec.worldbody.add_body(name=moving_name(body.name), mocap=True)
    add_geoms(spec, solids(robot, scene))
    for first, second in touching_pairs(robot, scene):
        spec.add_pair(geomname1=first, geomname2=second)
    bind_followers(spec, robot)
    add_locks(spec, robot)
    return spec.compile()


def carried_mass(platform: Inertia, scene: Scene) -> Inertia:
    """Return the platform with all that rides on it, as one rigid body in frame 0, moving bodies at rest."""
    parts = [(platform.mass, platform.com, platform.inertia)]
    parts += [(body.mass, body.com, body.inertia) for body in scene.bodies if body.carrier == BASE]
    return welded(platform.name, platform.frame, parts)


def _add_link(spec: mujoco.MjSpec, parent: mujoco.MjsBody, robot: Robot, *, index: int) -> mujoco.MjsBody:
    """Hang a joint's frame on the body that carries it, with joint and, if it is commanded, servo."""
    joint, name = robot.joints[index], joint_name(index)
    T = joint.T_parent_joint
    body = parent.add_body(name=frame_name(index + 1), pos=T[:3, 3], quat=quaternion(T[:3, :3]))
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


def _set_inertia(body: mujoco.MjsBody, inertia: Inertia) -> None:
    full = inertia.inertia
    body.mass = inertia.mass
    body.ipos = inertia.com
    body.fullinertia = [full[0, 0], full[1, 1], full[2, 2], full[0, 1], full[0, 2], full[1, 2]]
    body.explicitinertial = True


def heaviest_load(robot: Robot, index: int) -> float:
    """Bound what a commanded joint has to move, over all poses: inertia [kg m^2], or mass [kg] if it slides.

    With it move the joints that follow it: the root of what is moved measures speeds, so that roots add up.
    """
    own, column = _own_load(robot, index), robot.columns
    following = [other for other in np.flatnonzero(column == column[index]).tolist() if other != index]
    more = sum(float(robot.gears[other]) * math.sqrt(_own_load(robot, other)) for other in following)
    return own + 2.0 * more * math.sqrt(own) + more**2


def _own_load(robot: Robot, index: int) -> float:
    """Bound what one joint of the tree has to move when no other one moves."""
    carried = [each for each in robot.links if index in robot.carriers(each.frame)]
    if robot.joints[index].kind == "prismatic":
        return sum(link.mass for link in carried)
    return sum(
        link.mass * _farthest(robot, index, link.frame) ** 2 + float(np.trace(link.inertia)) / 2.0
        for link in carried
    )


def _farthest(robot: Robot, index: int, frame: int) -> float:
    """Bound the distance of a link's far ends from the axis of a joint [m]."""
    ends = [joint.T_parent_joint @ [*joint.pivot, 1.0] for joint in robot.joints if joint.parent + 1 == frame]
    if robot.tool.frame == frame:
        ends.append(robot.tool.T_frame_tool[:, 3])
    if not ends:
        ends.append(robot.links[frame - 1].com)
    return max(_stretch(robot, index, frame, p_frame_end=end[:3]) for end in ends)


def _stretch(robot: Robot, index: int, frame: int, *, p_frame_end: Array) -> float:
    """Bound the distance of a point of a frame from the axis of a joint that carries it [m]."""
    reach, p = 0.0, p_frame_end
    for carrier in robot.carriers(frame):
        joint = robot.joints[carrier]
        along = float(joint.axis @ (p - joint.pivot))
        across = float(np.linalg.norm(p - joint.pivot - along * joint.axis))
        if carrier == index:
            return reach + across
        if joint.kind == "revolute":
            reach, p = reach + abs(along) + across, joint.pivot
        else:
            reach += float(np.abs(robot.spans[carrier]).max())
        p = joint.T_parent_joint[:3, :3] @ p + joint.T_parent_joint[:3, 3]
    raise ValueError(f"joint {index} does not carry frame {frame}")
