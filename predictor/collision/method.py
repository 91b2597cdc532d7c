"""What every collision method answers, and the list of methods that a scenario may name.

    name, robot, scene --build_world--> a world of that method ---> clearance   of one pose
                                                               ---> clearances  the same, scene and arm apart
                                                               ---> witness     the same, where and along what
                                                               ---> gradient    the same, by the joints
                                                               ---> is_hit      whether it is nearer than that
                                                               ---> batch, hits    of many poses
                                                               ---> sweep       of a motion, everywhere
                                                               ---> proximity_query  for kernels elsewhere

A distance is signed: outside, the least distance of two bodies; inside, minus the least shift that parts
them.  Of many pairs it is the least, and among equals that of the pair named first.

Verdicts, certificates, the shown arm and the check of a start pose know no other module of this package.  A
world never changes: a changed scene is another world, of another version.
"""

import importlib
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot
from predictor.proximity.proximity_layout import ProximityQuery
from telemetry.files.settings import nearest

if TYPE_CHECKING:  # it has kernels, and a name is checked without them
    from predictor.model.base.floating_base import FloatingBase

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# To add a method: its file, and a row here.  A string, so that a name can be checked without its kernels.
METHODS = {
    "capsules": "predictor.collision.capsules.capsules_method:build",
    "capsule_tree": "predictor.collision.capsules.capsule_tree:build",
    "scs_projection": "predictor.collision.capsules.scs_projection:build",
    "convex": "predictor.collision.convex.convex_method:convex",
    "obb": "predictor.collision.convex.convex_method:obb",
    "mesh": "predictor.collision.convex.mesh_method:build",
}


class MethodError(ValueError):
    """No collision method has this name."""


class WorldError(ValueError):
    """Robot and scene do not fit together."""


class Clearance(NamedTuple):
    """The least signed distance of a pose and between what."""

    distance: float  # [m]
    pair: tuple[str, str]


class Clearances(NamedTuple):
    """The least signed distance to the scene, and between parts of the arm; None: there is no such pair."""

    scene: Clearance | None
    itself: Clearance | None

    @property
    def least(self) -> Clearance:
        """The less of both; what is not a number is less than all."""
        scene, itself = self
        if scene is None or itself is None:
            return next(filter(None, self))
        is_less = itself.distance < scene.distance or math.isnan(itself.distance)
        return itself if is_less and not math.isnan(scene.distance) else scene


class Witness(NamedTuple):
    """Where a pose is nearest to what it must keep clear of, in the arm base as it stands.

    points[0] - points[1] is distance * normal.
    """

    distance: float  # [m], signed
    pair: tuple[str, str]
    points: Array  # (2, 3) on the surface of the pair's first, and of its second [m]
    normal: Array  # (3,) unit vector along which the first gets clear of the second


class Gradient(NamedTuple):
    """The least signed distance of a pose, and how it changes with the joints while the base stays."""

    distance: float  # [m]
    dq: Array  # (n,) [m/rad, or 1 for a joint that slides], of the witness's pair


class Batch(NamedTuple):
    """The least signed distance of each of k poses and between what."""

    distance: Array  # (k,) [m]
    pair: Integers  # (k,) index into the world's pair_names


class Sweep(NamedTuple):
    """How near a motion comes."""

    clearance: float  # least sampled distance, of the offending pair if there is one [m]
    pair: tuple[str, str]
    below_s: float | None  # begin of the first cell that may fall below the requirement [s]; None: clear
    each: Clearances  # least sampled; from that cell on, of the offending pair alone


class CollisionWorld(Protocol):
    """One arm in one scene, of one version, as a method sees them; immutable.

    Where the base stands counts only if it floats past a part of the scene; by default it stands where it did
    as the run began.

    Whatever is asked of poses raises ValueError for another number of joints, or a number that is none.
    """

    def __hash__(self) -> int:
        """Return a number by which it is kept in tables; it is equal to itself alone."""

    @property
    def robot(self) -> Robot:
        """The arm."""

    @property
    def version(self) -> int:
        """Which content and changes of the scene this is (`predictor.run_model`)."""

    @property
    def pair_names(self) -> Sequence[tuple[str, str]]:
        """Every pair that must stay apart: a part of the arm, and what it must keep clear of."""

    @property
    def base(self) -> "FloatingBase | None":
        """The arm on its base, if that floats past a part of the scene; None: where it is does not count."""

    @property
    def levers(self) -> Array:
        """Return how fast any distance changes at most per unit speed of each joint (n,) [m, or 1]."""

    def allowance(self, pair: tuple[str, str]) -> float:
        """Return by how much a pair's distances here are less than they are, for what may drift [m]."""

    def proximity_query(self, T_world_base: Array | None = None) -> ProximityQuery:
        """Return what kernels elsewhere ask whether poses are free, never farther than `clearance` finds."""

    def clearance(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearance:
        """Return the least signed distance at q (n,) over all pairs."""

    def clearances(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Clearances:
        """Return what `clearance` finds of the scene, and of the arm against itself."""

    def witness(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Witness:
        """Return where `clearance` is found."""

    def gradient(self, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Gradient:
        """Return how `clearance` changes with the joints, as long as its pair decides."""

    def is_hit(
        self, q: Sequence[float] | Array, T_world_base: Array | None = None, *, within_m: float = 0.0
    ) -> bool:
        """Return whether `clearance` is at most `within_m`."""

    def batch(self, poses: Array, T_world_base: Array | None = None, *, cores: int = 1) -> Batch:
        """Return what `clearance` finds at each of the poses (k, n), which so many threads share."""

    def hits(
        self, poses: Array, T_world_base: Array | None = None, *, within_m: float = 0.0, cores: int = 1
    ) -> NDArray[np.bool_]:
        """Return what `is_hit` finds at each of the poses (k, n), (k,), which so many threads share."""

    def sweep(
        self, moves: Array, *, required_m: float, period_s: float, T_world_base: Array | None = None
    ) -> Sweep:
        """Follow consecutive moves (k, n, 6) of the motion law, then stay at their end.

        A free base goes with them, from where it stands first (4, 4).

        No place is left out: what comes below the requirement between any two samples is found.

        Raises:
            ValueError: a requirement, a period or a move that is no finite number, or no move.
        """

    def facts(self, poses: Array) -> Mapping[str, float]:
        """Return figures of the method's own at poses (k, n), by name; most have none."""


class Build(Protocol):
    """How a method makes its world."""

    def __call__(self, robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
        """Make it; WorldError: robot and scene do not fit together."""


def check_method(name: str) -> None:
    """Check that a method of this name is in the list, without loading it.

    Raises:
        MethodError: there is none; names the nearest.
    """
    if name not in METHODS:
        raise MethodError(f"no such collision method {name!r}{nearest(name, [*METHODS])}")


def build_world(method: str, robot: Robot, scene: Scene, *, version: int = 1) -> CollisionWorld:
    """Make the world that the method of this name sees.

    Raises:
        MethodError: there is no such method.
        WorldError: a mount names an unknown part or shape, or nothing is left to keep clear of.
    """
    check_method(method)
    module, _, name = METHODS[method].partition(":")
    build: Build = getattr(importlib.import_module(module), name)
    return build(robot, scene, version=version)
