"""The window: draws the newest snapshot ten times a second, and hands on what a person does.

+------------------- mode frame -------------------+
| mode  time  gate  control  link  window   [HOLD] |   always whole, on every screen
| what waits for a person                [answers] |
| panels, as their list says         |             |
|         |                          |             |
|         |                          |             |   a column scrolls where there is no room
+--------------------------------------------------+
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMainWindow, QSizePolicy, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.panels.acts_panel import ActsPanel
from ground.console.panels.panel_layout import PanelRow, PanelSources, panel_area
from ground.console.panels.panels import PANELS
from ground.console.panels.prompts import CLOSE_FLIGHT_QUESTION, CLOSE_QUESTION, Prompts
from ground.console.panels.top_bar import TopBar
from ground.console.texts import formats, theme
from ground.console.widgets.figure import column
from telemetry.agreed.authority import scripts
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

DRAW_MS = 100
LEAVE_MS = 500
FRAME_PX = 6
LOW_PX = 450  # height of a window whose top bar has no room for notes
WISHED_SIZE = QSize(1600, 960)
DECORATION = QSize(16, 40)  # that a window manager may put around it
FEED_LIMIT_S = 1.0
RUN_OVER_TEXT = (
    "RUN OVER at {}: what is shown is how it was then, and nothing here reaches a spacecraft any more"
)
EMPTY_SNAPSHOT = Snapshot(at_ns=0)


class MainWindow(QMainWindow):
    """One console."""

    def __init__(
        self,
        sources: PanelSources,
        panels: Sequence[PanelRow] = PANELS,
    ) -> None:
        """Build the panels of a list."""
        super().__init__()
        run, handover = sources.run, sources.handover
        self.setWindowTitle(f"Farhand: {theme.MODE_LOOKS[run.mode].title} {run.run_id}")
        self.setStyleSheet(theme.STYLE)
        self._handover, self._clock = handover, sources.clock
        self.top = TopBar(sources)
        self.prompts = Prompts(handover, self._close, scripts(run.participants), acts=not sources.observes)
        self._may_close = run.mode == REPLAY  # where nothing flies, nobody is asked
        placed = [(row, row.build(sources)) for row in panels if row.is_shown_to(sources)]
        self.panels = {row.name: panel for row, panel in placed}
        if isinstance(acts := self.panels.get("acts"), ActsPanel):
            acts.wants_end.connect(self.prompts.end_pass)
        self._frame, self._looks_over = _framed(run, (self.top, *self.prompts.all), panel_area(placed)), False
        self.setCentralWidget(self._frame)
        self.timer = QTimer(self)
        self.timer.setInterval(DRAW_MS)
        self.timer.timeout.connect(self.draw)
        self.resize(WISHED_SIZE)

    def open(self) -> None:
        """Show the window in the size that is wished, or else as large as its screen."""
        free = self.screen().availableGeometry()
        fits = WISHED_SIZE.boundedTo(free.size() - DECORATION) == WISHED_SIZE
        self.resize(WISHED_SIZE if fits else free.size())
        self.move(free.topLeft())
        if fits:
            self.show()
        else:
            self.showMaximized()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep HOLD and all figures whole where the window is low."""
        self.top.set_low(is_low=event.size().height() < LOW_PX)
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first, inside the window."""
        if self._may_close or self._is_over:
            event.accept()
        else:
            event.ignore()
            self.prompts.ask_to_close(CLOSE_FLIGHT_QUESTION if self._is_flown_here else CLOSE_QUESTION)

    @property
    def _is_over(self) -> bool:
        """True if nothing flies any more that this window belongs to."""
        return self._handover.newest is not None and self._handover.newest.over_ns is not None

    @property
    def _is_flown_here(self) -> bool:
        """True if the pass is flown by the person at this window."""
        snapshot = self._handover.newest
        return snapshot is not None and snapshot.pilot is not None and snapshot.pilot.flies

    def _close(self) -> None:
        self._may_close = True
        if self._is_flown_here:
            self._handover.act("close")
            QTimer.singleShot(LEAVE_MS, self.close)  # HOLD and the end of the pass leave before
        else:
            self.close()

    def draw(self) -> None:
        """Draw the newest snapshot."""
        now_ns, snapshot = self._clock(), self._handover.newest
        shown = snapshot or EMPTY_SNAPSHOT
        if shown.over_ns is None:
            self.top.show_alarm(_feed_alarm(snapshot, now_ns))
        else:
            self._show_run_over(shown.over_ns)
        now_ns = shown.time_ns(now_ns)
        self.top.draw(shown, now_ns)
        self.prompts.draw(shown, now_ns)
        for panel in self.panels.values():
            panel.draw(shown, now_ns)

    def _show_run_over(self, over_ns: int) -> None:
        """Look as a window from which nothing is commanded any more."""
        self.top.show_alarm(RUN_OVER_TEXT.format(formats.mission_time(over_ns)), colour=theme.TEXT)
        if not self._looks_over:
            self._looks_over = True
            self.top.show_run_over()
            self._frame.setStyleSheet(_frame_style(theme.RUN_OVER_LOOK))
            if acts := self.panels.get("acts"):
                acts.hide()


def _framed(run: RunSettings, head: Sequence[QWidget], body: QWidget) -> QFrame:
    """Return everything inside the frame that tells the mode."""
    mode = theme.MODE_LOOKS[run.mode]
    frame = QFrame()
    frame.setObjectName("mode")
    frame.setStyleSheet(_frame_style(mode))
    rows = column(frame, *head, spacing=4, margins=(FRAME_PX + 2, FRAME_PX + 2, FRAME_PX + 2, FRAME_PX))
    rows.addWidget(body, 1)
    foot = QLabel(f"{mode.title}   {run.run_id}   configuration {run.configuration.hex()[:12]}")
    foot.setObjectName("title")
    foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    rows.addWidget(foot)
    return frame


def _frame_style(mode: theme.ModeLook) -> str:
    return f"QFrame#mode {{ background: {theme.BACKGROUND}; border: {FRAME_PX}px solid {mode.colour}; }}"


def _feed_alarm(snapshot: Snapshot | None, now_ns: int) -> str:
    """Return what the age of the snapshot tells of this screen itself."""
    if snapshot is None:
        return ""
    replay = snapshot.replay.status
    if replay is not None and replay.is_stale(now_ns):
        return f"THE REPLAY HAS BEEN SILENT FOR {replay.age_s(now_ns):.0f} s"
    silent_s = (now_ns - snapshot.at_ns) / NS_PER_S
    if silent_s <= FEED_LIMIT_S:
        return ""
    return f"THIS SCREEN IS {silent_s:.0f} s OLD AND ITS HOLD MAY NOT LEAVE: use `farhand hold`"
