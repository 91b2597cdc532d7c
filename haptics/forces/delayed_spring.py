"""The force of the delay on the hand: a virtual spring from where the tool was sent to where it is seen.

    force  = -K_f (p_sent - p_received)
    torque = -K_r log(R_sent R_received^T)

(T. D. Li et al., "Ground teleoperation of the Shiyan-7 space robot", eq. (1): the spring's tension; on the
hand it acts against it.)  Steady motion at v with a delay of T is felt as K_f v T, a stop as nothing after T,
and a sine of amplitude A as one of 2 K_f A |sin(w T / 2)|.
"""

import numpy as np
from numpy.typing import NDArray

from haptics.forces.push import Push, ToolState
from predictor.model.spatial import rotation_vector

Array = NDArray[np.float64]


class DelayedSpring:
    """The reason that is the delay."""

    why = "delay"
    is_ready = True

    def __init__(self, gain: float, turning_gain: float) -> None:
        """Pull with K_f [N/m] and K_r [N m/rad]."""
        self._gain, self._turning_gain = gain, turning_gain

    def push(self, tool: ToolState) -> Push:
        """Return the force and torque of the spring."""
        force, turn = difference(tool.T_base_sent, tool.T_base_received)
        return Push(-self._gain * force, -self._turning_gain * turn)


def difference(T_base_sent: Array, T_base_received: Array) -> tuple[Array, Array]:
    """Return the way (3,) [m] and the turn (3,) [rad] from the tool as received to it as sent, base axes."""
    R = np.ascontiguousarray(T_base_sent[:3, :3] @ T_base_received[:3, :3].T)
    return T_base_sent[:3, 3] - T_base_received[:3, 3], rotation_vector(R)
