"""The window's thread does no more than it has to, and what a person must see at once does not wait."""

import pytest
from screen_bench import RUN, S, desks, flat_window, gate, hold_notice, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.frame.panel_shares import DRAWN_TOGETHER
from ground.console.main_window import LOOKS
from ground.console.widgets.figure import Value

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class Desk:
    """A window of which the drawings are counted."""

    def __init__(self):
        self.handover, self.state = Handover(), ConsoleState(RUN)
        self.window = flat_window(self.handover, lambda: 10 * S)
        self.drawn = []
        for name, panel in self.window.panels.items():
            panel.draw = lambda *_, name=name: self.drawn.append(name)
        self.window.show()

    def publish(self, *messages, is_event=False):
        for message in messages:
            self.state.on_message(message, 10 * S)
        self.handover.publish(self.state.snapshot(10 * S), is_event=is_event)

    def drawings(self, looks):
        """How often the scene is drawn in so many looks."""
        self.drawn.clear()
        for _ in range(looks):
            self.window.look()
        return self.drawn.count("scene")


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_it_draws_each_tenth_of_a_second_and_an_event_at_once(desk):
    desk.publish(gate())
    assert desk.drawings(2 * LOOKS) == 2
    desk.publish(hold_notice(), is_event=True)
    desk.window.look()  # what is left of the drawing before
    assert desk.drawings(2) == 1
    assert desk.drawings(LOOKS - 2) == 0  # the event has been taken


def test_a_flood_of_events_leaves_no_panel_undrawn(desk):
    desk.drawn.clear()
    for _ in range(10 * len(DRAWN_TOGETHER)):
        desk.publish(is_event=True)
        desk.window.look()
    assert [desk.drawn.count(name) for name in ("scene", "lanes", "hand")] == [10, 10, 10]


def test_what_stands_beside_the_scene_is_drawn_in_the_looks_after_it_and_of_the_same_snapshot(desk):
    seen = []
    for name in ("scene", "lanes", "hand"):
        desk.window.panels[name].draw = lambda shown, now_ns, name=name: seen.append((name, shown.at_ns))
    desk.publish(is_event=True)
    at_ns = desk.handover.newest.at_ns
    drawn = []
    for _ in DRAWN_TOGETHER:
        desk.window.look()
        desk.handover.publish(ConsoleState(RUN).snapshot(11 * S))
        drawn.append(list(seen))
        seen.clear()
    assert drawn == [[("scene", at_ns)], [("lanes", at_ns)], [("hand", at_ns)]]


def test_what_is_hidden_is_not_drawn_until_it_is_opened_and_then_before_it_is_seen(desk):
    desk.publish(gate(), telemetry(9 * S))
    assert desk.drawings(2 * LOOKS) == 2
    assert "joints" not in desk.drawn
    desk.window.areas.open_or_close("STATE")
    assert "joints" in desk.drawn


def test_a_text_that_changes_in_its_usual_look_costs_no_new_style():
    class Counted(Value):
        styles = 0

        def setStyleSheet(self, style):
            self.styles += 1
            super().setStyleSheet(style)

    value = Counted()
    value.show_text("3.5 s ago")
    before = value.styles
    for tenth in range(6, 10):
        value.show_text(f"3.{tenth} s ago")
    assert (value.text(), value.styles) == ("3.9 s ago", before)
    value.show_text("4.0 s ago", is_stale=True)
    assert value.styles == before + 1
