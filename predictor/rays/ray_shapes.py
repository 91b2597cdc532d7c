"""Shapes as the kernels of rays read them: a row each, in axes of its own, with a ball around it.

kind    size                        own axes
BOX     half edges                  its middle, its edges
ROD     half length, radius         its middle, z along it; length 0: a ball
HULL    first and last plane        of its frame
TREE    top node                    of its frame: meshes of that frame, and solids where there are many

row:  kind | size (3) | rotation and place in its frame, line by line (12) | ball: centre (3), radius
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule
from predictor.inputs.arrays import read_only
from predictor.model.spatial import pose
from predictor.rays.intersection_kernels import BOX, HULL, ROD, TREE

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

ITEMS_AT_END = 2  # items where a tree ends
FEW_SOLIDS = 32  # solids of a frame that are asked one by one; more of them go into its tree
MANY_SOLIDS = 512  # of these one by one, where many rays go together
LEAST_AXIS = 1e-12  # an axis that is shorter has no direction [m]
PLANE_DECIMALS = 9  # decimals to which two planes are one
NO_CORNERS = np.zeros((1, 9))


class RayShape(NamedTuple):
    """One shape that rays meet, in a frame that may move."""

    name: str
    frame: int  # which of the poses that are given with the rays
    shape: Box | Capsule | Mesh
    is_solid: bool = False  # of a mesh: it is convex, asked by its planes, and full


class RayTables(NamedTuple):
    """The rows of n shapes, then those of trees; which of them are asked one by one; what trees hold."""

    rows: Array  # (n + trees, 20)
    top: Integers  # (t, 2) rows that are asked one by one, and their frames
    planes: Array  # (p, 4) n and c of n x <= c
    nodes: Array  # (k, 6) bounds of the nodes of all trees
    links: Integers  # (k, 2) as in `BoundsTree`
    items: Integers  # (i,) whose triangle it is, or -1 - row of a solid, in the order of the trees' ends
    triangles: Array  # (i, 9) corner by corner, in the same order; of a solid without meaning


class _Part(NamedTuple):
    """A shape on its way into the tables."""

    kind: int
    size: tuple[float, ...]
    T_frame_row: Array  # (4, 4)
    box: Array  # (2, 3) around it, low and high, along its own axes
    planes: Array = np.empty((0, 4))
    corners: Array = np.empty((0, 9))  # of triangles

    @property
    def row(self) -> Array:
        """Its row (20,)."""
        radius = 0.5 * np.linalg.norm(self.box[1] - self.box[0])
        size = (*self.size, 0.0, 0.0, 0.0)[:3]
        return np.array([self.kind, *size, *self.T_frame_row[:3].ravel(), *self.box.mean(axis=0), radius])

    @property
    def bounds(self) -> Array:
        """The box (items, 2, 3) around each of its triangles, or around it, along the axes of its frame."""
        if len(self.corners):
            corners = self.corners.reshape(-1, 3, 3)
            return np.stack([corners.min(axis=1), corners.max(axis=1)], axis=1)
        R, p = self.T_frame_row[:3, :3], self.T_frame_row[:3, 3]
        middle, half = R @ self.box.mean(axis=0) + p, np.abs(R) @ (0.5 * (self.box[1] - self.box[0]))
        return np.array([[middle - half, middle + half]])


def pack(shapes: Sequence[RayShape]) -> RayTables:
    """Return shapes packed: of each frame its solids one by one, if they are few, and a tree of the rest."""
    parts = [_part(shape) for shape in shapes]
    first = np.cumsum([0, *(len(part.planes) for part in parts)])
    for row, part in enumerate(parts):
        if part.kind == HULL:
            parts[row] = part._replace(size=(first[row], first[row + 1]))
    top, forest = [], _Forest(len(parts))
    for frame in sorted({shape.frame for shape in shapes}):
        own = [row for row, shape in enumerate(shapes) if shape.frame == frame]
        solids = [row for row in own if parts[row].kind != TREE]
        loose = solids if len(solids) <= FEW_SOLIDS else []
        rest = [row for row in own if row not in set(loose)]
        top += [(row, frame) for row in loose]
        top += [(forest.grow(parts, rest), frame)] if rest else []
    return RayTables(
        # Not read-only, as rows where their frames are: of another kind, kernels would be compiled again.
        rows=np.reshape(np.array([*(part.row for part in parts), *forest.rows], np.float64), (-1, 20)),
        top=_whole(np.reshape(top, (-1, 2))),
        planes=read_only(np.concatenate([np.empty((0, 4)), *(part.planes for part in parts)])),
        nodes=read_only(np.concatenate([np.empty((0, 6)), *forest.nodes])),
        links=_whole(np.concatenate([np.empty((0, 2)), *forest.links])),
        items=_whole(np.concatenate([np.empty(0), *forest.items])),
        triangles=read_only(np.concatenate([np.empty((0, 9)), *forest.triangles])),
    )


def taken_apart(packed: RayTables, shapes: Sequence[RayShape]) -> RayTables:
    """Return the same, where trees of nothing but solids, not too many, are asked one by one.

    That is quicker for many rays that go together (`predictor.rays.beam_kernels`).
    """
    top = list[tuple[int, int]]()
    for row, frame in packed.top.tolist():
        own = [k for k, shape in enumerate(shapes) if shape.frame == frame]
        is_tree = packed.rows[row, 0] == TREE
        is_apart = is_tree and len(own) <= MANY_SOLIDS and all(packed.rows[k, 0] != TREE for k in own)
        top += [(k, frame) for k in own] if is_apart else [(row, frame)]
    return packed._replace(top=_whole(np.reshape(top, (-1, 2))))


class _Forest:
    """The trees of several frames, one behind the other."""

    def __init__(self, row: int) -> None:
        """Begin; `row` is that of the first tree."""
        self.first, self.rows = row, list[Array]()
        self.nodes, self.links = list[Array](), list[Integers]()
        self.items, self.triangles = list[Integers](), list[Array]()

    def grow(self, parts: Sequence[_Part], rows: Sequence[int]) -> int:
        """Plant the tree over these rows, and return its own."""
        bounds = np.concatenate([parts[row].bounds for row in rows])
        tree = bounds_tree(bounds[:, 0], bounds[:, 1], at_most=ITEMS_AT_END)
        items = np.concatenate([[row] * len(parts[row].corners) or [-1 - row] for row in rows])
        corners = np.concatenate(
            [parts[row].corners if len(parts[row].corners) else NO_CORNERS for row in rows]
        )
        node, links = sum(map(len, self.nodes)), tree.link.copy()
        links[:, 0] += np.where(tree.link[:, 1] > 0, sum(map(len, self.items)), node)
        box = np.stack([tree.bounds[0, :3], tree.bounds[0, 3:]])
        self.rows.append(_Part(TREE, (node,), np.eye(4), box).row)
        self.nodes.append(tree.bounds)
        self.links.append(links)
        self.items.append(items[tree.order])
        self.triangles.append(corners[tree.order])
        return self.first + len(self.rows) - 1


def _part(shape: RayShape) -> _Part:
    body = shape.shape
    if isinstance(body, Box):
        return _Part(BOX, (*body.half,), body.T_base_box, np.stack([-body.half, body.half]))
    if isinstance(body, Capsule):
        return _rod(body)
    corners = body.vertices[body.faces]
    box = np.stack([corners.min(axis=(0, 1)), corners.max(axis=(0, 1))])
    if shape.is_solid:
        return _Part(HULL, (), np.eye(4), box, planes=_planes(corners, body.vertices))
    return _Part(TREE, (), np.eye(4), box, corners=corners.reshape(-1, 9))


def _rod(rod: Capsule) -> _Part:
    axis = rod.p1 - rod.p0
    length = float(np.linalg.norm(axis))
    z = axis / length if length > LEAST_AXIS else np.array([0.0, 0.0, 1.0])
    x = np.cross(z, np.eye(3)[np.abs(z).argmin()])
    x /= np.linalg.norm(x)
    T = pose(np.stack([x, np.cross(z, x), z], axis=1), 0.5 * (rod.p0 + rod.p1))
    half = 0.5 * length if length > LEAST_AXIS else 0.0
    around = np.array([rod.radius, rod.radius, half + rod.radius])
    return _Part(ROD, (half, rod.radius), T, np.stack([-around, around]))


def _planes(corners: Array, vertices: Array) -> Array:
    """Return the planes (p, 4) of a convex mesh, each once; all vertices lie behind them."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    normal = normal[length > 0.0] / length[length > 0.0, None]
    planes = np.column_stack([normal, (vertices @ normal.T).max(axis=0)])
    _, once = np.unique(np.round(planes, PLANE_DECIMALS), axis=0, return_index=True)
    return planes[np.sort(once)]


def _whole(numbers: ArrayLike) -> Integers:
    whole = np.array(numbers, dtype=np.int64)
    whole.setflags(write=False)
    return whole
