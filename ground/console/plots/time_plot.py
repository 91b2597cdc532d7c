"""One plot: its figures with their newest values and ages, their courses, limits, cursors and band.

   ─ -95.2 °  Telemetry.q[3], 3.5 s ago    ─ -96.0 °  PredictedArm.q_commanded[3], 0.0 s ago
 -90 |       __A_______B__
     |______/  |       |  \\________      - - - limits     ::::: commanded one round trip ago, +- tolerance
-100 |
"""

from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from ground.console.facts.panel_facts import Stamped
from ground.console.plots.graph import MovedGraph, show_course, values_range
from ground.console.plots.residual_band import ResidualBand, joint_of
from ground.console.texts import formats, plot_words, theme
from ground.console.widgets.figure import Value, column
from ground.console.widgets.painting import Style
from ground.series.catalogue import FigureRow
from ground.series.rings import SILENCE_NS, Course
from ground.series.series_store import SeriesStore
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.spacecraft import Telemetry

MOST_CURVES = 4
STYLES: tuple[tuple[Style, str], ...] = (("whole", "─"), ("dashed", "╌"), ("dotted", "┄"))
COMMANDED_WORD, SEEN_KINDS = "commanded", ("Telemetry", "RangeSample", "ImageStatus")
OF_REPORTS = ("Telemetry.", "RangeSample.")
LEAST_PX = 46


class Looks(NamedTuple):
    """How all plots are looked at."""

    window_ns: tuple[int, int]
    with_limits: bool  # in sight, though the values are far from them
    band_ns: int | None  # how much later commands are seen; None: no band
    cursors_ns: tuple[int | None, int | None]
    place_ns: int | None  # of a replay: what is shown elsewhere; what is beyond it comes later


class PlottedFigure(NamedTuple):
    """A figure of a plot."""

    row: FigureRow
    label: Value
    curve: pg.PlotCurveItem
    limits: tuple[pg.InfiniteLine, ...]
    colour: str
    symbol: str
    band: ResidualBand | None


class TimePlot(QFrame):
    """Figures of one unit over time."""

    def __init__(self, graph: MovedGraph, unit: str) -> None:
        """Start without figures, to be drawn in a graph."""
        super().__init__()
        self.unit, self.graph, self.figures = unit, graph, dict[str, PlottedFigure]()
        self.shown_unit, self._scale = plot_words.shown_unit(unit)
        self._line = QHBoxLayout()
        self._line.setSpacing(12)
        rows = column(self)
        rows.addLayout(self._line)
        rows.addWidget(graph, 1)
        self.cursors = (graph.add_cursor(), graph.add_cursor())
        self._place = graph.add_cursor(theme.MODE_LOOKS["replay"].colour)
        self.setMinimumHeight(LEAST_PX)

    def takes(self, row: FigureRow) -> bool:
        """True if there is room for a figure, and it has the plot's unit."""
        return row.unit == self.unit and row.name not in self.figures and len(self.figures) < MOST_CURVES

    def add(self, row: FigureRow) -> None:
        """Plot a figure more."""
        colour = _colour(row.name)
        order = sum(each.colour == colour for each in self.figures.values())
        style, symbol = STYLES[order % len(STYLES)]
        label = Value(theme.LEAST_PX, bold=False)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        label.setToolTip(row.header)
        self._line.addWidget(label, 1)
        joint = joint_of(row.name)
        band = ResidualBand(self.graph, joint) if joint else None
        limits = tuple(self.graph.add_limit(each * self._scale) for each in row.limits)
        curve = self.graph.add_curve(colour, style=style)
        self.figures[row.name] = PlottedFigure(row, label, curve, limits, colour, symbol, band)

    def set_chosen(self, *, is_chosen: bool) -> None:
        """Look as the one that keys act on."""
        side = theme.DIM if is_chosen else theme.PANEL
        self.setStyleSheet(f"TimePlot {{ border: none; border-left: 2px solid {side}; }}")

    def write(self, store: SeriesStore | None, report: Stamped[Telemetry] | None, now_ns: int) -> None:
        """Write the newest values with their ages: of telemetry since it was sampled on board."""
        for each in self.figures.values():
            series = store.series(each.row.name) if store else None
            newest = series.newest(now_ns) if series else None
            if newest is None:
                each.label.show_text(f"{formats.NO_DATA}  {each.row.name}", colour=theme.STALE, symbol="")
            else:
                is_of_report = each.row.name.startswith(OF_REPORTS)
                self._write(
                    each, newest, at_ns=report.at_ns if report and is_of_report else newest[0], now_ns=now_ns
                )

    def draw(self, store: SeriesStore, looks: Looks) -> None:
        """Show everything else."""
        courses = [self._show(each, store, looks) for each in self.figures.values()]
        limits = [each * self._scale for figure in self.figures.values() for each in figure.row.limits]
        values = [course.value * self._scale for course in courses if course is not None]
        self.graph.show_range(looks.window_ns, values_range(values, limits if looks.with_limits else []))
        lines = (*self.cursors, self._place)
        for line, at_ns in zip(lines, (*looks.cursors_ns, looks.place_ns), strict=True):
            line.setVisible(at_ns is not None)
            line.setPos((at_ns or 0) / NS_PER_S)

    def text_at(self, store: SeriesStore, cursors_ns: tuple[int | None, int | None]) -> str:
        """Return what the first figure was at the cursors, and by how much it differs."""
        name = next(iter(self.figures), "")
        series = store.series(name)
        if series is None:
            return ""
        found = [None if at_ns is None else series.newest(at_ns) for at_ns in cursors_ns]
        values = [None if each is None else each[1] * self._scale for each in found]
        parts = [
            f"{letter} {formats.mission_time(at_ns)}  {plot_words.value(value, self.shown_unit)}"
            for letter, at_ns, value in zip("AB", cursors_ns, values, strict=True)
            if at_ns is not None and value is not None
        ]
        if len(parts) == len(values) and None not in (*values, *cursors_ns):
            between_s = (cursors_ns[1] - cursors_ns[0]) / NS_PER_S  # type: ignore[operator]
            change = plot_words.value(values[1] - values[0], self.shown_unit)  # type: ignore[operator]
            parts.append(f"B-A {between_s:.3f} s  {change}")
        return f"{name}:  {'    '.join(parts)}" if parts else ""

    def _show(self, figure: PlottedFigure, store: SeriesStore, looks: Looks) -> Course | None:
        series = store.series(figure.row.name)
        if series is None:
            return None
        course = series.course(looks.window_ns, pixels=self.graph.pixels)
        show_course(figure.curve, course, scale=self._scale)
        if figure.band is not None:
            figure.band.set_visible(is_visible=looks.band_ns is not None)
            if looks.band_ns is not None:
                figure.band.draw(
                    store,
                    looks.window_ns,
                    delay_ns=looks.band_ns,
                    scale=self._scale,
                    pixels=self.graph.pixels,
                )
        return course

    def _write(self, figure: PlottedFigure, newest: tuple[int, float], *, at_ns: int, now_ns: int) -> None:
        """Write a value that came with its stamp, and is of another instant."""
        came_ns, value = newest
        text = plot_words.value(value * self._scale, self.shown_unit)
        age = formats.age(max(now_ns - at_ns, 0) / NS_PER_S)
        figure.label.show_text(
            f"{text}  {figure.row.name}, {age}",
            is_stale=now_ns - came_ns > SILENCE_NS,
            colour=figure.colour,
            symbol=figure.symbol,
        )


def _colour(name: str) -> str:
    """Return the colour of what a figure is of: commanded, as seen, or anything else."""
    if COMMANDED_WORD in name:
        return theme.COMMANDED
    return theme.SEEN if name.startswith(SEEN_KINDS) else theme.TEXT
