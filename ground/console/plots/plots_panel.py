"""PLOTS: any recorded figure over time, several plots below one another with one window of time.

    [find     ] | [follow] [all] [limits] [band] [picture] [table]            written: /runs/.../plots-1.png
    | figures | | plot                                                        Ctrl+F           find a figure
    |         | | plot                                                        Ctrl+arrows      earlier, closer
    |         | | A T+00:21.3 -95.2 °   B T+00:24.0 -94.1 °   B-A 2.700 s     Ctrl+Shift+arrow cursor A

Ctrl+Alt+arrow moves cursor B.  By mouse: drag pans, the wheel zooms, a click sets cursor A, with
Shift cursor B.  Only what is seen is drawn.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.plots.figure_list import FigureList
from ground.console.plots.plot_export import ExportedFigure, free_path, write_csv
from ground.console.plots.plot_sheet import PlotSheet
from ground.console.texts import theme
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import Panel, Value, column
from ground.console.widgets.wrapping_row import WrappingRow
from ground.series.catalogue import catalogue
from predictor.model.robot import Robot
from telemetry.agreed.run_settings import RunSettings

LIST_PX = 250
PAN_SHARE = 0.1
STEM = "plots"
NO_FOLDER_TEXT, NO_PLOT_TEXT = "no folder of the run is known here", "there is no plot to write"


class PlotsPanel(Panel):
    """Plots of what a person asks for."""

    def __init__(
        self, run: RunSettings, robot: Robot, folder: Path | None, *, cameras: Sequence[str] = ()
    ) -> None:
        """Start without plots.

        Args:
            run: whose figures they are.
            robot: its arm.
            folder: of the run, where pictures and tables go; None: nowhere.
            cameras: names of its cameras.
        """
        super().__init__("")
        sliding = [i for i, joint in enumerate(robot.commanded) if joint.unit == "m"]
        self._folder, self._snapshot = folder, Snapshot(at_ns=0)
        self._known = {row.name: row for row in catalogue(run, cameras=cameras, sliding=sliding)}
        self.sheet = PlotSheet(run)
        self.figures = FigureList(list(self._known.values()), self._on_chosen)
        self.figures.setFixedWidth(LIST_PX)
        self.keys: dict[str, QPushButton] = {}
        self.message, self.cursors = Value(theme.LEAST_PX, bold=False), Value(theme.LEAST_PX)
        self.writer: threading.Thread | None = None
        self._message = ""  # of whatever was asked for last; written by any thread
        right = QWidget()
        column(right, self._key_row(), self.sheet, self.cursors, spacing=2).setStretch(1, 1)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.figures)
        line.addWidget(right, 1)
        self.rows.addLayout(line)
        self._add_keys()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what is known, if anybody sees it."""
        if not self.isVisible():
            return
        self._snapshot = snapshot
        self.sheet.draw(snapshot, now_ns)
        looks = self.sheet.looks
        for name, is_on in (
            ("follow", looks.window.follows),
            ("limits", looks.with_limits),
            ("band", looks.with_band),
        ):
            self.keys[name].setChecked(is_on)
        self.cursors.show_or_hide(self.sheet.cursor_text(snapshot), colour=theme.TEXT)
        self.message.show_text(self._message or " ", colour=theme.DIM)

    def on_figure(self, name: str) -> None:
        """A figure was dropped beside the plots, or on one of them."""
        into = next((each for each in self.sheet.plots if each.underMouse()), None)
        self._message = self.sheet.plot(self._known[name], into) if name in self._known else ""

    def write_picture(self) -> None:
        """Write what is seen of the plots as PNG."""
        path = self._free(".png")
        if path is not None:
            is_written = self.sheet.grab().save(str(path))
            self._message = f"written: {path}" if is_written else f"{path} cannot be written"

    def write_table(self) -> None:
        """Write the samples in the window as CSV, away from this thread."""
        path, store = self._free(".csv"), self._snapshot.series
        if path is None or store is None:
            return
        window_ns = self.sheet.window_ns
        shown = [name for plot in self.sheet.plots for name in plot.figures]
        found = [(name, series) for name in shown if (series := store.series(name))]
        figures = [
            ExportedFigure(self._known[name], series.rings.rows(series.figure, window_ns))
            for name, series in found
        ]
        self._message = f"writing {path}"
        self.writer = threading.Thread(target=self._write, args=(path, figures, window_ns), daemon=True)
        self.writer.start()

    def _write(self, path: Path, figures: list[ExportedFigure], window_ns: tuple[int, int]) -> None:
        try:
            count = write_csv(path, figures, window_ns)
            self._message = f"written: {path}, {count} rows"
        except OSError as error:
            self._message = f"{path} cannot be written ({error.strerror})"

    def _free(self, suffix: str) -> Path | None:
        if self._folder is None or not self.sheet.plots:
            self._message = NO_FOLDER_TEXT if self._folder is None else NO_PLOT_TEXT
            return None
        return free_path(self._folder, STEM, suffix)

    def _on_chosen(self, name: str, into_chosen: bool) -> None:
        plots = self.sheet.plots
        into = plots[self.sheet.chosen] if into_chosen and plots else None
        self._message = self.sheet.plot(self._known[name], into)

    def _key_row(self) -> WrappingRow:
        acts: dict[str, tuple[str, Callable[[], None]]] = {
            "follow": ("Ctrl+End", self.sheet.follow),
            "all": ("Ctrl+Home", self.sheet.show_all),
            "limits": ("Ctrl+L", partial(self._toggle, "with_limits")),
            "band": ("Ctrl+B", partial(self._toggle, "with_band")),
            "remove": ("Ctrl+Del", self.sheet.remove),
            "picture": ("Ctrl+P", self.write_picture),
            "table": ("Ctrl+E", self.write_table),
        }
        for name, (key, press) in acts.items():
            self.keys[name] = made = button(f"{name}  {key}", press, "view")
            made.setCheckable(name in ("follow", "limits", "band"))
            add_key(key, press, self)
        return WrappingRow(tuple(self.keys.values()), self.message, spacing=3)

    def _toggle(self, name: str) -> None:
        looks = self.sheet.looks
        if name == "with_limits":
            looks.with_limits = not looks.with_limits
        else:
            looks.with_band = not looks.with_band

    def _add_keys(self) -> None:
        """Add the keys that have no button."""
        sheet = self.sheet
        moves: dict[str, Callable[[], None]] = {
            "Ctrl+Left": lambda: sheet.pan(-PAN_SHARE),
            "Ctrl+Right": lambda: sheet.pan(PAN_SHARE),
            "Ctrl+Up": lambda: sheet.zoom(1.0),
            "Ctrl+Down": lambda: sheet.zoom(-1.0),
            "Ctrl+PgUp": lambda: sheet.choose(sheet.chosen - 1),
            "Ctrl+PgDown": lambda: sheet.choose(sheet.chosen + 1),
            "Ctrl+Shift+Left": lambda: sheet.nudge(-1, is_second=False),
            "Ctrl+Shift+Right": lambda: sheet.nudge(1, is_second=False),
            "Ctrl+Alt+Left": lambda: sheet.nudge(-1, is_second=True),
            "Ctrl+Alt+Right": lambda: sheet.nudge(1, is_second=True),
            "Ctrl+Shift+Del": sheet.clear_cursors,
            "Ctrl+F": self.figures.begin,
        }
        for key, press in moves.items():
            add_key(key, press, self, repeats=True)
