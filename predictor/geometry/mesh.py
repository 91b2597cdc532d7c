"""Triangles: the surface of a body as files give it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mesh:
    """A surface of triangles; closed or not, convex or not."""

    vertices: Array  # (v, 3) [m]
    faces: Integers  # (f, 3) rows of vertices, counter-clockwise as seen from outside
