"""Every way to put the tool at a pose, the one nearest to where the arm is expected first."""

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import closed_form, from_afar, why_numeric
from planner.motion.rates import chain_of
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def ways_to(robot: Robot, T_base_tool: Array, q_near: Array) -> Array:
    """Return joint values (k, n) within limits for a pose, nearest to q_near (n,) first; k is 0 if none.

    In closed form they are all there are, whole turns included; a search finds one at most.  How far joints
    are is counted in times that they take at top speed.
    """
    if why_numeric(robot):
        found = from_afar(robot, T_base_tool, q_near)
        return found.q[None] if found.reached else np.empty((0, robot.n))
    rows = closed_form(robot, T_base_tool)
    far = np.abs(rows - q_near) / chain_of(robot).share
    order = np.lexsort((far.sum(axis=1), far.max(axis=1, initial=0.0)))
    return rows[order]
