"""Esc is HOLD, whatever has the keyboard; and what is typed is text, and neither a key nor the dead-man."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTableWidget,
    QWidget,
)
from screen_bench import desks
from test_console_keys import Desk

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

LETTERS = "tbrnpmxcgk wasdeq12345,./"


def editable():
    box = QComboBox()
    box.setEditable(True)
    return box


def table():
    made = QTableWidget(3, 3)
    made.setCurrentCell(1, 1)
    return made


WIDGETS = {
    "text field": QLineEdit,
    "number field": QDoubleSpinBox,
    "text of many lines": QPlainTextEdit,
    "combo box": QComboBox,
    "combo box with a text": editable,
    "table": table,
    "slider": QSlider,
}


class DeskWithField(Desk):
    """The window with something more that takes the keyboard."""

    def __init__(self):
        super().__init__()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.steering = [button.text() for button in self.window.panels["hand"].steering.buttons]

    def with_focus(self, kind):
        made = kind()
        made.setParent(self.window.centralWidget())
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.show()
        made.setFocus()
        self.handover.take_acts()
        return made


@pytest.fixture
def desk():
    with desks(DeskWithField) as make:
        yield make()


@pytest.mark.parametrize("kind", WIDGETS.values(), ids=WIDGETS)
def test_escape_is_hold_whatever_has_the_keyboard(desk, kind):
    field = desk.with_focus(kind)
    QTest.keyClick(QApplication.focusWidget() or field, Qt.Key.Key_Escape)
    assert desk.handover.take_acts() == ["hold"]


def test_escape_is_hold_while_a_cell_of_a_table_is_edited(desk):
    field = desk.with_focus(table)
    field.edit(field.currentIndex())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert desk.handover.take_acts() == ["hold"]


@pytest.mark.parametrize("kind", [QComboBox, editable])
def test_escape_is_hold_while_the_list_of_a_combo_box_is_open(desk, kind):
    box = desk.with_focus(kind)
    box.addItems(["one", "two"])
    box.showPopup()
    QTest.keyClick(box.view(), Qt.Key.Key_Escape)
    assert desk.handover.take_acts() == ["hold"]


def test_escape_that_is_held_down_is_one_press(desk):
    field = desk.with_focus(QLineEdit)
    for repeats in (False, True, True):
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            event = QKeyEvent(kind, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "", repeats)
            QApplication.sendEvent(field, event)
    assert desk.handover.take_acts() == ["hold"]


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier])
def test_escape_is_hold_with_whatever_else_is_held(desk, modifier):
    QTest.keyClick(desk.window, Qt.Key.Key_Escape, modifier)
    assert desk.handover.take_acts() == ["hold"]


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QDoubleSpinBox, editable])
def test_what_is_typed_is_text_and_no_key_of_the_window(desk, kind):
    field = desk.with_focus(kind)
    before = desk.window.panels["scene"].view.layers.copy(), desk.window.panels["scene"].view.chosen
    QTest.keyClicks(QApplication.focusWidget() or field, LETTERS)
    QApplication.processEvents()
    view = desk.window.panels["scene"].view
    assert (view.layers, view.chosen) == before
    assert [button.text() for button in desk.window.panels["hand"].steering.buttons] == desk.steering
    assert desk.handover.take_acts() == [] and not desk.window.panels["hand"].pad.dead_man


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QDoubleSpinBox, editable])
def test_space_in_a_text_field_is_never_the_dead_man(desk, kind):
    field = desk.with_focus(kind)
    QTest.keyPress(QApplication.focusWidget() or field, Qt.Key.Key_Space)
    assert not desk.window.panels["hand"].pad.dead_man


def test_space_beside_a_text_field_is_the_dead_man(desk):
    desk.with_focus(QWidget)
    QTest.keyPress(desk.window, Qt.Key.Key_Space)
    assert desk.window.panels["hand"].pad.dead_man
