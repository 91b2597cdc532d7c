"""The force of the delay on the hand: a virtual spring from where the tool was sent to where it is seen.

    force  = -K_f (p_sent - p_received)
    torque = -K_r log(R_sent R_received^T)

(T. D. Li et al., "Ground teleoperation of the Shiyan-7 space robot", eq. (1): the spring's tension; on the
hand it acts against it.)  Steady motion at v with a delay of T is felt as K_f v T, a stop as nothing after T,
and a sine of amplitude A as one of 2 K_f A |sin(w T / 2)|.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.model.spatial import rotation_vector

Array = NDArray[np.float64]


def delayed_spring(
    T_base_sent: Array, T_base_received: Array, *, gain: float, turning_gain: float
) -> tuple[Array, Array]:
    """Return force (3,) [N] and torque (3,) [N m] on the hand, in base axes.

    Args:
        T_base_sent: pose (4, 4) of the tool as sent.
        T_base_received: pose (4, 4) of the tool as received.
        gain: K_f [N/m].
        turning_gain: K_r [N m/rad].
    """
    force = -gain * (T_base_sent[:3, 3] - T_base_received[:3, 3])
    if turning_gain == 0.0:
        return force, np.zeros(3)
    turn = rotation_vector(np.ascontiguousarray(T_base_sent[:3, :3] @ T_base_received[:3, :3].T))
    return force, -turning_gain * turn
