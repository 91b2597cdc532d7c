"""A fit with its proof: which convex member of a volume holds which corners of the body."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fit.volumes import BoundingVolume

Array = NDArray[np.float64]

SLACK = 1e-9  # [m] by which a corner may seem outside, for rounding


class Held(NamedTuple):
    """A convex volume, and the corners (k, 3) whose hull it holds."""

    member: BoundingVolume
    corners: Array


class Fitted(NamedTuple):
    """A volume around a body, and what each of its members holds; together that is the body."""

    volume: BoundingVolume
    held: tuple[Held, ...]

    @property
    def margin(self) -> float:
        """How far inside its member the outermost corner is [m]; negative: outside."""
        return min(float(member.margins(corners).min(initial=np.inf)) for member, corners in self.held)


class NotHeldError(RuntimeError):
    """A fit that does not hold its body: the method that made it is wrong."""


def proven(fitted: Fitted) -> Fitted:
    """Return a fit that holds its body.

    Raises:
        NotHeldError: it does not; by how much.
    """
    if not fitted.margin >= -SLACK:
        raise NotHeldError(f"the fit {fitted.volume.kind} leaves out a corner by {-fitted.margin:.3g} m")
    return fitted
