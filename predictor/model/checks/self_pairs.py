"""Which pairs of an arm's capsules no pose keeps apart, found by looking at many poses within limits.

    neighbours, mostly near each other   allowed: they meet in the joint that joins them
    near each other in every pose        allowed: no pose could be flown if they had to be apart
    any other pair                       stays tested; how near it came is said

Poses are drawn by a seed: the same arm has the same pairs.  That a pair is allowed is a proposal, to be
written down with its reason for a person who knows the arm: it takes a pair away from what is watched.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.checks.capsule_distances import PlacedCapsules, capsule_distances
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot

SAMPLED_POSES = 500
NEAR_M = 0.05  # what must usually be kept clear, and some room
MOSTLY_NEAR_SHARE = 0.5  # of all poses


class SampledPair(NamedTuple):
    """Two capsules of different frames."""

    names: tuple[str, str]
    is_allowed: bool  # whether it is proposed not to keep them apart
    reason: str
    least_m: float  # signed distance, over all poses
    most_m: float


class _PairExtremes(NamedTuple):
    """What was found of all pairs (c, c)."""

    least: Array
    most: Array
    near: Array  # in how many poses


def sampled_pairs(robot: Robot, *, poses: int = SAMPLED_POSES, seed: int = 1) -> tuple[SampledPair, ...]:
    """Return all pairs of capsules of different frames, in their order, and what was found of each."""
    seen, frame, names = _extremes(robot, poses, seed), robot.capsules.frame, robot.capsules.names
    joints = {frozenset((joint.parent + 1, i + 1)): joint.name for i, joint in enumerate(robot.joints)}
    found = []
    for i, j in _different(frame.tolist()):
        least, most = float(seen.least[i, j]), float(seen.most[i, j])
        joint = joints.get(frozenset((int(frame[i]), int(frame[j]))))
        is_joint, is_always_near = bool(joint) and seen.near[i, j] >= MOSTLY_NEAR_SHARE * poses, most < NEAR_M
        reason = f"{_apart(least, most)} in {poses} poses"
        if is_joint:
            reason = f"neighbours, which meet in {joint!r}; {reason}"
        elif is_always_near:
            reason = f"{reason}, never {NEAR_M * 1e3:g} mm apart"
        found.append(SampledPair((names[i], names[j]), is_joint or is_always_near, reason, least, most))
    return tuple(found)


def _different(frames: list[int]) -> Iterator[tuple[int, int]]:
    """Return the rows of capsules of different frames, each two once."""
    for j, second in enumerate(frames):
        yield from ((i, j) for i, first in enumerate(frames[:j]) if first != second)


def _apart(least: float, most: float) -> str:
    if most < 0.0:
        return f"overlap by {_range(-most, -least)} mm"
    if least < 0.0:
        return f"from {-least * 1e3:.0f} mm of overlap to {most * 1e3:.0f} mm apart"
    return f"{_range(least, most)} mm apart"


def _range(low_m: float, high_m: float) -> str:
    low, high = f"{low_m * 1e3:.0f}", f"{high_m * 1e3:.0f}"
    return low if low == high else f"{low} to {high}"


def _extremes(robot: Robot, poses: int, seed: int) -> _PairExtremes:
    shapes = robot.capsules
    c = len(shapes.names)
    low = np.maximum(robot.limits.q_min, -math.pi)
    high = np.minimum(robot.limits.q_max, low + 2.0 * math.pi)
    seen = _PairExtremes(np.full((c, c), np.inf), np.full((c, c), -np.inf), np.zeros((c, c)))
    for q in np.random.default_rng(seed).uniform(low, high, (poses, robot.n)):
        T = link_poses(robot, q)[shapes.frame]
        p0, p1 = (
            np.einsum("cij,cj->ci", T[:, :3, :3], ends) + T[:, :3, 3] for ends in (shapes.p0, shapes.p1)
        )
        apart = capsule_distances(PlacedCapsules(p0, p1, shapes.radius))
        np.minimum(seen.least, apart, out=seen.least)
        np.maximum(seen.most, apart, out=seen.most)
        np.add(seen.near, apart < NEAR_M, out=seen.near)
    return seen
