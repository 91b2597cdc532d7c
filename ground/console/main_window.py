"""The window: draws the newest snapshot ten times a second, events at once, and hands on what a person does.

+------------------- mode frame -------------------+
| mode  time  gate  control  link  window   [HOLD] |   one row, whole on every screen
| what waits for a person                [answers] |
| panels, as their list and the person place them  |   scroll where there is no room
| three lines of messages         drawers  layouts |
| F1 .. F10                                        |   the same ten keys in every run
+--------------------------------------------------+
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.frame.areas import Areas
from ground.console.frame.arrangement import read_arrangement, usual_layout, write_arrangement
from ground.console.frame.exchange import LargePicture
from ground.console.frame.layout_keys import LayoutKeys
from ground.console.frame.panel_shares import PanelShares
from ground.console.motion.motion_panel import MotionPanel
from ground.console.panels.camera_panel import CamerasPanel
from ground.console.panels.panel_layout import PanelRow, PanelSources
from ground.console.panels.panels import PANELS
from ground.console.panels.top_bar import TopBar
from ground.console.standing.key_grid import KeyGrid
from ground.console.standing.message_lines import MessageLines
from ground.console.standing.strip import Strip
from ground.console.texts import formats, theme
from ground.console.texts.mode_words import window_title
from ground.console.texts.questions import CLOSE_FLIGHT_QUESTION, CLOSE_QUESTION
from ground.console.widgets.action_button import add_key
from ground.console.widgets.figure import column
from telemetry.agreed.authority import scripts
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

LARGE_KEY = "Z"  # the next picture in the large place
LOOK_MS = 20  # between two looks whether something has happened
LOOKS = 5  # after which it draws in any case
LEAVE_MS = 500
KEEP_MS = 500  # after the newest change of the arrangement
FRAME_PX, SPACING_PX = 6, 2
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
        self.setWindowTitle(window_title(run, sources.key_id))
        self.setStyleSheet(theme.STYLE)
        self._handover, self._clock, self._kept_in = handover, sources.clock, sources.arrangement
        self.top = TopBar(sources)
        clock, seat = sources.clock, sources.seat
        self.strip = Strip(handover, scripts(run.participants), clock, close=self._close, seat=seat)
        self.keys = KeyGrid(run, handover, self.strip, chosen=sources.chosen, clock=clock, seat=seat)
        self.messages = MessageLines()
        self._may_close = run.mode == REPLAY  # where nothing flies, nobody is asked
        placed = [(row, row.build(sources)) for row in panels if row.is_shown_to(sources)]
        self.panels = {row.name: panel for row, panel in placed}
        if isinstance(motion := self.panels.get("motion"), MotionPanel):
            self.keys.watching = motion.preview_bar
        begun = read_arrangement(sources.arrangement, usual_layout(seat))
        self.areas = Areas(placed, begun, self._on_arranged)
        self.keeping = self._keep_timer()
        self.layout_keys = LayoutKeys(self.areas)
        foot = _side_by_side(self.messages, self.layout_keys)
        rows = (self.top, self.strip, self.areas, foot, self.keys)
        self._frame, self._looks_over = _framed(run, rows), False
        self.setCentralWidget(self._frame)
        self._large = self._large_picture(sources)
        self._large.show(begun.large)
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_MS)
        self.timer.timeout.connect(self.look)
        self._looks = 0  # since it was drawn last
        self._shares = PanelShares(placed)
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

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first, inside the window."""
        if self._may_close or self._is_over:
            if self.keeping.isActive():
                self._keep_arrangement()
            event.accept()
        else:
            event.ignore()
            self.strip.ask_to_close(CLOSE_FLIGHT_QUESTION if self._is_flown_here else CLOSE_QUESTION)

    @property
    def _is_over(self) -> bool:
        """True if nothing flies any more that this window belongs to."""
        return self._handover.newest is not None and self._handover.newest.over_ns is not None

    @property
    def _is_flown_here(self) -> bool:
        """True if the pass is flown by the person at this window."""
        snapshot = self._handover.newest
        return snapshot is not None and snapshot.pilot is not None and snapshot.pilot.flies

    def _on_arranged(self) -> None:
        """Follow what a person arranges, and keep it once that has ended: edges are moved pixel by pixel."""
        arrangement = self.areas.arrangement
        self._large.show(arrangement.large)
        self._shares.draw_opened()
        self.layout_keys.draw()
        self.keeping.start()

    def _keep_timer(self) -> QTimer:
        """Return what waits, from each change on, until there is no other."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(KEEP_MS)
        timer.timeout.connect(self._keep_arrangement)
        return timer

    def _keep_arrangement(self) -> None:
        self.keeping.stop()
        write_arrangement(self._kept_in, self.areas.arrangement)

    def _large_picture(self, sources: PanelSources) -> LargePicture:
        """Return what exchanges the pictures, by a key or by two presses on one of them."""
        cameras = self.panels.get("cameras")
        views = cameras.views if isinstance(cameras, CamerasPanel) else {}
        for view in views.values():
            view.pressed.connect(self._exchange)
        add_key(LARGE_KEY, lambda: self._exchange(self._large.next), self)
        return LargePicture(sources.view.canvas, {name: view.pane for name, view in views.items()})

    def _exchange(self, camera: str) -> None:
        """Have a camera's picture in the large place, or the scene's if that camera's is there."""
        self.areas.enlarge("" if camera == self._large.name else camera)

    def _close(self) -> None:
        self._may_close = True
        if self._is_flown_here:
            self._handover.act("close")
            QTimer.singleShot(LEAVE_MS, self.close)  # HOLD and the end of the pass leave before
        else:
            self.close()

    def look(self) -> None:
        """Draw if something has happened, or if it is time to; what is left of it in the next looks."""
        self._looks += 1
        if self._looks >= LOOKS or (self._handover.is_event and self._shares.are_drawn):
            self._looks = 0
            self._begin_to_draw()
        self._shares.draw_next()

    def draw(self) -> None:
        """Draw the newest snapshot, all of it at once."""
        self._begin_to_draw()
        self._shares.draw_all()

    def _begin_to_draw(self) -> None:
        """Draw what stands always."""
        now_ns, snapshot = self._clock(), self._handover.take_newest()
        shown = snapshot or EMPTY_SNAPSHOT
        if shown.over_ns is None:
            self.strip.show_alarm(_feed_alarm(snapshot, now_ns))
        else:
            self._show_run_over(shown.over_ns)
        now_ns = shown.time_ns(now_ns)
        self.top.draw(shown, now_ns)
        for standing in (self.strip, self.keys, self.messages):
            standing.draw(shown, now_ns)
        self._shares.begin(shown, now_ns)

    def _show_run_over(self, over_ns: int) -> None:
        """Look as a window from which nothing is commanded any more."""
        self.strip.show_alarm(RUN_OVER_TEXT.format(formats.mission_time(over_ns)), colour=theme.TEXT)
        if not self._looks_over:
            self._looks_over = True
            self.top.show_run_over()
            self._frame.setStyleSheet(_frame_style(theme.RUN_OVER_LOOK))


def _framed(run: RunSettings, rows: Sequence[QWidget]) -> QFrame:
    """Return everything inside the frame that tells the mode."""
    frame = QFrame()
    frame.setObjectName("mode")
    frame.setStyleSheet(_frame_style(theme.MODE_LOOKS[run.mode]))
    margin = FRAME_PX
    column(frame, *rows, spacing=SPACING_PX, margins=(margin, margin, margin, margin))
    return frame


def _side_by_side(wide: QWidget, narrow: QWidget) -> QWidget:
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(wide, 1)
    line.addWidget(narrow)
    return both


def _frame_style(mode: theme.ModeLook) -> str:
    border = f"{FRAME_PX}px {mode.border} {mode.colour}"
    return f"QFrame#mode {{ background: {theme.BACKGROUND}; border: {border}; }}"


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
