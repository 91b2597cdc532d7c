"""The panel of the tool's figures: pose, speed and way left of all three arms, in the frame that is chosen.

+- TOOL, frame O  [base   v]  left: to plan's end ----+
|  mm, °    x, yaw  y, pitch  z, roll   per s   left  |
|  ■ cmd     612.3     -33.1   1204.5    12.3  123.4  |
|    0.0 s   -12.3     +45.0   +178.1     0.5    4.2  |
|  ...                                                |
+-----------------------------------------------------+

It is painted as a whole: nothing moves when digits change.
"""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.facts.tool_figures import ToolModel, tool_frames
from ground.console.scene.bodies import Bodies
from ground.console.texts import formats, theme
from ground.console.texts.tool_words import HEADS, ToolLine, left_words, tool_lines
from ground.console.widgets.action_button import add_key
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.painting import USUAL_PX, font

LINE_PX, FRAMES_PX = 14, 20
NAME_SHARE = 0.17  # of the width; the other columns share the rest
KEY = "O"
HINT = f"the frame of these figures; {KEY}: the next one"


class ToolTable(QWidget):
    """Lines of figures below their heads."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.lines: list[ToolLine] = []
        self.setFixedHeight(LINE_PX * 7)

    def show_lines(self, lines: list[ToolLine]) -> None:
        """Show these lines."""
        if lines != self.lines:
            self.lines = lines
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them; what is stale is grey and struck."""
        painter = QPainter(self)
        heads, *cells = HEADS
        for number, line in enumerate((ToolLine(heads, theme.DIM, tuple(cells)), *self.lines)):
            colour = theme.STALE if line.is_stale else theme.TEXT if number else theme.DIM
            self._draw(painter, number, line, colour=colour)
        painter.end()

    def _draw(self, painter: QPainter, number: int, line: ToolLine, *, colour: str) -> None:
        """Draw a line: its name, and its figures flush right."""
        top, name_px = number * LINE_PX, NAME_SHARE * self.width()
        cell_px = (self.width() - name_px) / len(line.cells)
        flush = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(USUAL_PX))
        painter.setPen(QColor(line.colour))
        painter.drawText(QRectF(0.0, top, name_px, LINE_PX), flush, line.name)
        struck = font(USUAL_PX)
        struck.setStrikeOut(line.is_stale)
        painter.setFont(struck)
        painter.setPen(QColor(colour))
        for k, text in enumerate(line.cells):
            place = QRectF(name_px + k * cell_px, top, cell_px, LINE_PX)
            painter.drawText(place, flush | Qt.AlignmentFlag.AlignRight, text)


class ToolPanel(Panel):
    """The figures, and the frame that they are in."""

    def __init__(self, bodies: Bodies) -> None:
        """Show the tools of an arm."""
        super().__init__(f"TOOL, frame {KEY}")
        self._model = ToolModel(robot=bodies.robot, scene=bodies.scene, goals=bodies.goals)
        self.frames, self.table, self.left = QComboBox(), ToolTable(), Value(theme.LEAST_PX, bold=False)
        for name in tool_frames(bodies.scene):
            self.frames.addItem(formats.words(name), name)
        self.frames.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.frames.setToolTip(HINT)
        self.frames.setFixedHeight(FRAMES_PX)
        self.left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        add_key(KEY, self.choose_next, self)
        self._shown = Snapshot(at_ns=0), 0
        self.frames.currentIndexChanged.connect(lambda _: self.draw(*self._shown))
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.frames)
        head.addWidget(self.left, 1)
        self.rows.insertLayout(0, head)
        self.rows.addWidget(self.table)

    def choose_next(self) -> None:
        """Choose the frame after the one that is shown."""
        self.frames.setCurrentIndex((self.frames.currentIndex() + 1) % self.frames.count())

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the figures now."""
        self._shown = snapshot, now_ns
        figures = self._model.figures(snapshot, now_ns, self.frames.currentData())
        self.table.show_lines(tool_lines(figures, now_ns))
        words = left_words(figures)
        self.left.show_text(words or "no way left is known", colour=theme.DIM, symbol="")
