"""What is reported of collisions, now and ahead: level, distances, how sure they are, time to contact.

    clear     nothing below the requirement, now or within the horizon
    warning   the arm as estimated now is nearer than people are to be warned at, which is the requirement or
              more, or the commanded motion continued would come below the requirement
    contact   telemetry shows the arm so far from what was verified that touching now cannot be excluded

Contact is not "distance less uncertainty".  Most of the uncertainty of an arm in motion is that it may have
stopped on its way, and each of those stops is part of a verdict: an arm that passes closely as planned would
be held for nothing.  What no verdict has looked at is what telemetry shows beside the sent motion (the
residual) and what drives and base may be off by; a distance within that promises nothing.

How near the arm surely keeps from everything is reported beside the distance of the estimate: the least of
all poses at which it may have stopped, each looked at, less what no verdict has looked at.  Where the base
floats those stops carry it elsewhere too, and the distance is less by all of the uncertainty.

Figures are given in steps of 2^-20 m and 2^-10 s, towards the less safe: a hundred of them each second are
kept in every recording, and the zeros behind them cost nothing there.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from operator import is_
from typing import Literal, NamedTuple

import numpy as np

from predictor.arm_now.uncertainty import deviation, shape_levers, spread
from predictor.collision.method import Clearance, Clearances, CollisionWorld
from predictor.inputs.arrays import Array
from predictor.verdict.commanded import Commanded, LookAhead, MotionAhead, Side

STEPS_PER_M, STEPS_PER_S = 2.0**20, 2.0**10
KEPT_POSES = 64  # of stops that have ended, whose distances stay as they are
NS_PER_S = 1_000_000_000

CollisionLevel = Literal["clear", "warning", "contact"]


class Approach(NamedTuple):
    """How near the commanded motion comes if it goes on."""

    nearest: Clearance
    side: Side
    left_s: float | None  # until it is below the requirement [s]; None: not within the horizon


class Outlook(NamedTuple):
    """What is reported of collisions at one instant, now and ahead."""

    level: CollisionLevel
    scene: Clearance | None
    itself: Clearance | None
    uncertainty: float | None  # how far any of the arm may be from the estimate [m]; None: not known
    at_least: float | None  # distance that it has wherever it may have stopped [m]; None: not known
    approach: Approach | None


class CollisionWatch:
    """The arm's distances now, and where its commanded motion leads."""

    def __init__(self, look: LookAhead, *, drives_m: float, warns_m: float) -> None:
        """Start without a commanded motion.

        Args:
            look: the look ahead.
            drives_m: what any point of the arm may be off by for drives and base.
            warns_m: distance below which people are warned, at least what is required.
        """
        self._look, self._drives_m, self._warns_m = look, drives_m, warns_m
        self._levers = shape_levers(look.world.robot, look.world.base)
        self._distance_at = lru_cache(KEPT_POSES)(lambda q: look.world.clearance(q).distance)
        self._forget_last()
        self.commanded: Commanded | None = None
        self._ahead: MotionAhead | None = None
        self._is_followed = False

    def on_world(self, look: LookAhead) -> None:
        """Look in another world from now on, at the motion that is commanded."""
        self._look, self._levers = look, shape_levers(look.world.robot, look.world.base)
        self._distance_at = lru_cache(KEPT_POSES)(lambda q: look.world.clearance(q).distance)
        self._is_followed = False
        self._forget_last()

    def _forget_last(self) -> None:
        """Forget of what it was last computed how far the arm is off and, stopped, how near it comes."""
        self._of_residual: object = None
        self._shown, self._unverified_m = np.empty(0), math.inf  # by it
        self._of_what: tuple[object, object, object] = (None, None, self)
        self._whole_m: float | None = None
        self._stops, self._stopped_m = np.empty((0, 0)), math.inf

    def on_commanded(self, commanded: Commanded) -> None:
        """Take the newest motion; where it leads is computed with the next outlook, after the verdict."""
        before, self.commanded = self.commanded, commanded
        self._is_followed &= before is not None and _end_alike(before, commanded)

    def outlook(
        self,
        now: Clearances,
        *,
        sent_q: tuple[float, ...],
        residual: Sequence[float],
        stops: Array | None,
        now_ns: int,
    ) -> Outlook:
        """Return what is reported of the arm, whose distances are those of its estimate now.

        Args:
            now: distances of the arm as estimated.
            sent_q: joints (n,) of the sent motion.
            residual: joints (n,), telemetry less sent motion, at the last report.
            stops: joints (k, n) where stops may have taken it instead (`predictor.arm_now.uncertainty`).
            now_ns: ground clock.
        """
        coming, known, least = self._approach(now_ns), rounded_down(now), now.least.distance
        unverified_m, whole_m = self._off_by_m(residual, sent_q, stops)
        least_m = None
        if stops is not None and whole_m is not None:
            is_carried = self._look.world.base is not None
            least_m = least - whole_m if is_carried else min(least, self._nearest(stops)) - unverified_m
        return Outlook(
            level=collision_level(
                least,
                unverified_m=unverified_m,
                warns_m=self._warns_m,
                comes_below=coming is not None and coming.left_s is not None,
            ),
            scene=known.scene,
            itself=known.itself,
            uncertainty=None if whole_m is None else _up(whole_m),
            at_least=None if least_m is None else _down(least_m),
            approach=coming,
        )

    def _off_by_m(
        self, residual: Sequence[float], sent_q: tuple[float, ...], stops: Array | None
    ) -> tuple[float, float | None]:
        """Return how far the arm is off by what no verdict has looked at, and with all stops [m]."""
        if residual is not self._of_residual:
            self._of_residual, self._shown = residual, np.abs(residual)
            self._unverified_m = self._drives_m + spread(self._levers, self._shown)
        of_what = (residual, sent_q, stops)
        if not all(map(is_, of_what, self._of_what)):
            self._of_what, self._whole_m = of_what, None
            if stops is not None:
                off = self._shown + deviation(stops, sent_q)
                self._whole_m = self._drives_m + spread(self._levers, off)
        return self._unverified_m, self._whole_m

    def _nearest(self, stops: Array) -> float:
        """Return the least distance of all places where it may have stopped [m]."""
        if stops is not self._stops:
            distances = list(map(self._distance_at, map(tuple, stops.tolist())))
            self._stops, self._stopped_m = stops, min(distances, default=math.inf)
        return self._stopped_m

    def _approach(self, now_ns: int) -> Approach | None:
        commanded = self.commanded
        if commanded is None:
            return None
        if not self._is_followed:
            self._ahead, self._is_followed = self._look.follow(commanded.newest, commanded.T_end), True
        ahead, left_s = self._ahead, None
        if ahead is None:
            return None
        if ahead.below_s is not None:
            left_s = max(0.0, ahead.below_s + (commanded.reached_ns - now_ns) / NS_PER_S)
            left_s = math.floor(left_s * STEPS_PER_S) / STEPS_PER_S
        return Approach(_rounded(ahead.nearest), ahead.side, left_s)


class LastDistances:
    """The distances of an arm, measured anew only once it, its base or the world is another."""

    def __init__(self) -> None:
        """Begin before the first look."""
        self._world: CollisionWorld | None = None
        self._place: tuple[tuple[float, ...], Array | None] = ((), None)
        self._found: Clearances | None = None

    def at(self, q: tuple[float, ...], T_world_base: Array | None, world: CollisionWorld) -> Clearances:
        """Return the distances in a world at joints (n,), with the base at a pose (4, 4)."""
        found, (q_before, T_before) = self._found, self._place
        is_there = T_world_base is T_before or (
            T_world_base is not None and T_before is not None and np.array_equal(T_world_base, T_before)
        )
        if found is None or q != q_before or not is_there or world is not self._world:
            found = self._found = world.clearances(q, T_world_base)
            self._place, self._world = (q, T_world_base), world
        return found


def collision_level(
    distance: float, *, unverified_m: float, warns_m: float, comes_below: bool
) -> CollisionLevel:
    """Return the level of a distance now; not a number is contact."""
    if not distance > unverified_m:
        return "contact"
    return "clear" if distance >= warns_m and not comes_below else "warning"


def _end_alike(one: Commanded, other: Commanded) -> bool:
    """True if both lead to the same state, with the base at the same place."""
    if one.T_end is None or other.T_end is None:
        return one.T_end is other.T_end and one.newest == other.newest
    return one.newest == other.newest and np.array_equal(one.T_end, other.T_end)


def rounded_down(found: Clearances) -> Clearances:
    """Return distances as they are reported a hundred times a second."""
    scene, itself = found
    return Clearances(scene and _rounded(scene), itself and _rounded(itself))


def _rounded(found: Clearance) -> Clearance:
    return Clearance(_down(found.distance), found.pair)


def _down(distance: float) -> float:
    return math.floor(distance * STEPS_PER_M) / STEPS_PER_M


def _up(distance: float) -> float:
    return math.ceil(distance * STEPS_PER_M) / STEPS_PER_M
