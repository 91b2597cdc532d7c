"""Which of many bodies may a region touch? A tree of bounds along the axes, built once, in plain floats.

       all                   Every node bounds what is below it; a region that misses
     /     \\                 a node's bounds misses all of that.  Halving the bodies along
 left       right            the longest side of their centres keeps the tree flat:
 /  \\       /   \\            11 levels for 1,000 bodies, of whatever sizes.
a    b     c     d
"""

from collections.abc import Sequence
from operator import add

Bounds = tuple[float, float, float, float, float, float]  # least x, y, z, greatest x, y, z [m]
_Node = tuple[Bounds, tuple["_Node", ...], int]  # bounds, children, number of the body if there are none


class BoxTree:
    """Bounds by number, in order of space."""

    def __init__(self, bounds: Sequence[Bounds]) -> None:
        """Sort the bounds; there may be none."""
        self._roots = (_node(bounds, list(range(len(bounds)))),) if bounds else ()

    def touching(self, region: Bounds) -> list[int]:
        """Return the numbers of all bounds that have a point in common with a region."""
        x0, y0, z0, x1, y1, z1 = region
        found, waiting = [], [*self._roots]
        while waiting:
            (ax, ay, az, bx, by, bz), children, number = waiting.pop()
            if ax <= x1 and bx >= x0 and ay <= y1 and by >= y0 and az <= z1 and bz >= z0:
                if children:
                    waiting += children
                else:
                    found.append(number)
        return found


def _node(bounds: Sequence[Bounds], numbers: Sequence[int]) -> _Node:
    x0, y0, z0, x1, y1, z1 = zip(*(bounds[number] for number in numbers), strict=True)
    around = (min(x0), min(y0), min(z0), max(x1), max(y1), max(z1))
    if len(numbers) == 1:
        return around, (), numbers[0]
    centres = [list(map(add, low, high)) for low, high in ((x0, x1), (y0, y1), (z0, z1))]  # twice of them
    widest = max(centres, key=lambda along: max(along) - min(along))
    ordered = [number for _, number in sorted(zip(widest, numbers, strict=True))]
    half = len(ordered) // 2
    return around, (_node(bounds, ordered[:half]), _node(bounds, ordered[half:])), -1
