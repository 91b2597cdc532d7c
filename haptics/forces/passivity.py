"""Passivity in the time domain: the device never gives the hand more energy than the hand has given it.

    level = energy from the hand - energy to the hand, and stays >= 0

Observer: a force that is held from one sample to the next does exactly force . (way between the samples)
(B. Hannaford, J.-H. Ryu, "Time-domain passivity control of haptic interfaces", IEEE Trans. RA 18(1), 2002;
J.-H. Ryu, Y. S. Kim, B. Hannaford, "Sampled- and continuous-time passivity and stability of virtual
environments", IEEE Trans. Robotics 20(4), 2004: so the port is passive as sampled, too).

Controller: of the force passes what the energy that is there lasts for, ahead of time, so it need not make
good (M. Franken, S. Stramigioli, S. Misra, C. Secchi, A. Macchelli, "Bilateral telemanipulation with time
delays: a two-layer approach combining passivity and transparency", IEEE Trans. Robotics 27(4), 2011):

    share |force| slack                       <= level              a hand that trembles, or drifts
    share (force . v - |force| slow) horizon  <= level - reserve    a hand that goes with the force
                                                 + a tenth of level

slack is no less than twice what a hand strays while a force is held, slow t + acceleration t^2 / 2; a force
that is held for longer has a longer horizon.  A light damper takes the reserve from the hand's first motion.
Whatever is wrong with delay, losses or the model behind, nothing of it reaches the hand as energy; the price
is that a hand which yields feels less.
"""

from haptics.forces.wrench import Shift, Wrench, norm, times, work

RESERVE_J = 0.005
MOST_J = 0.5  # what would be stored beyond is lost: old energy shall not drive a hand later
FILLING = 5.0  # of the damper without any reserve [N s/m]
TURNING_FILLING = 0.02  # [N m s/rad]
HORIZON_S = 0.02  # and no less than twice as long as a force is held
SLACK_M, SLACK_RAD = 3e-4, 3e-3  # over which a force fades, of a hand that goes slowly
SLOW, SLOW_TURNING = 0.015, 0.15  # [m/s, rad/s] a hand that trembles is no faster
MOST_ACCELERATION, TURNS_WITH = 100.0, 10.0  # of a handle in a hand [m/s^2], and how it turns with it [rad/m]
RISES_S = 0.1  # in which the share comes back


class PassivityController:
    """The energy at the hand's port, and what it lets through."""

    def __init__(self) -> None:
        """Begin without energy."""
        self.most_acceleration = MOST_ACCELERATION  # with which a hand moves the handle [m/s^2]
        self.level = 0.0  # [J]
        self.share = 0.0  # of the force, that passes

    def observe(self, given: Wrench, shift: Shift) -> None:
        """Take how the hand moved under the wrench that it was given meanwhile."""
        self.level = min(MOST_J, self.level - work(given, shift))

    def limit(self, wrench: Wrench, rates: Shift, dt_s: float, *, held_s: float) -> Wrench:
        """Return what may be given of a wrench until the next sample, to a hand at these rates.

        Args:
            wrench: that is asked for.
            rates: of the hand.
            dt_s: since the last sample.
            held_s: for how long a wrench acts before it is observed; no less.
        """
        level, force, torque = max(0.0, self.level), norm(wrench.force), norm(wrench.torque)
        along, about = self._strays(held_s)
        slack = force * max(SLACK_M, 2.0 * along) + torque * max(SLACK_RAD, 2.0 * about)
        drain = max(HORIZON_S, 2.0 * held_s) * (work(wrench, rates) - force * SLOW - torque * SLOW_TURNING)
        spare = max(0.0, level - RESERVE_J) + 0.1 * level
        share = min(1.0, self.share + dt_s / RISES_S)
        if slack > level:
            share = min(share, level / slack)
        if drain > spare:
            share = min(share, spare / drain)
        self.share = share
        return wrench.scaled(share)

    def damper(self, rates: Shift, held_s: float) -> Wrench:
        """Return what takes the reserve from a hand, as far as that may not turn round and take instead."""
        level = max(0.0, self.level)
        missing = max(0.0, 1.0 - level / RESERVE_J)
        damper = Wrench(
            times(rates.along, -FILLING * missing), times(rates.about, -TURNING_FILLING * missing)
        )
        along, about = self._strays(held_s)
        at_worst = norm(damper.force) * along + norm(damper.torque) * about + work(damper, rates) * held_s
        return damper if at_worst <= 0.3 * level else damper.scaled(0.3 * level / at_worst)

    def _strays(self, held_s: float) -> tuple[float, float]:
        """Return how far a slow hand may go while a wrench is held [m], and turn [rad]."""
        half, most = 0.5 * held_s * held_s, self.most_acceleration
        return SLOW * held_s + most * half, SLOW_TURNING * held_s + TURNS_WITH * most * half
