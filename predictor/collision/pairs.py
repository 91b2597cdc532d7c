"""Which pairs of arm and scene are kept apart, and what each is called.

A leaf is what stands for one capsule of the arm.  Every leaf is kept from every volume of the scene, but for
what is mounted; and from the leaves that the robot's file pairs it with.  Keys number all pairs
(`predictor.collision.measured_kernels`).
"""

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import WorldError
from predictor.geometry.shapes import Scene
from predictor.model.reach import by_commanded_joint
from predictor.model.robot import Robot
from telemetry.files.settings import nearest

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Pair = tuple[str, str]


def ordered_pairs(robot: Robot) -> list[tuple[int, int]]:
    """Return the pairs of leaves that are kept apart; the one that moves with more joints comes first."""
    frame = robot.capsules.frame
    return [(i, j) if frame[i] > frame[j] else (j, i) for i, j in robot.self_pairs.tolist()]


def pair_levers(robot: Robot, moving: Sequence[Array]) -> list[Array]:
    """Bound how fast the distance of each ordered pair changes at unit speed of each joint (n,).

    `moving` bounds how fast each leaf moves at unit speed of each joint of the tree (m,).
    """
    carriers = [set(robot.carriers(int(frame))) for frame in robot.capsules.frame]
    found = []
    for first, second in ordered_pairs(robot):  # joints that carry both do not move one against the other
        apart = np.maximum(moving[first], moving[second])
        apart[sorted(carriers[first] & carriers[second])] = 0.0
        found.append(by_commanded_joint(robot, apart))
    return found


def mounted_keys(robot: Robot, scene: Scene) -> Integers:
    """Return the sorted keys of leaves and shapes that are joined by construction."""
    leaves = {name: row for row, name in enumerate(robot.capsules.names)}
    shapes = {shape.name: number for number, shape in enumerate(scene.volumes)}
    for leaf, shape in scene.mounts:
        for name, valid in ((leaf, leaves), (shape, shapes)):
            if name not in valid:
                raise WorldError(f"scene {scene.name}: mount of unknown {name!r}{nearest(name, [*valid])}")
    keys = {shapes[shape] * len(leaves) + leaves[leaf] for leaf, shape in scene.mounts}
    mounted = np.array(sorted(keys), dtype=np.int64)
    mounted.setflags(write=False)
    return mounted


class PairNames(Sequence[Pair]):
    """A leaf, and what it must keep clear of: of all pairs with the scene, then of the arm with itself.

    Names are made when they are asked for: 10,000 bodies and 13 leaves are 130,000 pairs.  Pairs that are
    mounted have a key, and no place here.
    """

    def __init__(self, robot: Robot, scene: Scene, mounted: Integers) -> None:
        """Take the names of both, and the sorted keys of the pairs that are mounted (x,)."""
        self._leaves = robot.capsules.names
        self._shapes = [shape.name for shape in scene.volumes]
        self._own = ordered_pairs(robot)
        self._mounted = mounted
        self._before = mounted - np.arange(len(mounted))  # places before each mounted key
        self._keys = len(self._leaves) * len(self._shapes)
        self._made: dict[int, Pair] = {}  # those that were asked for

    def __len__(self) -> int:
        """Return how many pairs are kept apart."""
        return self._keys - len(self._mounted) + len(self._own)

    @overload
    def __getitem__(self, place: int) -> Pair: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Pair]: ...
    def __getitem__(self, place: int | slice) -> Pair | Sequence[Pair]:
        """Return the names of the pair in one place, or of those in several."""
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError(f"pair {place} of {len(self)}")
        at = place % len(self)
        return self.of_key(at + int(np.searchsorted(self._before, at, side="right")))

    def of_key(self, key: int) -> Pair:
        """Return the names of the pair with a key."""
        pair = self._made.get(key)
        if pair is None:
            number, leaf = divmod(key, len(self._leaves))
            if key < self._keys:
                pair = self._leaves[leaf], self._shapes[number]
            else:
                first, second = self._own[key - self._keys]
                pair = self._leaves[first], self._leaves[second]
            self._made[key] = pair
        return pair

    def place_of(self, keys: Integers) -> Integers:
        """Return in which place the pairs with these keys are."""
        return keys - np.searchsorted(self._mounted, keys)
