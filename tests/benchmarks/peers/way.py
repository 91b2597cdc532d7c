"""A question of the bench, and the ways in which ours and others answer it.

A pass answers the question for all its inputs, one after the other as a program would ask; it is what is
timed.  `answers` makes the same pass once more and gives its answers as numbers, for the comparison that
comes first.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Way(NamedTuple):
    """One way to an answer."""

    name: str  # who, and by which call
    run: Callable[[], object]  # a pass
    answers: Callable[[], Array] | None = None  # of a pass; None: they are of another kind than ours
    tolerance: float = 0.0  # within which they must be ours
    note: str = ""  # how its contract differs
    is_signed: bool = True  # False: what is inside it tells by another measure, and only zero is compared


class Missing(NamedTuple):
    """A peer that cannot be asked."""

    name: str
    why: str


class Question(NamedTuple):
    """What is asked of everybody."""

    id: str  # line of the targets
    case: str
    answers: int  # in a pass
    ours: Way | None  # None: nothing here answers it yet
    peers: tuple[Way | Missing, ...] = ()
    cores: int = 1
    undecided: Callable[[], NDArray[np.bool_]] | None = None  # answers that rounding decides, not compared
