"""Arm and scene as convex bodies in frames, packed for kernels.

    leaves   the arm's convex bodies, each in the frame that carries it, and called after a capsule
    solids   the scene's, in the arm base as the run begins: first those that ride on the base, then those
             that stand in space, each group under its own tree of bounds

Two leaves are kept apart where the capsules are that they are called after, and a leaf is never tested
against a shape on which its capsule is mounted.  Solids are never tested against each other: none of them
moves (what moves as stated is kept clear of on its whole way).

Every pair has a code: leaf * b + solid for b solids, then those of two leaves.  A *unit* is what moves alike:
a leaf against all solids of one group, or two leaves.  Its levers bound how fast its distance can change with
each joint, as in `predictor.collision.tables`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.hulls import corners_of
from predictor.collision.method import WorldError
from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.base.base_speed import base_levers
from predictor.model.base.floating_base import FloatingBase
from predictor.model.reach import by_command, levers
from predictor.model.robot import Robot
from telemetry.settings import nearest

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_PAIR = -1  # in place of a code
# Columns of a body's row: CENTRE and HALF of a box around its corners, BALL the radius of one about that
# centre, SPAN its row of `Corners.bodies`, GROUP 0 on the base or 1 in space, IS_BOX 1 if it is a box.
FRAME, RADIUS, CENTRE, HALF, BALL, SPAN, GROUP, IS_BOX, COLUMNS = 0, 1, 2, 5, 8, 9, 12, 13, 14
# Columns of a node's row behind its bounds, and what `sizes` holds; ROOT of each group, -1 if it is empty.
LINK, ITEMS, NODE_COLUMNS = 6, 7, 8
LEAVES, SOLIDS, ROOT, FIRST_OF_SCENE, FIRST_OF_ITSELF, FIRST = 0, 1, 2, 4, 5, 6


class Body(NamedTuple):
    """A convex body: corners and a radius around them."""

    name: str  # of the capsule or shape that it is called after
    shape: Mesh | Array  # a convex mesh, or the corners (k, 3) of what has few
    radius: float  # [m]
    frame: int = 0
    body: str = ""  # of the scene: which one it belongs to
    is_box: bool = False  # its corners are those of `boxes.corners_of_box`

    @property
    def corners(self) -> Array:
        """Its corners (k, 3)."""
        return self.shape.vertices if isinstance(self.shape, Mesh) else self.shape


class Packed(NamedTuple):
    """All that the kernels read beside the tree of joints; m leaves, b solids, u units, n joints."""

    rows: Array  # (m + b, COLUMNS) of leaves, then of solids
    corners: Array  # (v, 3)
    links: Integers
    nodes: Array  # (., NODE_COLUMNS) of both trees: second child and 0, or first solid and how many
    pairs: Integers  # (s, 2) leaves that are kept apart
    mounts: Integers  # (., 2) leaf and solid that are not tested
    lever: Array  # (2 m + s, n) of leaves against what is on the base, against what is in space, of pairs
    sizes: Integers  # (7,)


def pack(
    robot: Robot,
    scene: Scene,
    *,
    leaves: Sequence[Body],
    solids: Sequence[Body],
    base: FloatingBase | None,
) -> tuple[Packed, list[Body]]:
    """Pack leaves and solids; returns them, and the solids in the order in which they were packed.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    ordered, nodes, roots = _in_trees(scene, solids, base)
    names = [leaf.name for leaf in leaves]
    mounts = _mounts(robot, scene, leaves=names, solids=[solid.name for solid in ordered])
    pairs, bodies = _pairs(robot, names), [*leaves, *ordered]
    codes = codes_of(len(leaves), len(ordered), mounts=mounts, pairs=len(pairs))
    if not len(codes):
        raise WorldError(f"scene {scene.name} and arm {robot.name} have nothing to keep clear of")
    corners = corners_of([body.shape for body in bodies])
    rows = np.concatenate([_rows(bodies), corners.bodies, np.zeros((len(bodies), 2))], axis=1)
    rows[len(leaves) :, GROUP] = [_floats(scene, solid, base) for solid in ordered]
    rows[:, IS_BOX] = [body.is_box for body in bodies]
    packed = Packed(
        rows=rows,
        corners=corners.corners,
        links=corners.links,
        nodes=nodes,
        pairs=pairs,
        mounts=mounts,
        lever=_levers(robot, leaves, pairs, base=base),
        sizes=np.array([len(leaves), len(ordered), *roots, *_first(codes, len(leaves) * len(ordered))]),
    )
    for array in packed:
        array.setflags(write=False)
    return packed, ordered


def _floats(scene: Scene, solid: Body, base: FloatingBase | None) -> bool:
    """Return whether a solid stands in space, past an arm whose base floats."""
    return base is not None and scene.stands_in_space(solid.body)


def _in_trees(
    scene: Scene, solids: Sequence[Body], base: FloatingBase | None
) -> tuple[list[Body], Array, tuple[int, int]]:
    """Return solids in the order of their two trees, the nodes of both, and where each tree begins."""
    riding, riding_nodes = _in_tree([solid for solid in solids if not _floats(scene, solid, base)])
    apart, apart_nodes = _in_tree([solid for solid in solids if _floats(scene, solid, base)])
    apart_nodes[:, LINK] += np.where(apart_nodes[:, ITEMS] == 0, len(riding_nodes), len(riding))
    roots = (0 if riding else -1, len(riding_nodes) if apart else -1)
    return riding + apart, np.concatenate([riding_nodes, apart_nodes]), roots


def codes_of(leaves: int, solids: int, *, mounts: Integers, pairs: int) -> Integers:
    """Return the codes (k,) of all pairs, in order: leaf * solids + solid, then those of the arm itself."""
    with_scene = np.delete(np.arange(leaves * solids), mounts[:, 0] * solids + mounts[:, 1])
    return np.concatenate([with_scene, leaves * solids + np.arange(pairs)])


def _first(codes: Integers, of_itself: int) -> Iterator[int]:
    """Return the first code with the scene, of the arm itself, and of both."""
    for own in (codes[codes < of_itself], codes[codes >= of_itself], codes):
        yield int(own[0]) if len(own) else NO_PAIR


def _in_tree(solids: list[Body]) -> tuple[list[Body], Array]:
    """Return solids in the order of the tree over them, and its nodes."""
    low = np.array([body.corners.min(axis=0) - body.radius for body in solids]).reshape(-1, 3)
    high = np.array([body.corners.max(axis=0) + body.radius for body in solids]).reshape(-1, 3)
    tree = bounds_tree(low, high)
    return [solids[row] for row in tree.order], np.concatenate([tree.bounds, tree.link], axis=1)


def _rows(bodies: Sequence[Body]) -> Array:
    """Return frame, radius, box and ball of each body."""
    rows = np.empty((len(bodies), SPAN))
    for row, body in zip(rows, bodies, strict=True):
        low, high = body.corners.min(axis=0), body.corners.max(axis=0)
        centre = 0.5 * (low + high)
        row[FRAME], row[RADIUS] = body.frame, body.radius
        row[CENTRE : CENTRE + 3], row[HALF : HALF + 3] = centre, np.maximum(high - centre, centre - low)
        row[BALL] = np.linalg.norm(body.corners - centre, axis=1).max()
    return rows


def _mounts(robot: Robot, scene: Scene, *, leaves: Sequence[str], solids: Sequence[str]) -> Integers:
    volumes, capsules = [shape.name for shape in scene.volumes], [*robot.capsules.names]
    for capsule, shape in scene.mounts:
        for name, valid in ((capsule, capsules), (shape, volumes)):
            if name not in valid:
                raise WorldError(f"scene {scene.name}: mount of unknown {name!r}{nearest(name, valid)}")
    at, of = {name: row for row, name in enumerate(solids)}, _rows_by_name(leaves)
    return _whole(
        sorted({(leaf, at[shape]) for capsule, shape in scene.mounts for leaf in of.get(capsule, [])})
    )


def _pairs(robot: Robot, leaves: Sequence[str]) -> Integers:
    """Return the pairs of leaves whose capsules are kept apart; the one that moves with more comes first."""
    own, of, pairs = robot.capsules, _rows_by_name(leaves), []
    for first, second in robot.self_pairs:
        arm, other = (first, second) if own.frame[first] > own.frame[second] else (second, first)
        pairs += [(i, j) for i in of.get(own.names[arm], []) for j in of.get(own.names[other], [])]
    return _whole(pairs)


def _rows_by_name(leaves: Sequence[str]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(leaves):
        rows.setdefault(name, []).append(row)
    return rows


def _whole(pairs: Sequence[tuple[int, int]]) -> Integers:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _levers(robot: Robot, leaves: Sequence[Body], pairs: Integers, *, base: FloatingBase | None) -> Array:
    carried = 0.0 if base is None else base_levers(base)
    moving = [_fastest(robot, leaf) for leaf in leaves]
    own = [by_command(robot, each) for each in moving]
    carriers = [set(robot.carriers(leaf.frame)) for leaf in leaves]
    between = []
    for first, second in pairs.tolist():  # joints that carry both do not move one against the other
        apart = np.maximum(moving[first], moving[second])
        apart[sorted(carriers[first] & carriers[second])] = 0.0
        between.append(by_command(robot, apart))
    return np.array([*own, *(each + carried for each in own), *between]).reshape(-1, robot.n)


def _fastest(robot: Robot, leaf: Body) -> Array:
    """Bound how fast any point of a leaf moves at unit speed of each joint of the tree (m,).

    A distance from an axis is convex, so it is greatest at a corner; of many the corners of their box hold
    them all.
    """
    corners = leaf.corners
    if len(corners) > 8:
        low, high = corners.min(axis=0), corners.max(axis=0)
        corners = np.array([np.where(pick, high, low) for pick in np.ndindex(2, 2, 2)])
    found: Array = np.max([levers(robot, leaf.frame, corner) for corner in corners], axis=0)
    return found
