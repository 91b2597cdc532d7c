"""ruckig: time-optimal motions from any state to any other, by solving for the phases of each joint."""

import numpy as np
import ruckig
from numpy.typing import NDArray

from predictor.model.robot import Robot
from tests.benchmarks.peers.way import Way

Array = NDArray[np.float64]

NAME = "ruckig calculate"
SAME_S = 1e-6  # by the second of a duration


def rest_to_rest(robot: Robot, changes: Array, batch: bool) -> list[Way]:
    """Motions from rest to rest by changes (k, n), one after the other; it knows no batch."""
    n, limits = robot.n, robot.limits
    plan, asked, found = ruckig.Ruckig(n), ruckig.InputParameter(n), ruckig.Trajectory(n)
    asked.max_velocity, asked.max_acceleration = list(limits.qd_max), list(limits.qdd_max)
    asked.max_jerk, asked.current_position = list(limits.qddd_max), [0.0] * n
    goals = changes.tolist()

    def run() -> None:
        for goal in goals:
            asked.target_position = goal
            plan.calculate(asked, found)

    def answers() -> Array:
        durations = []
        for goal in goals:
            asked.target_position = goal
            plan.calculate(asked, found)
            durations.append(found.duration)
        return np.array(durations)

    tolerance = SAME_S * float(answers().max())
    return [Way(NAME, run, answers, tolerance, note="call by call" if batch else "")]
