"""A spacecraft whose base floats: how it answers its arm, and what that means for the tool.

    H_b V_b + H_m qd = 0         no momentum; V_b twist of the base at its origin, in its axes
    A  = -H_b^-1 H_m             twist of the base for each joint's unit speed
    J* = J_m + J_b A             generalised Jacobian: twist of the tool in inertial space

(Umetani and Yoshida, Resolved motion rate control of space manipulators with generalized Jacobian matrix,
IEEE Trans. Robotics and Automation 5(3), 1989, 303-314.)  Where the base goes: `base_path_kernels`.

    frame 3: link + load  --+
    frame 2: link         --+--> what joint 1 carries --+
    frame 1: link         ------------------------------+--> the whole: platform, and what is welded to it

All bodies of one frame are one rigid body.  In the arm base's axes and about its origin the masses of a
branch just add up, so that one walk from the tips to the base gives what each joint carries.  With a twist
(v, w) of the base at its origin and joint speeds qd the momentum (p, L) about that origin is

    (p, L) = H_b (v, w) + H_m qd                 (Umetani and Yoshida 1989, eq. 4 and 5)

A body's momentum is p = m v + w x h, L = h x v + I w with h = m c, its mass times its centre.  The other way,
the twist of a given momentum, falls apart at the centre: p = m v_c, and L - c x p = I_c w.

How fast the base carries anything past what stands in space is bounded from speeds of joints alone.  Of all
motions of the base that go with given joint speeds, the one without momentum has the least kinetic energy:
what the arm has on a base that stands still, less what the whole has when it moves with the base's twist as
one rigid body.  It is not negative, so the latter is not above the former; and the platform's share of the
latter, m |v|^2 + w.I w about its mass centre, is less still:

    m |v|^2 + least(I) |w|^2  <=  2 E_still  =  sum over links of  m_i |v_i|^2 + w_i.I_i w_i

A point at the distance r from that centre is carried at |v| + r |w| at most, so by Cauchy and Schwarz

    speed  <=  sqrt(1 / m + r^2 / least(I))  sqrt(2 E_still)

and the root of the energy is a norm of the joint speeds, at most sum_j e_j |qd_j|, with the levers (m) that
bound v_i, and a turning joint's unit speed that bounds w_i:

    e_j^2 = sum over links of  m_i lever_ij^2 + greatest(I_i) turns_ij

So the base adds a constant lever to each joint.  It is several times what a base really does, which costs
samples of a sweep, never a proof.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from predictor.geometry.shapes import BASE, SceneBody
from predictor.inputs.arrays import Array, read_only
from predictor.inputs.finite import JOINT_UNIT, POSE_UNIT, check_few_finite, check_finite
from predictor.model.base.base_path_kernels import Craft, base_at, follow_base, write_twist_map
from predictor.model.base.momentum_kernels import Masses, gather
from predictor.model.kinematics import joint_array, link_poses, tool_jacobian, tool_pose
from predictor.model.reach import by_commanded_joint, levers, reach
from predictor.model.robot import Inertia, Robot
from predictor.model.spatial import quaternion_from_rotation, rotation_vector
from predictor.motion.stop import Quintic, moves, rest
from telemetry.messages.joint_state import JointState


class BoltedError(ValueError):
    """An arm without a platform: its base does not float."""


def masses(robot: Robot, bodies: Sequence[SceneBody] = ()) -> Masses:
    """Weld what each frame carries, and to the platform those scene bodies that ride on the base.

    Raises:
        BoltedError: the arm has no platform.
    """
    if robot.platform is None:
        raise BoltedError(f"{robot.name} is bolted to the ground; its base does not float")
    riding = [body for body in bodies if body.carrier == BASE]
    welded: list[list[Inertia | SceneBody]] = [[robot.platform, *riding], *([] for _ in robot.joints)]
    for link in robot.links:
        welded[link.frame].append(link)
    return Masses(
        mass=read_only([sum(body.mass for body in frame) for frame in welded]),
        moment=read_only([sum((body.mass * body.com for body in frame), np.zeros(3)) for frame in welded]),
        inertia=read_only([sum(map(_about_origin, frame), np.zeros((3, 3))) for frame in welded]),
    )


def _about_origin(body: Inertia | SceneBody) -> Array:
    c = body.com
    about: Array = body.inertia + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
    return about


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FloatingBase:
    """An arm, and the masses of all that moves with its base and its joints."""

    robot: Robot
    masses: Masses

    @property
    def craft(self) -> Craft:
        """What kernels read."""
        return Craft(self.robot.tree, self.masses)


def floating_base(robot: Robot, bodies: Sequence[SceneBody] = ()) -> FloatingBase:
    """Return an arm with the masses of its own and of those scene bodies that ride on its base.

    Raises:
        BoltedError: the arm has no platform.
    """
    return FloatingBase(robot=robot, masses=masses(robot, bodies))


def base_twist_map(base: FloatingBase, q: Sequence[float] | Array) -> Array:
    """A (6, n): twist of the base at its origin, linear first, in base axes, for each joint's unit speed."""
    A = np.empty((6, base.robot.n))
    write_twist_map(base.craft, joint_array(base.robot, q), A)
    return A


def generalised_jacobian(base: FloatingBase, q: Sequence[float] | Array) -> Array:
    """J* (6, n): twist of the tool origin in inertial space, in base axes, for each joint's unit speed."""
    A, (x, y, z) = base_twist_map(base, q), tool_pose(base.robot, q)[:3, 3]
    J = tool_jacobian(base.robot, q) + A
    J[:3] += np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]) @ A[3:]  # w x p = -[p] w
    return J


def mass_centre(base: FloatingBase, q: Sequence[float] | Array) -> Array:
    """Centre (3,) of all masses in the arm base [m]."""
    f = len(base.masses.mass)
    gathered = Masses(np.empty(f), np.empty((f, 3)), np.empty((f, 3, 3)))
    gather(base.robot.tree, base.masses, link_poses(base.robot, q), gathered)
    centre: Array = gathered.moment[0] / gathered.mass[0]
    return centre


def base_after(
    base: FloatingBase, begin: JointState, end: JointState, *, T_world_base: Array, period_s: float
) -> Array:
    """T_world_base (4, 4) after one move of the motion law that begins with the base at T_world_base."""
    move = np.array([moves(begin, end, period_s)])
    after: Array = base_poses(base, move, T_world_base, period_s=period_s)[-1]
    return after


def base_within(
    base: FloatingBase,
    move: Sequence[Quintic],
    elapsed_ns: int,
    *,
    period_ns: int,
    T_begin: Array,
) -> Array:
    """T_world_base (4, 4) within a move (n,) that begins with the base at T_begin; after it, at its end."""
    T, period_s = np.empty((4, 4)), period_ns * 1e-9
    check_few_finite(np.ravel(T_begin), "number of T_begin", unit=POSE_UNIT)
    t = min(max(0, elapsed_ns), period_ns) * 1e-9
    base_at(base.craft, np.array(move), (t, period_s), np.ascontiguousarray(T_begin), T)
    return T


def carried(base: FloatingBase, q: Sequence[float], q_end: Sequence[float], *, T_world_base: Array) -> Array:
    """T_world_base (4, 4) once the arm has gone straight from q to q_end (n,)."""
    return base_after(base, rest(q), rest(q_end), T_world_base=T_world_base, period_s=1.0)


def base_poses(base: FloatingBase, motion: Array, T_world_base: Array, *, period_s: float) -> Array:
    """T_world_base (k + 1, 4, 4) along moves (k, n, 6), from where the base stands first."""
    T = np.empty((len(motion) + 1, 4, 4))
    begin = np.ascontiguousarray(T_world_base)
    check_few_finite(begin.ravel(), "number of T_world_base", unit=POSE_UNIT)
    follow_base(base.craft, np.ascontiguousarray(motion), period_s, begin, T)
    if not math.isfinite(T[-1, :3].sum()):
        check_finite(motion, "coefficient of the moves", unit=f"{JOINT_UNIT} and powers of 1/s")
    return T


def warm(base: FloatingBase) -> None:
    """Compile every kernel that following the base needs, so that the first step is not late."""
    home, T_world_base = base.robot.home_q, np.eye(4)
    carried(base, home, home, T_world_base=T_world_base)
    base_within(base, moves(rest(home), rest(home), 1.0), 1, period_ns=2, T_begin=T_world_base)
    quaternion_from_rotation(T_world_base[:3, :3])
    rotation_vector(T_world_base[:3, :3])


def base_levers(base: FloatingBase) -> Array:
    """Bound how fast the base carries any point of its arm at unit speed of every commanded joint (n,)."""
    robot, own = base.robot, base.masses
    least = float(np.linalg.eigvalsh(_about_centre(own, 0))[0])
    farthest = reach(robot) + float(np.linalg.norm(own.moment[0])) / own.mass[0]
    energy = sum(
        (_energies(robot, own, frame) for frame in range(1, len(own.mass))), np.zeros(len(robot.joints))
    )
    return by_commanded_joint(robot, np.sqrt(energy * (1.0 / own.mass[0] + farthest**2 / least)))


def _energies(robot: Robot, own: Masses, frame: int) -> Array:
    """Bound twice the energy of one frame's body at unit speed of each joint of the tree (m,)."""
    mass = own.mass[frame]
    if mass == 0.0:
        return np.zeros(len(robot.joints))
    moving = levers(robot, frame, own.moment[frame] / mass)
    turning = np.zeros(len(robot.joints))
    for joint in robot.carriers(frame):
        turning[joint] = robot.joints[joint].kind == "revolute"
    return np.asarray(mass * moving**2 + float(np.linalg.eigvalsh(_about_centre(own, frame))[-1]) * turning)


def _about_centre(own: Masses, frame: int) -> Array:
    """Return the inertia (3, 3) of a frame's body about its mass centre."""
    m, h = own.mass[frame], own.moment[frame]
    about: Array = own.inertia[frame] - (h @ h * np.eye(3) - np.outer(h, h)) / m
    return about
