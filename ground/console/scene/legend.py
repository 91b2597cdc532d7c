"""What the styles of the scene mean, below it; only of what is there to be seen."""

from collections.abc import Set
from typing import NamedTuple

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ground.console.scene import viewpoints
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import MEDIUM_PX, THICK_PX, THIN_PX, fixture_colour
from ground.console.texts import theme
from ground.console.widgets.painting import USUAL_PX, Style, font, pen

SAMPLE_PX, ROW_PX, PAD_PX = 22.0, 16.0, 4.0
BASELINE_PX = 4.5  # of a text, below the middle of its line
SOLID_PX = 9.0  # width of a line that stands for a body

GUIDE_TEXTS = {
    theme.FIXTURE: "guide of the hand",
    theme.TOUCHED: "guide, touched",
    theme.STALE: "guide, out of date",
}


class LegendEntry(NamedTuple):
    """One style and what it means."""

    colour: str
    width: float  # of its line [px]
    style: Style
    words: str


def legend_entries(look: SceneLook, layers: Set[str]) -> list[LegendEntry]:
    """Return the styles that are there to be seen; none if the legend is switched off."""
    if viewpoints.LEGEND not in layers:
        return []
    has_plan = viewpoints.PLAN in layers and look.planned is not None
    has_margin = viewpoints.MARGIN in layers and bool(look.gaps)
    commanded = _aged(theme.COMMANDED, is_stale=look.commanded_is_stale)
    now = _aged(theme.NOW, is_stale=look.now_is_stale)
    rows = (
        (look.commanded, LegendEntry(commanded, SOLID_PX, "whole", "commanded")),
        (
            look.seen,
            LegendEntry(_aged(theme.SEEN, is_stale=look.seen_is_stale), THIN_PX, "whole", "telemetry"),
        ),
        (look.now and viewpoints.NOW in layers, LegendEntry(now, MEDIUM_PX, "dotted", "arm now")),
        (has_plan, LegendEntry(theme.PLANNED, THICK_PX, "whole", "plan")),
        (has_plan, LegendEntry(theme.PLANNED, THIN_PX, "dashed", "its end")),
        *((True, entry) for entry in (_guides(look) if viewpoints.GUIDES in layers else ())),
        (
            look.goals and viewpoints.GUIDES in layers,
            LegendEntry(theme.GOAL, THICK_PX, "whole", "goal of the hand"),
        ),
        (look.gaps, LegendEntry(theme.WARN, THICK_PX, "whole", "nearest pairs")),
        (
            look.red,
            LegendEntry(theme.ALARM, SOLID_PX, "whole", f"{theme.COLOUR_SYMBOLS[theme.BAD]} refused pair"),
        ),
        (has_margin, LegendEntry(theme.MARGIN, THIN_PX, "dashed", "required clearance")),
        (
            look.commanded and viewpoints.CAMERAS in layers,
            LegendEntry(theme.CAMERA, THIN_PX, "whole", "cameras"),
        ),
    )
    return [entry for is_there, entry in rows if is_there]


class Legend(QWidget):
    """Entries side by side, in as many lines as the width asks for."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._rows: list[LegendEntry] = []
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_rows(self, rows: list[LegendEntry]) -> None:
        """Show these entries."""
        if rows != self._rows:
            self._rows = rows
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        """Need more lines where there is less width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines [px]; 0: there is nothing to show."""
        places = self._places(width)
        return round(places[-1].y() + ROW_PX) if places else 0

    def sizeHint(self) -> QSize:
        """Return the size of what it has."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw each line as it is in the scene, and what it means."""
        painter = QPainter(self)
        painter.setFont(font(USUAL_PX))
        for row, place in zip(self._rows, self._places(self.width()), strict=True):
            at = place + QPointF(0.0, 0.5 * ROW_PX)
            sample = pen(row.colour, row.width, row.style)
            sample.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(sample)
            painter.drawLine(at, at + QPointF(SAMPLE_PX, 0.0))
            painter.setPen(QColor(theme.TEXT))
            painter.drawText(at + QPointF(SAMPLE_PX + PAD_PX, BASELINE_PX), row.words)
        painter.end()

    def _places(self, width: int) -> list[QPointF]:
        """Return where each entry begins, line after line [px]."""
        metrics = QFontMetricsF(font(USUAL_PX))
        places, at = [], QPointF(PAD_PX, 0.0)
        for row in self._rows:
            long = SAMPLE_PX + metrics.horizontalAdvance(row.words) + 4.0 * PAD_PX
            if at.x() > PAD_PX and at.x() + long > width:
                at = QPointF(PAD_PX, at.y() + ROW_PX)
            places.append(QPointF(at))
            at.setX(at.x() + long)
        return places


def _guides(look: SceneLook) -> list[LegendEntry]:
    """Return the colours of fixtures that are there."""
    return [
        LegendEntry(colour, SOLID_PX, "whole", words)
        for colour, words in GUIDE_TEXTS.items()
        if any(fixture_colour(fixture) == colour for fixture in look.fixtures)
    ]


def _aged(colour: str, *, is_stale: bool) -> str:
    return theme.STALE if is_stale else colour
