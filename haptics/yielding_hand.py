"""A hand that yields to what it feels: a mass on a spring and a damper about the place that it aims at.

    m v' = F - b v - k (p - aim)        b, m with those of the handle

(the linear hand of N. Hogan, "Controlling impedance at the man/machine interface", ICRA 1989).  In steps of
1 ms, each force held for one of them, as a device holds it.  It turns as it is told: torque does not turn it.
"""

from haptics.forces.wrench import ZERO, plus, times
from telemetry.agreed.force_settings import HumanHand
from telemetry.messages.base import Vector


class YieldingHand:
    """Where the hand is, and how fast it goes."""

    def __init__(self, hand: HumanHand) -> None:
        """Rest at the centre."""
        self._hand = hand
        self.p, self._v = ZERO, ZERO

    def step(self, aim: Vector, force: Vector, dt_s: float) -> Vector:
        """Return the place after dt_s under a force [m]."""
        hand = self._hand
        pulled = plus(force, plus(self.p, aim, -1.0), -hand.stiffness)
        pulled = plus(pulled, self._v, -hand.damping)
        self._v = plus(self._v, times(pulled, 1.0 / hand.mass), dt_s)
        self.p = plus(self.p, self._v, dt_s)
        return self.p
