"""Where labels stand in a picture: beside what they speak of, never over it, nor over one another; no Qt.

    +-------------------------+     kept free    strokes: arms, tools, goals, tubes, nearest pair, legends
    |  [200.0 mm]----o        |     avoided      soft strokes and hulls: bodies of the scene, ways of plans
    |               /         |
    |   -----------'   [goal] |     A label has the free place that is nearest to its anchor; it stays where
    |          o-------/      |     it stood beside it as long as that is free and not much farther away.
    +-------------------------+

The picture is cut into cells.  A cell counts as taken if anything comes into it, and a label takes whole
cells: so what is free is free, and is found by sums over rectangles (Crow, Summed-area tables, 1984).  Where
there is no room at all a label is left out, the last ones first.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LEAST_CELL_PX = 6.0
MOST_CELLS = 4000.0  # of a picture, so that a large one costs no more
SOFT_PX = 120.0  # farther away than it must, a label rather stands than over what is avoided
BACK_PX = 40.0  # farther away than it must, a label stays where it stood
TAKEN = 100_000  # what a taken cell counts for, beside one that is avoided
GAP_PX = 4.0  # from an anchor to its label


class Place(NamedTuple):
    """A rectangle of a picture [px]."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge [px]."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge [px]."""
        return self.y + self.height

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of it that is nearest to a point [px]."""
        return min(max(x, self.x), self.right), min(max(y, self.y), self.bottom)


class Label(NamedTuple):
    """What is to be placed."""

    name: str  # by which it is known again in the next picture
    anchor: tuple[float, float]  # of what it speaks [px]
    size: tuple[float, float]  # [px]


class Obstacles(NamedTuple):
    """What labels keep clear of [px]."""

    strokes: Array  # (k, 5) lines with round ends: x0, y0, x1, y1, half their width
    soft: Array  # (k, 5) the same, of what is only avoided
    hulls: Sequence[Array] = ()  # (k, 2) corners in turn, of what is only avoided
    places: Sequence[Place] = ()  # rectangles that are taken


NO_STROKES = np.zeros((0, 5))
NO_OBSTACLES = Obstacles(NO_STROKES, NO_STROKES)


class LabelPlaces:
    """The places of labels, from picture to picture."""

    def __init__(self) -> None:
        """Begin without any."""
        self._beside: dict[str, tuple[float, float]] = {}  # of each label, from its anchor [px]

    def of(self, labels: Iterable[Label], obstacles: Obstacles, *, within: Place) -> list[Place | None]:
        """Return where each label stands inside a picture; None: there is no room for it."""
        board, places, beside = _Board(obstacles, within), [], {}
        for label in labels:
            place = board.place_of(label, self._beside.get(label.name))
            places.append(place)
            if place is not None:
                beside[label.name] = (place.x - label.anchor[0], place.y - label.anchor[1])
        self._beside = beside
        return places


class _Board:
    """The cells of a picture, and what takes them."""

    def __init__(self, obstacles: Obstacles, within: Place) -> None:
        area = max(within.width * within.height, 1.0)
        self._cell = max(LEAST_CELL_PX, math.sqrt(area / MOST_CELLS))
        self._within = within
        shape = (int(within.height / self._cell), int(within.width / self._cell))
        self._taken, self._soft = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        for stroke in obstacles.strokes.tolist():
            self._mark(self._taken, stroke)
        for place in obstacles.places:
            self._take(place)
        for stroke in obstacles.soft.tolist():
            self._mark(self._soft, stroke)
        for hull in obstacles.hulls:
            self._fill(hull)

    def place_of(self, label: Label, beside: tuple[float, float] | None) -> Place | None:
        """Return the place of a label, which nothing else takes from now on; None: there is none."""
        rows, columns = (math.ceil(length / self._cell) for length in reversed(label.size))
        if rows > self._taken.shape[0] or columns > self._taken.shape[1]:
            return None
        cost = self._costs(label, rows, columns)
        row, column = divmod(int(np.argmin(cost)), cost.shape[1])
        if not math.isfinite(cost[row, column]):
            return None
        if beside is not None:
            row, column = self._stay(label, beside, cost, best=(row, column))
        place = Place(*self._corner(row, column), *label.size)
        self._take(place)
        return place

    def _stay(
        self, label: Label, beside: tuple[float, float], cost: Array, *, best: tuple[int, int]
    ) -> tuple[int, int]:
        """Return the cell that is as before beside the anchor, if it is almost as good as the best one."""
        row = round((label.anchor[1] + beside[1] - self._within.y) / self._cell)
        column = round((label.anchor[0] + beside[0] - self._within.x) / self._cell)
        if not (0 <= row < cost.shape[0] and 0 <= column < cost.shape[1]):
            return best
        return (row, column) if cost[row, column] <= cost[best] + BACK_PX else best

    def _costs(self, label: Label, rows: int, columns: int) -> Array:
        """Return what it costs to have the upper left corner in each cell [px]; infinite: it is not free."""
        x, y = (
            start + self._cell * np.arange(count - taken + 1)
            for start, count, taken in (
                (self._within.x, self._taken.shape[1], columns),
                (self._within.y, self._taken.shape[0], rows),
            )
        )
        across = _outside(label.anchor[0], x, label.size[0])
        up = _outside(label.anchor[1], y, label.size[1])
        away: Array = np.hypot(up[:, None], across[None, :])
        away[away < GAP_PX] = np.inf
        marks = _sums(self._taken * TAKEN + self._soft, rows, columns)
        away[marks > 0] += SOFT_PX
        away[marks >= TAKEN] = np.inf
        return away

    def _corner(self, row: int, column: int) -> tuple[float, float]:
        return self._within.x + column * self._cell, self._within.y + row * self._cell

    def _take(self, place: Place) -> None:
        """Take every cell that a rectangle comes into."""
        top, bottom = (place.y - self._within.y) / self._cell, (place.bottom - self._within.y) / self._cell
        left, right = (place.x - self._within.x) / self._cell, (place.right - self._within.x) / self._cell
        rows = slice(max(math.floor(top + 1e-6), 0), max(math.ceil(bottom - 1e-6), 0))
        columns = slice(max(math.floor(left + 1e-6), 0), max(math.ceil(right - 1e-6), 0))
        self._taken[rows, columns] = True

    def _mark(self, cells: NDArray[np.bool_], stroke: Sequence[float]) -> None:
        """Mark every cell that a line with round ends may come into."""
        x0, y0, x1, y1, half = stroke
        near = half + self._cell / math.sqrt(2.0)
        rows = self._span((y0, y1), near, start=self._within.y, count=cells.shape[0])
        columns = self._span((x0, x1), near, start=self._within.x, count=cells.shape[1])
        if not (len(rows) and len(columns)):
            return
        x = self._within.x + (columns + 0.5) * self._cell - x0
        y = (self._within.y + (rows + 0.5) * self._cell - y0)[:, None]
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        share = ((x * dx + y * dy) / square).clip(0.0, 1.0) if square > 0.0 else 0.0
        inside = (x - share * dx) ** 2 + (y - share * dy) ** 2 <= near * near
        cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] |= inside

    def _span(self, ends: tuple[float, float], near: float, *, start: float, count: int) -> NDArray[np.int64]:
        """Return the cells along one direction that may be nearer than this to what lies between two ends."""
        if not all(map(math.isfinite, ends)):
            return np.arange(0)
        first = max(math.floor((min(ends) - near - start) / self._cell), 0)
        last = min(math.floor((max(ends) + near - start) / self._cell), count - 1)
        return np.arange(first, last + 1)

    def _fill(self, hull: Array) -> None:
        """Avoid every cell whose middle lies in a convex outline."""
        if len(hull) < 3 or not np.isfinite(hull).all():
            return
        (left, top), (right, bottom) = hull.min(axis=0), hull.max(axis=0)
        rows = self._span((top, bottom), 0.0, start=self._within.y, count=self._soft.shape[0])
        columns = self._span((left, right), 0.0, start=self._within.x, count=self._soft.shape[1])
        if not (len(rows) and len(columns)):
            return
        x = self._within.x + (columns + 0.5) * self._cell
        y = (self._within.y + (rows + 0.5) * self._cell)[:, None]
        sides = [
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            for (ax, ay), (bx, by) in zip(hull.tolist(), np.roll(hull, -1, axis=0).tolist(), strict=True)
        ]
        inside = np.logical_and.reduce([side >= 0.0 for side in sides])
        inside |= np.logical_and.reduce([side <= 0.0 for side in sides])
        self._soft[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] |= inside


def _outside(at: float, begins: NDArray[np.floating], length: float) -> Array:
    """Return how far a coordinate is from each interval of a length."""
    away: Array = np.maximum(np.maximum(begins - at, at - begins - length), 0.0)
    return away


def _sums(cells: NDArray[np.int64], rows: int, columns: int) -> NDArray[np.int64]:
    """Return what the cells of each rectangle of so many rows and columns come to."""
    total = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), dtype=np.int64)
    np.cumsum(np.cumsum(cells, axis=0, out=total[1:, 1:]), axis=1, out=total[1:, 1:])
    found: NDArray[np.int64] = (
        total[rows:, columns:] - total[:-rows, columns:] - total[rows:, :-columns] + total[:-rows, :-columns]
    )
    return found
