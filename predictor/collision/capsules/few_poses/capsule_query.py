"""Whether an arm of capsules keeps a distance from all in AT_ONCE poses side by side, and no more than that.

The leaves of one frame have a ball around them all: what is beyond that in every pose is beyond them.

    ball ---> tree over the obstacles: a node that is out of reach in all poses is left out with all it holds
    ball ---> ball of another frame:   so are the pairs of their leaves
    leaf ---> obstacle, leaf:          the first that is within reach in any pose ends the query

    volumes     balls, then leaves     frame by frame
    meetings    ball, ball             of each row: if both are near, the next row follows; else that
                  leaf, ball           which is given, and all in between is left out;
                    leaf, leaf         of two leaves that are near no more is asked
                    leaf, leaf
                  leaf, ball
                    leaf, leaf

It rounds as single precision does, and takes more for a hit than there is, never less: `slack`.  Poses that
are evenly spread over one piece of a path meet at once what is in its way (Thomason, Kingston and Kavraki,
Motions in microseconds via vectorized sampling-based planning, 2024).
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.chain import chain_of, volumes_in
from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import PLACES
from predictor.collision.capsules.arm_and_scene.packing import seen_from
from predictor.collision.capsules.arm_and_scene.tables import (
    CENTRE,
    COUNT,
    FRAME,
    HALF,
    LINK,
    RUN,
    START,
    CapsuleTables,
)
from predictor.collision.capsules.arm_and_scene.tables import MOUNTS as LEAF_MOUNTS
from predictor.collision.capsules.few_poses.capsule_query_kernels import NEXT, CapsuleQuery
from predictor.collision.capsules.few_poses.placing_kernels import (
    AFTER,
    FIRST,
    MOUNTS,
    NUMBER,
    RADIUS,
    SQUARED,
    VOLUME,
)
from predictor.model.reach import reach
from predictor.model.robot import Robot
from predictor.proximity.proximity_layout import AT_ONCE

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Singles = NDArray[np.float32]

ARMS = 8  # whose meetings are kept
ROUNDINGS = 64.0 * 2.0**-24  # slack over the greatest length


class ArmWithBalls(NamedTuple):
    """An arm as queries read it; g balls, m leaves."""

    rows: Array  # (r, 10) of joints (`predictor.collision.capsules.arm_and_scene.chain`)
    base: Array  # (12,) frame of the base: x, y, z axis, origin
    volumes: Singles  # (g + m, VOLUME)
    meetings: Integers  # (p, 3) two volumes, and which row follows if they are not near
    reach: float  # how far from the base the arm can come [m]


@lru_cache(maxsize=ARMS)
def arm_with_balls(robot: Robot) -> ArmWithBalls:
    """Return an arm as queries read it."""
    chain, shapes = chain_of(robot), robot.capsules
    order = np.argsort(shapes.frame, kind="stable")
    leaves = np.zeros((len(order), VOLUME))
    leaves[:, :RADIUS], leaves[:, NUMBER] = volumes_in(chain, shapes)[order], order
    leaves[:, RADIUS] = shapes.radius[order]
    leaves[:, SQUARED] = [run @ run for run in (shapes.p1 - shapes.p0)[order]]
    parts = np.split(leaves, np.flatnonzero(np.diff(shapes.frame[order])) + 1)
    after = len(parts) + np.cumsum([len(part) for part in parts])
    balls = np.array([_ball(part, int(end)) for part, end in zip(parts, after, strict=True)])
    return ArmWithBalls(
        rows=chain.rows,
        base=chain.T_base_0[:3].T.ravel(),
        volumes=np.concatenate([balls, leaves]).astype(np.float32),
        meetings=_meetings(len(parts) + np.argsort(order)[robot.self_pairs], after),
        reach=reach(robot),
    )


def _ball(leaves: Array, after: int) -> Array:
    """Return the ball (VOLUME,) around the leaves of one frame, whose rows end before `after`."""
    thick, ball = np.tile(leaves[:, RADIUS], 2)[:, None], np.zeros(VOLUME)
    ends = np.concatenate([leaves[:, START:RUN], leaves[:, START:RUN] + leaves[:, RUN:RADIUS]])
    ball[FRAME] = leaves[0, FRAME]
    ball[START:RUN] = ((ends - thick).min(axis=0) + (ends + thick).max(axis=0)) / 2.0
    ball[RADIUS] = (np.linalg.norm(ends - ball[START:RUN], axis=1, keepdims=True) + thick).max()
    ball[FIRST], ball[AFTER] = after - len(leaves), after
    return ball


def _meetings(pairs: Integers, after: Integers) -> Integers:
    """Return the meetings (p, 3) of pairs of leaves (s, 2), by the row after the last leaf of each ball."""
    balls = np.searchsorted(after, pairs, side="right")
    keys = np.column_stack([balls, pairs])  # a pair's ball and mate, then its leaves
    keys = keys[np.lexsort(keys.T[::-1])]
    rows: list[tuple[int, int, int]] = []
    for mates in _runs(keys, [0, 1]):
        top = len(rows)
        rows.append((0, 0, 0))
        for leaf in _runs(mates, [2]):
            first = len(rows) + 1
            rows.append((int(leaf[0, 2]), int(leaf[0, 1]), first + len(leaf)))
            rows += [(int(one), int(other), first + k + 1) for k, (one, other) in enumerate(leaf[:, 2:])]
        rows[top] = int(mates[0, 0]), int(mates[0, 1]), len(rows)
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _runs(keys: Integers, columns: list[int]) -> list[Integers]:
    """Return the runs of rows that are alike in columns."""
    is_new = (np.diff(keys[:, columns], axis=0) != 0).any(axis=1)
    return np.split(keys, np.flatnonzero(is_new) + 1) if len(keys) else []


def capsule_query(robot: Robot, tables: CapsuleTables, T_world_base: Array | None) -> CapsuleQuery:
    """Return the query of an arm in a scene; `T_world_base`: where the base stands, if that counts."""
    arm, tables = arm_with_balls(robot), tables if T_world_base is None else seen_from(tables, T_world_base)
    obstacles, volumes, leaves = tables.obstacles, arm.volumes.copy(), len(tables.leaves)
    balls = len(volumes) - leaves
    volumes[balls:, MOUNTS] = tables.leaves[volumes[balls:, NUMBER].astype(int), LEAF_MOUNTS]
    far = float(np.abs(obstacles[:, CENTRE : HALF + 3]).sum(axis=1).max(initial=0.0))
    frames = np.zeros((len(arm.rows) + 1, PLACES * AT_ONCE), np.float32)
    frames[0] = np.repeat(arm.base, AT_ONCE)
    return CapsuleQuery(
        tree=robot.tree,
        rows=arm.rows,
        volumes=volumes,
        meetings=arm.meetings,
        obstacles=obstacles.astype(np.float32),
        nodes=tables.nodes[:, :LINK].astype(np.float32),
        links=_links(tables),
        mounted=tables.mounted,
        slack=ROUNDINGS * (arm.reach + far),
        frames=frames,
        axes=np.zeros((len(volumes), 6 * AT_ONCE), np.float32),
        turn=np.empty(2 * AT_ONCE, np.float32),
        q=np.empty(robot.n + AT_ONCE),
        is_placed=np.empty(balls, np.int64),
    )


def _links(tables: CapsuleTables) -> Integers:
    """Return the links (t, 3) of the nodes (`CapsuleQuery.links`)."""
    links = np.zeros((len(tables.nodes), 3), np.int64)
    for node in range(len(links) - 1, -1, -1):
        link, count = tables.nodes[node, LINK : COUNT + 1].astype(int)
        links[node] = (link, count, node + 1) if count else (0, 0, links[link, NEXT])
    return links
