"""A camera: its newest picture, how old it is, and how far the pictures of the last seconds can be believed.

Without contact nothing is claimed of now: the picture is crossed out, and of shares only the totals stay.
"""

from ground.console.facts.camera_facts import Picture
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.picture_pane import NO_PICTURE, PicturePane, PictureView
from telemetry.messages.images import ImageStatus

WHOLE_ASKED = 0.98  # share of the pictures of the last seconds, below which the link deserves a look
AGREES = 0.8  # share of comparisons, below which pictures and joints deserve a look


class CameraPanel(Panel):
    """One camera."""

    def __init__(self, camera: str) -> None:
        """Start without a picture."""
        super().__init__(formats.words(camera).upper())
        self._camera = camera
        self.pane = PicturePane()
        self.age, self.counts, self.recent = Value(14), Value(12, bold=False), Value(12, bold=False)
        self.rows.addWidget(self.pane, 1)
        for line in (self.age, self.counts, self.recent):
            line.setWordWrap(True)
            self.rows.addWidget(line)
        for line in (self.counts, self.recent):  # the line above says already that there is no data
            line.show_text(" ")

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest picture and what the image monitor says."""
        los = "" if snapshot.los_ns is None else f"no contact since {formats.mission_time(snapshot.los_ns)}"
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
        note = f"incomplete: {formats.percent(picture.missing)} missing" if picture.bands else ""
        text = f"no. {seen.value.number}, {formats.age(seen.age_s(now_ns))}"
        self.age.show_text(text, is_stale=bool(doubt), colour=theme.WARN if note else theme.GOOD)
        self.pane.show_view(PictureView(seen.value, picture.bands, note, doubt))

    def _draw_status(self, seen: Stamped[ImageStatus] | None, now_ns: int, los: str) -> None:
        if seen is None:
            self.counts.show_text("image monitor: no data", colour=theme.DIM)
            self.recent.show_text(" ")
            return
        status, is_stale = seen.value, seen.is_stale(now_ns)
        counts = f"{status.received} whole, {status.incomplete} incomplete"
        self.counts.show_text(counts, is_stale=is_stale, colour=theme.DIM)
        self.counts.setToolTip(f"{status.mended} of the whole ones lacked packets, and were mended")
        if los:
            unknown = theme.look("unknown")
            words = "unknown without contact"
            self.recent.show_text(words, colour=unknown.colour, symbol=unknown.symbol)
        else:
            self.recent.show_text(_recent(status), is_stale=is_stale, colour=_recent_colour(status))


def _recent(status: ImageStatus) -> str:
    """Return what is claimed of the last seconds."""
    if status.whole is None:
        return "no pictures come"
    agreement = (
        "agreement unknown" if status.agreement is None else f"{formats.percent(status.agreement)} agree"
    )
    return f"{formats.percent(status.whole)} whole, {agreement}"


def _recent_colour(status: ImageStatus) -> str:
    if status.whole is None or status.whole < WHOLE_ASKED:
        return theme.WARN
    if status.agreement is None:
        return theme.DIM
    return theme.GOOD if status.agreement >= AGREES else theme.WARN
