"""Which motion of a steered tool gets its arm clear, and how much that counts.

The clearance c over the whole arm changes with the joints by the gradient g (m per rad).  A tool that is
steered by all six coordinates changes it by w = J^-T g (6,): along n = w[:3] / |w[:3]| it gets clear most
quickly.

    nearness   1 |----.
                 |     `.          ((from - c) / (from - required))^2: smooth, and at once, with no
               0 |       `-------  delay in it
                 +----|--|------> c
               required  from

The force that a hand feels and the bend of what it asks for both go by this.
"""

import numpy as np

from predictor.inputs.arrays import Array

BLUNT_SLOPE = (
    0.05  # [m/m or m/rad] a tool whose motion changes the clearance by less cannot steer the arm away
)
SINGULAR = 1e-3  # of the greatest singular value: joints that the tool hardly moves do not count


def nearness(clearance: float, required_m: float, from_m: float) -> float:
    """Return how near that is, from 0 to 1; what is no number is as near as can be."""
    if not clearance > required_m:
        return 1.0
    return max(0.0, 1.0 - (clearance - required_m) / from_m) ** 2


def tool_slope(J_base_tool: Array, dq: Array) -> Array:
    """Return how a distance changes with the tool's twist (6,), of the arm that moves its joints the least.

    Args:
        J_base_tool: Jacobian of the tool (6, n), of the joints that move.
        dq: how the distance changes with them (n,).
    """
    return least_joint_rates(J_base_tool).T @ dq


def least_joint_rates(J_base_tool: Array) -> Array:
    """Return the joint rates for each component of the tool's twist (n, 6), the least of all.

    An arm of less than six joints is steered by its place alone.
    """
    n = J_base_tool.shape[1]
    rows = 6 if n >= 6 else 3
    rates = np.zeros((n, 6))
    rates[:, :rows] = np.linalg.pinv(J_base_tool[:rows], rcond=SINGULAR)
    return rates


def clearing_direction(slope: Array) -> Array:
    """Return the unit vector along one part of a slope (3,); as it gets blunt, a shorter one."""
    return slope / max(float(np.linalg.norm(slope)), BLUNT_SLOPE)
