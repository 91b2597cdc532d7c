"""Local contact: the hand is led away from what the commanded arm would come too near to.

What is looked at is the arm where it comes to rest if the hand lets go now, as a verdict does.  Its clearance
c, over the whole arm, changes with the joints by the gradient g (m per rad); a tool that is led by all six
coordinates changes it by w = J^-T g, so along n = w[:3] / |w[:3]| the tool gets clear most quickly.

    share of the wall   1 |----.
                          |     `.          ((from - c) / (from - required))^2: smooth, and at once, with no
                        0 |       `-------  delay in it
                          +----|--|------> c
                        required  from
"""

import numpy as np
from numpy.typing import NDArray

from haptics.forces.push import Lead, Push, ToolNow
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian

Array = NDArray[np.float64]

BLUNT = 0.05  # [m/m] a tool whose motion changes the clearance by less cannot lead the arm away
TURNS = 0.3  # greatest torque [N m]
SINGULAR = 1e-3  # of the greatest singular value: joints that the tool hardly moves do not count


class Contact:
    """What stands around the arm, as the hand feels it."""

    why = "contact"

    def __init__(self, world: CollisionWorld, *, required_m: float, from_m: float) -> None:
        """Lead away from a clearance of required_m + from_m on."""
        self._world, self._required_m, self._from_m = world, required_m, from_m

    def push(self, tool: ToolNow) -> Push | None:
        """Return the wall in front of the hand, and a torque; None: clear, or the base is unknown."""
        if self._world.base is not None and tool.T_world_base is None:
            return None
        found = self._world.gradient(tool.q, tool.T_world_base)
        share = nearness(found.distance, self._required_m, self._from_m)
        if share == 0.0 or not np.isfinite(found.dq).all():
            return None
        moving = tool.is_moving
        slope = tool_slope(tool_jacobian(tool.robot, np.array(tool.q))[:, moving], found.dq[moving])
        along, about = direction(slope[:3]), direction(slope[3:])
        leads = (Lead(along, share),) if along.any() else ()
        return Push(np.zeros(3), TURNS * share * about, leads)


def nearness(clearance: float, required_m: float, from_m: float) -> float:
    """Return the share of the wall; what is no number is as near as can be."""
    if not clearance > required_m:
        return 1.0
    return max(0.0, 1.0 - (clearance - required_m) / from_m) ** 2


def tool_slope(J_base_tool: Array, dq: Array) -> Array:
    """Return how a distance changes with the tool's twist (6,), of the arm that moves its joints the least.

    An arm of less than six joints is led by its place alone.

    Args:
        J_base_tool: Jacobian of the tool (6, n).
        dq: how it changes with the joints (n,).
    """
    rows = 6 if len(dq) >= 6 else 3
    slope = np.zeros(6)
    slope[:rows] = np.linalg.pinv(J_base_tool[:rows].T, rcond=SINGULAR) @ dq
    return slope


def direction(v: Array) -> Array:
    """Return the unit vector along v (3,), or zeros if it is too short to tell one."""
    length = float(np.linalg.norm(v))
    return v / length if length > BLUNT else np.zeros(3)
