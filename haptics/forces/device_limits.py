"""What a device can give: a peak for a moment, less when its motors are warm.

The motors' heat follows the square of the force with one time constant:

    d heat / dt = (force^2 - heat) / warms_s
    allowed^2   = peak^2 up to half of continuous^2, falling in proportion to continuous^2 at continuous^2

so what is given all the time is `continuous`, and a cold device gives its peak for about a second.
"""

import math
from dataclasses import dataclass

from haptics.forces.wrench import Wrench, norm, times


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLimits:
    """Of one device; a peak of 0 gives nothing."""

    peak_force: float  # [N]
    continuous_force: float  # [N]
    peak_torque: float  # [N m]
    continuous_torque: float  # [N m]
    force_rate: float = 500.0  # at which the force may change [N/s]
    torque_rate: float = 50.0  # [N m/s]
    warms_s: float = 20.0  # time constant of its motors


SIMULATED = DeviceLimits(
    peak_force=35.0, continuous_force=10.0, peak_torque=3.0, continuous_torque=3.0
)  # as a Haption Virtuose 6D35-45


class _Motors:
    """Those of the force, or those of the torque."""

    def __init__(self, peak: float, continuous: float, warms_s: float) -> None:
        self._peak, self._continuous = peak * peak, continuous * continuous
        self._warms_s, self._heat = warms_s, 0.0

    def allowed(self) -> float:
        # 1 up to half of continuous^2, 0 at continuous^2
        cold = 2.0 * (1.0 - self._heat / self._continuous) if self._continuous else 0.0
        share = min(1.0, max(0.0, cold))
        return math.sqrt(self._continuous + share * (self._peak - self._continuous))

    def gave(self, amount: float, dt_s: float) -> None:
        self._heat += (amount * amount - self._heat) * min(1.0, dt_s / self._warms_s)


class Saturation:
    """A device that warms as it gives."""

    def __init__(self, limits: DeviceLimits) -> None:
        """Begin cold."""
        self._force = _Motors(limits.peak_force, limits.continuous_force, limits.warms_s)
        self._torque = _Motors(limits.peak_torque, limits.continuous_torque, limits.warms_s)

    def within(self, wrench: Wrench) -> tuple[Wrench, bool]:
        """Return what the device can give of a wrench, in the same direction, and whether that is less."""
        force_share = _share(norm(wrench.force), self._force.allowed())
        torque_share = _share(norm(wrench.torque), self._torque.allowed())
        is_less = force_share < 1.0 or torque_share < 1.0
        if not is_less:
            return wrench, False
        return Wrench(times(wrench.force, force_share), times(wrench.torque, torque_share)), True

    def gave(self, wrench: Wrench, dt_s: float) -> None:
        """Warm by what was given for dt_s."""
        self._force.gave(norm(wrench.force), dt_s)
        self._torque.gave(norm(wrench.torque), dt_s)


def _share(amount: float, allowed: float) -> float:
    return 1.0 if amount <= allowed else allowed / amount
