"""One arm in one scene: all that is asked of it, derived here from three things that a method supplies.

    measure   the nearest pair of poses, within a bound ---> clearance, clearances, witness, gradient
                                                        ---> is_hit, hits, batch
    follow    the nearest pair along moves              ---> sweep
    proximity_query   what searches ask                 ---> proximity_query

Poses and moves whose distances cannot be computed are refused here, for every method alike.  A pair is given
by its *key* (`predictor.collision.measured_kernels`), and no pair by NO_PAIR.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from predictor.collision.measured_kernels import EACH, FOUND, NO_PAIR, NORMAL, POINTS, RATES
from predictor.collision.method import Batch, Clearance, Clearances, Gradient, Sweep, Witness
from predictor.collision.pairs import PairNames
from predictor.collision.sweep_grid_kernels import BaseMotion, Followed
from predictor.compiler.jit import kernel_array
from predictor.geometry.drift import allowance_of
from predictor.geometry.shapes import SPACE, Scene
from predictor.inputs.finite import (
    JOINT_UNIT,
    JOINT_VALUE,
    POSE_UNIT,
    NotFiniteError,
    check_few_finite,
    check_finite,
    metres,
)
from predictor.model.base.floating_base import FloatingBase, base_poses, floating_base
from predictor.model.kinematics import joint_rows, shaped_array
from predictor.model.robot import Robot
from predictor.proximity.proximity_layout import ProximityQuery

Array = NDArray[np.float64]

ANY_DISTANCE = math.inf  # how near a pair must be to count [m]: the nearest of all is looked for
NOT_ASKED = np.empty(0)  # in place of an `out`: nothing but the least distance is wanted
AT_FIRST = np.eye(4)  # where a base stands; writable as kernels take all arrays, but never written


class CollisionMethod(Protocol):
    """What a collision method supplies of one arm in one scene, the base where it stands (4, 4)."""

    def measure(
        self,
        poses: Array,
        T_world_base: Array,
        *,
        within: float = ANY_DISTANCE,
        out: Array = NOT_ASKED,
        cores: int = 1,
    ) -> tuple[float, int]:
        """Return the least signed distance [m] at a pose (n,), or the last of poses (k, n), and its key.

        NaN is the distance of a pose at which none is known.

        Args:
            poses: one of them, or many.
            T_world_base: read if something stands in space.
            within: only pairs so near count, and any such will do [m]; or ANY_DISTANCE.
            out: (FOUND,), (EACH,), (RATES,) or (RATES + n,), and of many poses (k, FOUND): filled as
                `measured_kernels` says.
            cores: threads that may share the poses.
        """

    def follow(
        self, moves: Array, base: BaseMotion | None, *, required_m: float, period_s: float
    ) -> Followed:
        """Return how near moves (k, n, 6) come, and rest after them; `base`: how it moves, if that counts.

        The least distances are sampled; that nothing is below the requirement is proven everywhere.  From
        where it may be on, the pair that is decides alone.  NaN is the first of all if one is not known.
        """

    def proximity_query(self, T_world_base: Array) -> ProximityQuery:
        """Return what searches ask whether poses are free; never farther than `measure` finds."""


@runtime_checkable
class HasFacts(Protocol):
    """A method that has figures of its own."""

    def facts(self, poses: Array) -> Mapping[str, float]:
        """Return them, as found at poses (k, n)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class World:
    """One arm in one scene as a method sees them; `method.CollisionWorld` says what it answers."""

    robot: Robot
    version: int
    pair_names: PairNames
    base: FloatingBase | None
    levers: Array  # (n,) how fast any distance changes at most per unit speed of each joint [m, or 1]
    method: CollisionMethod
    allowances: Mapping[str, float] = field(default_factory=dict)  # of shapes, for drift [m]

    def allowance(self, pair: tuple[str, str]) -> float:
        """Return by how much a pair's distances here are less than they are, for drift [m]."""
        return allowance_of(pair, self.allowances)

    def proximity_query(self, T_world_base: Array | None = None) -> ProximityQuery:
        """Return what kernels of other packages ask (`predictor.proximity.proximity_query`)."""
        return self.method.proximity_query(self._seen_from(T_world_base))

    def facts(self, poses: Array) -> Mapping[str, float]:
        """Return figures of the method's own at poses (k, n), by name."""
        return self.method.facts(poses) if isinstance(self.method, HasFacts) else {}

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""
        distance, key = self._measure(q, T_world_base)
        return Clearance(distance, self.pair_names.of_key(key))

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return the least signed distance at q (n,) to the scene, and between parts of the arm."""
        each = np.empty(EACH)
        self._measure(q, T_world_base, out=each)
        return self._each(*each.tolist())

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where the least signed distance at q (n,) is found."""
        where = np.empty(RATES)
        distance, key = self._measure(q, T_world_base, out=where)
        points, normal = where[POINTS:NORMAL].reshape(2, 3), where[NORMAL:]
        return Witness(distance, self.pair_names.of_key(key), points, normal)

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how the least signed distance at q (n,) changes with the joints while the base stays."""
        where = np.empty(RATES + self.robot.n)
        distance, _ = self._measure(q, T_world_base, out=where)
        return Gradient(distance, where[RATES:])

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether anything is at most `within_m` away at q (n,)."""
        within = float(within_m)
        if within != within:  # quicker than to ask each time
            metres("within_m", within)
        return self._measure(q, T_world_base, within=within)[1] != NO_PAIR

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n)."""
        found = self._measure_each(poses, T_world_base, within=metres("within_m", within_m), cores=cores)
        hit: NDArray[np.bool_] = (found[:, 1] != NO_PAIR) | np.isnan(found[:, 0])
        return hit

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n)."""
        found = self._measure_each(poses, T_world_base, within=ANY_DISTANCE, cores=cores)
        key = found[:, 1].astype(np.int64)
        pair = self.pair_names.place_of(key)
        pair[key == NO_PAIR] = 0
        return Batch(found[:, 0].copy(), pair)

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end."""
        check_motion(moves, self.robot.n, required_m=required_m, period_s=period_s)
        motion, base = kernel_array(moves), None
        if self.base is not None:
            begin = self._seen_from(T_world_base)
            base = BaseMotion(self.base.craft, base_poses(self.base, motion, begin, period_s=period_s))
        least, key, below, scene, scene_key, itself, own_key = self.method.follow(
            motion, base, required_m=float(required_m), period_s=float(period_s)
        )
        if least != least:
            refuse_motion(motion)
        each = self._each(scene, scene_key, itself, own_key)
        return Sweep(least, self.pair_names.of_key(key), None if below < 0.0 else below, each)

    def _measure(
        self,
        q: Sequence[float] | Array,
        T_world_base: Array | None,
        *,
        within: float = ANY_DISTANCE,
        out: Array = NOT_ASKED,
    ) -> tuple[float, int]:
        """Return what `CollisionMethod.measure` finds at q (n,)."""
        pose = kernel_array(q)
        if pose.shape != self.levers.shape:
            shaped_array(self.robot, q)  # refuses it
        T = AT_FIRST if self.base is None or T_world_base is None else base_place(T_world_base)
        found = self.method.measure(pose, T, within=within, out=out)
        if found[0] != found[0]:  # not a number; quicker than to check the pose first
            refuse_pose(pose)
        return found

    def _measure_each(self, poses: Array, T_world_base: Array | None, *, within: float, cores: int) -> Array:
        """Return distance and key (k, FOUND) of poses (k, n)."""
        rows = joint_rows(self.robot, poses)
        found = np.empty((len(rows), FOUND))
        self.method.measure(rows, self._seen_from(T_world_base), within=within, out=found, cores=cores)
        return found

    def _seen_from(self, T_world_base: Array | None) -> Array:
        """Return where the base stands (4, 4); where that is unknown or does not count, as at the begin."""
        return AT_FIRST if self.base is None or T_world_base is None else base_place(T_world_base)

    def _each(self, *found: float) -> Clearances:
        """Return what was found of each side, distance and key, with the names of the pairs."""
        scene, scene_key, itself, own_key = found
        return Clearances(self._side(scene, scene_key), self._side(itself, own_key))

    def _side(self, distance: float, key: float) -> Clearance | None:
        return None if key == NO_PAIR else Clearance(distance, self.pair_names.of_key(int(key)))


def base_that_counts(robot: Robot, scene: Scene) -> FloatingBase | None:
    """Return the arm on its free base if the scene has shapes that do not ride on that; else None."""
    if robot.platform is None or not in_space_of(scene).any():
        return None
    return floating_base(robot, scene.bodies)


def in_space_of(scene: Scene) -> NDArray[np.bool_]:
    """Return of each volume of a scene (k,) whether it stands in space."""
    apart = {body.name for body in scene.bodies if body.carrier == SPACE}
    return np.array([shape.body in apart for shape in scene.volumes], dtype=np.bool_)


def check_motion(moves: Array, n: int, *, required_m: float, period_s: float) -> None:
    """Refuse moves of another shape than (k, n, 6), and a requirement or period that is not finite."""
    if not (math.isfinite(required_m) and math.isfinite(period_s) and period_s > 0.0):
        raise ValueError(
            f"requirement {required_m} and period {period_s} must be finite, the period positive"
        )
    if moves.ndim != 3 or moves.shape[0] < 1 or moves.shape[1:] != (n, 6):
        raise ValueError(f"moves have shape {moves.shape}; (k, {n}, 6) with k >= 1 is right")


def base_place(T_world_base: Array) -> Array:
    """Return where the base stands (4, 4), as kernels take it; what is not finite is refused."""
    T = kernel_array(T_world_base)
    check_few_finite(T.ravel(), "number of T_world_base", unit=POSE_UNIT)
    return T


def refuse_pose(q: Array) -> NoReturn:
    """Refuse a pose (n,) at which no distance is a number: one of it is none, or it is absurdly far out."""
    check_finite(q, JOINT_VALUE, unit=JOINT_UNIT)
    raise NotFiniteError(f"no distance is known at {q.tolist()}; give joint values within the arm's limits")


def refuse_motion(moves: Array) -> NoReturn:
    """Refuse moves (k, n, 6) along which some distance is no number."""
    check_finite(moves, "coefficient of the moves", unit=f"{JOINT_UNIT} and powers of 1/s")
    raise NotFiniteError("no distance is known along these moves; give some within the arm's limits")
