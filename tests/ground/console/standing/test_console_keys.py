"""The ten keys of the window: fixed places, what a press asks for, and what a grey one tells instead."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scene_bench import plan
from screen_bench import RUN, S, desks, flat_window, gate

from ground.console.facts.chosen import PlanRequested
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import HandChoice, Handover, PlanChoice
from ground.console.facts.message_book import Noticed
from ground.console.standing.key_grid import EDGE_PX, HEIGHT_PX, NOTE_PX
from ground.console.texts import why_not
from ground.console.texts.act_keys import KEY_NAMES
from ground.console.widgets.painting import font
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.person.pilot_state import PilotState
from ground.operator.procedure import PartRow
from telemetry.messages.acts import Lease
from telemetry.messages.handle import Steering
from telemetry.messages.prediction import BrokenMargin, World

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

QUIET = {"waiting": 0, "in_flight": 0, "quiet": True}
OFFERED = OfferedPlan("plan 1", (PartRow("1", "line", "to do", ""),), "plan step 1")
FLYING = PilotState(
    holds_lease=True, keeps_lease=True, offers=(OFFERED,), plan=None, pending=None, flies=True
)
LEASELESS = FLYING._replace(holds_lease=False, keeps_lease=False)
MINE = Lease(holder="console", until_ns=99 * S)
NEAR = World(version=1, configuration=b"", broken=(BrokenMargin(pair=("hand", "target"), distance=0.01),))
HELD = gate("held", **QUIET | {"latched": True})
REST = gate(**QUIET)
PRESSED = [  # the state, the key --> the act
    (LEASELESS, (REST,), Qt.Key.Key_F1, "lease"),
    (FLYING, (REST, MINE), Qt.Key.Key_F1, "leave"),
    (FLYING, (REST, MINE), Qt.Key.Key_F2, PlanChoice("plan 1")),
    (FLYING._replace(plan=plan()), (REST, MINE), Qt.Key.Key_F3, "arm plan"),
    (FLYING, (REST, MINE), Qt.Key.Key_F4, HandChoice("", Steering())),
    (FLYING, (gate("teleop"), MINE), Qt.Key.Key_F5, "disarm"),
    (FLYING, (HELD, MINE), Qt.Key.Key_F6, "resume"),
    (FLYING, (REST, MINE, NEAR), Qt.Key.Key_F7, "retreat"),
    (FLYING, (HELD, MINE), Qt.Key.Key_F10, "resume"),
]


class Desk:
    """A shown window in front of a person who flies, and the clock."""

    def __init__(self):
        self.now_ns, self.handover, self.state = 10 * S, Handover(), ConsoleState(RUN, "console")
        self.window = flat_window(self.handover, lambda: self.now_ns)
        self.grid = self.window.keys
        self.window.resize(1280, 800)
        self.window.show()

    def shows(self, pilot, *messages):
        self.state = ConsoleState(RUN, "console")
        for message in messages:
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns, pilot))
        self.window.draw()
        self.now_ns += S // 2  # a person has read it
        QApplication.processEvents()
        return self

    def press(self, key):
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        QTest.keyClick(self.window, key)
        return self.handover.take_acts()

    @property
    def places(self):
        return [key.geometry().getRect() for key in self.grid.keys.values()]


@pytest.fixture(scope="module")
def shown():
    with desks(Desk) as make:
        yield make()


@pytest.fixture
def desk(shown):
    shown.handover.take_acts()
    shown.now_ns, shown.grid.chosen.request = 10 * S, None
    return shown


@pytest.mark.parametrize(("pilot", "messages", "key", "act"), PRESSED, ids=[f"{row[3]}" for row in PRESSED])
def test_a_key_that_applies_does_its_act(desk, pilot, messages, key, act):
    assert desk.shows(pilot, *messages).press(key) == [act]


def test_a_click_does_the_same_as_the_key(desk):
    desk.shows(FLYING, REST, MINE)
    QTest.mouseClick(desk.grid.keys["arm hand"], Qt.MouseButton.LeftButton)
    assert desk.handover.take_acts() == [HandChoice("", Steering())]


def test_a_grey_key_asks_nothing_of_the_gate_and_tells_the_whole_reason(desk):
    desk.shows(LEASELESS, REST)
    assert desk.grid.keys["arm plan"].is_grey
    assert desk.grid.keys["arm plan"].toolTip() == f"F3 Arm plan: {why_not.NO_LEASE.whole}"
    assert desk.press(Qt.Key.Key_F3) == [Noticed("F3 Arm plan", why_not.NO_LEASE.whole)]


def test_what_a_grey_key_tells_is_a_message_of_this_console(desk):
    desk.shows(LEASELESS, REST)
    for notice in desk.press(Qt.Key.Key_F3):
        desk.state.on_notice(notice, desk.now_ns)
    desk.handover.publish(desk.state.snapshot(desk.now_ns, LEASELESS))
    desk.window.draw()
    assert desk.window.messages.lines[0].text.endswith(f"F3 Arm plan: {why_not.NO_LEASE.whole}")


def test_the_end_of_the_pass_is_asked_and_answered_by_two_other_keys(desk):
    desk.shows(FLYING, gate("plan"), MINE).press(Qt.Key.Key_F8)
    assert "End this pass?" in desk.window.strip.question.text
    assert desk.press(Qt.Key.Key_F10) == ["end"]


def test_the_second_answer_has_shift(desk):
    desk.shows(FLYING, gate("plan"), MINE).press(Qt.Key.Key_F8)
    QTest.keyClick(desk.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert (desk.handover.take_acts(), desk.window.strip.question.text) == ([], "")


def test_a_motion_of_a_form_is_asked_for_by_the_key_of_planning(desk):
    desk.grid.chosen.request = PlanRequested("line", "shortest")
    assert desk.shows(FLYING, REST, MINE).press(Qt.Key.Key_F2) == ["shortest"]
    assert desk.grid.keys["plan"].lines == ("F2 Plan line", "")


def test_the_plan_that_is_ready_is_watched_by_its_key(desk):
    desk.shows(FLYING, REST, MINE, plan())
    assert desk.press(Qt.Key.Key_F9) == []
    assert desk.window.panels["motion"].preview_bar.is_playing
    desk.window.draw()
    assert desk.grid.keys["watch"].lines[0] == "F9 Pause"


def test_the_keys_stand_side_by_side_equally_wide_whatever_they_say(desk):
    before = desk.shows(LEASELESS, REST).places
    after = desk.shows(FLYING, HELD, MINE).places
    assert before == after
    assert len(before) == len(KEY_NAMES) and {height for *_, height in before} == {HEIGHT_PX}
    widths = [width for _, _, width, _ in before]
    assert max(widths) - min(widths) <= 1 and {y for _, y, _, _ in before} == {0}


def test_every_reason_is_read_whole_on_its_key_in_a_window_of_1280(desk):
    room = min(width for _, _, width, _ in desk.shows(LEASELESS, REST).places) - 2 * EDGE_PX
    metrics = QFontMetrics(font(NOTE_PX))
    reasons = [each for each in vars(why_not).values() if isinstance(each, why_not.WhyNot)]
    wide = [each.short for each in reasons if metrics.horizontalAdvance(each.short) > room]
    assert wide == []
