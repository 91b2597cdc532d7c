"""eaik: all branches of arms that have a closed form, by subproblems."""

import numpy as np
from eaik.IK_HP import HPRobot
from numpy.typing import NDArray

from predictor.model.robot import Robot
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.chain import is_chain, screws

Array = NDArray[np.float64]

NAME = "eaik"
JOINTS = 6
THREADS = 1


def branches(robot: Robot, poses: Array) -> list[Way]:
    """All branches at each of the tool's poses (k, 4, 4), call by call."""
    solver, wanted = _asked(robot, poses)
    if solver is None:
        return []

    def run() -> None:
        for T in wanted:
            solver.IK(T)

    def answers() -> Array:
        return np.array([solver.IK(T).num_solutions() for T in wanted], dtype=float)

    return [Way(f"{NAME} IK", run, answers)]


def branches_batch(robot: Robot, poses: Array) -> list[Way]:
    """All branches at all of the tool's poses (k, 4, 4), in one call on one core."""
    solver, wanted = _asked(robot, poses)
    if solver is None:
        return []
    return [Way(f"{NAME} IK_batched", lambda: solver.IK_batched(wanted, THREADS))]


def line(robot: Robot, poses: Array, start: Array) -> list[Way]:
    """Joint values along a line of poses (k, 4, 4), each the branch nearest to the one before, in numpy."""
    solver, wanted = _asked(robot, poses)
    if solver is None:
        return []

    def run() -> Array:
        q = start
        for T in wanted:
            Q = np.asarray(solver.IK(T).Q)
            q = Q[np.abs(np.remainder(Q - q + np.pi, 2.0 * np.pi) - np.pi).max(axis=1).argmin()]
        return q

    return [Way(f"{NAME} IK and numpy", run)]


def _asked(robot: Robot, poses: Array) -> tuple[HPRobot | None, list[Array]]:
    """Return the solver of an arm, if it has one, and the poses as it tells them: not turned at q = 0."""
    if not is_chain(robot) or robot.n != JOINTS:
        return None, []
    arm = screws(robot)
    solver = HPRobot(arm.axes, arm.offsets)
    if not solver.hasKnownDecomposition():
        return None, []
    wanted = np.array(poses)
    wanted[:, :3, :3] = wanted[:, :3, :3] @ arm.R_base_tool.T
    return solver, [*wanted]
