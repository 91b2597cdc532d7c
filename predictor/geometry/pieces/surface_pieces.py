"""Convex pieces of a mesh by its surface: patches, their hulls, and what is open inside of a solid.

    faces --grow--> convex patches --hulls--> blocks --merged--> few blocks --filled--> no room left inside

    merged: many blocks --by the size of their common bounds--> some hundreds
                        --by what a common hull wastes--> few

What a hull wastes is its volume outside of the solid; a surface that is not closed has no inside, and all is
waste.  A block that grows contains what it was made of, so nothing is uncovered; faces of others may pass
through it.

What holds of the result: each face lies in the block that its patch went into; and where the mesh is closed,
no ball inside of it that is larger than a cell of the lattice (`inside_lattice`) is missed by all.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from predictor.geometry.hull import convex_hull, hull_of
from predictor.geometry.mesh import Array, Integers, Mesh
from predictor.geometry.pieces.allowance import WORK_OF_A_HULL, Allowance
from predictor.geometry.pieces.inside_lattice import InsideLattice, inside_lattice_of
from predictor.geometry.pieces.patches import convex_patches
from predictor.geometry.surfaces import neighbours_of, volume_of

MOST_COMPARED_BY_HULL = 300  # blocks up to which hulls are compared; of more, bounds
PAIRS_PER_WORK = 5  # that are compared, of work
NEAREST_BLOCKS = 6  # blocks are neighbours of so many, if need be, where they touch none
Pair = tuple[int, int]


@dataclass(slots=True)
class Block:
    """A convex block, and how many patches it was made of."""

    corners: Array  # (k, 3) of its hull
    waste: float  # [m^3] of its volume, outside of the solid
    patches: int
    planes: Array | None  # (p, 4) of its hull, outwards; None: it is flat

    @property
    def bounds(self) -> Array:
        """Return its lowest and highest coordinates (2, 3)."""
        return np.array([self.corners.min(axis=0), self.corners.max(axis=0)])


class MergeLimits(NamedTuple):
    """How far to merge."""

    most: int  # blocks
    slack: float  # [m^3] below `most` blocks, a common hull may waste so much more than its two
    allowance: Allowance


def block_of(corners: Array, patches: int, solid: InsideLattice) -> Block:
    """Return the block around points."""
    found = hull_of(corners)
    if found is None:
        return Block(corners, 0.0, patches, None)
    bounds = np.array([found.corners.min(axis=0), found.corners.max(axis=0)])
    waste = max(0.0, found.volume - solid.filled(found.planes, bounds))
    return Block(found.corners, waste, patches, found.planes)


def merged_blocks(
    blocks: list[Block], pairs: Integers, solid: InsideLattice, *, limits: MergeLimits
) -> list[Block]:
    """Return at most so many blocks, merged along `pairs` (k, 2) of neighbours."""
    merging = _Merging(blocks, pairs, solid, allowance=limits.allowance)
    merging.by_bounds(max(MOST_COMPARED_BY_HULL, limits.most))
    merging.by_waste(limits)
    if merging.count > limits.most:
        merging.join_nearest()
        merging.by_waste(limits)
    return merging.blocks


class _Merging:
    """Blocks, and the neighbours of each."""

    def __init__(
        self, blocks: list[Block], pairs: Integers, solid: InsideLattice, *, allowance: Allowance
    ) -> None:
        self._solid, self._allowance = solid, allowance
        self._blocks = dict(enumerate(blocks))
        self._near: dict[int, set[int]] = {k: set() for k in self._blocks}
        for a, b in pairs.tolist():
            self._near[a].add(b)
            self._near[b].add(a)

    @property
    def count(self) -> int:
        return len(self._blocks)

    @property
    def blocks(self) -> list[Block]:
        return [*self._blocks.values()]

    def _pairs(self) -> list[Pair]:
        return [(a, b) for a, near in self._near.items() for b in near if a < b]

    def by_bounds(self, most: int) -> None:
        """Merge in rounds what has the smallest common bounds, until so many are left."""
        while self.count > most:
            if not self._pairs():
                self.join_nearest()
            pairs = np.array(self._pairs())
            bounds = {name: block.bounds for name, block in self._blocks.items()}
            both = np.array([[bounds[name] for name in pairs[:, side]] for side in (0, 1)])
            sizes = np.linalg.norm(both[:, :, 1].max(axis=0) - both[:, :, 0].min(axis=0), axis=1)
            self._round(pairs[np.argsort(sizes)].tolist(), most)

    def _round(self, pairs: list[list[int]], most: int) -> None:
        """Merge pairs in their order, each block once, at most the better half of them."""
        touched: set[int] = set()
        for a, b in pairs[: len(pairs) // 2 + 1]:
            if self.count > most and a not in touched and b not in touched:
                touched |= {a, b}
                self._merge(a, b, self._common(a, b))

    def by_waste(self, limits: MergeLimits) -> None:
        """Merge one pair after the other, the one first whose common hull wastes least more."""
        common = {pair: self._common(*pair) for pair in self._pairs()}
        while common:
            a, b = min(common, key=lambda pair: self._added(pair, common[pair]))
            if self.count <= limits.most and self._added((a, b), common[a, b]) > limits.slack:
                return
            self._merge(a, b, common[a, b])
            common = {pair: block for pair, block in common.items() if a not in pair and b not in pair}
            near = [(min(a, other), max(a, other)) for other in self._near[a]]
            common |= {pair: self._common(*pair) for pair in near}

    def _added(self, pair: Pair, common: Block) -> float:
        return common.waste - self._blocks[pair[0]].waste - self._blocks[pair[1]].waste

    def _common(self, a: int, b: int) -> Block:
        self._allowance.spend(WORK_OF_A_HULL)
        first, second = self._blocks[a], self._blocks[b]
        corners = np.concatenate([first.corners, second.corners])
        return block_of(corners, first.patches + second.patches, self._solid)

    def _merge(self, a: int, b: int, block: Block) -> None:
        """Let a pair be one block, under the name of the first."""
        self._blocks[a] = block
        del self._blocks[b]
        near = (self._near.pop(a) | self._near.pop(b)) - {a, b}
        self._near[a] = near
        for other in near:
            self._near[other] = (self._near[other] - {a, b}) | {a}

    def join_nearest(self) -> None:
        """Let blocks be neighbours of the nearest."""
        names = [*self._blocks]
        for a, b in nearest_pairs(self.blocks, self._allowance).tolist():
            self._near[names[a]].add(names[b])
            self._near[names[b]].add(names[a])


def nearest_pairs(blocks: list[Block], allowance: Allowance) -> Integers:
    """Return each block with the few whose bounds are nearest, those with the nearest centre first (k, 2)."""
    allowance.spend(len(blocks) ** 2 // PAIRS_PER_WORK)
    bounds = np.array([block.bounds for block in blocks])
    found = []
    for k, (low, high) in enumerate(bounds):
        gaps = np.linalg.norm(np.maximum(low - bounds[:, 1], bounds[:, 0] - high).clip(min=0.0), axis=1)
        apart = np.linalg.norm(bounds.sum(axis=1) - low - high, axis=1)
        gaps[k] = np.inf
        found += [(k, other) for other in np.lexsort((apart, gaps))[:NEAREST_BLOCKS] if other != k]
    pairs: Integers = np.unique(np.sort(np.array(found, dtype=np.int64).reshape(-1, 2), axis=1), axis=0)
    return pairs


SLACK = 1e-3  # of the volume of the hull of all: what two blocks may waste more as one


class Piece(NamedTuple):
    """A convex piece, and of how many patches: through one of several, faces of others may pass."""

    hull: Mesh
    patches: int  # 0: it only fills the inside


def surface_pieces(mesh: Mesh, most: int) -> list[Piece]:
    """Return at most `most` convex pieces that together contain a mesh.

    Raises:
        TooMuchWork: it is more than is allowed.
    """
    allowance = Allowance(len(mesh.faces))
    patch, solid = convex_patches(mesh, allowance), inside_lattice_of(mesh)
    groups = np.split(np.argsort(patch, kind="stable"), np.cumsum(np.bincount(patch))[:-1])
    blocks = []
    for group in groups:
        allowance.spend(WORK_OF_A_HULL)
        blocks.append(block_of(mesh.vertices[np.unique(mesh.faces[group])], 1, solid))
    slack = SLACK * volume_of(convex_hull(mesh.vertices))
    limits = MergeLimits(most=most, slack=slack, allowance=allowance)
    blocks = merged_blocks(blocks, _neighbours(mesh, patch), solid, limits=limits)
    return [Piece(convex_hull(block.corners), block.patches) for block in _filled(blocks, solid, limits)]


def _neighbours(mesh: Mesh, patch: Integers) -> Integers:
    """Return the pairs of patches that share an edge."""
    near = neighbours_of(mesh.faces)
    face, edge = np.nonzero(near >= 0)
    pairs = np.sort(np.column_stack([patch[face], patch[near[face, edge]]]), axis=1)
    apart: Integers = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return apart


def _filled(blocks: list[Block], solid: InsideLattice, limits: MergeLimits) -> list[Block]:
    """Return blocks with what they leave open inside filled up."""
    hulls = [(block.planes, block.bounds) for block in blocks if block.planes is not None]
    boxes = [block_of(corners, 0, solid) for corners in solid.boxes_left_open(hulls)]
    if not boxes:
        return blocks
    every = blocks + boxes
    return merged_blocks(every, nearest_pairs(every, limits.allowance), solid, limits=limits)
