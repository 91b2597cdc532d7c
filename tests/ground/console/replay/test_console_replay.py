"""The replay's keys and its time line: what a person wants is asked for, and what was recorded is marked."""

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from screen_bench import RUN, S, desks, flat_window, replayed

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.replay.replay_bar import READING_TEXT
from ground.console.replay.timeline import marked_places, place_beside
from telemetry.messages.lanes import Lanes, LossSpan, StopMark

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

ROLL_BACK = StopMark(kind="roll_back", at_ns=51_020_000_000, reason="too_close", seq=7)
LOS = LossSpan(from_ns=24 * S, until_ns=44 * S)
LANES = Lanes(stops=(ROLL_BACK,), losses=(LOS,))


class Desk:
    """A window in mode replay that stands at a place of a recording of 90 s."""

    def __init__(self):
        run = msgspec.structs.replace(RUN, mode="replay")
        self.state, self.handover = ConsoleState(run), Handover()
        self.window = flat_window(self.handover, lambda: 100 * S, run)
        self.window.resize(1600, 1000)
        self.window.show()
        self.bar = self.window.panels["replay"]
        self.timeline = self.bar.timeline

    def show(self, at_s=30.0, *, sought_s=None, **status):
        told = {"lanes": LANES, "sought_ns": None if sought_s is None else round(sought_s * S)}
        snapshot = replayed(self.state.snapshot(100 * S), at_s=at_s, **status)
        self.handover.publish(replace(snapshot, lanes=LANES, replay=replace(snapshot.replay, **told)))
        self.window.draw()
        return self

    def asked(self):
        return [(control.action, control.value) for control in self.handover.take_acts()]

    def text_at(self, at_s):
        return self.timeline.text_at(QPointF(self.timeline.x_of(at_s), 5.0))

    def point(self, at_s):
        return QPointF(self.timeline.x_of(at_s), self.timeline.height() / 2).toPoint()

    def press(self, at_s):
        QTest.mousePress(self.timeline, Qt.MouseButton.LeftButton, pos=self.point(at_s))

    def drag(self, at_s):
        QTest.mouseMove(self.timeline, self.point(at_s))

    def release(self, at_s):
        QTest.mouseRelease(self.timeline, Qt.MouseButton.LeftButton, pos=self.point(at_s))


def wheel(line, x):
    """One step of the wheel away from the hand."""
    at = QPointF(x, 20.0)
    keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, keys, phase, False)


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make().show(playing=False)


def test_the_keys_ask_for_what_they_say(desk):
    for key in ("play", "step", "x 4", "max", "loop from", "loop to", "no loop"):
        desk.bar.keys[key].click()
    assert desk.asked() == [
        ("play", 0.0),
        ("step", 0.0),
        ("speed", 4.0),
        ("speed", 0.0),
        ("loop_begin", 30.0),
        ("loop_end", 30.0),
        ("loop_off", 0.0),
    ]


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("Space", ("play", 0.0)),
        ("Right", ("step", 0.0)),
        ("Left", ("seek", 29.9)),
        ("Shift+Left", ("seek", 20.0)),
        ("Shift+Right", ("seek", 40.0)),
        ("Home", ("seek", 0.0)),
        ("End", ("seek", 90.0)),
        ("PgUp", ("seek", 24.0)),
        ("PgDown", ("seek", 44.0)),
        ("[", ("loop_begin", 30.0)),
        ("]", ("loop_end", 30.0)),
        ("\\", ("loop_off", 0.0)),
    ],
)
def test_the_keyboard_does_the_same(desk, key, asked):
    desk.bar.shortcuts[key].activated.emit()
    assert desk.asked() == [(asked[0], pytest.approx(asked[1]))]


def test_space_pauses_what_plays_wherever_the_keyboard_is(desk):
    desk.show(playing=True)
    desk.window.activateWindow()
    QTest.qWaitForWindowActive(desk.window)
    for widget in (desk.window, desk.window.panels["queue"].table):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Space)
        assert desk.asked() == [("pause", 0.0)]


def test_a_click_on_the_groove_goes_there(desk):
    desk.press(70.0)
    desk.release(70.0)
    assert desk.asked() == [("seek", pytest.approx(70.0, abs=0.1))]


def test_a_click_beside_a_symbol_goes_to_the_very_instant(desk):
    desk.press(51.2)
    assert desk.asked() == [("seek", 51.02)]


def test_the_words_of_a_marker_are_told_under_the_mouse(desk):
    assert "roll-back of set-point 7: the move or its stop" in desk.text_at(51.02)
    assert desk.text_at(30.0).endswith("loss of signal for 20.0 s")
    assert desk.text_at(70.0).startswith("T+01:")


def test_what_is_dragged_over_is_asked_for_only_when_the_place_before_is_shown(desk):
    desk.press(60.0)
    first = desk.asked()[0][1]
    for at_s in (62.0, 65.0, 70.0):
        desk.drag(at_s)
    assert desk.asked() == []
    desk.show(30.0, sought_s=first, playing=False)
    assert desk.asked() == []
    desk.show(first, playing=False)
    assert desk.asked() == [("seek", pytest.approx(70.0, abs=0.1))]


def test_it_stands_still_while_the_hand_drags_and_plays_on_after(desk):
    desk.show(30.0, playing=True)
    desk.press(70.0)
    assert [action for action, _ in desk.asked()] == ["seek", "pause"]
    desk.release(70.0)
    assert desk.asked() == [("play", 0.0)]


def test_steps_that_are_pressed_quickly_add_up(desk):
    desk.bar.shortcuts["Shift+Right"].activated.emit()
    desk.bar.shortcuts["Shift+Right"].activated.emit()
    desk.show(40.0, playing=False)
    assert desk.asked() == [("seek", 40.0), ("seek", 50.0)]


def test_a_replay_that_goes_nowhere_can_be_asked_again(desk):
    desk.bar.shortcuts["Home"].activated.emit()
    for _ in range(20):
        desk.show(30.0, playing=False)
    desk.asked()
    desk.bar.shortcuts["End"].activated.emit()
    assert desk.asked() == [("seek", 90.0)]


def test_while_a_place_is_sought_the_screen_says_so(desk):
    desk.show(30.0, sought_s=51.02)
    assert desk.bar.place.text() == "going to T+00:51.0"
    assert desk.window.top.figures["TIME"].note.text() == "going to 00:51"
    desk.show(51.02)
    assert desk.bar.place.text() == "T+00:51.0 of 01:30"


def test_before_anything_is_told_it_says_that_the_recording_is_read(desk):
    desk.handover.publish(desk.state.snapshot(100 * S))
    desk.window.draw()
    assert desk.bar.place.text() == READING_TEXT


@pytest.mark.parametrize(
    ("at_s", "step", "found"),
    [(0.0, 1, 24.0), (24.0, 1, 44.0), (44.0, 1, 51.02), (90.0, 1, None), (51.02, -1, 44.0), (0.0, -1, None)],
)
def test_from_marker_to_marker_no_one_is_passed_by(at_s, step, found):
    assert place_beside(marked_places(LANES, 90.0), at_s, step=step) == found


def test_what_is_marked_is_drawn_in_its_colour_where_it_was(desk):
    image = desk.timeline.grab().toImage()
    bare = desk.show(30.0, playing=False).timeline
    bare.show_state(bare._state._replace(lanes=Lanes()))
    without = bare.grab().toImage()
    rows = range(1, 11)  # of the uppermost lane
    changed = [x for x in range(image.width()) if any(image.pixel(x, y) != without.pixel(x, y) for y in rows)]
    assert min(changed) == pytest.approx(desk.timeline.x_of(24.0), abs=3)
    assert max(changed) == pytest.approx(desk.timeline.x_of(51.02), abs=3)


def test_the_wheel_shows_less_of_the_recording_around_the_mouse_and_0_all_of_it(desk):
    line, at = desk.timeline, desk.timeline.x_of(60.0)
    for _ in range(4):
        QApplication.sendEvent(line, wheel(line, at))
    assert line.places.view.span_ns == pytest.approx(90 * S * 0.8**4, rel=0.01)
    assert line.x_of(60.0) == pytest.approx(at, abs=1.0)
    desk.press(60.0)
    assert desk.asked() == [("seek", pytest.approx(60.0, abs=0.1))]
    line._show_all()
    assert line.places.view == (0, 90 * S)


def test_what_is_seen_of_the_recording_follows_the_place(desk):
    desk.timeline._zoom_here(0.2)
    assert not desk.timeline.places.view.shows(80 * S, 80 * S)
    desk.show(80.0)
    assert desk.timeline.places.view.shows(80 * S, 80 * S)


def test_what_is_written_into_a_field_is_no_key_of_the_replay(desk):
    desk.window.activateWindow()
    QTest.qWaitForWindowActive(desk.window)
    field = desk.window.findChild(QLineEdit)
    field.setFocus()
    for key in (Qt.Key.Key_A, Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_BracketLeft):
        QTest.keyClick(field, key)
    assert (field.text(), desk.asked()) == ("a[ ", [])
