"""All lines of the 3-D view, in as few OpenGL items as there are widths: each item costs more than its lines.

lines that bodies hide      one item for each width         drawn with the bodies
lines on top                one item for each width         drawn after them, without a depth test
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from OpenGL import GL
from PySide6.QtGui import QColor

from ground.console.scene.scene_marks import SceneLine
from ground.console.scene.scene_wires import cut_lines

HIDDEN_OPTIONS = {GL.GL_DEPTH_TEST: True, GL.GL_BLEND: False, GL.GL_CULL_FACE: False}
ON_TOP_OPTIONS = {**HIDDEN_OPTIONS, GL.GL_DEPTH_TEST: False}
DEPTH_LAST = 10  # in the order of drawing

LineKind = tuple[float, bool]  # width, and whether it is on top


class SceneLines:
    """The items, made when the first line of their kind is drawn."""

    def __init__(self, view: Any) -> None:
        """Draw in a view."""
        self._view = view
        self._items: dict[LineKind, Any] = {}

    def draw(self, lines: Iterable[SceneLine]) -> None:
        """Show these lines, and no others."""
        kinds: dict[LineKind, list[SceneLine]] = {}
        for line in lines:
            kinds.setdefault((line.width, line.is_on_top), []).append(line)
        for kind, item in self._items.items():
            item.setVisible(kind in kinds)
        for kind, alike in kinds.items():
            ends = [cut_lines(line.ends, line.style) for line in alike]
            colours = [
                np.tile(rgba(line.colour), (len(part), 1)) for line, part in zip(alike, ends, strict=True)
            ]
            self._item(kind).setData(pos=np.concatenate(ends), color=np.concatenate(colours))

    def _item(self, kind: LineKind) -> Any:
        if kind not in self._items:
            width, is_on_top = kind
            options = ON_TOP_OPTIONS if is_on_top else HIDDEN_OPTIONS
            item = gl.GLLinePlotItem(pos=np.zeros((2, 3)), mode="lines", width=width, glOptions=options)
            item.setDepthValue(DEPTH_LAST if is_on_top else 0)
            self._view.addItem(item)
            self._items[kind] = item
        return self._items[kind]


def rgba(colour: str) -> tuple[float, float, float, float]:
    """Return a colour as OpenGL takes it."""
    made = QColor(colour)
    return made.redF(), made.greenF(), made.blueF(), 1.0
