"""The window: draws the newest snapshot ten times a second, and hands on what a person does.

+------------------- mode frame -------------------+
| mode  time  gate  control  link  window   [HOLD] |   always whole, on every screen
| what waits for a person                [answers] |
| cameras |  scene                   | joints      |
|         |                          | queue       |
|         |  why it stopped          | link        |   scrolls where there is no room
+--------------------------------------------------+
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ground.console import theme
from ground.console.bodies import Bodies
from ground.console.camera_panel import CameraColumn
from ground.console.explain_card import ExplainCard
from ground.console.figure import Panel, Value
from ground.console.handover import Handover
from ground.console.joints_panel import JointsPanel
from ground.console.link_panel import LinkPanel
from ground.console.queue_panel import QueuePanel
from ground.console.replay_bar import ReplayBar
from ground.console.scene_look import look
from ground.console.scene_widget import SceneWidget
from ground.console.snapshot import Snapshot
from ground.console.strips import Strips
from ground.console.top_bar import TopBar
from telemetry.run_settings import NS_PER_S, RunSettings

DRAW_MS = 100
FRAME_PX = 6
WISHED = QSize(1600, 960)
DECORATION = QSize(16, 40)  # that a window manager may put around it
LEAST_BODY_PX = 40  # height
FEED_LIMIT_S = 1.0
EMPTY = Snapshot(at_ns=0)
REPLAY = "replay"


class ScenePanel(Panel):
    """The view of the scene, with what its styles mean and the nearest pair."""

    def __init__(self, bodies: Bodies, view: SceneWidget) -> None:
        """Show the scene through a view."""
        super().__init__("")
        self.title.hide()
        self._bodies, self.view = bodies, view
        self.commanded, self.seen, self.pair = Value(12), Value(12), Value(14)
        self.pair.setWordWrap(True)
        line = QHBoxLayout()
        line.addWidget(self.commanded)
        line.addSpacing(14)
        line.addWidget(self.seen)
        line.addStretch(1)
        self.rows.addWidget(self.pair)
        self.rows.addLayout(line)
        self.rows.addWidget(view, 1)

    def draw(self, snapshot: Snapshot | None, now_ns: int) -> None:
        """Show the scene now."""
        now = look(self._bodies, snapshot, now_ns)
        self.view.draw(now)
        self.pair.show_text(now.pair, colour=theme.BAD if now.pair_is_red else theme.TEXT)
        commanded, seen = f"■ commanded, {now.commanded_note}", f"▦ telemetry, {now.seen_note}"
        self.commanded.show_text(
            commanded,
            is_stale=now.commanded_is_stale,
            colour=theme.COMMANDED if now.commanded else theme.STALE,
        )
        self.seen.show_text(seen, is_stale=now.seen_is_stale, colour=theme.SEEN if now.seen else theme.STALE)


class MainWindow(QMainWindow):
    """One console."""

    def __init__(
        self,
        run: RunSettings,
        bodies: Bodies,
        view: SceneWidget,
        *,
        handover: Handover,
        clock: Callable[[], int],
    ) -> None:
        """Build all panels; `clock` returns the time of the run [ns], `view` is one of the two."""
        super().__init__()
        self.setWindowTitle(f"Farhand: {theme.MODES[run.mode].title} {run.run_id}")
        self.setStyleSheet(theme.STYLE)
        self._handover, self._clock = handover, clock
        self.top = TopBar(run, handover.press_hold, clock)
        self.strips = Strips(handover, self._close)
        self._may_close = run.mode == REPLAY  # where nothing flies, nobody is asked
        self.cameras = CameraColumn()
        self.scene = ScenePanel(bodies, view)
        self.explain = ExplainCard()
        limits = bodies.robot.limits
        self.joints = JointsPanel(limits.q_min, limits.q_max)
        self.queue, self.link = QueuePanel(), LinkPanel(run)
        self.replay = ReplayBar(handover.ask)
        self.replay.setVisible(run.mode == REPLAY)
        self._lay_out(run)
        self.timer = QTimer(self)
        self.timer.setInterval(DRAW_MS)
        self.timer.timeout.connect(self.draw)
        self.resize(WISHED)

    def open(self) -> None:
        """Show the window in the size that is wished, or else as large as its screen."""
        free = self.screen().availableGeometry()
        fits = WISHED.boundedTo(free.size() - DECORATION) == WISHED
        self.resize(WISHED if fits else free.size())
        self.move(free.topLeft())
        if fits:
            self.show()
        else:
            self.showMaximized()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first, inside the window."""
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.strips.ask_to_close()

    def _close(self) -> None:
        self._may_close = True
        self.close()

    def draw(self) -> None:
        """Draw the newest snapshot."""
        now_ns, snapshot = self._clock(), self._handover.newest
        self.top.show_alarm(_feed_alarm(snapshot, now_ns))
        shown = snapshot or EMPTY
        now_ns = shown.time_ns(now_ns)
        self.replay.draw(shown)
        self.top.draw(shown, now_ns)
        self.strips.draw(shown, now_ns)
        self.cameras.draw(shown, now_ns)
        self.scene.draw(snapshot, now_ns)
        self.explain.draw(shown, now_ns)
        self.joints.draw(shown, now_ns)
        self.queue.draw(shown, now_ns)
        self.link.draw(shown, now_ns)

    def _lay_out(self, run: RunSettings) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.joints)
        column.addWidget(self.queue, 1)
        column.addWidget(self.link)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.scene, 1)
        column.addWidget(self.replay)
        column.addWidget(self.explain)
        split = QSplitter()
        for widget, least in ((self.cameras, 160), (middle, 400), (right, 330)):
            split.addWidget(widget)
            split.setStretchFactor(split.count() - 1, 1 if widget is middle else 0)
            widget.setMinimumWidth(least)
        split.setSizes([270, 860, 430])
        self.setCentralWidget(_framed(run, (self.top, *self.strips.all), _scrolled(split)))


def _scrolled(body: QWidget) -> QScrollArea:
    """Return the body in an area that yields before anything above it does."""
    area = QScrollArea()
    area.setObjectName("body")
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(body)
    area.setMinimumHeight(LEAST_BODY_PX)
    return area


def _framed(run: RunSettings, head: Sequence[QWidget], body: QWidget) -> QFrame:
    """Return everything inside the frame that tells the mode."""
    mode = theme.MODES[run.mode]
    frame = QFrame()
    frame.setObjectName("mode")
    frame.setStyleSheet(
        f"QFrame#mode {{ background: {theme.BACKGROUND}; border: {FRAME_PX}px solid {mode.colour}; }}"
    )
    rows = QVBoxLayout(frame)
    rows.setContentsMargins(FRAME_PX + 2, FRAME_PX + 2, FRAME_PX + 2, FRAME_PX)
    rows.setSpacing(4)
    for widget in head:
        rows.addWidget(widget)
    rows.addWidget(body, 1)
    foot = QLabel(f"{mode.title}   {run.run_id}   configuration {run.configuration.hex()[:12]}")
    foot.setObjectName("title")
    foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    rows.addWidget(foot)
    return frame


def _feed_alarm(snapshot: Snapshot | None, now_ns: int) -> str:
    """Return what the age of the snapshot tells of this screen itself."""
    if snapshot is None:
        return ""
    if snapshot.replay is not None and snapshot.replay.is_stale(now_ns):
        return f"THE REPLAY HAS BEEN SILENT FOR {snapshot.replay.age_s(now_ns):.0f} s"
    silent_s = (now_ns - snapshot.at_ns) / NS_PER_S
    if silent_s <= FEED_LIMIT_S:
        return ""
    return f"THIS SCREEN IS {silent_s:.0f} s OLD AND ITS HOLD MAY NOT LEAVE: use `farhand hold`"
