"""Pinocchio, with coal for its geometry: distances of all pairs, hit or free, kinematics.

A joint's axis goes through the origin of its frame there; so frames stand at the pivots, and what they carry
is shifted back.
"""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from ground.comparison.measure import QUICK, times_in_turns
from predictor.model.robot import Robot
from tests.benchmarks.peers.coal import shape_of
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.bodies import Bodies, every_joint

Array = NDArray[np.float64]

NAME = "pinocchio"
ALL_PAIRS = "gives the distance of every pair, of which ours is the least"
EXACT = 1e-12
GJK_M = 1e-5  # to which its iterations are good


def distances(found: Bodies, poses: Array) -> list[Way]:
    """Least distance at each of the poses (k, n)."""
    asked = _Asked(found)
    rows = every_joint(found.robot, poses)

    def run() -> None:
        for q in rows:
            pin.computeDistances(asked.model, asked.data, asked.geometry, asked.geometry_data, q)

    def answers() -> Array:
        least = np.empty(len(rows))
        for k, q in enumerate(rows):
            pin.computeDistances(asked.model, asked.data, asked.geometry, asked.geometry_data, q)
            least[k] = min(result.min_distance for result in asked.geometry_data.distanceResults)
        return least

    return [Way(f"{NAME} computeDistances", run, answers, GJK_M, ALL_PAIRS)]


def least_distances(found: Bodies) -> Callable[[Array], Array]:
    """Return the function that gives the least distance at each of some poses (k, n)."""
    asked = _Asked(found)
    results = asked.geometry_data.distanceResults

    def distances(poses: Array) -> Array:
        least = np.empty(len(poses))
        for k, q in enumerate(every_joint(found.robot, poses)):
            pair = pin.computeDistances(asked.model, asked.data, asked.geometry, asked.geometry_data, q)
            least[k] = results[pair].min_distance
        return least

    return distances


def hits(found: Bodies, poses: Array) -> list[Way]:
    """Hit or free at each of the poses (k, n): pair by pair to the first, and by its tree."""
    asked = _Asked(found)
    rows = every_joint(found.robot, poses)
    manager = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
        asked.model, asked.geometry, asked.geometry_data
    )

    def pairs() -> Array:
        return np.array(
            [
                pin.computeCollisions(asked.model, asked.data, asked.geometry, asked.geometry_data, q, True)
                for q in rows
            ],
            dtype=float,
        )

    def tree() -> Array:
        return np.array(
            [pin.computeCollisions(asked.model, asked.data, manager, q, True) for q in rows], dtype=float
        )

    return [
        Way(f"{NAME} computeCollisions, stop at first", pairs, pairs),
        Way(f"{NAME} broadphase tree, stop at first", tree, tree),
    ]


def quickest_free(found: Bodies, q: Array) -> Callable[[Array], bool]:
    """Return what tells whether a pose (n,) is free: pair by pair, or by its tree if that is quicker at q."""
    asked = _Asked(found)
    manager = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
        asked.model, asked.geometry, asked.geometry_data
    )

    def pairs(q: Array) -> bool:
        return not pin.computeCollisions(
            asked.model, asked.data, asked.geometry, asked.geometry_data, q, True
        )

    def tree(q: Array) -> bool:
        return not pin.computeCollisions(asked.model, asked.data, manager, q, True)

    took = times_in_turns([lambda: pairs(q), lambda: tree(q)], QUICK)
    return pairs if np.median(took[:, 0]) < np.median(took[:, 1]) else tree


def trajectory_hits(found: Bodies, poses: Array, *, threads: int) -> list[Way]:
    """Hit or free along a trajectory (k, n), in parallel by its trees."""
    asked = _Asked(found)
    columns = np.asfortranarray(every_joint(found.robot, poses).T)
    pool = pin.BroadPhaseManagerPool_DynamicAABBTreeCollisionManager(asked.model, asked.geometry, threads)

    def run() -> Array:
        return np.array(pin.computeCollisionsInParallel(threads, pool, columns, True, False), dtype=float)

    name = f"{NAME} parallel tree, {threads} thread{'s' if threads > 1 else ''}"
    return [Way(name, run, note="hit or free only, where ours gives distances")]


def kinematics(robot: Robot, poses: Array) -> list[Way]:
    """Pose of the tool and its Jacobian at each of the poses (k, n)."""
    asked = _Asked(Bodies(robot, (), ()))
    rows = every_joint(robot, poses)
    tool = robot.tool
    frame = asked.model.addFrame(
        pin.Frame("tool", tool.frame, asked.placement(tool.frame, tool.T_frame_tool), pin.FrameType.OP_FRAME)
    )
    data = asked.model.createData()

    def run() -> None:
        for q in rows:
            pin.computeFrameJacobian(asked.model, data, q, frame, pin.LOCAL_WORLD_ALIGNED)

    def answers() -> Array:
        jacobians = [
            pin.computeFrameJacobian(asked.model, data, q, frame, pin.LOCAL_WORLD_ALIGNED) for q in rows
        ]
        return np.ravel(jacobians)

    return [Way(f"{NAME} computeFrameJacobian", run, answers, EXACT, "Jacobian of every joint of the tree")]


class _Asked:
    """A problem as Pinocchio has it."""

    def __init__(self, found: Bodies) -> None:
        self._robot = found.robot
        self.model = pin.Model()
        for joint in found.robot.joints:
            kind = (
                pin.JointModelRevoluteUnaligned
                if joint.kind == "revolute"
                else pin.JointModelPrismaticUnaligned
            )
            at_pivot = joint.T_parent_joint @ _shift(joint.pivot)
            self.model.addJoint(
                joint.parent + 1,
                kind(*map(float, joint.axis)),
                self.placement(joint.parent + 1, at_pivot),
                joint.name,
            )
        self.data = self.model.createData()
        self.geometry = pin.GeometryModel()
        for body in found.bodies:
            placement = self.placement(body.frame, body.T_frame_body)
            self.geometry.addGeometryObject(
                pin.GeometryObject(body.name, body.frame, placement, shape_of(body))
            )
        for first, second in found.pairs:
            self.geometry.addCollisionPair(pin.CollisionPair(first, second))
        self.geometry_data = pin.GeometryData(self.geometry)

    def placement(self, frame: int, T: Array) -> pin.SE3:
        """Return a placement in a frame of the arm as one in the joint's of this model."""
        if frame > 0:
            T = _shift(-self._robot.joints[frame - 1].pivot) @ T
        return pin.SE3(np.ascontiguousarray(T[:3, :3]), np.ascontiguousarray(T[:3, 3]))


def _shift(by: Array) -> Array:
    T = np.eye(4)
    T[:3, 3] = by
    return T
