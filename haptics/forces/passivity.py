"""Passivity in the time domain: the device never gives the hand more energy than the hand has given it.

    level = energy from the hand - energy to the hand, and stays >= 0

Observer: a force that is held from one sample to the next does exactly force . (way between the samples)
(B. Hannaford, J.-H. Ryu, "Time-domain passivity control of haptic interfaces", IEEE Trans. RA 18(1), 2002;
J.-H. Ryu, Y. S. Kim, B. Hannaford, "Sampled- and continuous-time passivity and stability of virtual
environments", IEEE Trans. Robotics 20(4), 2004: so the port is passive as sampled, too).

Controller: of the force passes what the energy that is there lasts for, ahead of time, so it need not make
good (M. Franken, S. Stramigioli, S. Misra, C. Secchi, A. Macchelli, "Bilateral telemanipulation with time
delays: a two-layer approach combining passivity and transparency", IEEE Trans. Robotics 27(4), 2011).  The
store behaves as a spring of softness k that was pressed by so much energy:

    share^2 (force^2 / 2k)                  <= level             |given| = sqrt(2 k level) at most       (1)

As d level = -|given| dx along the force, (1) falls by k for each metre that the hand yields, and comes back
as it is pushed in: in place of a cut there is a slope, and a hand that trembles by 0.3 mm feels less than
1 N of it.  A hand that goes with the force quickly would spend all of it; it leaves the force's own spring:

    share (force . v - |force| slow) QUICK_S <= level - force^2 / 2k + a tenth of level                  (2)
    share |force| stray                      <= level            stray: twice what a hand may do within (3)
                                                                 the time for which a force is held

What (2) has taken comes back at RISE once the hand rests, not faster.  A light damper, of no more than
MOST_FILLING, fills the store from the hand's motion until there is STORE_J.  It may be wrong about which way
the hand goes on, and then gives; less than BEGIN_J of that is nowhere paid for.

What cannot be had: a hand that lets a force F go within t over a distance d is given F d - rise t d / 2 at
least, if F falls by no more than `rise` a second.  For 7 N, 30 mm and 0.25 s at 10 N/s that is 0.17 J, and a
push of d and t against a force that grows no faster brings 0.04 J.  So what such a hand feels falls faster
than that, or is half as strong all along, by whatever law; the benchmark `yielding` draws one over the other.
Whatever is wrong with delay, losses or the model behind, nothing of it reaches the hand as energy.
"""

import math

from haptics.forces.wrench import Shift, Wrench, dot, norm, times, work
from telemetry.messages.base import Vector

STORE_J = 0.1
BEGIN_J = 5e-7  # lent to the damper of an empty store: a slow hand, too, has to begin to fill it
MOST_J = 0.5  # what would be stored beyond is lost: old energy shall not drive a hand later
SOFTNESS, TURNING_SOFTNESS = 2500.0, 25.0  # of the store as a spring [N/m, N m/rad]
FILLING, TURNING_FILLING = 10.0, 0.02  # of the damper while the store is half empty [N s/m, N m s/rad]
MOST_FILLING, MOST_TURNING_FILLING = 1.0, 0.03  # [N, N m]
QUICK_S = 0.05  # and no less than twice as long as a force is held
SLOW, SLOW_TURNING = 0.015, 0.15  # [m/s, rad/s] a hand that trembles is no faster
MOST_ACCELERATION, TURNS_WITH = 100.0, 10.0  # of a handle in a hand [m/s^2], and how it turns with it [rad/m]
RISE, TURNING_RISE = 8.0, 1.0  # at which the share comes back [N/s, N m/s]


class PassivityController:
    """The energy at the hand's port, and what it lets through."""

    def __init__(self, softness: float = SOFTNESS) -> None:
        """Begin without energy, to be felt as a spring so soft [N/m]."""
        self._softness = softness
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
        stray = 2.0 * (force * along + torque * about)
        pressed = 0.5 * (force * force / self._softness + torque * torque / TURNING_SOFTNESS)
        quick = work(wrench, rates) - force * SLOW - torque * SLOW_TURNING
        drain, spare = max(QUICK_S, 2.0 * held_s) * quick, max(0.0, level - pressed) + 0.1 * level
        share = self.share if quick > 0.0 else min(1.0, self.share + _rise(force, torque, dt_s))
        if pressed * share * share > level:  # (1)
            share = math.sqrt(level / pressed)
        if drain * share > spare:  # (2)
            share = spare / drain
        if stray * share > level:  # (3)
            share = level / stray
        self.share = share
        return wrench.scaled(share)

    def damper(self, wrench: Wrench, rates: Shift, *, held_s: float) -> Wrench:
        """Return what fills the store from a hand, as far as that may not turn round and take instead.

        It is less by what is asked for along the hand's way: a force that is let go falls to 0, not beyond.
        """
        level = max(0.0, self.level)
        missing = min(1.0, max(0.0, 2.0 - 2.0 * level / STORE_J))
        filling = missing * min(FILLING, _drag(MOST_FILLING, wrench.force, rates.along))
        turning = missing * min(TURNING_FILLING, _drag(MOST_TURNING_FILLING, wrench.torque, rates.about))
        damper = Wrench(times(rates.along, -filling), times(rates.about, -turning))
        along, about = self._strays(held_s)
        at_worst = norm(damper.force) * along + norm(damper.torque) * about + work(damper, rates) * held_s
        least = 0.3 * max(0.0, self.level + BEGIN_J)
        return damper if at_worst <= least else damper.scaled(least / at_worst)

    def _strays(self, held_s: float) -> tuple[float, float]:
        """Return how far a slow hand may go while a wrench is held [m], and turn [rad]."""
        half, most = 0.5 * held_s * held_s, self.most_acceleration
        return SLOW * held_s + most * half, SLOW_TURNING * held_s + TURNS_WITH * most * half


def _drag(most: float, force: Vector, rate: Vector) -> float:
    """Return the damping that is `most` at a rate, less what a force does along it."""
    fast = norm(rate)
    return math.inf if fast == 0.0 else max(0.0, most - max(0.0, dot(force, rate) / fast)) / fast


def _rise(force: float, torque: float, dt_s: float) -> float:
    """Return by how much the share of a wrench may grow."""
    return min(_over(RISE * dt_s, force), _over(TURNING_RISE * dt_s, torque))


def _over(amount: float, by: float) -> float:
    return amount / by if by > 0.0 else math.inf
