"""One figure of a recording over time: every value that was recorded, as arrays, with its unit and limits."""

import difflib
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_NEAR = 3  # names that are offered for one that is not there


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FigureCourse:
    """A figure over time."""

    name: str  # Telemetry.q[3]
    unit: str  # empty: a count or a flag
    limits: tuple[float, ...]  # in its unit: lowest and highest, or the only one; empty: none is known
    t: NDArray[np.float64]  # (m,) from the start of the run, ascending [s]
    values: NDArray[np.float64]  # (m,) in its unit; NaN: not known then

    @property
    def header(self) -> str:
        """Its name with its unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


class FigureError(ValueError):
    """A figure that is not there: which, and what is near it."""

    def __init__(self, name: str, names: Collection[str]) -> None:
        """State the name, and those that are there."""
        near = near_names(name, names)
        offered = f"did you mean {' or '.join(map(repr, near))}?" if near else "nothing is named like it"
        super().__init__(f"no figure {name!r}; {offered}")


def near_names(name: str, names: Collection[str]) -> list[str]:
    """Return the names that are most like one: those that hold it first, then by all of it, or its end."""
    holding = sorted((each for each in names if name.lower() in each.lower()), key=len)
    ends = {each.rpartition(".")[2]: each for each in names}
    by_end = [ends[end] for end in difflib.get_close_matches(name, ends, n=MOST_NEAR)]
    like_it = difflib.get_close_matches(name, names, n=MOST_NEAR)
    return [*dict.fromkeys([*holding, *like_it, *by_end])][:MOST_NEAR]


def figures_named(name: str, names: Collection[str]) -> list[str]:
    """Return the figures of a name: itself, or without its joint or axis all of them.

    Raises:
        FigureError: there is none.
    """
    joints = [each for each in names if "[" in each and each.rstrip("]").rpartition("[")[0] == name]
    axes = [each for each in names if "." in name and each.rpartition(".")[0] == name]
    found = [name] if name in names else joints or axes
    if not found:
        raise FigureError(name, names)
    return found
