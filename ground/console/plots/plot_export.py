"""Plots as files in the folder of the run: what is seen as PNG, the samples behind it as CSV; no Qt.

t [s],figure,least,most       in the units of the recording; of samples both are the same,
12.3,Telemetry.q[3] [rad],-1.657,-1.657           of a block of older ones its extremes
"""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ground.series.catalogue import FigureRow
from ground.series.rings import Rows
from telemetry.agreed.run_settings import NS_PER_S

HEADER = ("t [s]", "figure", "least", "most")
MOST_FILES = 1000  # of one name


class ExportedFigure(NamedTuple):
    """A figure with its samples in a window."""

    row: FigureRow
    rows: Rows


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return a name that no file of a folder has yet."""
    names = (f"{stem}-{k}{suffix}" for k in range(1, MOST_FILES + 1))
    return next((folder / name for name in names if not (folder / name).exists()), folder / f"{stem}{suffix}")


def write_csv(path: Path, figures: Sequence[ExportedFigure], window_ns: tuple[int, int]) -> int:
    """Write the samples of figures in a window; return how many rows; OSError: it cannot be written."""
    from_ns, until_ns = window_ns
    count = 0
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for figure in figures:
            rows = figure.rows
            inside = (rows.from_ns >= from_ns) & (rows.from_ns <= until_ns) & np.isfinite(rows.high)
            stamps_s = rows.from_ns[inside] / NS_PER_S
            low, high = (each[inside] for each in (rows.low, rows.high))
            for at_s, least, most in zip(stamps_s, low, high, strict=True):
                writer.writerow((f"{at_s:.9g}", figure.row.header, f"{least:.9g}", f"{most:.9g}"))
            count += int(inside.sum())
    return count
