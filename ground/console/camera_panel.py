"""A camera: its newest whole picture, how old it is, how many came whole."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ground.console import formats, theme
from ground.console.figure import Value
from ground.console.panel import Panel
from ground.console.snapshot import Picture, Snapshot
from telemetry.messages.images import Image


class Pane(QWidget):
    """One picture, as large as it fits; too old: darkened, and crossed out."""

    def __init__(self) -> None:
        """Start without a picture."""
        super().__init__()
        self._shown: Image | None = None
        self._picture: QImage | None = None
        self._words = formats.NO_DATA
        self.is_stale = False
        self.setMinimumSize(140, 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_image(self, image: Image | None, *, is_stale: bool, words: str) -> None:
        """Show a picture, or words where there is none or where it is too old."""
        if image is self._shown and is_stale == self.is_stale and words == self._words:
            return
        if image is not None and image is not self._shown:
            # a copy, because QImage does not keep the bytes that it is made of
            self._picture = QImage(
                image.pixels, image.width, image.height, image.width, QImage.Format.Format_Grayscale8
            ).copy()
        self._shown, self.is_stale, self._words = image, is_stale, words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, centred, or words."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#05070a"))
        if self._picture is not None:
            self._draw_picture(painter, self._picture)
        if self._picture is None or self.is_stale:
            painter.setFont(QFont("DejaVu Sans", 13, QFont.Weight.Bold))
            painter.setPen(QColor(theme.WARN if self._picture is not None else theme.STALE))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
        painter.end()

    def _draw_picture(self, painter: QPainter, picture: QImage) -> None:
        scale = min(self.width() / picture.width(), self.height() / picture.height())
        width, height = picture.width() * scale, picture.height() * scale
        place = QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, picture)
        if self.is_stale:
            painter.fillRect(place, QColor(18, 22, 28, 170))
            painter.setPen(QPen(theme.colour(theme.WARN, 0.7), 2.0))
            painter.drawLine(place.topLeft(), place.bottomRight())
            painter.drawLine(place.bottomLeft(), place.topRight())


class CameraPanel(Panel):
    """One camera."""

    def __init__(self, camera: str) -> None:
        """Start without a picture."""
        super().__init__(formats.words(camera).upper())
        self._camera = camera
        self.pane = Pane()
        self.age, self.counts = Value(14), Value(12, bold=False)
        self.rows.addWidget(self.pane, 1)
        self.rows.addWidget(self.age)
        self.rows.addWidget(self.counts)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest picture and what the image monitor says."""
        for picture in snapshot.pictures:
            if picture.camera == self._camera:
                self._draw_picture(picture, now_ns)

    def _draw_picture(self, picture: Picture, now_ns: int) -> None:
        seen = picture.image
        if seen is None:
            self.age.show_text(None)
            self.pane.show_image(None, is_stale=False, words=formats.NO_DATA)
        else:
            age, is_stale = formats.age(seen.age_s(now_ns)), seen.is_stale(now_ns)
            self.age.show_text(f"no. {seen.value.number}, {age}", is_stale=is_stale)
            self.pane.show_image(seen.value, is_stale=is_stale, words="OLD PICTURE")
        self._draw_counts(picture, now_ns)

    def _draw_counts(self, picture: Picture, now_ns: int) -> None:
        if picture.status is None:
            self.counts.show_text("image monitor: no data", colour=theme.DIM)
            return
        status = picture.status.value
        text = f"{status.received} whole, {status.incomplete} incomplete"
        text += f", monitor {formats.age(picture.status.age_s(now_ns))}\nagrees with telemetry: "
        text += formats.NO_DATA if status.agreement is None else formats.percent(status.agreement)
        is_stale = picture.status.is_stale(now_ns)
        self.counts.show_text(text, is_stale=is_stale, colour=theme.WARN if status.incomplete else theme.DIM)
