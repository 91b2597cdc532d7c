"""What waits for a person, in the strip: RESUME, CONFIRM, a step that asks, ending and closing; and HOLD."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from screen_bench import RUN, S, change, desks, flat_window, gate, hold_notice, replayed

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import ConfirmShown, Fire, Handover, TimeStep
from ground.console.facts.message_book import Noticed
from ground.console.standing.strip import HEIGHT_PX, JUST_CHANGED, READ_NS
from ground.console.texts.questions import CLOSE_QUESTION
from ground.console.widgets.hold_button import HOLD, PRESSED, UNREACHED
from ground.operator.client import PlannerWait
from ground.operator.person.pilot_state import PendingAct, PilotState
from telemetry.messages.acts import Lease
from telemetry.messages.command import CommandState
from telemetry.messages.operations import ArmedOperation, GripperOperation
from telemetry.messages.plan import PlanCancel, StepRelease, StepReport
from telemetry.messages.prediction import BrokenMargin, World
from telemetry.messages.queue import HoldArguments
from telemetry.messages.world import BodyPlaced, ProposedWorld
from tests.nominal_run import hold_press

PILOT = PilotState(holds_lease=True, keeps_lease=True, offers=(), plan=None, pending=None, flies=True)
BORDER_PX = 2  # of the button, in the style sheet
CANCEL = PlanCancel(plan_id="act-1")

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

    @property
    def asked(self):
        """What is asked of a person; empty: nothing."""
        return self.window.strip.question.text

    def answer(self, name):
        """Press the key of an answer, once it has been read."""
        self.now_ns += READ_NS
        keys = [
            key for key in self.window.strip.answers if key.text().startswith(name) and not key.isHidden()
        ]
        keys[0].click()
        return [act for act in self.handover.take_acts() if not isinstance(act, Noticed)]


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
    desk.window.show()
    QTest.keyClick(desk.window, Qt.Key.Key_Escape)
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
    assert desk.asked == "HELD by hold: the script waits until a person resumes."
    assert desk.answer("RESUME") == ["resume"]


def test_a_latch_names_who_has_the_authority_to_leave_it(desk):
    desk.shows(Lease(holder="console", until_ns=99 * S), gate("held"))
    assert desk.asked == "HELD, and console has the authority: resume when it is safe."
    desk.shows(Lease(holder="", until_ns=0), gate("held"))
    assert desk.asked == "HELD, and nobody has the authority: resume when it is safe."


def armed(by="operator"):
    return ArmedOperation(
        operation=GripperOperation(action="grasp", opening=0.03),
        epoch=2, seq=1, digest=b"shown", by=by, login="", until_ns=40 * S,
    )  # fmt: skip


def test_what_is_armed_counts_down_and_is_fired_as_it_was_read(desk):
    desk.shows(gate("rest", armed=armed()))
    assert desk.asked == "ARMED by operator: grasp at 30 mm, 30 s left"
    desk.now_ns += 7 * S
    desk.shows(gate("rest", armed=armed()))
    assert desk.asked.endswith("23 s left") and desk.answer("FIRE") == [Fire(armed())]


@pytest.mark.parametrize(
    "asks", [lambda desk: desk.shows(gate("rest", armed=armed())), lambda desk: desk.window.strip.end_pass()]
)
def test_every_answer_is_read_whole_on_its_key(desk, asks):
    asks(desk)
    keys = [key for key in desk.window.strip.answers if not key.isHidden()]
    assert len(keys) == 2 and all(key.sizeHint().width() <= key.width() for key in keys)


def test_what_is_armed_may_be_disarmed_and_is_not_asked_about_any_more_once_its_time_is_over(desk):
    assert desk.shows(gate("rest", armed=armed())).answer("DISARM") == ["disarm"]
    desk.now_ns = 41 * S
    assert desk.shows(gate("rest", armed=armed())).asked == ""


MOVED = BodyPlaced("target", (0.0, 0.02, 0.0), (1.0, 0.0, 0.0, 0.0))


def proposed(desk, until_s=40, *, may=True, lease="console"):
    """A world update is proposed; `may`: it can be confirmed here."""
    waits = ProposedWorld(change=MOVED, digest=b"shown..", by="person", until_ns=until_s * S)
    for message in (Lease(holder=lease, until_ns=99 * S), gate("rest", proposed=waits)):
        desk.state.on_message(message, desk.now_ns)
    pilot = PILOT._replace(confirms_world=may, holds_lease=lease == "console")
    desk.handover.publish(desk.state.snapshot(desk.now_ns, pilot))
    desk.window.draw()
    return desk


def test_a_proposed_world_is_confirmed_by_the_hash_that_is_read_beside_what_and_who(desk):
    proposed(desk)
    assert desk.asked == "WORLD 73686f77 by person, 30 s left: target stands y +20 mm from its file"
    assert desk.answer("CONFIRM") == [ConfirmShown(b"shown..")]


def test_a_world_refused_at_the_window_is_told_and_asked_about_again_only_if_it_is_proposed_anew(desk):
    proposed(desk).now_ns += READ_NS
    desk.window.strip.answer(1)
    [told] = desk.handover.take_acts()
    assert told.what == "world update" and "refused here" in told.why and "target stands" in told.why
    assert proposed(desk).asked == "" and proposed(desk, 45).asked.startswith("WORLD")


@pytest.mark.parametrize(
    ("lease", "who"),
    [("console", "another person"), ("console-2", "console-2"), ("", "whoever takes the lease")],
)
def test_who_may_not_confirm_a_world_reads_who_does(desk, lease, who):
    proposed(desk, may=False, lease=lease)
    assert f"30 s left, {who} confirms: target" in desk.asked and not desk.window.strip.question.answers


def test_a_world_whose_time_is_over_is_not_asked_about_any_more(desk):
    desk.now_ns = 41 * S
    assert proposed(desk).asked == ""


def test_the_poll_asks_until_go_is_said_and_shows_what_the_others_have_said(desk):
    asked = gate("rest", poll=(("console", None), ("console-2", True)))
    desk.state.on_message(asked, desk.now_ns)
    desk.handover.publish(desk.state.snapshot(desk.now_ns, PILOT._replace(polled="asked")))
    desk.window.draw()
    assert desk.asked == "POLL: may anything leave? console not yet, console-2 GO"
    assert desk.answer("GO") == ["go"]


def polled(desk, pilot, *words, **more):
    names = ("console", "planner", "approver")
    desk.state.on_message(gate("rest", poll=tuple(zip(names, words, strict=True)), **more), desk.now_ns)
    desk.handover.publish(desk.state.snapshot(desk.now_ns, pilot))
    desk.window.draw()
    return desk


def test_after_go_the_strip_shows_who_is_missing_and_go_can_be_taken_back(desk):
    polled(desk, PILOT._replace(polled="go"), True, None, False)
    assert desk.asked == "POLL: nothing leaves: planner not yet, approver NO-GO"
    assert desk.answer("NO-GO") == ["no go"]
    polled(desk, PILOT._replace(polled="go"), True, True, True)
    assert desk.asked == "POLL: all have said GO" and desk.answer("NO-GO") == ["no go"]
    desk.window.strip.answer(0)  # its first place is empty
    assert desk.handover.take_acts() == []


def test_go_can_be_taken_back_beside_another_question_and_not_where_both_places_are_taken(desk):
    polled(desk, PILOT._replace(polled="go"), True, True, True, held_by="hold")
    assert desk.asked.startswith("HELD") and desk.answer("NO-GO") == ["no go"]
    polled(desk, PILOT._replace(polled="go"), True, True, True, armed=armed())
    assert [answer.text for answer in desk.window.strip.question.answers] == ["FIRE", "DISARM"]


def test_who_is_not_asked_sees_who_is_missing_and_has_no_word(desk):
    polled(desk, PILOT, None, True, True)
    assert desk.asked == "POLL: nothing leaves: console not yet" and not desk.window.strip.question.answers


def test_a_lease_that_was_asked_for_in_vain_is_offered_to_be_taken_over(desk):
    desk.state.on_message(Lease(holder="console-2", until_ns=99 * S), desk.now_ns)
    pending = PendingAct("lease", "", "held by console-2", desk.now_ns)
    desk.handover.publish(desk.state.snapshot(desk.now_ns, PILOT._replace(pending=pending)))
    desk.window.draw()
    assert desk.asked.startswith("console-2 has the authority. Take it over?")
    assert desk.answer("TAKE OVER") == ["take over"]


def test_what_the_script_resumes_by_itself_is_not_offered(desk):
    assert desk.shows(Lease(holder="operator", until_ns=20 * S), gate("held")).asked == ""


def test_a_held_run_without_anybody_in_authority_is_offered_too(desk):
    assert desk.shows(gate("held")).asked != ""


def test_a_step_is_told_and_confirmed_by_the_figure_that_was_read(desk):
    desk.shows(gate(time_step=3.02))
    assert "3.02 s" in desk.asked
    assert desk.answer("CONFIRM") == [TimeStep(3.02)]


def test_closing_asks_inside_the_window_and_stay_stays(desk):
    desk.window.open()
    desk.window.close()
    assert desk.window.isVisible()
    assert desk.asked == CLOSE_QUESTION
    desk.answer("STAY")
    assert desk.window.isVisible()
    assert desk.asked == ""


def test_closing_closes_once_that_is_answered(desk):
    desk.window.open()
    desk.window.close()
    desk.shows(gate("held", held_by="hold"))
    assert desk.asked == CLOSE_QUESTION
    desk.answer("CLOSE")
    assert not desk.window.isVisible()


def test_hold_is_live_while_closing_is_asked(desk):
    desk.window.open()
    desk.window.close()
    desk.handover.take_acts()
    desk.hold.button.click()
    assert desk.handover.take_acts() == ["hold"]


def test_a_replay_offers_no_acts(desk):
    desk.shows(gate("held", held_by="hold", time_step=3.0))
    assert desk.asked != ""
    desk.handover.publish(replayed(desk.handover.newest, at_s=10.0))
    desk.window.draw()
    assert desk.asked == ""


RESTED = {"waiting": 0, "in_flight": 0, "quiet": True}
HOLD_AWAY = change(CommandState.ON_AIR, seq=1, kind="hold", arguments=HoldArguments(actor="console"))
ENDED = [  # what the gate tells --> what is told before the pass is ended
    ((), "Whether the arm moves is not known"),
    ((gate(**RESTED),), "Nothing is in flight and the arm is at rest"),
    ((gate("held", **RESTED | {"latched": True}),), "Nothing is in flight and the arm is at rest"),
    ((gate(**RESTED | {"quiet": False}),), "The arm is not confirmed at rest"),
    ((gate(**RESTED | {"waiting": 1}),), "1 command waits"),
    ((gate("plan", waiting=3, in_flight=14),), "3 commands wait, 14 in flight, motion is armed (plan)"),
    ((gate("teleop", **RESTED),), "Motion is armed (teleop)"),
    ((gate("held", **RESTED), HOLD_AWAY), "A HOLD is not confirmed"),
]


@pytest.mark.parametrize(("messages", "text"), ENDED, ids=[row[1] for row in ENDED])
def test_ending_the_pass_asks_and_tells_what_is_in_flight(desk, messages, text):
    desk.shows(*messages).window.strip.end_pass()
    desk.window.draw()
    assert desk.asked.startswith(f"End this pass? {text}:")
    assert desk.answer("END PASS") == ["end"] and "End this pass?" not in desk.asked


def test_what_is_asked_of_who_ends_the_pass_tells_how_the_arm_is_now(desk):
    desk.shows(gate("plan", waiting=3)).window.strip.end_pass()
    assert "3 commands wait" in desk.asked
    assert "at rest" in desk.shows(gate(**RESTED)).asked


def test_the_whole_of_what_a_window_asks_is_a_message_too(desk):
    desk.shows(gate("plan", waiting=3)).window.strip.end_pass()
    assert desk.handover.take_acts() == [Noticed("end pass", desk.asked)]


def test_whoever_goes_on_flying_has_not_ended_the_pass_and_hold_is_live_meanwhile(desk):
    desk.shows(gate("plan")).window.strip.end_pass()
    desk.window.show()
    QTest.keyClick(desk.window, Qt.Key.Key_Escape)
    assert desk.answer("FLY ON") == ["hold"]
    assert desk.shows().asked == ""


def test_an_answer_counts_only_to_what_a_person_can_have_read(desk):
    desk.shows(gate(time_step=3.02))
    desk.now_ns += READ_NS
    desk.shows(gate("held", held_by="hold", time_step=3.02))  # in its place
    desk.window.keys.press("answer")
    assert desk.handover.take_acts() == [Noticed("F10", JUST_CHANGED)]
    desk.now_ns += READ_NS
    desk.window.keys.press("answer")
    assert desk.handover.take_acts() == ["resume"]


def test_the_strip_is_of_one_height_and_moves_nothing_whatever_it_says(desk):
    desk.window.resize(1280, 800)
    desk.window.show()
    places = []
    for messages in ((gate(),), (gate("held", held_by="hold" * 60),), (gate(time_step=3.0),)):
        desk.shows(*messages)
        QApplication.processEvents()
        standing = (desk.window.strip, desk.window.areas, desk.window.messages, desk.window.keys)
        places.append([widget.geometry().getRect() for widget in standing])
    assert places[0] == places[1] == places[2] and desk.window.strip.height() == HEIGHT_PX


def test_what_is_too_long_for_the_strip_stands_whole_in_its_tooltip(desk):
    desk.window.resize(1280, 800)
    desk.window.show()
    desk.shows(gate("held", held_by="hold" * 60))
    assert desk.window.strip.text.shown.endswith("…")
    assert desk.asked in desk.window.strip.text.toolTip()


ASKS = StepReport(plan="act-1", step=3, kind="hold_point", state="asks", detail="is the target at rest?")
DONE = StepReport(plan="act-1", step=3, kind="hold_point", state="done", detail="let go on")


def test_a_step_that_asks_shows_what_it_asks_until_it_is_answered(desk):
    desk.shows(gate(), ASKS)
    assert desk.asked == "act-1, step 3, hold point, asks: is the target at rest?"
    assert desk.shows(DONE).asked == ""


@pytest.mark.parametrize(("key", "go_on"), [("GO ON", True), ("END PLAN", False)])
def test_an_answer_names_plan_and_step(desk, key, go_on):
    desk.shows(gate(), ASKS)
    assert desk.answer(key) == [StepRelease(plan="act-1", step=3, go_on=go_on)]


def test_what_the_planner_is_waited_for_tells_how_long_and_can_be_cancelled(desk):
    pending = PendingAct("motion", "the planner", "", desk.now_ns)
    waiting = PILOT._replace(pending=pending, planning=(PlannerWait("act-1", desk.now_ns, CANCEL),))
    desk.now_ns += 2 * S
    desk.handover.publish(desk.state.snapshot(desk.now_ns, waiting))
    desk.window.draw()
    assert desk.asked == "motion: waits for the planner, 2.0 s so far"
    assert desk.answer("CANCEL") == ["cancel planning"]


def test_the_hold_button_names_its_key(desk):
    assert HOLD == desk.hold.button.text() == "HOLD  Esc"
    desk.hold.button.click()
    assert desk.hold.button.text() == PRESSED == "HOLD✔ Esc"


def test_no_text_of_the_hold_button_is_cut_off(desk):
    button = desk.hold.button
    button.ensurePolished()
    widest_px = max(map(button.fontMetrics().horizontalAdvance, (HOLD, PRESSED, UNREACHED)))
    assert widest_px + 2 * BORDER_PX <= button.width()


def test_once_resume_is_on_its_way_nobody_is_told_to_resume(desk):
    away = change(CommandState.RELEASED, seq=0, kind="resume", epoch=5)
    desk.shows(gate("held", held_by="hold"), away)
    assert desk.asked == "HELD: RESUME is on its way, and telemetry has to show the latch gone."
    desk.shows(change(CommandState.LOST, seq=0, kind="resume", epoch=5))
    assert "until a person resumes" in desk.asked


def test_after_a_resume_the_card_does_not_advise_to_resume(desk):
    card = desk.window.panels["explain"]
    desk.shows(gate("held"), hold_notice())
    assert "resume when it is safe" in card.cure.text()
    desk.shows(gate("rest"))
    assert "(over: resumed)" in card.head.text() and card.cure.isHidden()


def test_where_nothing_has_stopped_and_the_arm_stands_too_near_the_card_tells_the_way_out(desk):
    card, near = desk.window.panels["explain"], BrokenMargin(pair=("hand", "target"), distance=0.0246)
    desk.shows(World(version=1, configuration=b"model", broken=(near,)))
    assert (card.cause.isHidden(), card.cure.text().startswith("Way out: retreat")) == (False, True)
    assert desk.shows(World(version=1, configuration=b"model")) and card.cure.isHidden()
