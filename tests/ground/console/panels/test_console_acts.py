"""What a person does at the window: HOLD shown at once, RESUME, CONFIRM, and closing, which asks first."""

import pytest
from screen_bench import RUN, S, change, desks, flat_window, gate, hold_notice, replayed

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover, TimeStep
from ground.console.panels.prompts import CLOSE_QUESTION
from ground.console.widgets.hold_button import HOLD, PRESSED
from telemetry.messages.acts import Lease
from telemetry.messages.command import CommandState
from telemetry.messages.prediction import BrokenMargin, World
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
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        return self

    def prompts(self):
        return [strip.text.text() for strip in self.window.prompts.all if not strip.isHidden()]


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
    assert desk.handover.take_acts() == ["hold"]


def test_a_press_that_the_feed_has_not_taken_stays_shown_and_is_told_after_a_second(desk):
    desk.shows(gate())
    desk.hold.button.click()
    desk.window.draw()
    assert (desk.hold.button.text(), desk.hold.effect.text()) == (PRESSED, "PRESSED")
    desk.now_ns += 2 * S
    desk.window.draw()
    assert desk.hold.effect.text() == "NOBODY TOOK IT: use `farhand hold`"


def test_a_press_stops_being_shown_when_it_is_long_over(desk):
    desk.state.on_hold_pressed(hold_press("console"), desk.now_ns)
    assert desk.shows(gate()).hold.button.text() == PRESSED
    desk.now_ns += 30 * S
    assert desk.shows(gate()).hold.button.text() == HOLD


def test_a_held_run_offers_resume_and_a_press_asks_for_it(desk):
    desk.shows(Lease(holder="", until_ns=0), gate("held", held_by="hold"))
    assert desk.prompts() == ["HELD by hold: the script waits until a person resumes."]
    desk.window.prompts.resume.keys["RESUME"].click()
    assert desk.handover.take_acts() == ["resume"]


def test_a_latch_names_who_has_the_authority_to_leave_it(desk):
    desk.shows(Lease(holder="console", until_ns=99 * S), gate("held"))
    assert desk.prompts() == ["HELD, and console has the authority: resume when it is safe."]
    desk.shows(Lease(holder="", until_ns=0), gate("held"))
    assert desk.prompts() == ["HELD, and nobody has the authority: resume when it is safe."]


def test_what_the_script_resumes_by_itself_is_not_offered(desk):
    assert desk.shows(Lease(holder="operator", until_ns=20 * S), gate("held")).prompts() == []


def test_a_held_run_without_anybody_in_authority_is_offered_too(desk):
    assert len(desk.shows(gate("held")).prompts()) == 1


def test_a_step_is_told_and_confirmed_by_the_figure_that_was_read(desk):
    desk.shows(gate(time_step=3.02))
    assert "3.02 s" in desk.prompts()[0]
    desk.window.prompts.confirm.keys["CONFIRM"].click()
    assert desk.handover.take_acts() == [TimeStep(3.02)]


def test_closing_asks_inside_the_window_and_stay_stays(desk):
    desk.window.open()
    desk.window.close()
    assert desk.window.isVisible()
    assert desk.prompts() == [CLOSE_QUESTION]
    desk.window.prompts.closing.keys["stay"].click()
    assert desk.window.isVisible()
    assert desk.prompts() == []


def test_closing_closes_once_that_is_answered(desk):
    desk.window.open()
    desk.window.close()
    desk.shows(gate("held", held_by="hold"))
    assert desk.prompts() == [CLOSE_QUESTION]
    desk.window.prompts.closing.keys["close"].click()
    assert not desk.window.isVisible()


def test_hold_is_live_while_closing_is_asked(desk):
    desk.window.open()
    desk.window.close()
    desk.hold.button.click()
    assert desk.handover.take_acts() == ["hold"]


def test_a_replay_offers_no_acts(desk):
    desk.shows(gate("held", held_by="hold", time_step=3.0))
    assert desk.prompts() != []
    desk.handover.publish(replayed(desk.handover.newest, at_s=10.0))
    desk.window.draw()
    assert desk.prompts() == []


RESTED = {"waiting": 0, "in_flight": 0, "quiet": True}
MOVES = [gate("plan"), gate("rest", **RESTED | {"in_flight": 1}), gate("rest", **RESTED | {"quiet": False})]


@pytest.mark.parametrize("status", [None, *MOVES], ids=["unknown", "flown", "flies up", "not at rest"])
def test_ending_the_pass_asks_in_the_window_while_anything_moves_or_flies_up(desk, status):
    desk.shows(*([status] if status else ()))
    desk.window.prompts.end_pass()
    desk.window.draw()
    assert "End this pass?" in desk.prompts()[0] and desk.handover.take_acts() == []
    desk.window.prompts.ending.keys["END PASS"].click()
    assert (desk.handover.take_acts(), desk.shows().prompts()) == (["end"], [])


def test_what_is_asked_of_who_ends_the_pass_tells_how_the_arm_is_now(desk):
    desk.shows(gate("plan", waiting=3)).window.prompts.end_pass()
    assert "3 commands wait" in desk.prompts()[0]
    assert "at rest by now" in desk.shows(gate(**RESTED)).prompts()[0]
    assert desk.handover.take_acts() == []


def test_whoever_goes_on_flying_has_not_ended_the_pass_and_hold_is_live_meanwhile(desk):
    desk.shows(gate("plan")).window.prompts.end_pass()
    desk.hold.shortcut.activated.emit()
    desk.window.prompts.ending.keys["GO ON FLYING"].click()
    assert (desk.handover.take_acts(), desk.shows().prompts()) == (["hold"], [])


@pytest.mark.parametrize("status", [gate(**RESTED), gate("held", **RESTED | {"latched": True})])
def test_a_pass_at_rest_is_ended_without_a_question(desk, status):
    desk.shows(status).window.prompts.end_pass()
    assert desk.handover.take_acts() == ["end"]


def test_the_hold_button_names_its_key(desk):
    assert HOLD == desk.hold.button.text() == "HOLD  Esc"
    desk.hold.button.click()
    assert desk.hold.button.text() == PRESSED == "HOLD ✔  Esc"


def test_once_resume_is_on_its_way_nobody_is_told_to_resume(desk):
    away = change(CommandState.RELEASED, seq=0, kind="resume", epoch=5)
    desk.shows(gate("held", held_by="hold"), away)
    assert desk.prompts() == ["HELD: RESUME is on its way, and telemetry has to show the latch gone."]
    desk.shows(change(CommandState.LOST, seq=0, kind="resume", epoch=5))
    assert "until a person resumes" in desk.prompts()[0]


def test_after_a_resume_the_card_does_not_advise_to_resume(desk):
    card = desk.window.panels["explain"]
    desk.shows(gate("held"), hold_notice())
    assert "resume when it is safe" in card.cure.text()
    desk.shows(gate("rest"))
    assert "(over: resumed)" in card.head.text() and card.cure.isHidden()


def test_the_key_of_a_retreat_is_there_while_the_arm_stands_too_near(desk):
    button = desk.window.panels["acts"].buttons["retreat"]
    near = BrokenMargin(pair=("hand", "target"), distance=0.0246)
    assert desk.shows(World(version=1, configuration=b"model")) and button.isHidden()
    assert desk.shows(World(version=1, configuration=b"model", broken=(near,))) and not button.isHidden()


def test_where_nothing_has_stopped_and_the_arm_stands_too_near_the_card_tells_the_way_out(desk):
    card, near = desk.window.panels["explain"], BrokenMargin(pair=("hand", "target"), distance=0.0246)
    desk.shows(World(version=1, configuration=b"model", broken=(near,)))
    assert (card.cause.isHidden(), card.cure.text().startswith("Way out: retreat")) == (False, True)
    assert desk.shows(World(version=1, configuration=b"model")) and card.cure.isHidden()
