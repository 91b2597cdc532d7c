"""The time-optimal motion of joints from rest to rest under speed, acceleration and jerk, compiled.

    jerk    +j            -j              -j            +j         seven phases, of which the last three
          |----|------|----|------------|----|------|----|         mirror the first three: speed is even
          ramp   hold  ramp    cruise    ramp  hold  ramp          about the middle, acceleration is odd
          '----- rise -----'            '----- fall -----'

By Pontryagin jerk is +j, 0 or -j everywhere, and zero only where speed or acceleration is at its limit
(Biagiotti and Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, section 3.4.2.1;
Kroeger, On-Line Trajectory Generation in Robotic Systems, 2010; Berscheid and Kroeger, Jerk-limited
Real-time Trajectory Generation with Arbitrary Target States, 2021).  Over a rise to the speed V the mean
speed is V/2, and the fall mirrors it, so that rise and fall together cover V rise.  Which limits are reached
therefore depends on the distance d alone:

    the speed limit v         d >= v rise      ramp = a/j, rise = v/a + a/j; or where v j < a^2 and so the
                                               acceleration limit is never reached: ramp = sqrt(v/j),
                                               rise = 2 ramp.  cruise = d/v - rise
    acceleration alone        d >= 2 a^3/j^2   ramp = a/j, V = a (rise - ramp), and from V rise = d
                                               rise = (ramp + sqrt(ramp^2 + 4 d/a)) / 2
    neither                   else             rise = 2 ramp, V = j ramp^2: ramp = cbrt(d / (2 j))

The slowest joint gives the duration.  The others take as long: their motion is stretched in time by some
l >= 1, which divides speed by l, acceleration by l^2 and jerk by l^3, so that their limits hold all the more.

No set-point comes from here: sampled once per period, such a motion breaks the jerk limit between samples.
What is flown is `planner.motion.timing.joint_flight`; this is what it is measured by.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.timing.rest_to_rest_kernels import write_rest_to_rest
from predictor.motion.stop import JointLimits

Array = NDArray[np.float64]


class Phases(NamedTuple):
    """A synchronised motion of n joints from rest to rest."""

    duration_s: float
    joints: Array  # (n, 4) ramp, hold and cruise [s], jerk of the first ramp [rad/s^3 or m/s^3]


def rate_limits(limits: JointLimits) -> Array:
    """Return the limits of speed, acceleration and jerk as the kernels read them (3, n)."""
    return np.array([limits.qd_max, limits.qdd_max, limits.qddd_max])


def rest_to_rest(change: Array, limits: Array) -> Phases:
    """Return the shortest synchronised motion by a change (n,) within `rate_limits` (3, n)."""
    phases = np.empty((change.shape[0], 4))
    return Phases(write_rest_to_rest(change, limits, phases), phases)
