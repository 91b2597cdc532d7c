"""What the styles of the scene mean, at the bottom of the picture; only of what is there to be seen.

--- plan  - - its end  === nearest pair  ...         layer K
platform turned 3.8° since T+00:00.0, ...            layer X
=== commanded, 0.0 s ago  --- telemetry, 3.5 s ago   always there: how old each arm is; struck if too old
"""

from collections.abc import Sequence, Set
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from ground.console.scene import viewpoints
from ground.console.scene.ground_plane import GroundPlane
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_marks import MEDIUM_PX, THICK_PX, THIN_PX, fixture_colour, gap_colour
from ground.console.texts import formats, theme
from ground.console.widgets.painting import BACKING, USUAL_PX, Style, font, pen, tint

SAMPLE_PX, ROW_PX, PAD_PX = 20.0, 16.0, 4.0
BASELINE_PX = 4.5  # of a text, below the middle of its line
FIXED_BASE_TEXT = "fixed base"
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
    is_struck: bool = False  # too old


def legend_entries(look: SceneLook, layers: Set[str], plane: GroundPlane) -> list[LegendEntry]:
    """Return the arms with their ages, grid and platform, and what else is there to be seen, if asked for."""
    entries = [*_arms(look, layers)]
    if viewpoints.GROUND in layers:
        step, z = formats.whole_millimetres(plane.step), formats.height(plane.z)
        entries.append(LegendEntry(theme.GRID, MEDIUM_PX, "whole", f"grid {step} at {z}"))
    if viewpoints.SKY in layers:
        entries += _platform(look)
    return [*entries, *_styles(look, layers)] if viewpoints.LEGEND in layers else entries


def _arms(look: SceneLook, layers: Set[str]) -> list[LegendEntry]:
    """Return how each arm is drawn, and how old it is."""
    commanded = LegendEntry(theme.COMMANDED, SOLID_PX, "whole", f"commanded, {look.commanded_note}")
    seen = LegendEntry(theme.SEEN, THIN_PX, "whole", f"telemetry, {look.seen_note}")
    now = LegendEntry(theme.NOW, MEDIUM_PX, "dotted", f"arm now, {look.place_note}")
    arms = [
        _arm(look.commanded, commanded._replace(is_struck=look.commanded_is_stale)),
        _arm(look.seen, seen._replace(is_struck=look.seen_is_stale)),
    ]
    if viewpoints.NOW not in layers:
        return arms
    if look.is_lost and look.now:
        lost = theme.look("unknown")
        return [*arms, now._replace(colour=lost.colour, words=f"{lost.symbol} {now.words}")]
    return [*arms, _arm(look.now, now._replace(is_struck=look.commanded_is_stale))]


def _arm(q: tuple[float, ...] | None, entry: LegendEntry) -> LegendEntry:
    if q is None:
        return entry._replace(colour=theme.STALE, is_struck=False)
    return entry._replace(colour=theme.STALE) if entry.is_struck else entry


def _platform(look: SceneLook) -> list[LegendEntry]:
    """Return how the platform has moved: as seen, and what is predicted."""
    base = look.base
    if not look.floats or base is None:
        return [_words(FIXED_BASE_TEXT)] if base is not None else []
    turned = f"platform turned {formats.angle(base.turned)} since {formats.mission_time(base.since_ns)}"
    seen = f"{turned}, at {formats.turn_rate(base.rate)}, {look.seen_note}"
    predicted = []
    if base.turned_now is not None and not look.now_is_stale:
        predicted.append(f"{formats.angle(base.turned_now)} now")
    if base.turned_commanded is not None and not look.commanded_is_stale:
        predicted.append(f"{formats.angle(base.turned_commanded)} commanded")
    words = [_words(seen)._replace(is_struck=look.seen_is_stale)]
    return [*words, _words(f"platform {', '.join(predicted)}")] if predicted else words


def _words(words: str) -> LegendEntry:
    """Return words that stand for no style."""
    return LegendEntry(theme.DIM, 0.0, "whole", words)


def _styles(look: SceneLook, layers: Set[str]) -> list[LegendEntry]:
    has_plan = viewpoints.PLAN in layers and look.planned is not None
    has_margin = viewpoints.MARGIN in layers and look.gap is not None
    has_goals, has_axes = look.goals and viewpoints.GUIDES in layers, viewpoints.AXES in layers
    has_cameras = viewpoints.CAMERAS in layers
    refused = f"{theme.COLOUR_SYMBOLS[theme.BAD]} refused pair"
    rows = (
        (has_plan, LegendEntry(theme.PLANNED, THICK_PX, "whole", "plan")),
        (has_plan, LegendEntry(theme.PLANNED, THIN_PX, "dashed", "its end")),
        *((True, entry) for entry in (_guides(look) if viewpoints.GUIDES in layers else ())),
        (has_goals, LegendEntry(theme.GOAL, THICK_PX, "whole", "goal of the hand")),
        (look.gap, LegendEntry(gap_colour(look.nearest), THICK_PX, "whole", "nearest pair")),
        (look.way_out, LegendEntry(theme.WAY_OUT, THICK_PX, "whole", "way out")),
        (look.red, LegendEntry(theme.ALARM, SOLID_PX, "whole", refused)),
        (has_margin, LegendEntry(theme.MARGIN, THIN_PX, "dashed", "required clearance")),
        (look.commanded and has_axes, LegendEntry(theme.JOINT, MEDIUM_PX, "whole", "joint axes")),
        (look.commanded and has_cameras, LegendEntry(theme.CAMERA, THIN_PX, "whole", "cameras")),
    )
    return [entry for is_there, entry in rows if is_there]


def draw_legend(painter: QPainter, entries: Sequence[LegendEntry], *, within: QRectF) -> list[QRectF]:
    """Draw entries side by side at the bottom of a picture, in as many lines as it takes; return where."""
    plain = font(USUAL_PX)
    struck = font(USUAL_PX)
    struck.setStrikeOut(True)
    metrics, places = QFontMetricsF(plain), []
    at = QPointF(within.left() + PAD_PX, within.bottom() - ROW_PX)
    for entry in entries:
        symbol = f"{theme.COLOUR_SYMBOLS[theme.STALE]} " if entry.is_struck else ""
        room = metrics.horizontalAdvance(symbol)
        sample = SAMPLE_PX + PAD_PX if entry.width else 0.0
        wide = sample + room + metrics.horizontalAdvance(entry.words) + PAD_PX
        place = QRectF(at.x(), at.y(), wide, ROW_PX)
        if place.right() > within.right() and at.x() > within.left() + PAD_PX:
            at = QPointF(within.left() + PAD_PX, at.y() - ROW_PX)
            place.moveTopLeft(at)
        painter.fillRect(place, tint(theme.BACKGROUND, BACKING))
        if entry.width:
            _draw_sample(painter, entry, place)
        painter.setFont(plain)
        painter.setPen(QColor(theme.STALE if entry.is_struck else theme.TEXT))
        base = QPointF(place.left() + sample, place.center().y() + BASELINE_PX)
        painter.drawText(base, symbol)
        painter.setFont(struck if entry.is_struck else plain)
        painter.drawText(base + QPointF(room, 0.0), entry.words)
        places.append(place)
        at.setX(place.right() + PAD_PX)
    return places


def _draw_sample(painter: QPainter, entry: LegendEntry, place: QRectF) -> None:
    """Draw a line as it is in the scene."""
    sample = pen(entry.colour, entry.width, entry.style)
    sample.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(sample)
    left = QPointF(place.left(), place.center().y())
    painter.drawLine(left, left + QPointF(SAMPLE_PX, 0.0))


def _guides(look: SceneLook) -> list[LegendEntry]:
    """Return the colours of fixtures that are there."""
    return [
        LegendEntry(colour, SOLID_PX, "whole", words)
        for colour, words in GUIDE_TEXTS.items()
        if any(fixture_colour(fixture) == colour for fixture in look.fixtures)
    ]
