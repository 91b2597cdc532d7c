r"""The force loop beside the device: the handle's pose in, the wrench on the hand out, each millisecond.

    LocalModel (50 to 100 Hz) --> asked at this pose --> rate limit --> device's limits
                                                                            |
    hand <-- energy that the hand has given <-- age of the model  <---------+

One piece of code for a real device (`haptics.commands`), for the simulated hand, which calls it in sub-steps
of virtual time, and for a device without a loop (`haptics.devices.remote_loop`).  It knows no clock, no wire
and no arm.  `telemetry.messages.force` has the law of the local model.  If a pose or what is asked is no
number, it gives nothing at once, and begins anew.  By the age of the model the force is gone within 100 ms,
and comes back slowly:

    share 1 |-----------.                     .----
            |            \                  .'
          0 |             '--------------.'
            +-----------|-|--------------|----|---> time
              news     40 100 ms  no news   + 0.5 s
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from haptics.forces.device_limits import DeviceLimits, Saturation
from haptics.forces.passivity import MOST_ACCELERATION, SOFTNESS, PassivityController
from haptics.forces.wrench import (
    NO_WRENCH,
    STILL,
    ZERO,
    Shift,
    Wrench,
    dot,
    plus,
    times,
    towards,
    turn_between,
    work,
)
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.force import Limit, LocalModel, Wall

FORCE_FRESH_NS = 40_000_000  # two periods of the haptics role: one lost message is not felt
FORCE_GONE_NS = 100_000_000
FORCE_RETURN_S = 0.5
CYCLE_NS = 1_000_000
LONGEST_CYCLE_S = (
    0.02  # of a cycle that counts as one; after a longer pause the handle is taken as it is found
)


def model_wrench(model: LocalModel, p: Vector, quat: Quaternion, *, rates: Shift) -> Wrench:
    """Return the wrench at a pose of the handle that moves at these rates [m/s, rad/s]."""
    force = plus(model.force, plus(p, model.p_anchor, -1.0), -model.stiffness)
    force = plus(force, rates.along, -model.damping)
    torque = plus(model.torque, rates.about, -model.turning_damping)
    if model.turning_stiffness:
        torque = plus(torque, turn_between(model.quat_anchor, quat), -model.turning_stiffness)
    for wall in model.walls:
        force = plus(force, wall_force(wall, p, rates.along))
    return Wrench(force, torque)


def wall_force(wall: Wall, p: Vector, v: Vector) -> Vector:
    """Return the force of a wall on a hand at p: it pushes, and never pulls."""
    depth = dot(wall.normal, plus(wall.p_wall, p, -1.0))
    if depth <= 0.0:
        return ZERO
    return times(wall.normal, max(0.0, wall.stiffness * depth - wall.damping * dot(wall.normal, v)))


class Fading:
    """The share of the force that is felt."""

    def __init__(self) -> None:
        """Feel nothing until there is a model."""
        self.share = 0.0

    def step(self, age_ns: int, dt_s: float) -> float:
        """Return the share after dt_s, at this age of the model."""
        self.share = min(freshness(age_ns), self.share + dt_s / FORCE_RETURN_S)
        return self.share


def freshness(age_ns: int) -> float:
    """Return the share that is left at an age; a stamp of the future is none the younger."""
    return max(0.0, min(1.0, (FORCE_GONE_NS - abs(age_ns)) / (FORCE_GONE_NS - FORCE_FRESH_NS)))


class Felt(NamedTuple):
    """What the device gives until the next cycle; None: not known."""

    wrench: Wrench
    limit: Limit | None  # why it is less than asked
    passed: float | None  # share of what the device could give, that energy and age let through
    energy: float | None  # that the hand has given and not got back [J]


class ForceLoop:
    """One device with a hand on it."""

    def __init__(
        self,
        limits: DeviceLimits,
        most_acceleration: float = MOST_ACCELERATION,
        *,
        softness: float = SOFTNESS,
    ) -> None:
        """Give nothing until there is a model; no hand moves it with more acceleration [m/s^2]."""
        self._limits = limits
        self._saturation, self._fading = Saturation(limits), Fading()
        self._passivity = PassivityController(softness)
        self._model: LocalModel | None = None
        self._at: tuple[int, Vector, Quaternion] | None = None  # of the last cycle
        self._wanted = NO_WRENCH  # within the device's rates, before energy and age
        self.felt = Felt(NO_WRENCH, "", 0.0, 0.0)
        self._passivity.most_acceleration = most_acceleration

    def on_model(self, model: LocalModel) -> None:
        """Render this from now on; an older one is ignored."""
        if self._model is None or model.at_ns >= self._model.at_ns:
            self._model = model

    def step(
        self, p: Vector, quat: Quaternion, now_ns: int, *, acting: Sequence[Wrench] = (), held_s: float = 0.0
    ) -> Felt:
        """Return the wrench for the handle at this pose, until the next cycle.

        Args:
            p: place of the handle (3,) [m].
            quat: its attitude, w, x, y, z.
            now_ns: by any clock, that of the model.
            acting: which wrenches the device may have given since the last cycle, the dearest counts; none:
                what was returned then.
            held_s: for how long one acts before it is seen here what it did; at least for the last cycle.
        """
        if not math.isfinite(sum(p) + sum(quat)):
            return self._let_go()
        if self._model is None:
            self._at = now_ns, p, quat
            return self.felt
        dt_s, shift = self._since(p, quat, now_ns)
        given = max(acting or (self.felt.wrench,), key=lambda wrench: work(wrench, shift))
        self._passivity.observe(given, shift)
        self._saturation.gave(given, dt_s)
        rates = STILL if dt_s == 0.0 else Shift(times(shift.along, 1 / dt_s), times(shift.about, 1 / dt_s))
        wanted = model_wrench(self._model, p, quat, rates=rates)
        if not math.isfinite(sum(wanted.force) + sum(wanted.torque)):
            return self._let_go()
        self._follow(wanted, dt_s)
        able, is_saturated = self._saturation.within(self._wanted)
        age_ns = now_ns - self._model.at_ns
        share = self._fading.step(age_ns, dt_s)
        wrench, passed = able.scaled(share), share
        if self._model.is_limited:
            held_s = max(held_s, dt_s)
            damper = self._passivity.damper(wrench, rates, held_s=held_s).scaled(freshness(age_ns))
            limited = self._passivity.limit(wrench, rates, dt_s, held_s=held_s)
            wrench, _ = self._saturation.within(limited.plus(damper))
            passed *= self._passivity.share
        limit = _limit(share, passed / share if share else 1.0, is_saturated=is_saturated)
        self.felt = Felt(wrench, limit, passed, self._passivity.level)
        return self.felt

    def _let_go(self) -> Felt:
        """Give nothing; what comes next is taken as it is found, and felt slowly."""
        self._at, self._wanted, self._fading = None, NO_WRENCH, Fading()
        self.felt = Felt(NO_WRENCH, "stale", 0.0, self._passivity.level)
        return self.felt

    def _since(self, p: Vector, quat: Quaternion, now_ns: int) -> tuple[float, Shift]:
        """Return the time since the last cycle [s] and how the handle has moved."""
        before, self._at = self._at, (now_ns, p, quat)
        if before is None:
            return 0.0, STILL
        dt_s = (now_ns - before[0]) / NS_PER_S
        shift = Shift(plus(p, before[1], -1.0), turn_between(before[2], quat))
        return min(max(dt_s, 0.0), LONGEST_CYCLE_S), shift

    def _follow(self, wanted: Wrench, dt_s: float) -> None:
        """Come nearer to what is asked, as fast as the device's forces may change."""
        force = towards(self._wanted.force, wanted.force, self._limits.force_rate * dt_s)
        torque = towards(self._wanted.torque, wanted.torque, self._limits.torque_rate * dt_s)
        self._wanted = Wrench(force, torque)


def _limit(fresh: float, let_through: float, *, is_saturated: bool) -> Limit:
    """Return what the force is less for than asked, age first."""
    if fresh < 1.0:
        return "stale"
    if let_through < 1.0:
        return "energy"
    return "device" if is_saturated else ""
