"""Passivity in the time domain: the device never gives the hand more energy than the hand has given it.

    level = energy from the hand - energy to the hand, and stays >= 0

Observer: a force that is held from one sample to the next does exactly force . (way between the samples)
(B. Hannaford, J.-H. Ryu, "Time-domain passivity control of haptic interfaces", IEEE Trans. RA 18(1), 2002;
J.-H. Ryu, Y. S. Kim, B. Hannaford, "Sampled- and continuous-time passivity and stability of virtual
environments", IEEE Trans. Robotics 20(4), 2004: so the port is passive as sampled, too).

Controller: of the force passes what the energy that is there lasts for, ahead of time, so it need not make
good (M. Franken, S. Stramigioli, S. Misra, C. Secchi, A. Macchelli, "Bilateral telemanipulation with time
delays: a two-layer approach combining passivity and transparency", IEEE Trans. Robotics 27(4), 2011).  In one
cycle of dt a hand strays from its steady motion by at most sway = MOST_ACCELERATION dt^2 / 2:

    share (force . v) HORIZON_S  <=  level above half the reserve   a force that moves the hand fades
    share |force| sway           <=  half of level or reserve       the hand may turn round meanwhile

A light damper takes the reserve from the hand's first motion.  Whatever is wrong with delay, losses or the
model behind, nothing of it reaches the hand as energy; the price is that a hand which yields feels less.
"""

from haptics.forces.wrench import Shift, Wrench, norm, times, work

RESERVE_J = 0.005
MOST_J = 0.5  # what would be stored beyond is lost: old energy shall not drive a hand later
FILLING = 5.0  # of the damper without any reserve [N s/m]
TURNING_FILLING = 0.02  # [N m s/rad]
HORIZON_S = 0.02
MOST_ACCELERATION = 100.0  # of a handle in a hand [m/s^2]
MOST_TURNING = 1000.0  # [rad/s^2]
RISES_S = 0.1  # in which the share comes back


class PassivityController:
    """The energy at the hand's port, and what it lets through."""

    def __init__(self) -> None:
        """Begin without energy."""
        self.level = 0.0  # [J]
        self.share = 0.0  # of the force, that passes

    def observe(self, given: Wrench, shift: Shift) -> None:
        """Take how the hand moved under the wrench that it was given meanwhile."""
        self.level = min(MOST_J, self.level - work(given, shift))

    def limit(self, wrench: Wrench, rates: Shift, dt_s: float) -> Wrench:
        """Return what may be given of a wrench until the next sample, to a hand at these rates."""
        level = max(0.0, self.level)
        spare = max(0.0, level - 0.5 * RESERVE_J)
        drain = work(wrench, rates) * HORIZON_S
        strays = _sway(wrench, dt_s)
        share = min(1.0, self.share + dt_s / RISES_S)
        if drain > spare:
            share = min(share, spare / drain)
        if strays > 0.5 * min(level, RESERVE_J):
            share = min(share, 0.5 * min(level, RESERVE_J) / strays)
        self.share = share
        return wrench.scaled(share).plus(self._damper(rates, dt_s))

    def _damper(self, rates: Shift, dt_s: float) -> Wrench:
        """Return what takes the reserve from a hand, as far as that may not turn round and take instead."""
        level = max(0.0, self.level)
        missing = max(0.0, 1.0 - level / RESERVE_J)
        damper = Wrench(
            times(rates.along, -FILLING * missing), times(rates.about, -TURNING_FILLING * missing)
        )
        at_worst = _sway(damper, dt_s) + work(damper, rates) * dt_s
        return damper if at_worst <= 0.4 * level else damper.scaled(0.4 * level / at_worst)


def _sway(wrench: Wrench, dt_s: float) -> float:
    """Return the most that a wrench does in a cycle on a hand that begins to move [J]."""
    half = 0.5 * dt_s * dt_s
    return half * (MOST_ACCELERATION * norm(wrench.force) + MOST_TURNING * norm(wrench.torque))
