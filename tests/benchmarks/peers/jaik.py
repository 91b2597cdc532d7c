"""jaik: all branches of the arms of one maker, by code generated for each and compiled."""

import jaik
import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.motions import random_configurations

Array = NDArray[np.float64]

NAME, ARM = "jaik", "ur5e"
OTHER_ARM = f"of a {ARM}, as it knows no other build"


def branches(robot: Robot, poses: Array) -> list[Way]:
    """All branches at as many poses of its own arm, call by call."""
    forward, inverse, _ = jaik.make_robot(ARM, solver="numba", format="T")
    wanted = [forward(q) for q in random_configurations(robot, len(poses))[:, :6]]

    def run() -> None:
        for T in wanted:
            inverse(T)

    return [Way(f"{NAME} ik_full", run, note=OTHER_ARM)]
