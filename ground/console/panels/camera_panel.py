"""A camera: its newest picture, how old it is, and how far the pictures of the last seconds can be believed.

missing       hatched bands, below which the picture before shows faintly, and how much is missing
too old       darkened, crossed out, and why

Without contact nothing is claimed of now: the picture is crossed out, and of shares only the totals stay.
"""

import math
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from ground.console.facts.camera_pictures import USUAL_CAMERAS, Picture
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value, column
from ground.console.widgets.painting import font, tint
from telemetry.messages.images import Image, ImageStatus
from telemetry.wire.shards import Rows

BACK_COLOUR = "#05070a"
LEAST_PX = (88, 60)  # of a picture: width, height
WIDE_PX = 230  # of a camera with room for all that is known of it
SPACING_PX = 4
WHOLE_ASKED = 0.98  # share of the pictures of the last seconds, below which the link deserves a look
AGREES = 0.8  # share of comparisons, below which pictures and joints deserve a look


class PictureView(NamedTuple):
    """What a pane shows."""

    image: Image | None
    bands: tuple[Rows, ...] = ()  # rows of it that are missing
    note: str = ""  # of what is missing
    doubt: str = ""  # why it says nothing about now; empty: it does
    age: str = ""  # in words, where nothing beside it says it


NO_CONTACT = "no contact"
NO_PICTURE = PictureView(None, doubt=formats.NO_DATA)


class PicturePane(QWidget):
    """One picture."""

    def __init__(self, name: str) -> None:
        """Start without a picture of the camera of this name."""
        super().__init__()
        self.view, self._name = NO_PICTURE, name
        self._picture: QImage | None = None
        self.setMinimumSize(*LEAST_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_view(self, view: PictureView) -> None:
        """Show a picture, or why there is none."""
        if view.image is self.view.image and view[1:] == self.view[1:]:
            return
        if view.image is not self.view.image:
            self._picture = _as_drawn(view.image)
        self.view = view
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, centred, and over it what may not be believed of it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(BACK_COLOUR))
        if self._picture is not None:
            place = self._place(self._picture)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self._picture)
            self._hatch(painter, place, self._picture.height())
            if self.view.doubt:
                _cross_out(painter, place)
        if self.view.note:
            note = f"{theme.COLOUR_SYMBOLS[theme.WARN]} {self.view.note}"
            foot = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            self._write(painter, note, theme.WARN, flag=foot)
        if self.view.doubt:
            colour = theme.STALE if self._picture is None else theme.WARN
            self._write(painter, self.view.doubt, colour, flag=Qt.AlignmentFlag.AlignCenter)
        title = ", ".join(filter(None, (self._name, self.view.age)))
        self._write(painter, title, theme.DIM, flag=Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.end()

    def _place(self, picture: QImage) -> QRectF:
        scale = min(self.width() / picture.width(), self.height() / picture.height())
        width, height = picture.width() * scale, picture.height() * scale
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def _hatch(self, painter: QPainter, place: QRectF, rows: int) -> None:
        for first, end in self.view.bands:
            top = place.top() + place.height() * first / rows
            band = QRectF(place.left(), top, place.width(), place.height() * (end - first) / rows)
            painter.fillRect(band, tint(BACK_COLOUR, 0.55))
            painter.fillRect(band, QBrush(QColor(theme.WARN), Qt.BrushStyle.BDiagPattern))

    def _write(self, painter: QPainter, words: str, colour: str, *, flag: Qt.AlignmentFlag) -> None:
        painter.setFont(font(theme.LEAST_PX + 1, is_bold=True))
        how = flag | Qt.TextFlag.TextWordWrap
        painter.fillRect(painter.boundingRect(self.rect(), how, words), tint(BACK_COLOUR, 0.75))
        painter.setPen(QColor(colour))
        painter.drawText(self.rect(), how, words)


def _as_drawn(image: Image | None) -> QImage | None:
    if image is None:
        return None
    grey = QImage(image.pixels, image.width, image.height, image.width, QImage.Format.Format_Grayscale8)
    return grey.copy()  # because QImage does not keep the bytes that it is made of


def _cross_out(painter: QPainter, place: QRectF) -> None:
    painter.fillRect(place, QColor(18, 22, 28, 170))
    painter.setPen(QPen(tint(theme.WARN, 0.7), 2.0))
    painter.drawLine(place.topLeft(), place.bottomRight())
    painter.drawLine(place.bottomLeft(), place.topRight())


class CameraView(QFrame):
    """One camera: its picture, and what is known of it, in as many words as there is room for."""

    pressed = Signal(str)  # twice, by the mouse: the camera

    def __init__(self, camera: str) -> None:
        """Start without a picture."""
        super().__init__()
        self._camera = camera
        self.setObjectName("panel")
        self.pane = PicturePane(formats.words(camera))
        self.age, self.recent = Value(theme.LEAST_PX), Value(theme.LEAST_PX, bold=False)
        rows = column(self, margins=(3, 3, 3, 2))
        rows.addWidget(self.pane, 1)
        for line in (self.age, self.recent):
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            rows.addWidget(line)
        self.recent.show_text(" ")  # the line above says already that there is no data

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the large place, or to leave it."""
        self.pressed.emit(self._camera)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest picture and what the image monitor says."""
        since_ns = snapshot.los_ns
        los = "" if since_ns is None else formats.no_contact(since_ns) if self._is_wide else NO_CONTACT
        for picture in snapshot.pictures:
            if picture.camera == self._camera:
                self._draw_picture(picture, now_ns, los)
                self._draw_status(picture.status, now_ns, los)

    def _draw_picture(self, picture: Picture, now_ns: int, los: str) -> None:
        seen = picture.image
        if seen is None:
            self.age.show_text(None)
            self.pane.show_view(NO_PICTURE._replace(doubt=los or formats.NO_DATA))
            return
        doubt = los or ("old picture" if seen.is_stale(now_ns) else "")
        missing = f"{formats.percent(picture.missing)} missing"
        if picture.bands:
            note = f"incomplete: {missing}" if self._is_wide else missing
        else:
            note = ""
        age = formats.age(seen.age_s(now_ns))
        text = f"no. {seen.value.number}, {age}" if self._is_wide else age
        self.age.show_text(text, is_stale=bool(doubt), colour=theme.WARN if note else theme.GOOD)
        away = "" if self.isAncestorOf(self.pane) else age
        self.pane.show_view(PictureView(seen.value, picture.bands, note, doubt, away))

    def _draw_status(self, seen: Stamped[ImageStatus] | None, now_ns: int, los: str) -> None:
        if seen is None:
            text = "image monitor: no data" if self._is_wide else formats.NO_DATA
            self.recent.show_text(text, colour=theme.DIM)
            return
        status = seen.value
        if los:
            unknown = theme.look("unknown")
            text = "unknown without contact" if self._is_wide else "unknown"
            self.recent.show_text(text, colour=unknown.colour, symbol=unknown.symbol)
        else:
            text, is_stale = _recent(status, is_wide=self._is_wide), seen.is_stale(now_ns)
            self.recent.show_text(text, is_stale=is_stale, colour=_recent_colour(status))
        self.setToolTip(
            f"{formats.words(self._camera)}: {status.received} whole, of which {status.mended} lacked packets"
            f" and were mended; {status.incomplete} incomplete; {_recent(status, is_wide=True)}"
        )

    @property
    def _is_wide(self) -> bool:
        """True if there is room for all that is known."""
        return self.width() >= WIDE_PX


class CamerasPanel(Panel):
    """All cameras, side by side or, in a high place, one over the other."""

    def __init__(self) -> None:
        """Start without pictures."""
        super().__init__("")
        self.views = {camera: CameraView(camera) for camera in USUAL_CAMERAS}
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(SPACING_PX)
        self.rows.addLayout(self._line, 1)
        for view in self.views.values():
            self._line.addWidget(view, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what each camera has seen."""
        for view in self.views.values():
            view.draw(snapshot, now_ns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand as the pictures become largest."""
        is_high = self.height() > self.width()
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if is_high else right)
        super().resizeEvent(event)


def _recent(status: ImageStatus, *, is_wide: bool) -> str:
    """Return what is claimed of the last seconds."""
    if status.whole is None:
        return "no pictures come" if is_wide else "none come"
    if not is_wide:
        return f"{math.floor(100.0 * status.whole)} % whole"
    whole = f"{formats.percent(status.whole)} whole"
    agreement = (
        "agreement unknown" if status.agreement is None else f"{formats.percent(status.agreement)} agree"
    )
    return f"{whole}, {agreement}"


def _recent_colour(status: ImageStatus) -> str:
    if status.whole is None or status.whole < WHOLE_ASKED:
        return theme.WARN
    if status.agreement is None:
        return theme.DIM
    return theme.GOOD if status.agreement >= AGREES else theme.WARN
