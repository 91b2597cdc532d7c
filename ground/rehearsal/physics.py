"""Move the spacecraft: a free platform and its arm, in MuJoCo, one control period at a time.

The servos follow the commanded state with velocity feed-forward; the platform turns as momentum wants.
What touches, and how near anything is, comes from this model alone, so that it can judge the predictor's.

It decides nothing: commands, holds and latches are in `ground.rehearsal.onboard`.
"""

import math
from typing import Any, NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.mjcf import build_model, touching_pairs
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot
from predictor.stop import JointState

Array = NDArray[np.float64]

CONTROL_PERIOD_NS = 10_000_000
STEPS_PER_CONTROL = 5
TORQUE_PER_AMPERE = 10.0  # of a geared motor, assumed [N m/A]
FAR = 10.0  # distances beyond this are all the same [m]
FREE_POSITIONS, FREE_SPEEDS = 7, 6  # of the platform's free joint, before those of the arm


class PhysicsError(RuntimeError):
    """The simulation has left the domain in which its numbers mean anything."""


class Measured(NamedTuple):
    """What perfect sensors would read."""

    q: Array  # (n,) [rad]
    qd: Array  # (n,) [rad/s]
    currents: Array  # (n,) [A]
    quat_world_base: Array  # (4,) w, x, y, z; w >= 0
    rate_base: Array  # (3,) in base axes [rad/s]


class Touch(NamedTuple):
    """Two shapes that touch."""

    pair: tuple[str, str]
    depth: float  # [m]


class Clearance(NamedTuple):
    """The least signed distance of all pairs that must not touch."""

    distance: float  # [m]; negative is penetration
    pair: tuple[str, str]


def _unwritten(warning: str) -> None:
    """Keep MuJoCo from writing a log file into the working folder: `step` reads its warnings and raises."""


class Physics:
    """The spacecraft in zero gravity; the world's axes are the base's at the start."""

    def __init__(
        self, robot: Robot, scene: Scene, start_q: tuple[float, ...], *, drive_lag_s: float = 0.0
    ) -> None:
        """Stand at rest at `start_q` (n,) [rad]; `drive_lag_s`: first-order lag of the servos' command."""
        mujoco.set_mju_user_warning(_unwritten)
        control_s = CONTROL_PERIOD_NS * 1e-9
        self.model = build_model(robot, scene, timestep_s=control_s / STEPS_PER_CONTROL)
        self.data: Any = mujoco.MjData(self.model)
        self.data.qpos[FREE_POSITIONS:] = start_q
        self.data.ctrl[:] = start_q
        mujoco.mj_forward(self.model, self.data)
        self._positions, self._speeds = self.data.qpos, self.data.qvel  # views, as those below
        self._q, self._qd = self._positions[FREE_POSITIONS:], self._speeds[FREE_SPEEDS:]
        self._ctrl, self._warnings = self.data.ctrl, self.data.warning.number
        self._lead_s = -self.model.actuator_biasprm[:, 2] / self.model.actuator_gainprm[:, 0]
        self._share = 1.0 if drive_lag_s == 0.0 else 1.0 - float(np.exp(-control_s / drive_lag_s))
        self._watched = _WatchedPairs(self.model, robot, touching_pairs(robot, scene))

    def step(self, reference: JointState) -> None:
        """Move one control period towards the commanded state.

        Raises:
            PhysicsError: the state is no longer finite, or MuJoCo warned of it.
        """
        wanted = reference.q + self._lead_s * np.asarray(reference.qd)
        self._ctrl += self._share * (wanted - self._ctrl)
        mujoco.mj_step(self.model, self.data, nstep=STEPS_PER_CONTROL)
        size = float(self._speeds @ self._speeds + self._positions @ self._positions)
        if not math.isfinite(size) or self._warnings.any():
            raise PhysicsError(f"physics failed at {self.data.time:.3f} s: {self._complaint()}")

    def _complaint(self) -> str:
        kinds = [mujoco.mjtWarning(i).name for i in np.flatnonzero(self._warnings)]
        return ", ".join(kinds) or "the state is not finite"

    def measured(self) -> Measured:
        """Return joint and base state without sensor noise."""
        quat = self.data.qpos[3:7]
        return Measured(
            q=self._q.copy(),
            qd=self._qd.copy(),
            currents=self.data.actuator_force / TORQUE_PER_AMPERE,
            quat_world_base=quat.copy() if quat[0] >= 0.0 else -quat,
            rate_base=self.data.qvel[3:6].copy(),
        )

    def positions(self) -> Array:
        """Return a copy of MuJoCo's positions: the platform's pose, then the joints."""
        return self._positions.copy()  # type: ignore[no-any-return]  # MuJoCo has no types

    def base_turn(self) -> float:
        """Return the angle that the platform has turned since the start [rad]."""
        quat = self.data.qpos[3:7]
        return 2.0 * float(np.arctan2(np.linalg.norm(quat[1:]), abs(quat[0])))

    def contacts(self) -> list[Touch]:
        """Return every pair that touches now, deepest first."""
        if self.data.ncon == 0:
            return []
        deepest: dict[tuple[str, str], float] = {}
        for contact in self.data.contact:
            pair = self._watched.named(int(contact.geom[0]), int(contact.geom[1]))
            deepest[pair] = max(deepest.get(pair, 0.0), -float(contact.dist))
        return sorted((Touch(pair, depth) for pair, depth in deepest.items()), key=lambda touch: -touch.depth)

    def clearance(self) -> Clearance:
        """Return the least signed distance now."""
        return self._watched.clearance(self.data, self._q)


class _WatchedPairs:
    """The pairs that must not touch, each with a lower bound of its distance.

    Between two looks no point of the arm moves farther, relative to any other body, than the sum of all
    joints' turns times the reach.  So a pair far away is not measured again until its bound has shrunk.
    """

    def __init__(self, model: Any, robot: Robot, pairs: list[tuple[str, str]]) -> None:
        self._model = model
        self._pairs = pairs
        self._geoms = [(model.geom(first).id, model.geom(second).id) for first, second in pairs]
        self._names = {frozenset(ids): pair for ids, pair in zip(self._geoms, pairs, strict=True)}
        self._reach = float(np.abs(robot.dh[:, 1:3]).sum() + np.abs(robot.capsules.p0).sum(axis=1).max())
        self._reach += float(np.abs(robot.capsules.p1).sum(axis=1).max() + robot.capsules.radius.max())
        self._bound = np.full(len(pairs), -np.inf)
        self._q = np.zeros(robot.n)
        self._nearest = 0  # index of the pair that was nearest at the last look

    def named(self, first: int, second: int) -> tuple[str, str]:
        """Return the pair of two geoms in its one order."""
        return self._names[frozenset((first, second))]

    def clearance(self, data: Any, q: Array) -> Clearance:
        """Measure the pair that was nearest, then each that may be nearer, by rising bound."""
        mujoco.mj_kinematics(self._model, data)
        self._bound -= self._reach * float(np.abs(q - self._q).sum())
        self._q = q.copy()
        least, nearest = self._measure(data, self._nearest, FAR), self._nearest
        for index in np.argsort(self._bound, kind="stable"):
            if self._bound[index] >= least:
                break
            distance = self._measure(data, int(index), FAR)
            if distance < least:
                least, nearest = distance, int(index)
        self._nearest = nearest
        return Clearance(least, self._pairs[nearest])

    def _measure(self, data: Any, index: int, farthest: float) -> float:
        first, second = self._geoms[index]
        distance = float(mujoco.mj_geomDistance(self._model, data, first, second, farthest, None))
        self._bound[index] = distance
        return distance
