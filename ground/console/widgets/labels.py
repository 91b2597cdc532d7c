"""The labels of a picture: beside what they speak of, each with a leader, clear of all that must be seen."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from ground.console.texts import theme
from ground.console.widgets.label_places import Array, Label, LabelPlaces, Obstacles, Place
from ground.console.widgets.painting import BACKING, LARGE_PX, USUAL_PX, PlacedText, font, pen, tint

PAD_PX = 2.0  # of a label
LEADER_PX, LEADER_FROM_PX, DOT_PX = 1.0, 7.0, 2.0  # a leader's width; how far away a label has one; its end


class Eye(Protocol):
    """What looks at a scene."""

    def pixels(self, points: Array) -> Array:
        """Return where points (k, 3) are seen (k, 2) [px]; NaN: behind the eye."""

    def metres(self, points: Array) -> Array:
        """Return how long a metre is at points (k, 3), across the sight (k,) [px]."""


class PlacedLabels:
    """The labels of one picture, from instant to instant."""

    def __init__(self) -> None:
        """Begin without any."""
        self._places = LabelPlaces()

    def draw(
        self,
        painter: QPainter,
        words: Sequence[PlacedText],
        *,
        eye: Eye,
        obstacles: Obstacles,
        within: QRectF,
    ) -> list[Place]:
        """Write words inside a picture, each with a leader to its place; return where they stand."""
        shown = _in_sight(words, eye, within)
        found = self._places.of([label for _, label in shown], obstacles, within=place_of(within))
        drawn = [(*one, place) for one, place in zip(shown, found, strict=True) if place is not None]
        for word, label, place in drawn:
            _draw_leader(painter, word, label, place=place)
        for word, _, place in drawn:
            painter.fillRect(QRectF(*place), tint(theme.BACKGROUND, BACKING))
            painter.setFont(_font(word.is_large))
            painter.setPen(QColor(word.colour))
            painter.drawText(QRectF(*place), Qt.AlignmentFlag.AlignCenter, word.text)
        return [place for _, _, place in drawn]


def place_of(rectangle: QRectF) -> Place:
    """Return a rectangle as labels take it."""
    return Place(rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height())


def _in_sight(words: Sequence[PlacedText], eye: Eye, within: QRectF) -> list[tuple[PlacedText, Label]]:
    """Return the words whose places are in a picture, as labels."""
    if not words:
        return []
    seen = eye.pixels(np.stack([word.place for word in words])).tolist()
    return [
        (word, Label(word.name or word.text, (x, y), _size(word.text, word.is_large)))
        for word, (x, y) in zip(words, seen, strict=True)
        if within.contains(QPointF(x, y))
    ]


@lru_cache(maxsize=256)
def _size(text: str, is_large: bool) -> tuple[float, float]:
    metrics = QFontMetricsF(_font(is_large))
    return metrics.horizontalAdvance(text) + 2.0 * PAD_PX, metrics.height()


def _draw_leader(painter: QPainter, word: PlacedText, label: Label, *, place: Place) -> None:
    near, at = QPointF(*place.nearest(*label.anchor)), QPointF(*label.anchor)
    if (near - at).manhattanLength() > LEADER_FROM_PX:
        painter.setPen(pen(word.colour, LEADER_PX))
        painter.drawLine(at, near)
        dot = QPointF(DOT_PX, DOT_PX)
        painter.fillRect(QRectF(at - dot, at + dot), QColor(word.colour))


def _font(is_large: bool) -> QFont:
    return font(LARGE_PX if is_large else USUAL_PX, is_bold=is_large)
