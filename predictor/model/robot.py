"""The arm as data: a chain of revolute joints in classical DH, its limits, its shape and its masses.

    T_base_tool = A_1 A_2 ... A_n T_last_tool,   A_i = Rz(q_i + offset_i) Tz(d_i) Tx(a_i) Rx(alpha_i)

Frame 0 is the arm base; frame i moves with joint i.  Every shape and mass is given in one of these frames.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.stop import JointLimits

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Capsules:
    """The shape of the arm: m capsules, each fixed in one frame."""

    names: tuple[str, ...]
    frame: Integers  # (m,) index of the frame
    p0: Array  # (m, 3) axis ends in that frame [m]
    p1: Array  # (m, 3)
    radius: Array  # (m,) [m]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inertia:
    """Mass properties of one rigid body, in one frame."""

    name: str
    frame: int
    mass: float  # [kg]
    com: Array  # (3,) [m]
    inertia: Array  # (3, 3) about the centre of mass, axes of the frame [kg m^2]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Robot:
    """One arm, as read from its file; immutable."""

    name: str
    dh: Array  # (n, 4) rows: theta offset [rad], d [m], a [m], alpha [rad]
    T_last_tool: Array  # (4, 4)
    limits: JointLimits
    capsules: Capsules
    self_pairs: Integers  # (k, 2) capsules that must stay apart; neighbours are not among them
    platform: Inertia  # the body that carries the arm, frame 0
    links: tuple[Inertia, ...]  # one per joint
    home_q: tuple[float, ...]  # a safe pose [rad]

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.dh)
