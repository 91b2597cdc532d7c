"""Arms for tests: any tree of joints, with a capsule and a mass in every frame, and arms of other DH rows."""

import dataclasses
import math

import numpy as np
import scipy

from predictor.model.files.joint_rows import dh_joint
from predictor.model.four_bar import FourBar, four_bar
from predictor.model.joint_law import polynomial_law, table_law
from predictor.model.joint_tree import BASE, Joint
from predictor.model.robot import Capsules, Inertia, Robot
from predictor.model.tree_layout import Tool
from predictor.motion.stop import JointLimits
from tests.reference.plain_linkage import rocker_angle

X, Y, Z = np.eye(3)


def with_rows(robot, rows):
    """The robot with the joints of other Denavit-Hartenberg rows; further ones have the last one's limits."""
    n = len(rows)
    limits = {
        each.name: (*getattr(robot.limits, each.name),)[:n]
        + (getattr(robot.limits, each.name)[-1],) * (n - robot.n)
        for each in dataclasses.fields(robot.limits)
    }
    return dataclasses.replace(
        robot,
        joints=tuple(dh_joint(f"joint_{i + 1}", row, parent=i - 1) for i, row in enumerate(rows)),
        tool=robot.tool._replace(frame=n),
        limits=JointLimits(**limits),
    )


def rows_of(robot):
    """The rows (n, 4) of a robot whose frames are those of its rows, read off their placements."""
    placements = [each.T_parent_joint for each in robot.joints]
    return np.array(
        [
            (math.atan2(T[1, 0], T[0, 0]), T[2, 3], T[:3, 0] @ T[:3, 3], math.atan2(T[2, 1], T[2, 2]))
            for T in placements
        ]
    )


def at(x, y, z):
    """The pose (4, 4) of an unturned frame."""
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def turned(rng):
    """A random rotation (3, 3)."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    return Q if np.linalg.det(Q) > 0.0 else -Q


def joint(name, parent=BASE, *, axis=Z, pivot=(0.0, 0.0, 0.0), kind="revolute", T=None, law=None):
    """One joint; without T its frame is the parent's at zero."""
    axis = np.array(axis, dtype=float)
    return Joint(
        name=name,
        parent=parent,
        T_parent_joint=np.eye(4) if T is None else T,
        axis=axis / np.linalg.norm(axis),
        pivot=np.array(pivot, dtype=float),
        kind=kind,
        law=law,
    )


def arm(*joints, tool_frame=None, tip=(0.1, -0.2, 0.4), turn_max=2.0, slide_max=0.5):
    """A robot of these joints: a capsule from origin to `tip` in each frame, 2 kg, the tool at the tip."""
    m, tip = len(joints), np.array(tip)
    frames = range(m + 1)
    bodies = [
        Inertia(name=f"body_{i}", frame=i, mass=2.0, com=tip / 2.0, inertia=np.diag((0.02, 0.03, 0.04)))
        for i in frames
    ]
    most = tuple(turn_max if each.kind == "revolute" else slide_max for each in joints if not each.law)
    n = len(most)
    return Robot(
        name="tree",
        joints=joints,
        tool=Tool(m if tool_frame is None else tool_frame, at(*tip)),
        limits=JointLimits(
            q_min=tuple(-q for q in most),
            q_max=most,
            qd_max=(0.2,) * n,
            qdd_max=(0.1,) * n,
            qddd_max=(0.4,) * n,
        ),
        capsules=Capsules(
            names=tuple(f"part_{i}" for i in frames),
            frame=np.arange(m + 1),
            p0=np.zeros((m + 1, 3)),
            p1=np.tile(tip, (m + 1, 1)),
            radius=np.full(m + 1, 0.05),
        ),
        self_pairs=np.array([(i, j) for i in frames for j in frames if i < j], dtype=np.int64),
        platform=bodies[0],
        links=tuple(bodies[1:]),
        home_q=(0.0,) * n,
    )


def branched(seed=1):
    """Two arms on one base: skew axes, pivots off the origin, a joint that slides in each."""
    rng = np.random.default_rng(seed)

    def some(name, parent, kind="revolute"):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = turned(rng), rng.uniform(-0.5, 0.5, 3)
        return joint(name, parent, axis=rng.normal(size=3), pivot=rng.uniform(-0.2, 0.2, 3), kind=kind, T=T)

    return arm(
        some("trunk", BASE),
        some("left_1", 0),
        some("left_2", 1, "prismatic"),
        some("left_3", 2),
        some("right_1", 0, "prismatic"),
        some("right_2", 4),
        some("mast", BASE),
        tool_frame=4,
    )


SCREW = (0.02, 0.03, 0.004, -0.001)  # of a nut [m] by its screw's turn [rad]
GRIP = ((-2.0, -0.3), (-1.2, -0.25), (0.0, 0.1), (0.5, 0.2), (2.0, 0.6))
BARS = FourBar(ground=0.4, input=0.1, coupler=0.35, output=0.25, assembly="open", input_zero=1.0)


def linked(seed=1):
    """Joints that follow others: a nut its screw, a rocker its crank, two fingers one wrist; skew axes."""
    rng = np.random.default_rng(seed)

    def some(name, parent, kind="revolute", law=None):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = turned(rng), rng.uniform(-0.5, 0.5, 3)
        pivot = rng.uniform(-0.2, 0.2, 3)
        return joint(name, parent, axis=rng.normal(size=3), pivot=pivot, kind=kind, T=T, law=law)

    return arm(
        some("screw", BASE),
        some("nut", 0, "prismatic", polynomial_law("screw", SCREW, (-2.0, 2.0))),
        some("crank", 1),
        some("rocker", 2, law=four_bar("crank", BARS, (-2.0, 2.0))),
        some("wrist", 3),
        some("left", 4, law=table_law("wrist", GRIP)),
        some("right", 4, law=polynomial_law("wrist", (0.1, -1.5), (-2.0, 2.0))),
        tool_frame=6,
    )


def linked_values(q):
    """The values of all joints of the linked arm at q (3,), by formulas that are not the project's."""
    screw, crank, wrist = q
    x, y = np.array(GRIP).T
    left = scipy.interpolate.CubicSpline(x, y, bc_type="natural")(wrist)
    nut = sum(c * screw**power for power, c in enumerate(SCREW))
    return np.array((screw, nut, crank, rocker_angle(BARS, crank), wrist, left, 0.1 - 1.5 * wrist))


def some_q(robot, seed, count):
    """Joint values (count, n) within limits; those that are unlimited within a turn."""
    low = np.maximum(robot.limits.q_min, -math.pi)
    return np.random.default_rng(seed).uniform(low, np.minimum(robot.limits.q_max, math.pi), (count, robot.n))


def plain(robot):
    """The joints as the plain oracle takes them."""
    return [(each.parent, each.T_parent_joint, each.axis, each.pivot, each.kind) for each in robot.joints]


def scaled(robot, scene, factor):
    """The same arm and scene, every length `factor` times as long."""
    larger = [
        dataclasses.replace(
            each, T_parent_joint=_longer(each.T_parent_joint, factor), pivot=factor * each.pivot
        )
        for each in robot.joints
    ]
    shapes = robot.capsules
    arm = dataclasses.replace(
        robot,
        joints=tuple(larger),
        tool=Tool(robot.tool.frame, _longer(robot.tool.T_frame_tool, factor)),
        capsules=dataclasses.replace(
            shapes, p0=factor * shapes.p0, p1=factor * shapes.p1, radius=factor * shapes.radius
        ),
    )
    boxes = tuple(
        dataclasses.replace(box, T_base_box=_longer(box.T_base_box, factor), half=factor * box.half)
        for box in scene.boxes
    )
    bars = tuple(
        dataclasses.replace(bar, p0=factor * bar.p0, p1=factor * bar.p1, radius=factor * bar.radius)
        for bar in scene.capsules
    )
    return arm, dataclasses.replace(scene, boxes=boxes, capsules=bars)


def _longer(T, factor):
    longer = T.copy()
    longer[:3, 3] *= factor
    return longer


def reframed(robot, seed):
    """The same arm, each joint's frame turned and shifted at random: other numbers for the same metal."""
    rng, shapes = np.random.default_rng(seed), robot.capsules
    X = [np.eye(4)]  # (4, 4) of each new frame in the old one; the base stays
    for _ in robot.joints:
        T = at(*rng.uniform(-0.3, 0.3, 3))
        T[:3, :3] = turned(rng)
        X.append(T)
    back = [np.linalg.inv(T) for T in X]
    joints = tuple(
        dataclasses.replace(
            each,
            T_parent_joint=back[each.parent + 1] @ each.T_parent_joint @ X[i + 1],
            axis=back[i + 1][:3, :3] @ each.axis,
            pivot=_moved(back[i + 1], each.pivot),
        )
        for i, each in enumerate(robot.joints)
    )
    links = tuple(
        dataclasses.replace(
            link, com=_moved(back[link.frame], link.com), inertia=_turned(back[link.frame], link.inertia)
        )
        for link in robot.links
    )
    p0, p1 = (
        np.array([_moved(back[f], p) for f, p in zip(shapes.frame, ends, strict=True)])
        for ends in (shapes.p0, shapes.p1)
    )
    return dataclasses.replace(
        robot,
        joints=joints,
        links=links,
        capsules=dataclasses.replace(shapes, p0=p0, p1=p1),
        tool=Tool(robot.tool.frame, back[robot.tool.frame] @ robot.tool.T_frame_tool),
    )


def _moved(T, p):
    return T[:3, :3] @ p + T[:3, 3]


def _turned(T, tensor):
    return T[:3, :3] @ tensor @ T[:3, :3].T
