"""The pairs of solids that must not touch, as MuJoCo measures them: what touches, and how near anything is.

Between two looks no point of the arm moves farther, relative to its base, than the sum of all joints' turns
times the reach, and of all slides; and against what does not ride on the base, no farther than base and body
have moved besides.  So each pair keeps a lower bound of its distance, and one that is far away is not
measured again until its bound has shrunk.
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.plant import Touch, TrueClearance
from ground.rehearsal.body.solids import arm_solids, farthest, frame_name, touching_pairs
from predictor.geometry.drift import allowance_of
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]

FAR = 10.0  # distances beyond this are all the same [m]


class WatchedPairs:
    """The pairs of one model, each with a lower bound of its distance."""

    def __init__(self, model: mujoco.MjModel, robot: Robot, scene: Scene) -> None:
        """Begin with nothing measured; the scene's allowances make pairs nearer than they are."""
        self._model = model
        self._pairs = touching_pairs(robot, scene)
        self._geoms = [(model.geom(first).id, model.geom(second).id) for first, second in self._pairs]
        self._names = {frozenset(ids): pair for ids, pair in zip(self._geoms, self._pairs, strict=True)}
        reach = _stretched(robot)
        self._levers = np.array([reach if joint.kind == "revolute" else 1.0 for joint in robot.joints])
        self._apart = _Apart(model, self._geoms, reach)
        self._allowed = [allowance_of(pair, scene.allowances) for pair in self._pairs]
        self._bound = np.full(len(self._pairs), -np.inf)
        self._q = np.zeros(len(robot.joints))
        self._nearest = 0  # index of the pair that was nearest at the last look

    def contacts(self, data: mujoco.MjData) -> list[Touch]:
        """Return every pair that MuJoCo has found touching, deepest first."""
        if data.ncon == 0:
            return []
        deepest: dict[tuple[str, str], float] = {}
        for contact in data.contact:
            pair = self._names[frozenset((int(contact.geom[0]), int(contact.geom[1])))]
            deepest[pair] = max(deepest.get(pair, 0.0), -float(contact.dist))
        return sorted((Touch(pair, depth) for pair, depth in deepest.items()), key=lambda touch: -touch.depth)

    def clearance(self, data: mujoco.MjData, q: Array) -> TrueClearance:
        """Measure the pair that was nearest, then each that may be nearer, by rising bound."""
        mujoco.mj_kinematics(self._model, data)
        self._bound -= float(self._levers @ np.abs(q - self._q)) + self._apart.moved(data)
        self._q = q.copy()
        least, nearest = self._measure(data, self._nearest, FAR), self._nearest
        nearer = np.flatnonzero(self._bound < least)
        for index in nearer[np.argsort(self._bound[nearer], kind="stable")]:
            if self._bound[index] >= least:
                break
            distance = self._measure(data, int(index), FAR)
            if distance < least:
                least, nearest = distance, int(index)
        self._nearest = nearest
        return TrueClearance(least, self._pairs[nearest])

    def _measure(self, data: mujoco.MjData, index: int, farthest: float) -> float:
        first, second = self._geoms[index]
        distance = float(mujoco.mj_geomDistance(self._model, data, first, second, farthest, None))
        distance -= self._allowed[index]
        self._bound[index] = distance
        return distance


class _Apart:
    """Pairs whose members have different bases: one in space, the other on a base that floats."""

    def __init__(self, model: mujoco.MjModel, geoms: list[tuple[int, int]], arm_reach: float) -> None:
        """Find them; `arm_reach`: of the arm from its base's origin [m]."""
        roots = model.body_rootid[model.geom_bodyid[np.array(geoms, dtype=int).reshape(-1, 2)]]
        self._roots, at = np.unique(roots, return_inverse=True)
        self._at = at.reshape(-1, 2)  # of each pair, in `_roots`
        self._is_apart = self._at[:, 0] != self._at[:, 1]
        self._none = np.zeros(len(geoms))
        sizes = np.linalg.norm(model.geom_pos, axis=1) + model.geom_rbound
        self._reach = np.array([sizes[model.geom_bodyid == root].max(initial=0.0) for root in self._roots])
        self._reach[self._at[:, 0]] = arm_reach
        self._place: tuple[Array, Array] | None = None  # of the roots, at the last look

    def moved(self, data: mujoco.MjData) -> Array:
        """Bound how far bases and bodies of each pair (k,) have moved since the last look [m]."""
        if not self._is_apart.any():
            return self._none
        now = data.xpos[self._roots].copy(), data.xquat[self._roots].copy()
        p, quat = self._place or now
        self._place = now
        half_chord = 0.5 * np.linalg.norm(now[1] - quat, axis=1)  # the sine of a quarter of the turn
        turn = 4.0 * np.arcsin(np.minimum(half_chord, 1.0))
        way = np.linalg.norm(now[0] - p, axis=1) + turn * self._reach
        return np.where(self._is_apart, way[self._at].sum(axis=1), 0.0)


def _stretched(robot: Robot) -> float:
    """Bound how far from the base's origin, or from any axis, a point of the arm can be [m]."""
    pivots = [np.zeros(3), *(joint.pivot for joint in robot.joints)]
    frames = {frame_name(frame): pivot for frame, pivot in enumerate(pivots)}
    length = max(farthest(solid.shape, frames[solid.body]) for solid in arm_solids(robot))
    for joint, (low, high) in zip(robot.joints, robot.spans, strict=True):
        T = joint.T_parent_joint
        length += float(np.linalg.norm(T[:3, :3] @ joint.pivot + T[:3, 3] - pivots[joint.parent + 1]))
        if joint.kind == "prismatic":
            length += max(abs(low), abs(high))
    return length
