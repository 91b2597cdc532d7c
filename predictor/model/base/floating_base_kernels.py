"""How a free base moves with the joints, compiled."""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel
from predictor.model.base.base_path_kernels import Craft, base_twist

Array = NDArray[np.float64]


@array_kernel
def write_twist_map(craft: Craft, q: Array, out_A: Array) -> None:
    qd, twist = np.zeros(len(q)), np.empty(6)
    for joint in range(len(q)):
        qd[joint] = 1.0
        base_twist(craft, q, qd, twist)
        out_A[:, joint] = twist
        qd[joint] = 0.0
