"""What a person does at the window: HOLD shown at once, RESUME, CONFIRM, and closing, which asks first."""

import pytest
from screen_bench import RUN, S, desks, flat_window, gate, replayed

from ground.console.handover import Handover, TimeStep
from ground.console.hold_button import HOLD, PRESSED
from ground.console.state import ConsoleState
from ground.console.strips import CLOSING
from telemetry.messages.acts import Lease
from tests.nominal_run import hold_press

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system


class Desk:
    """A window, its feed's state, and the hand on the clock."""

    def __init__(self):
        self.now_ns = 10 * S
        self.state, self.handover = ConsoleState(RUN), Handover()
        self.window = flat_window(self.handover, lambda: self.now_ns)
        self.hold = self.window.top.hold

    def shows(self, *messages):
        """Tell the feed, and draw what it makes of it."""
        for message in messages:
            self.state.consume(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        return self

    def strips(self):
        return [strip.text.text() for strip in self.window.strips.all if not strip.isHidden()]


@pytest.fixture
def desk():
    with desks(Desk) as make:
        yield make()


def test_a_press_is_shown_in_the_same_event_before_anything_is_handed_on(desk):
    seen = []
    desk.handover.wake = lambda: seen.append((desk.hold.button.text(), desk.hold.effect.text()))
    desk.hold.button.click()
    assert seen == [(PRESSED, "PRESSED")]


def test_escape_is_a_press_like_any_other(desk):
    desk.hold.shortcut.activated.emit()
    assert desk.hold.button.text() == PRESSED
    assert desk.handover.take() == ["hold"]


def test_a_press_that_the_feed_has_not_taken_stays_shown_and_is_told_after_a_second(desk):
    desk.shows(gate())
    desk.hold.button.click()
    desk.window.draw()
    assert (desk.hold.button.text(), desk.hold.effect.text()) == (PRESSED, "PRESSED")
    desk.now_ns += 2 * S
    desk.window.draw()
    assert desk.hold.effect.text() == "NOBODY TOOK IT: use `farhand hold`"


def test_a_press_stops_being_shown_when_it_is_long_over(desk):
    desk.state.pressed_hold(hold_press("console"), desk.now_ns)
    assert desk.shows(gate()).hold.button.text() == PRESSED
    desk.now_ns += 30 * S
    assert desk.shows(gate()).hold.button.text() == HOLD


def test_a_held_run_offers_resume_and_a_press_asks_for_it(desk):
    desk.shows(Lease(holder="", until_ns=0), gate("held", held_by="hold"))
    assert desk.strips() == ["HELD by hold: the script waits until a person resumes."]
    desk.window.strips.resume.keys["RESUME"].click()
    assert desk.handover.take() == ["resume"]


def test_a_latch_names_who_has_the_authority_to_leave_it(desk):
    desk.shows(Lease(holder="console", until_ns=99 * S), gate("held"))
    assert desk.strips() == ["HELD, and console has the authority: resume when it is safe."]
    desk.shows(Lease(holder="", until_ns=0), gate("held"))
    assert desk.strips() == ["HELD, and nobody has the authority: resume when it is safe."]


def test_what_the_script_resumes_by_itself_is_not_offered(desk):
    assert desk.shows(Lease(holder="operator", until_ns=20 * S), gate("held")).strips() == []


def test_a_held_run_without_anybody_in_authority_is_offered_too(desk):
    assert len(desk.shows(gate("held")).strips()) == 1


def test_a_step_is_told_and_confirmed_by_the_figure_that_was_read(desk):
    desk.shows(gate(time_step=3.02))
    assert "3.02 s" in desk.strips()[0]
    desk.window.strips.confirm.keys["CONFIRM"].click()
    assert desk.handover.take() == [TimeStep(3.02)]


def test_closing_asks_inside_the_window_and_stay_stays(desk):
    desk.window.open()
    desk.window.close()
    assert desk.window.isVisible()
    assert desk.strips() == [CLOSING]
    desk.window.strips.closing.keys["stay"].click()
    assert desk.window.isVisible()
    assert desk.strips() == []


def test_closing_closes_once_that_is_answered(desk):
    desk.window.open()
    desk.window.close()
    desk.shows(gate("held", held_by="hold"))
    assert desk.strips() == [CLOSING]
    desk.window.strips.closing.keys["close"].click()
    assert not desk.window.isVisible()


def test_hold_is_live_while_closing_is_asked(desk):
    desk.window.open()
    desk.window.close()
    desk.hold.button.click()
    assert desk.handover.take() == ["hold"]


def test_a_replay_offers_no_acts(desk):
    desk.shows(gate("held", held_by="hold", time_step=3.0))
    assert desk.strips() != []
    desk.handover.publish(replayed(desk.handover.newest, at_s=10.0))
    desk.window.draw()
    assert desk.strips() == []
