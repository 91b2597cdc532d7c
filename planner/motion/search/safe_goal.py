"""The safe pose that is found nearest to a goal that is unsafe: offered, never taken.

    goal x ---> along the joints that part the pair that is nearest ---> the next pair ---> ... ---> o safe
                                   then back towards the goal, as far as that stays safe

Each step is the least in the joints, each measured by its speed, that parts one pair by what is missing
(Newton's for one equation).  A goal deep in something, or between two things, may have none that is found.
"""

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.locks import Mask
from predictor.collision.method import CollisionWorld

Array = NDArray[np.float64]

STEPS, HALVINGS = 60, 12
SPARE_M = 0.001  # more than is required: what is told is rounded
LONGEST = 0.2  # step [rad or m]


def safe_goal(
    world: CollisionWorld, goal_q: Array, may_move: Mask, *, required_m: float, T_world_base: Array | None
) -> Array | None:
    """Return the safe pose (n,) that is found nearest to a goal (n,), moving only some joints; or None."""
    limits, need = world.robot.limits, required_m + SPARE_M
    by_speed = np.where(may_move, np.square(limits.qd_max), 0.0)
    q = goal_q
    for _ in range(STEPS):
        found = world.gradient(q, T_world_base)
        if found.distance >= need:
            return _back(world, goal_q, q, need=need, T_world_base=T_world_base)
        slope = float(found.dq @ (by_speed * found.dq))
        if not slope > 0.0:
            return None
        step = by_speed * found.dq * ((need + SPARE_M - found.distance) / slope)
        step *= min(1.0, LONGEST / float(np.abs(step).max()))
        q = np.clip(q + step, limits.q_min, limits.q_max)
    return None


def _back(
    world: CollisionWorld, goal_q: Array, safe_q: Array, *, need: float, T_world_base: Array | None
) -> Array:
    """Return the pose on the line from a safe pose to the goal that is nearest to it and safe, by halving."""
    near, far = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (near + far)
        q = goal_q + middle * (safe_q - goal_q)
        is_safe = world.clearance(q, T_world_base).distance >= need
        near, far = (near, middle) if is_safe else (middle, far)
    return goal_q + far * (safe_q - goal_q)
