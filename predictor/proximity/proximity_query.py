"""How kernels of other packages ask whether poses are free, whichever method of collision a world is of.

query = world.proximity_query()      the world's tables, and scratch to compute in
check = compiled_query(query)        the method's own kernel, compiled apart, which others call by its address

check(query, poses, required)        1 if all is farther than that [m] in the poses (n, AT_ONCE), else 0
"""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import called_by_address
from predictor.proximity.proximity_layout import AT_ONCE, FreeCheck, ProximityQuery

Array = NDArray[np.float64]


def compiled_query(query: ProximityQuery) -> FreeCheck:
    """Return the compiled `is_free` of a query; only kernels can call it."""
    return called_by_address(type(query).is_free, (query, np.empty((1, AT_ONCE)), 0.0))
