"""Trac-IK: a search from a start, with restarts, that ends at the first answer."""

import numpy as np
import pytracik
from numpy.typing import NDArray

from predictor.model.robot import Robot
from predictor.model.spatial import quaternion_from_rotation
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.chain import BASE, TOOL, is_chain, urdf

Array = NDArray[np.float64]

NAME = "tracik"
TIMEOUT_S, EPSILON = 0.05, 1e-6


def search(robot: Robot, poses: Array, starts: Array) -> list[Way]:
    """Joint values for each of the tool's poses (k, 4, 4), from each of the starts (k, n)."""
    if not is_chain(robot):
        return []
    solver = pytracik.TRAC_IK(BASE, TOOL, urdf(robot), TIMEOUT_S, EPSILON, pytracik.SolveType.Speed)
    asked = []
    for q, T in zip(starts, poses, strict=True):
        w, *xyz = quaternion_from_rotation(T[:3, :3])
        asked.append((q, *map(float, T[:3, 3]), *map(float, xyz), float(w)))

    def run() -> Array:
        return np.array([float(pytracik.ik(solver, *each)[0] >= 0.0) for each in asked])

    found = run()
    return [
        Way(f"{NAME} Speed", run, note=f"finds {found.mean():.1%} of them within {TIMEOUT_S * 1e3:.0f} ms")
    ]
