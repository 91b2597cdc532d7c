"""An arm as rakes look at it: its joints, its leaves, a ball around all leaves of a frame, and who may meet.

volumes     balls, then leaves      (frame by frame)
meetings    ball, ball              of each row: if both are near the next row follows, else that which is
              leaf, ball            told, and all in between is left out;
                leaf, leaf          of two leaves that are near no more is asked
                leaf, leaf
              leaf, ball
                leaf, leaf
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.chain import chain_of, volumes_in
from predictor.collision.lanes.chain_layout import BEGIN, FRAME, RUN
from predictor.collision.rake.placing_kernels import AFTER, FIRST, NUMBER, RADIUS, SQUARED, VOLUME
from predictor.model.reach import reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int64]

ARMS = 8  # that are remembered


class RakeArm(NamedTuple):
    """What the kernels of a look read of an arm; g balls, m leaves."""

    rows: Array  # (r, 10) of joints (`predictor.collision.lanes.chain`)
    base: Array  # (12,) frame of the base: x, y, z axis, origin
    volumes: Singles  # (g + m, VOLUME)
    meetings: Integers  # (p, 3) two volumes, and which row follows if they are not near
    reach: float  # how far from the base the arm can come [m]


@lru_cache(maxsize=ARMS)
def rake_arm(robot: Robot) -> RakeArm:
    """Return an arm as kernels read it."""
    chain, shapes = chain_of(robot), robot.capsules
    order = np.argsort(shapes.frame, kind="stable")
    leaves = np.zeros((len(order), VOLUME))
    leaves[:, :RADIUS], leaves[:, NUMBER] = volumes_in(chain, shapes)[order], order
    leaves[:, RADIUS] = shapes.radius[order]
    leaves[:, SQUARED] = [run @ run for run in (shapes.p1 - shapes.p0)[order]]
    parts = np.split(leaves, np.flatnonzero(np.diff(shapes.frame[order])) + 1)
    after = len(parts) + np.cumsum([len(part) for part in parts])
    balls = np.array([_ball(part, int(end)) for part, end in zip(parts, after, strict=True)])
    return RakeArm(
        rows=chain.rows,
        base=chain.T_base_0[:3].T.ravel(),
        volumes=np.concatenate([balls, leaves]).astype(np.float32),
        meetings=_meetings(len(parts) + np.argsort(order)[robot.self_pairs], after),
        reach=reach(robot),
    )


def _ball(leaves: Array, after: int) -> Array:
    """Return the ball (VOLUME,) around leaves of one frame, the rows up to that before the last told."""
    thick, ball = np.tile(leaves[:, RADIUS], 2)[:, None], np.zeros(VOLUME)
    ends = np.concatenate([leaves[:, BEGIN:RUN], leaves[:, BEGIN:RUN] + leaves[:, RUN:RADIUS]])
    ball[FRAME], ball[BEGIN:RUN] = (
        leaves[0, FRAME],
        ((ends - thick).min(axis=0) + (ends + thick).max(axis=0)) / 2.0,
    )
    ball[RADIUS] = (np.linalg.norm(ends - ball[BEGIN:RUN], axis=1, keepdims=True) + thick).max()
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
