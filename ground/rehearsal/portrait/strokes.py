"""Lines and figures upon a picture, with smooth edges, without a library for it.

A figure is a few strokes on a grid of 4 by 6, from its lower left corner; there are the ten digits, a point
and the unit of length.
"""

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Colour = tuple[float, float, float]  # 0 to 1

GRID, ADVANCE = 6.0, 6.0  # height of a figure, and from one to the next
HALO_PX = 4.0  # by which what is to be read stands off its ground
FIGURES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0, 0), (4, 0), (4, 6), (0, 6), (0, 0)),),
    "1": (((1, 5), (2, 6), (2, 0)),),
    "2": (((0, 6), (4, 6), (4, 3), (0, 3), (0, 0), (4, 0)),),
    "3": (((0, 6), (4, 6), (4, 0), (0, 0)), ((1, 3), (4, 3))),
    "4": (((0, 6), (0, 3), (4, 3)), ((4, 6), (4, 0))),
    "5": (((4, 6), (0, 6), (0, 3), (4, 3), (4, 0), (0, 0)),),
    "6": (((4, 6), (0, 6), (0, 0), (4, 0), (4, 3), (0, 3)),),
    "7": (((0, 6), (4, 6), (2, 0)),),
    "8": (((0, 0), (4, 0), (4, 6), (0, 6), (0, 0)), ((0, 3), (4, 3))),
    "9": (((4, 3), (0, 3), (0, 6), (4, 6), (4, 0), (0, 0)),),
    ".": (((2, 0), (2, 0.3)),),
    "m": (((0, 0), (0, 4), (4, 4), (4, 0)), ((2, 4), (2, 0))),
    " ": (),
}


def draw_strokes(picture: Array, strokes: Sequence[Array], colour: Colour, *, width: float) -> None:
    """Draw polylines (k, 2) [px] into a picture (rows, columns, 3), `width` [px] wide."""
    rows, columns, _ = picture.shape
    ends = np.concatenate(strokes)
    low = np.floor(ends.min(axis=0) - width).astype(int).clip(0)
    high = np.minimum(np.ceil(ends.max(axis=0) + width).astype(int) + 1, (columns, rows))
    if (high <= low).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    away = np.full(x.shape, np.inf)
    for stroke in strokes:
        for a, b in itertools.pairwise(stroke):
            along = b - a
            share = ((x - a[0]) * along[0] + (y - a[1]) * along[1]) / max(float(along @ along), 1e-12)
            share = share.clip(0.0, 1.0)
            np.minimum(away, np.hypot(x - a[0] - share * along[0], y - a[1] - share * along[1]), out=away)
    inked = (0.5 * width + 0.5 - away).clip(0.0, 1.0)[..., None]
    place = picture[low[1] : high[1], low[0] : high[0]]
    place += inked * (np.array(colour) - place)


def draw_figures(
    picture: Array, text: str, at: Array, *, size: float, colour: Colour, ground: Colour
) -> None:
    """Write figures, `size` [px] high, around a place (2,) [px], with a halo of their ground's colour."""
    scale = size / GRID
    across = scale * (ADVANCE * len(text) - 2.0)
    begin = at + np.array([-0.5 * across, 0.5 * size])
    strokes = [
        begin + scale * np.array([(x + ADVANCE * place, -y) for x, y in stroke])
        for place, figure in enumerate(text)
        for stroke in FIGURES[figure]
    ]
    width = 0.16 * size
    draw_strokes(picture, strokes, ground, width=width + HALO_PX)
    draw_strokes(picture, strokes, colour, width=width)
