"""Marks upon a picture: strokes and captions with smooth edges, each with a halo that sets it apart."""

import io
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Colour = tuple[float, float, float]  # 0 to 1

DOTS_PER_INCH = 72.0  # a point of matplotlib is a pixel
HALO_PX = 1.5  # by which a mark stands off its ground, all around


class Polyline(NamedTuple):
    """A polyline, or several of them: a row of NaN stands between two."""

    points: Array  # (k, 2) from the upper left corner, x first [px]
    colour: Colour
    width: float  # [px]


class Caption(NamedTuple):
    """A line of text around a place."""

    text: str
    at: Array  # (2,) its middle, as those of a stroke [px]
    colour: Colour
    size: float  # of the font [px]


def marked(picture: Pixels, marks: Iterable[Polyline | Caption], *, halo: Colour) -> Pixels:
    """Return a picture (rows, columns, 3) with marks upon it, the last one on top."""
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from matplotlib.patheffects import withStroke

    rows, columns, _ = picture.shape
    figure = Figure(figsize=(columns / DOTS_PER_INCH, rows / DOTS_PER_INCH), dpi=DOTS_PER_INCH)
    figure.figimage(picture, zorder=-1.0)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0), xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    axes.set_axis_off()
    for order, mark in enumerate(marks):
        width = mark.width if isinstance(mark, Polyline) else 0.0
        effects = [withStroke(linewidth=width + 2.0 * HALO_PX, foreground=halo)]
        artist: Artist
        if isinstance(mark, Polyline):
            [artist] = axes.plot(*mark.points.T, color=mark.colour, linewidth=width)
        else:
            (x, y), middle = mark.at, "center"
            artist = axes.text(x, y, mark.text, color=mark.colour, fontsize=mark.size, ha=middle, va=middle)
        artist.set(path_effects=effects, zorder=order)
    content = io.BytesIO()
    figure.savefig(content, format="rgba")
    return np.frombuffer(content.getvalue(), np.uint8).reshape(rows, columns, 4)[..., :3]
