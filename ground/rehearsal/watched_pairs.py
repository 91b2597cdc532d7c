"""The pairs of shapes that must not touch, as MuJoCo measures them: what touches, and how near anything is.

Between two looks no point of the arm moves farther, relative to any other body, than the sum of all joints'
turns times the reach, and of all slides.  So each pair keeps a lower bound of its distance, and one that is
far away is not measured again until its bound has shrunk.
"""

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.mjcf import touching_pairs
from ground.rehearsal.plant import Touch, TrueClearance
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]

FAR = 10.0  # distances beyond this are all the same [m]


class WatchedPairs:
    """The pairs of one model, each with a lower bound of its distance."""

    def __init__(self, model: Any, robot: Robot, scene: Scene) -> None:
        """Begin with nothing measured."""
        self._model = model
        self._pairs = touching_pairs(robot, scene)
        self._geoms = [(model.geom(first).id, model.geom(second).id) for first, second in self._pairs]
        self._names = {frozenset(ids): pair for ids, pair in zip(self._geoms, self._pairs, strict=True)}
        self._levers = _levers(robot)
        self._bound = np.full(len(self._pairs), -np.inf)
        self._q = np.zeros(len(robot.joints))
        self._nearest = 0  # index of the pair that was nearest at the last look

    def contacts(self, data: Any) -> list[Touch]:
        """Return every pair that MuJoCo has found touching, deepest first."""
        if data.ncon == 0:
            return []
        deepest: dict[tuple[str, str], float] = {}
        for contact in data.contact:
            pair = self._names[frozenset((int(contact.geom[0]), int(contact.geom[1])))]
            deepest[pair] = max(deepest.get(pair, 0.0), -float(contact.dist))
        return sorted((Touch(pair, depth) for pair, depth in deepest.items()), key=lambda touch: -touch.depth)

    def clearance(self, data: Any, q: Array) -> TrueClearance:
        """Measure the pair that was nearest, then each that may be nearer, by rising bound."""
        mujoco.mj_kinematics(self._model, data)
        self._bound -= float(self._levers @ np.abs(q - self._q))
        self._q = q.copy()
        least, nearest = self._measure(data, self._nearest, FAR), self._nearest
        for index in np.argsort(self._bound, kind="stable"):
            if self._bound[index] >= least:
                break
            distance = self._measure(data, int(index), FAR)
            if distance < least:
                least, nearest = distance, int(index)
        self._nearest = nearest
        return TrueClearance(least, self._pairs[nearest])

    def _measure(self, data: Any, index: int, farthest: float) -> float:
        first, second = self._geoms[index]
        distance = float(mujoco.mj_geomDistance(self._model, data, first, second, farthest, None))
        self._bound[index] = distance
        return distance


def _levers(robot: Robot) -> Array:
    """Bound how far any point moves with each joint (m,): the stretched arm's length, or 1 if it slides."""
    shapes, pivots = robot.capsules, [np.zeros(3), *(joint.pivot for joint in robot.joints)]
    own = np.array([pivots[frame] for frame in shapes.frame])
    length = float((np.linalg.norm([shapes.p0 - own, shapes.p1 - own], axis=2) + shapes.radius).max())
    for joint, (low, high) in zip(robot.joints, robot.spans, strict=True):
        T = joint.T_parent_joint
        length += float(np.linalg.norm(T[:3, :3] @ joint.pivot + T[:3, 3] - pivots[joint.parent + 1]))
        if joint.kind == "prismatic":
            length += max(abs(low), abs(high))
    return np.array([length if joint.kind == "revolute" else 1.0 for joint in robot.joints])
