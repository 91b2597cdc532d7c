"""The panel of the close-up: 0.4 m about the commanded tool, seen twice, and what is left in millimetres.

+- CLOSE-UP 0.4 m ----------- commanded 0.0 s ago -+
|  side: way →, z ↑        |  along the way, z ↑   |   left    the way of the tool goes to the right
|                          |                       |   right   the eye stands behind the tool
|                          |                       |   up      an axis of the base, as near as can be
|  goal: 123.4 mm along, 5.6 mm across             |
|  nearest 64.8/30 mm, hand - target handrail      |
+--------------------------------------------------+

The arms are drawn as in the scene.  Without a commanded arm there is nothing to look at, and it says so.
"""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ground.console.close_up.close_up_picture import WIDTH_M, CloseUpPicture
from ground.console.close_up.near_bodies import NearBodies
from ground.console.facts.approach import Approach
from ground.console.facts.snapshot import Snapshot
from ground.console.facts.tool_figures import ToolModel
from ground.console.scene.bodies import Bodies
from ground.console.scene.scene_look import SceneLook, scene_look
from ground.console.texts import formats, theme
from ground.console.widgets.elided_value import ElidedValue
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.painting import USUAL_PX, font
from telemetry.messages.prediction import PredictedArm

TITLES = ("side: way →, {} ↑", "along the way, {} ↑")
NO_WAY_TEXT = "no plan, tube or goal: along the tool's axis"
LEAST_PX, WISHED_PX = 300, 104  # width, height of the pictures
GAP_PX = 4.0
PROPORTION = 0.32  # of the height, in the width of both


class CloseUpCanvas(QWidget):
    """Both pictures."""

    def __init__(self, bodies: Bodies) -> None:
        """Start without anything to look at."""
        super().__init__()
        self._near, self._look = NearBodies(bodies), SceneLook()
        self._approach: Approach | None = None
        self.setMinimumSize(LEAST_PX, WISHED_PX)

    def show_tool(self, look: SceneLook, approach: Approach | None) -> None:
        """Show the tool on its way; None: nothing is known of it."""
        self._look, self._approach = look, approach
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be higher where it is wider, so that both pictures keep their proportions."""
        self.setMinimumHeight(max(WISHED_PX, round(PROPORTION * event.size().width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both."""
        painter, whole = QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._approach is None:
            painter.fillRect(whole, QColor(theme.BACKGROUND))
            painter.setFont(font(USUAL_PX))
            painter.setPen(QColor(theme.STALE))
            painter.drawText(whole, Qt.AlignmentFlag.AlignCenter, formats.NO_DATA)
        else:
            self._draw(painter, whole, self._approach)
        painter.end()

    def _draw(self, painter: QPainter, whole: QRectF, approach: Approach) -> None:
        width = 0.5 * (whole.width() - GAP_PX)
        far_m = 0.5 * WIDTH_M * float(np.hypot(1.0, whole.height() / width))  # of a corner, from the middle
        bodies = self._near.near(approach.p, far_m, self._look)
        rotations = (approach.from_the_side, approach.along_the_way)
        for number, (R_view_base, title) in enumerate(zip(rotations, TITLES, strict=True)):
            place = QRectF(number * (width + GAP_PX), 0.0, width, whole.height())
            CloseUpPicture(painter, place, approach, R_view_base=R_view_base).draw(
                bodies, self._look, title.format(approach.up_axis)
            )


class CloseUpPanel(Panel):
    """The close-up, with its words."""

    def __init__(self, bodies: Bodies) -> None:
        """Look at the tools of an arm."""
        super().__init__(f"CLOSE-UP {WIDTH_M:g} m")
        self._bodies = bodies
        self._model = ToolModel(robot=bodies.robot, scene=bodies.scene, goals=bodies.goals)
        self.canvas, self.age = CloseUpCanvas(bodies), Value(theme.LEAST_PX, bold=False)
        self.left, self.nearest = _line(), _line()
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.age, 1, Qt.AlignmentFlag.AlignRight)
        self.rows.insertLayout(0, head)
        self.rows.addWidget(self.canvas, 1)
        self.rows.addWidget(self.left)
        self.rows.addWidget(self.nearest)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the tool now."""
        look, approach = scene_look(self._bodies, snapshot, now_ns), self._model.approach(snapshot)
        is_stale, arm = look.commanded_is_stale, snapshot.arm.predicted
        self.canvas.show_tool(look, approach)
        self.age.show_text(f"commanded {look.commanded_note}" if arm else None, is_stale=is_stale)
        self.left.show_text(None if approach is None else left_text(approach), is_stale=is_stale)
        near = None if arm is None else arm.value
        is_close = near is not None and near.clearance is not None and near.clearance < near.required
        self.nearest.show_text(
            None if near is None else nearest_text(near),
            is_stale=is_stale,
            colour=theme.BAD if is_close else theme.TEXT,
        )


def left_text(approach: Approach) -> str:
    """Return what is left, along and across the way."""
    if not approach.to:
        return NO_WAY_TEXT
    along, across = (formats.millimetres(left) for left in (approach.left_along, approach.left_across))
    return f"{approach.to}: {along} along, {across} across"


def nearest_text(arm: PredictedArm) -> str:
    """Return which pair is nearest, and how near it may be."""
    if arm.nearest is None:
        return "no pair to watch"
    near = arm.nearest
    return f"nearest {formats.ratio(near.distance, arm.required)} mm   {formats.pair_names(near.pair)}"


def _line() -> Value:
    """Return a text of one line, cut where there is no room."""
    made = ElidedValue(theme.LEAST_PX, bold=False)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made
