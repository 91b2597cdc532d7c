"""The camera panels: bands where a picture is missing, and nothing claimed where nothing is known."""

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from screen_bench import S, application, near_pixels

from ground.console.facts.camera_pictures import Picture
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.camera_panel import CamerasPanel, CameraView
from ground.console.texts import theme
from telemetry.messages.images import Image, ImageStatus

pytestmark = pytest.mark.gl

GREY = np.linspace(40, 200, 320 * 240).astype(np.uint8).tobytes()
IMAGE = Image(camera="global", number=7, sampled_ns=0, width=320, height=240, pixels=GREY)
STATUS = ImageStatus(
    camera="global",
    number=7,
    age=3.7,
    received=98,
    mended=40,
    incomplete=2,
    whole=0.98,
    missing=0.0,
    agreement=1.0,
)


NO_WORDS_PX = 10


@pytest.fixture
def panel():
    application()
    made = CameraView("global")
    made.resize(320, 320)
    yield made
    made.deleteLater()


def draw(panel, *, bands=(), missing=0.0, status=STATUS, age_s=3.7, los_ns=None):
    """Show a picture, at 100 s."""
    now_ns = 100 * S
    seen = Stamped(IMAGE, now_ns - round(age_s * S), 4.5)
    picture = Picture(
        camera="global", image=seen, bands=bands, missing=missing, status=Stamped(status, now_ns, 1.5)
    )
    panel.draw(Snapshot(at_ns=now_ns, pictures=(picture,), los_ns=los_ns), now_ns)
    return panel.grab().toImage()


def hatching(image):
    """How much is hatched, above what is written at the foot."""
    return near_pixels(image.copy(0, 0, image.width(), image.height() * 6 // 10), QColor(theme.WARN))


def test_a_whole_picture_has_its_age_and_no_band(panel):
    assert hatching(draw(panel)) == 0
    assert panel.age.text() == "no. 7, 3.7 s ago"
    assert not panel.age.is_struck
    assert panel.pane.view.note == ""


def test_missing_rows_are_hatched_and_how_much_is_missing_is_written_there(panel):
    one = hatching(draw(panel, bands=((40, 80),), missing=1 / 6))
    two = hatching(draw(panel, bands=((40, 80), (120, 160)), missing=1 / 3))
    assert one > 200
    assert two == pytest.approx(2 * one, rel=0.2)
    assert panel.pane.view.note == "incomplete: 33.3 % missing"


def test_the_share_of_whole_pictures_and_the_agreement_are_of_the_last_seconds(panel):
    draw(panel)
    assert panel.recent.text() == "98.0 % whole, 100.0 % agree"
    assert panel.toolTip().startswith("global: 98 whole, of which 40 lacked packets")
    assert "2 incomplete" in panel.toolTip()


def test_a_small_camera_says_its_age_and_how_much_is_whole_in_few_words(panel):
    panel.resize(110, 120)
    draw(panel)
    assert (panel.age.text(), panel.recent.text()) == ("3.7 s ago", "98 % whole")


def test_a_picture_that_stands_elsewhere_has_its_age_written_on_it(panel):
    draw(panel)
    panel.pane.setParent(None)
    panel.pane.resize(400, 300)
    draw(panel)
    without = panel.pane.grab().toImage()
    panel.pane.show_view(panel.pane.view._replace(age=""))
    assert panel.pane.grab().toImage() != without


def test_cameras_stand_as_their_place_gives_the_larger_pictures():
    application()
    cameras = CamerasPanel()
    cameras.resize(330, 200)
    cameras.show()
    QApplication.processEvents()
    tops = {view.y() for view in cameras.views.values()}
    cameras.resize(200, 700)
    QApplication.processEvents()
    lefts = {view.x() for view in cameras.views.values()}
    cameras.deleteLater()
    assert (len(tops), len(lefts)) == (1, 1)


def test_without_contact_nothing_is_claimed_of_now(panel):
    draw(panel, los_ns=42 * S)
    assert panel.recent.text() == "unknown without contact"
    assert panel.pane.view.doubt == "no contact since T+00:42.0"
    assert panel.age.is_struck


def test_on_a_small_picture_what_may_not_be_believed_stands_below_its_name(panel):
    panel.resize(130, 110)
    drawn = draw(panel, bands=((120, 160),), missing=1 / 6, los_ns=90 * S)
    assert panel.pane.view[2:4] == ("16.7 % missing", "no contact")
    name = drawn.copy(0, 0, 100, 18)
    assert near_pixels(name, QColor(theme.WARN)) < NO_WORDS_PX


def test_an_old_picture_is_called_so(panel):
    draw(panel, age_s=9.0)
    assert (panel.pane.view.doubt, panel.age.is_struck) == ("old picture", True)


def test_where_no_pictures_come_no_share_is_claimed(panel):
    draw(panel, status=replace(STATUS, whole=None, agreement=None))
    assert panel.recent.text() == "no pictures come"
