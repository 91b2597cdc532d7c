"""Three lines of messages that are always there, and the drawer of all, filtered and acknowledged."""

import pytest
from PySide6.QtWidgets import QApplication
from screen_bench import RUN, S, desks, flat_window, gate, hold_notice, roll_back

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Acknowledged, Handover
from ground.console.panels.messages_panel import ALL, GRAVE, UNREAD
from ground.console.standing.message_lines import LINES, NOTHING_YET
from telemetry.messages.acts import Lease

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

NOW = 10 * S
LEASE = Lease(holder="console", until_ns=NOW + S)


class Desk:
    """A window whose drawer of messages is open, and its feed's state."""

    def __init__(self):
        self.state, self.handover = ConsoleState(RUN), Handover()
        self.window = flat_window(self.handover, lambda: NOW)
        self.lines, self.panel = self.window.messages.lines, self.window.panels["messages"]
        self.window.resize(1280, 800)
        self.window.show()
        self.window.areas.open_or_close("MESSAGES")

    def shows(self, *messages):
        for message in messages:
            self.state.on_message(message, NOW)
        self.handover.publish(self.state.snapshot(NOW))
        self.window.draw()
        QApplication.processEvents()
        return self

    def rows(self, choice=ALL):
        self.panel.choice.setCurrentText(choice)
        self.window.draw()
        model = self.panel.model
        return [model.data(model.index(row, 2)) for row in range(model.rowCount())]


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_the_newest_three_are_shown_with_time_and_symbol_and_never_take_more_room(desk):
    height = desk.window.messages.height()
    assert desk.shows().lines[0].text == NOTHING_YET
    desk.shows(LEASE, hold_notice(), roll_back(), gate(time_step=3.0))
    assert len(desk.lines) == LINES
    assert desk.lines[0].text.startswith("T+00:10.0 ▲ clock or delay have stepped by 3.00 s; ")
    assert desk.lines[1].text.startswith("T+00:10.0 ✖ ROLL-BACK set-point ")
    assert desk.window.messages.height() == height


def test_a_line_that_is_too_long_stands_whole_in_its_tooltip(desk):
    line = desk.shows(roll_back()).lines[0]
    desk.window.resize(1024, 640)
    assert line.toolTip() == line.text and line.text.endswith("steer away from the named pair and arm")


def test_the_drawer_has_all_of_them_and_can_be_filtered(desk):
    desk.shows(LEASE, hold_notice(), roll_back())
    assert len(desk.rows()) == 3
    assert [row[:8] for row in desk.rows(GRAVE)] == ["✖ ROLL-B", "▲ HOLD: "]
    desk.panel.filter.setText("LEASE")
    assert desk.rows() == ["· console has the authority lease"]


def test_what_is_acknowledged_is_told_to_the_feed_and_leaves_the_unread(desk):
    desk.shows(LEASE, hold_notice())
    desk.panel.acknowledge.click()
    (act,) = desk.handover.take_acts()
    assert act == Acknowledged(2)
    desk.state.acknowledge(act.number)
    assert desk.shows().rows(UNREAD) == []
    assert len(desk.shows(roll_back()).rows(UNREAD)) == 1
