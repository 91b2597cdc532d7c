"""An arm in its surroundings, to be asked from a notebook: files in, arrays out.

    cell = open_workcell("arm.urdf", "scene.toml", method="convex", load="antenna.obj", margin_m=0.01)

    one configuration   clearance, clearances, is_hit           distances less the margin
                        witness, gradient                       the bodies as they are
    many                batch, hits
    a motion            sweep: how near, and from when on too near, between the rows too
    an uncertain one    surely: what holds wherever in a box of joint values the arm is
    rays                caster(), with the poses of its frames(q)

The world of a collision method (`predictor.collision.method`) answers; this opens it, takes the margin off,
and refuses what is no question.  An arm that is asked may lack what one that flies needs: speeds, masses, a
safe pose (`predictor.queries.query_arm`).  A base that floats stands here where it does at the begin of a
run; `world` takes other poses of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from predictor.collision.method import (
    METHODS,
    Batch,
    Clearance,
    Clearances,
    CollisionWorld,
    Gradient,
    Sweep,
    Witness,
    build_world,
)
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.inputs.arrays import Array
from predictor.inputs.doubt import Doubt
from predictor.inputs.finite import JOINT_UNIT, JOINT_VALUE, check_finite, metres
from predictor.model.load import with_loads
from predictor.model.robot import Robot
from predictor.queries.joint_box import BoxClearance, least_in_box
from predictor.queries.query_arm import HeldShape, held_load, query_arm
from predictor.queries.timed_moves import straight_moves
from predictor.rays.caster import Caster
from predictor.rays.scene_shapes import frame_poses, solid_shapes

EMPTY_SCENE = Scene(name="nothing", boxes=(), capsules=(), bodies=())


class QuestionError(ValueError):
    """A question without an answer: which value is wrong, and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Workcell:
    """One arm, what it holds, and what stands around it; joint values in the order of `joints`."""

    world: CollisionWorld
    scene: Scene  # without what the arm holds
    margin_m: float  # that is taken off every distance that judges
    doubts: tuple[Doubt, ...] = ()  # of the arm's file

    @property
    def robot(self) -> Robot:
        """The arm, with what it holds."""
        return self.world.robot

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints whose values are asked for, n of them."""
        return tuple(joint.name for joint in self.robot.commanded)

    @property
    def pair_names(self) -> Sequence[tuple[str, str]]:
        """Every pair that must stay apart, as `batch` numbers them."""
        return self.world.pair_names

    def clearance(self, q: Sequence[float] | Array) -> Clearance:
        """Return the least clearance at q (n,), and between what."""
        return self._less(self.world.clearance(q))

    def clearances(self, q: Sequence[float] | Array) -> Clearances:
        """Return the least clearance at q (n,) to the scene, and between parts of the arm."""
        return self._each_less(self.world.clearances(q))

    def witness(self, q: Sequence[float] | Array) -> Witness:
        """Return where the bodies are nearest at q (n,); the margin is not taken off."""
        return self.world.witness(q)

    def gradient(self, q: Sequence[float] | Array) -> Gradient:
        """Return how the least distance at q (n,) changes with the joints; the margin is not taken off."""
        return self.world.gradient(q)

    def is_hit(self, q: Sequence[float] | Array, *, within_m: float = 0.0) -> bool:
        """Return whether the clearance at q (n,) is at most `within_m`."""
        return self.world.is_hit(q, within_m=metres("within_m", within_m) + self.margin_m)

    def batch(self, poses: ArrayLike, *, cores: int = 1) -> Batch:
        """Return the least clearance at each of the poses (k, n); so many threads share them."""
        distance, pair = self.world.batch(_numbers(poses), cores=cores)
        return Batch(distance - self.margin_m, pair)

    def hits(self, poses: ArrayLike, *, within_m: float = 0.0, cores: int = 1) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n), (k,)."""
        within = metres("within_m", within_m) + self.margin_m
        return self.world.hits(_numbers(poses), within_m=within, cores=cores)

    def sweep(self, poses: ArrayLike, times_s: ArrayLike | None = None, *, required_m: float = 0.0) -> Sweep:
        """Follow the arm straight from pose to pose (k, n); `below_s` is the first unsafe instant.

        Nothing between two poses is left out, and a motion is refused needlessly within a tenth of a
        millimetre at most (`predictor.queries.timed_moves`).

        Args:
            poses: (k, n) with k >= 2.
            times_s: (k,) when the arm is there [s]; None: 0, 1, 2, ...
            required_m: clearance that is asked for.
        """
        rows = _numbers(poses)
        motion = straight_moves(self.robot, rows, times_s, levers=self.world.levers)
        required = metres("required_m", required_m) + self.margin_m
        found = self.world.sweep(motion.moves, required_m=required, period_s=motion.period_s)
        below_s = None if found.below_s is None else motion.when(found.below_s)
        least = found.clearance - self.margin_m
        return Sweep(least, found.pair, below_s, self._each_less(found.each))

    def surely(self, q: Sequence[float] | Array, dq: ArrayLike, *, looks: int = 1) -> BoxClearance:
        """Return the clearance that holds wherever each joint is within dq (n,) of q (n,).

        `looks`: at so many poses at most; the more, the nearer to what is truly the least.
        """
        found = least_in_box(self.world, _numbers(q), _numbers(dq), looks=looks)
        return BoxClearance(found.distance - self.margin_m, found.met - self.margin_m)

    def caster(self, *, with_arm: bool = True) -> Caster:
        """Return what rays ask: the volumes of the scene, and of the arm."""
        robot, shapes = self.robot, solid_shapes(self.robot, self.scene)
        return Caster(shapes if with_arm else shapes[len(robot.capsules.names) :])

    def frames(self, q: Sequence[float] | Array) -> Array:
        """Return the poses of all frames at q (n,), as the T that rays take."""
        return frame_poses(self.robot, _numbers(q))

    def _less(self, found: Clearance) -> Clearance:
        return found if self.margin_m == 0.0 else Clearance(found.distance - self.margin_m, found.pair)

    def _each_less(self, found: Clearances) -> Clearances:
        return Clearances(*(None if side is None else self._less(side) for side in found))


def open_workcell(
    robot: str | Path | Robot,
    scene: str | Path | Scene | None = None,
    *,
    method: str = next(iter(METHODS)),
    load: HeldShape | None = None,
    margin_m: float = 0.0,
) -> Workcell:
    """Open an arm in its surroundings.

    Args:
        robot: a URDF, a robot file, or an arm that was read.
        scene: a scene file, or a scene that was read; None: the arm is alone with itself.
        method: a row of `predictor.collision.method`.
        load: what the tool holds, in the tool's frame: a mesh file, a box, a capsule or a mesh.
        margin_m: that is taken off every distance that judges.

    Raises:
        FileError: a file cannot be read: which, where in it, why, and what would be right.
        ValueError: there is no such method, the load cannot be held, a margin is not a number of metres, or
            nothing must stay apart.
    """
    if not (math.isfinite(margin_m) and margin_m >= 0.0):
        raise QuestionError(f"margin_m is {margin_m}; it must be a number of metres, 0 or more")
    asked = query_arm(robot)
    around = EMPTY_SCENE if scene is None else scene if isinstance(scene, Scene) else read_scene(scene)
    if load is not None:
        around = replace(around, loads=(*around.loads, held_load(asked.robot, load)))
    arm, around = with_loads(asked.robot, around)
    world = build_world(method, arm, around)
    return Workcell(world=world, scene=around, margin_m=margin_m, doubts=asked.doubts)


def _numbers(values: ArrayLike) -> Array:
    """Return joint values as an array of numbers."""
    rows = np.asarray(values, dtype=np.float64)
    check_finite(rows, JOINT_VALUE, unit=JOINT_UNIT)
    return rows
