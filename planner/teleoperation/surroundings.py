"""The surroundings of an arm: what the hand asks for is led along what the arm would come too near to.

What is looked at is the whole arm, on the way on which it comes to rest if the hand lets go now.  Of the
speed that is asked for, towards anything at most the share 1 - nearness is given
(`predictor.verdict.clearing`; a velocity damper as of Faverjon and Tournassoud, A local based approach for
path planning of manipulators with a high number of degrees of freedom, 1987), and the rest slides along.

        . asked                     From rest looks go on, each farther, where the hand would be led by then,
      .                             and what they find counts as it stands seen from rest: so a corner is
    o =====> given                  known before the tool turns from one of its walls to the other.
  ------------------

Of all that is allowed the nearest to what was asked is given: never longer, no nearer to what decides than
was asked, and what leads away or along passes as it is.  It is a projection on where half-spaces meet:

    n_i . x >= b_i,   b_i <= 0        x = v + the sum of push_i n_i over bounds that hold x back, push_i >= 0

The place and the turn of the tool are each led by their own part of the slope.  Whatever comes of it has its
verdict; that this is a good one is kept by a barrier, at each set-point: what its move and its stop leave
beyond the requirement may shrink by a share at most from one to the next, so that the arm goes the slower the
nearer it is, and is not stopped at the wall (discrete control barrier functions; Agrawal and Sreenath, 2017):

    h_k+1 >= (1 - share) h_k
"""

from itertools import combinations
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.rates import chain_of
from planner.teleoperation.tool_law import PLACE, TURN
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference
from predictor.motion.stop import stop
from predictor.verdict.clearing import clearing_direction, least_joint_rates, nearness
from predictor.verdict.judge import judge
from telemetry.agreed.reasons import Reason
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

MM_PER_M = 1000.0
SPARE_M = 0.01  # more than is required that is kept: the tool follows what is given a period later
SHRINKS = 0.5  # share of what is left beyond the requirement that one set-point may take
AHEAD_S = 1.0  # at the speed of the hand, from where on a fast one is led
MOST_LOOKS = 6  # of the walk, at most
STEP_M = (0.01, 0.04)  # of the walk, at least and at most: between them as far as the clearance
COAST_M = 0.05  # from look to look until rest
LEVER_M = 0.3  # way of a turn by one
LEAST_SHARE = 1e-6  # below it, nothing is held back
RATE_ROUNDING = 1e-9  # [m/s or rad/s]
ALIKE_DETERMINANT = 1e-12  # determinant of the products of normals that are no bounds of their own


class CoastingArm(NamedTuple):
    """An arm that comes to rest if the hand lets go now."""

    robot: Robot  # with the tool that the hand moves
    q: Array  # (n,) now
    shift: Array  # (6,) of the tool until rest, in base axes [m, rad]
    T_world_base: Array | None  # (4, 4) of a base that floats; None: it is bolted, or not known


class ClearTwist(NamedTuple):
    """What is given of a twist that was asked for."""

    twist: Array  # (6,) in base axes [m/s, rad/s]
    pair: tuple[str, str] | None  # that takes most of it; None: it passes as it is


class _Look(NamedTuple):
    """What is nearest at one place of the tool."""

    q: Array  # (n,)
    rates: Array  # (n, 6) of the joints for each component of the tool's twist
    distance: float  # [m]
    slope: Array  # (6,) of that by the tool's twist
    clearance: float  # that counts [m]


class Surroundings:
    """What stands around an arm that is led."""

    def __init__(self, world: CollisionWorld, *, required_m: float, from_m: float) -> None:
        """Lead from a clearance of required_m + from_m on."""
        self.world, self._kept_m, self._from_m = world, required_m + SPARE_M, from_m
        self._required_m = required_m

    def on_world(self, world: CollisionWorld) -> None:
        """Lead in another world from now on."""
        self.world = world

    def barrier_breach(
        self, before: JointState, after: JointState, *, period_s: float, T_world_base: Array | None
    ) -> str:
        """Return how much less than it must a set-point leaves of what the stop before it would; or empty."""
        stopping = before if before.at_rest else stop(before, self.world.robot.limits, period_s)[0]
        had, left = (
            judge(
                self.world,
                before,
                to,
                required_m=self._required_m,
                period_s=period_s,
                T_world_base=T_world_base,
            )
            for to in (stopping, after)
        )
        had_m, left_m = (each.clearance - each.required for each in (had, left))
        least_m = (1.0 - SHRINKS) * had_m
        if left.ok and left_m >= least_m:
            return ""
        figures = f"{left_m * MM_PER_M:.1f} mm would be left, at least {least_m * MM_PER_M:.1f}"
        return f"{Reason.CLAMPED_BARRIER}: {figures}: {' and '.join(left.pair)}"

    def clear_twist(self, wanted: Array, arm: CoastingArm) -> ClearTwist:
        """Return what is given of a twist (6,); all of it, if the base floats and its pose is not known."""
        is_lost = self.world.base is not None and arm.T_world_base is None
        if is_lost or not wanted.any():
            return ClearTwist(wanted, None)
        looks = self._coast(arm)
        rest, given = looks[-1], self._given(wanted, looks)
        walked_m = 0.0
        for _ in range(MOST_LOOKS):
            if not given.any():
                break
            walked_m += float(np.clip(looks[-1].distance, *STEP_M))
            looks.append(self._look_ahead(arm, rest, given * (walked_m / _shift_length(given))))
            given = self._given(wanted, looks)
        return ClearTwist(given, self._pair(wanted - given, looks, arm))

    def warm(self) -> None:
        """Compile what a look needs."""
        home = np.array(self.world.robot.home_q)
        self.clear_twist(np.full(6, 1e-3), CoastingArm(self.world.robot, home, np.zeros(6), np.eye(4)))

    def _coast(self, arm: CoastingArm) -> list[_Look]:
        """Look at the arm now, on its way to rest, and there."""
        looks = [self._look(arm, arm.q)]
        parts = ceil(_shift_length(arm.shift) / COAST_M)
        for _ in range(parts):
            looks.append(self._look(arm, looks[-1].q + looks[-1].rates @ arm.shift / parts))
        return looks

    def _look_ahead(self, arm: CoastingArm, rest: _Look, shift: Array) -> _Look:
        """Look where the tool would come by a shift (6,) from rest; it counts as seen from there."""
        at = self._look(arm, rest.q + rest.rates @ shift)
        shifted = pose_difference(tool_pose(arm.robot, at.q), tool_pose(arm.robot, rest.q))
        return at._replace(clearance=max(at.distance - float(at.slope @ shifted), rest.distance))

    def _look(self, arm: CoastingArm, q: Array) -> _Look:
        found, rates = self.world.gradient(q, arm.T_world_base), _rates(arm.robot, q)
        return _Look(q, rates, found.distance, rates.T @ found.dq, found.distance)

    def _given(self, wanted: Array, looks: list[_Look]) -> Array:
        """Return what is given of a twist (6,) after some looks."""
        return np.concatenate([self._part_given(wanted[part], looks, part) for part in (PLACE, TURN)])

    def _part_given(self, asked: Array, looks: list[_Look], part: slice) -> Array:
        """Return what is given of the place or the turn (3,)."""
        speed, normals, least = float(np.linalg.norm(asked)), list[Array](), list[float]()
        for look in looks:
            slope = look.slope[part]
            sharp = float(np.linalg.norm(clearing_direction(slope)))
            from_m = max(self._from_m, AHEAD_S * speed * float(np.linalg.norm(slope)))
            share = sharp * nearness(look.clearance, self._kept_m, from_m)
            if share > LEAST_SHARE:
                normals.append(clearing_direction(slope) / sharp)
                least.append((share - 1.0) * speed)
        return nearest_allowed(asked, np.reshape(normals, (-1, 3)), np.array(least))

    def _pair(self, taken: Array, looks: list[_Look], arm: CoastingArm) -> tuple[str, str] | None:
        """Return between what the clearance is that what was taken (6,) would have lost most of."""
        if not taken.any():
            return None
        most = min(looks, key=lambda look: float(look.slope @ taken))
        return self.world.clearance(most.q, arm.T_world_base).pair


def _rates(robot: Robot, q: Array) -> Array:
    """Return the joint rates of least effort for each component of the tool's twist (n, 6)."""
    chain, rates = chain_of(robot), np.zeros((robot.n, 6))
    share = chain.share[chain.carries]
    rates[chain.carries] = share[:, None] * least_joint_rates(
        tool_jacobian(robot, q)[:, chain.carries] * share
    )
    return rates


def _shift_length(shift: Array) -> float:
    """Return how far a shift (6,) is [m]."""
    return float(np.hypot(np.linalg.norm(shift[PLACE]), LEVER_M * np.linalg.norm(shift[TURN])))


def nearest_allowed(v: Array, normals: Array, least: Array) -> Array:
    """Return the nearest to v (3,) whose parts along unit normals (k, 3) are `least` (k,), none above 0.

    In three dimensions no more than three bounds hold it back, and of so few all choices are tried: the one
    that keeps to the rest as well is the nearest (Karush, Kuhn and Tucker's conditions).  As zero keeps to
    all bounds, x is never longer than v; it is continuous in v and in the bounds.
    """
    for count in range(min(3, len(least)) + 1):
        for chosen in combinations(range(len(least)), count):
            held = _held(v, normals[list(chosen)], least[list(chosen)])
            if held is not None and (normals @ held >= least - RATE_ROUNDING).all():
                return held
    return np.zeros(3)


def _held(v: Array, normals: Array, least: Array) -> Array | None:
    """Return v (3,) held back by bounds; None: it would be pulled to one, or they are alike."""
    if len(least) == 0:
        return v
    products = normals @ normals.T
    if np.linalg.det(products) < ALIKE_DETERMINANT:
        return None
    push = np.linalg.solve(products, least - normals @ v)
    return v + push @ normals if (push >= 0.0).all() else None
