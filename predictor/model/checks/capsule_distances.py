"""How far points and capsules are apart, many at once: what the checks of an arm's shape need."""

from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array

PARALLEL_SINE_SQUARED = 1e-12  # square of a sine


class PlacedCapsules(NamedTuple):
    """Capsules, in one frame."""

    p0: Array  # (c, 3)
    p1: Array
    radius: Array  # (c,)


def distances_to_capsules(points: Array, limbs: PlacedCapsules) -> Array:
    """Return the signed distances (k, c) of points (k, 3) from capsules."""
    return _from_axes(points[:, None], limbs) - limbs.radius


def capsule_distances(limbs: PlacedCapsules) -> Array:
    """Return the signed distances (c, c) of capsules from one another.

    Axes are nearest at an end of one of them, or where they pass each other (Ericson, Real-Time Collision
    Detection, 2005, 5.1.9).
    """
    ends = np.minimum(_from_axes(limbs.p0[:, None], limbs), _from_axes(limbs.p1[:, None], limbs))
    nearest = np.minimum(np.minimum(ends, ends.T), _passing(limbs))
    apart: Array = nearest - limbs.radius - limbs.radius[:, None]
    return apart


def _passing(limbs: PlacedCapsules) -> Array:
    """Return how far axes (c, c) are apart where they pass each other; infinite if they do not."""
    axes, away = limbs.p1 - limbs.p0, limbs.p0[:, None] - limbs.p0
    both = axes @ axes.T
    own = np.diag(both)
    first, second = np.einsum("ci,cdi->cd", axes, away), np.einsum("di,cdi->cd", axes, away)
    square = own[:, None] * own - both**2
    sure = np.where(square > PARALLEL_SINE_SQUARED * own[:, None] * own, square, np.nan)
    s, t = (both * second - own * first) / sure, (own[:, None] * second - both * first) / sure
    passes = (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    gap = np.linalg.norm(away + s[..., None] * axes[:, None] - t[..., None] * axes, axis=2)
    return np.where(passes, gap, np.inf)


def _from_axes(points: Array, limbs: PlacedCapsules) -> Array:
    """Return the distances (k, c) of points (k, c or 1, 3) from the axes of capsules; spheres have none."""
    axes = limbs.p1 - limbs.p0
    square = np.einsum("cj,cj->c", axes, axes)
    along = np.einsum("kcj,cj->kc", points - limbs.p0, axes)
    share = np.clip(along / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    away: Array = np.linalg.norm(points - limbs.p0 - share[:, :, None] * axes, axis=2)
    return away
