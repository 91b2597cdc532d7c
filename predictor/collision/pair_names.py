"""What every pair is called, made when it is asked for: 10,000 bodies and 13 leaves are 130,000 pairs."""

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from predictor.collision.packing import ordered_pairs
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Integers = NDArray[np.int64]
Pair = tuple[str, str]


class PairNames(Sequence[Pair]):
    """A leaf, and what it must keep clear of: of all pairs with the scene, then of the arm with itself.

    Pairs that are mounted have a key (`predictor.collision.tables`), and no place here.
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
            pair = self._made[key] = self._pair(key)
        return pair

    def _pair(self, key: int) -> Pair:
        if key >= self._keys:
            first, second = self._own[key - self._keys]
            return self._leaves[first], self._leaves[second]
        number, leaf = divmod(key, len(self._leaves))
        return self._leaves[leaf], self._shapes[number]

    def place_of(self, keys: Integers) -> Integers:
        """Return in which place the pairs with these keys are."""
        return keys - np.searchsorted(self._mounted, keys)
