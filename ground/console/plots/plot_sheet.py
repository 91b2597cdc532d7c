"""Several plots below one another with one window of time, two cursors, and one plot that keys act on."""

from dataclasses import dataclass, field

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.plots.graph import MovedGraph
from ground.console.plots.residual_band import trip_ns
from ground.console.plots.time_plot import Looks, TimePlot
from ground.console.plots.time_window import TimeWindow
from ground.console.texts import theme
from ground.console.widgets.figure import column
from ground.series.catalogue import FigureRow
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

MOST_PLOTS = 6
ZOOM, NUDGE = 1.25, 0.01  # of the window: of one notch, of one step of a cursor
EMPTY_TEXT = "no plot yet: find a figure (Ctrl+F) and press Enter, or drag one here"
FULL_TEXT = f"no more than {MOST_PLOTS} plots: remove one first (Ctrl+Del)"


@dataclass(slots=True, kw_only=True)
class SheetLooks:
    """What a person has chosen of how to look."""

    window: TimeWindow = field(default_factory=TimeWindow)
    cursors_ns: tuple[int | None, int | None] = (None, None)
    with_limits: bool = False
    with_band: bool = True


class PlotSheet(QWidget):
    """The plots."""

    def __init__(self, run: RunSettings) -> None:
        """Start without plots."""
        super().__init__()
        self._run, self.plots, self.chosen = run, list[TimePlot](), 0
        self.looks = SheetLooks()
        self._now_ns = 0
        self._end_ns: int | None = None  # of a recording
        self._drawn: object = None  # what is drawn now
        self._empty = QLabel(EMPTY_TEXT)
        self._empty.setStyleSheet(f"color: {theme.DIM};")
        self._rows = column(self, self._empty, spacing=2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return the size that is wished."""
        return QSize(600, 180)

    def plot(self, row: FigureRow, into: TimePlot | None) -> str:
        """Plot a figure, in a plot if that takes it, else in one of its own; return why not, or empty."""
        if into is not None and into.takes(row):
            into.add(row)
        elif len(self.plots) >= MOST_PLOTS:
            return FULL_TEXT
        else:
            graph = MovedGraph(self.pan, self.zoom, self.mark)
            made = TimePlot(graph, row.unit)
            made.add(row)
            self.plots.append(made)
            self._rows.addWidget(made, 1)
            self.choose(len(self.plots) - 1)
        self._empty.hide()
        self._drawn = None
        return ""

    def remove(self) -> None:
        """Remove the plot that is chosen."""
        if self.plots:
            gone = self.plots.pop(self.chosen)
            self._rows.removeWidget(gone)
            gone.deleteLater()
            self._empty.setVisible(not self.plots)
            self.choose(self.chosen - 1)

    def choose(self, number: int) -> None:
        """Choose a plot, the first after the last."""
        self.chosen = number % max(len(self.plots), 1)
        for i, plot in enumerate(self.plots):
            plot.set_chosen(is_chosen=i == self.chosen)
            plot.graph.showAxis("bottom", i == len(self.plots) - 1)
        self._drawn = None

    def pan(self, share: float) -> None:
        """Look so much of the window later."""
        self.looks.window = self.looks.window.panned(share, self._now_ns)

    def zoom(self, notches: float, at: float = 1.0) -> None:
        """Look closer, about a share of the window."""
        self.looks.window = self.looks.window.zoomed(ZOOM**-notches, self._now_ns, at=at)

    def follow(self) -> None:
        """Follow now, or stand."""
        window = self.looks.window
        self.looks.window = window.frozen(self._now_ns) if window.follows else window.following()

    def show_all(self) -> None:
        """Show the whole run so far."""
        self.looks.window = self.looks.window.whole(self._now_ns, self._end_ns)

    def mark(self, at: float, is_second: bool) -> None:
        """Set a cursor at a share of the window; it stands from then on."""
        self.looks.window = self.looks.window.frozen(self._now_ns)
        from_ns, until_ns = self.looks.window.at(self._now_ns, 1)
        at_ns = from_ns + round(at * (until_ns - from_ns))
        first, second = self.looks.cursors_ns
        self.looks.cursors_ns = (first, at_ns) if is_second else (at_ns, second)

    def nudge(self, steps: int, *, is_second: bool) -> None:
        """Move a cursor by steps, or set it in the middle."""
        from_ns, until_ns = self.looks.window.at(self._now_ns, 1)
        at_ns = self.looks.cursors_ns[is_second]
        share = 0.5 if at_ns is None else (at_ns - from_ns) / (until_ns - from_ns) + steps * NUDGE
        self.mark(share, is_second)

    def clear_cursors(self) -> None:
        """Have no cursors."""
        self.looks.cursors_ns = (None, None)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what is known; courses only if they are others than before."""
        replay = snapshot.replay.status
        self._now_ns, self._end_ns = now_ns, round(replay.value.duration * NS_PER_S) if replay else None
        chosen, window_ns = self.looks, self.window_ns
        looks = Looks(
            window_ns=window_ns,
            with_limits=chosen.with_limits,
            band_ns=trip_ns(snapshot, self._run) if chosen.with_band else None,
            cursors_ns=chosen.cursors_ns,
            place_ns=now_ns if replay else None,
        )
        goes_on = not chosen.window.follows and window_ns[0] <= now_ns <= window_ns[1]
        shown = (snapshot.series, looks, self.width())
        is_new, self._drawn = goes_on or shown != self._drawn, shown
        for plot in self.plots:
            plot.write(snapshot.series, snapshot.arm.telemetry, now_ns)
            if is_new and snapshot.series is not None:
                plot.draw(snapshot.series, looks)

    @property
    def window_ns(self) -> tuple[int, int]:
        """Begin and end of what is shown."""
        return self.looks.window.at(self._now_ns, self.plots[0].graph.pixels if self.plots else 1)

    def cursor_text(self, snapshot: Snapshot) -> str:
        """Return what the cursors show of the plot that is chosen."""
        if snapshot.series is None or not self.plots:
            return ""
        return self.plots[self.chosen].text_at(snapshot.series, self.looks.cursors_ns)
