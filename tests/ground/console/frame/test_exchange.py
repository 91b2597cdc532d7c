"""A camera's picture and the scene's change places, and back."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QApplication
from screen_bench import S, desks, flat_window

from ground.console.facts.handover import Handover
from ground.console.frame.arrangement import read_arrangement

pytestmark = pytest.mark.gl


class Bench:
    """A window that is shown, without anything known."""

    def __init__(self):
        self.window = flat_window(Handover(), lambda: S)
        self.window.resize(1280, 800)
        self.window.show()
        settle()
        self.scene = self.window.panels["scene"].view.canvas
        self.panes = {name: view.pane for name, view in self.window.panels["cameras"].views.items()}

    def press(self, key):
        """Press a key of the window, which need not have the keyboard for it."""
        shortcuts = self.window.findChildren(QShortcut)
        next(each for each in shortcuts if each.key() == QKeySequence(key)).activated.emit()
        settle()


def area(widget):
    return widget.width() * widget.height()


def settle():
    for _ in range(5):
        QApplication.processEvents()


@pytest.fixture
def bench():
    with desks(Bench) as make:
        yield make()


def test_a_key_brings_each_camera_to_the_large_place_in_turn_and_the_scene_back(bench):
    large = bench.scene.size()
    for pane in bench.panes.values():
        bench.press(Qt.Key.Key_Z)
        assert pane.width() > 0.9 * large.width() and bench.scene.isVisible()
        assert area(bench.scene) < 0.3 * large.width() * large.height()
    bench.press(Qt.Key.Key_Z)
    assert bench.scene.size() == large


def test_two_presses_on_a_picture_exchange_it_and_two_more_bring_it_back(bench):
    bench.window.areas.raise_tab("CAMERAS")
    view, large = bench.window.panels["cameras"].views["global"], bench.scene.size()
    for expected in (view.pane, bench.scene):
        middle, left = QPointF(view.rect().center()), Qt.MouseButton.LeftButton
        kind, none = QEvent.Type.MouseButtonDblClick, Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, middle, view.mapToGlobal(middle), left, left, none)
        QApplication.sendEvent(view, event)
        settle()
        assert expected.width() > 0.9 * large.width()


def test_an_edge_that_is_moved_pixel_by_pixel_is_written_once(bench, tmp_path):
    window, bench.window._kept_in = bench.window, tmp_path / "console.json"
    for width_px in range(400, 410):
        window.areas.choose(replace(window.areas.arrangement, side_px=width_px))
    assert window.keeping.isActive()
    assert not (tmp_path / "console.json").exists()
    window.keeping.timeout.emit()
    assert read_arrangement(tmp_path / "console.json", "operator").side_px == 409
