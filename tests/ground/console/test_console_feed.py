"""The feed: HOLD leaves at once, once for each press, and whatever is told is shown."""

import numpy as np
import pytest
from msgspec.structs import replace
from screen_bench import RUN, S, gate, hold_notice, telemetry

from ground.console.facts.handover import Handover, PlanChoice, TimeStep
from ground.console.facts.settings import ConsoleSettings
from ground.console.texts.hold_stages import FAILED, hold_progress, unreached_causes, unreached_text
from ground.operator.client import LOOK_NS
from ground.operator.person.pilot_state import SeenHand
from telemetry.agreed.reasons import Reason
from telemetry.drive.factory import load
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.contract import DRIVER, RoleSpec, Send, WayState
from telemetry.messages.acts import ActReply, Confirm, Lease, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.command import HoldCommand, HoldProbe, ready, taken
from telemetry.messages.handle import HandIntent
from telemetry.messages.past import PastRequest
from telemetry.messages.replay import ReplayControl, Replayed
from telemetry.messages.spacecraft import PassReport
from telemetry.wire.routes import ROUTES, exit_of
from tests.tell import tell

FEED = "ground.console.feed_role"


@pytest.fixture
def handover():
    return Handover()


@pytest.fixture
def role(handover):
    return feed(handover)


def feed(handover, name="console"):
    settings = ConsoleSettings(run=RUN, participant=name)
    return load(f"{FEED}:ConsoleRole")(settings, handover, np.random.default_rng(1))


def said(effects):
    """Return what is sent beside the probe of each second."""
    return [effect.message for effect in effects if not isinstance(effect.message, HoldProbe)]


def granted(to, number):
    return ActReply(act="LeaseRequest", accepted=True, reason="", detail="", to=to, number=number)


def holds(effects):
    return [e.message for e in effects if isinstance(e, Send) and isinstance(e.message, HoldCommand)]


def test_each_press_is_exactly_one_command_and_a_new_one(role, handover):
    sent = []
    for now_ns in (S, S + 1, 2 * S):
        handover.act("hold")
        sent += holds(role.tick(now_ns))
        sent += holds(role.tick(now_ns + 2))
    assert [hold.actor for hold in sent] == ["console"] * 3
    assert len(set(sent)) == 3


def test_the_way_of_hold_is_probed_every_second_and_who_does_not_answer_is_red_beside_it(role, handover):
    for at_ns in range(0, 5 * S, S // 10):
        probes = [effect.message for effect in role.tick(at_ns) if isinstance(effect.message, HoldProbe)]
        assert len(probes) == (at_ns % S == 0)
        for probe in probes:
            for receiver in ("bridge", "space_segment"):
                tell(role, ready(probe, receiver), at_ns, receiver)
    progress = hold_progress(handover.newest, RUN, at_ns)
    assert (progress.text, progress.state) == ("HOLD NOT TO gate silent: 4.9\u00a0s", FAILED)


@pytest.mark.parametrize(
    ("state", "word", "cause"),
    [
        ("never connected", "never connected", "its port is another's"),
        ("refused", "refused", "gate refuses key 8002"),
        ("silent", "silent", "stopped"),
        ("connected", "silent", "stopped"),
        ("gone", "gone", "died"),
    ],
)
def test_the_red_of_a_way_of_hold_says_why_nobody_answers(role, handover, state, word, cause):
    why = "gate refuses key 8002" if state == "refused" else ""
    role.receive(WayState(receiver="gate", state="gone"), DRIVER, 0)
    role.receive(WayState(receiver="gate", state=state, why=why), DRIVER, 0)
    for at_ns in range(0, 5 * S, S):
        for probe in (effect.message for effect in role.tick(at_ns)):
            for receiver in ("bridge", "space_segment") if isinstance(probe, HoldProbe) else ():
                tell(role, ready(probe, receiver), at_ns, receiver)
    assert unreached_text(handover.newest, at_ns) == f"HOLD NOT TO gate {word}: 4.0\u00a0s"
    assert cause in unreached_causes(handover.newest, at_ns).splitlines()[1]


def test_without_a_pass_whoever_would_send_hold_up_is_not_called_silent(role, handover):
    for by in ("bridge", "space_segment"):
        role.receive(WayState(receiver=by, state="connected"), DRIVER, 0)
        tell(role, no_pass(by), 0, by)
    for at_ns in range(0, 5 * S, S):
        role.tick(at_ns)
    assert unreached_text(handover.newest, at_ns) == "HOLD GETS NOWHERE, no pass 4.0\u00a0s: `farhand hold`"
    assert "no pass is agreed" in unreached_causes(handover.newest, at_ns).splitlines()[1]
    tell(role, replace(no_pass("bridge"), stands=True), at_ns, "bridge")
    role.tick(at_ns)
    assert unreached_text(handover.newest, at_ns) == "HOLD GETS NOWHERE, silent 4.0\u00a0s: `farhand hold`"


def no_pass(by):
    usual = {"pass_id": "p", "state": "asking", "trial": 1, "trials": 5, "stands": False}
    return PassReport(by=by, **usual, round_trip=None)


def test_hold_that_gets_nowhere_says_why_not_to_the_station(role, handover):
    role.receive(WayState(receiver="bridge", state="refused"), DRIVER, 0)
    role.receive(WayState(receiver="space_segment", state="gone"), DRIVER, 0)
    for at_ns in range(0, 5 * S, S):
        role.tick(at_ns)
    assert unreached_text(handover.newest, at_ns) == "HOLD GETS NOWHERE, refused 4.0\u00a0s: `farhand hold`"


def test_each_console_presses_in_its_own_name(handover):
    handover.act("hold")
    assert [hold.actor for hold in holds(feed(handover, "console-2").tick(S))] == ["console-2"]


def test_an_observer_says_hold_when_it_is_pressed_and_asks_for_the_past_and_else_nothing(handover):
    observer = feed(handover, "observer")
    tell(observer, gate(), 0)
    assert [said(observer.tick(at_ns)) for at_ns in (0, S, 2 * S)] == [[]] * 3
    handover.act("hold")
    hold, asked = said(observer.tick(3 * S))
    assert (hold.actor, asked) == ("observer", PastRequest(part=0))
    assert all(exit_of("observer", type(message)) for message in (hold, asked))


@pytest.mark.parametrize(("name", "answers"), [("console", ["taken"]), ("observer", [])])
def test_who_only_looks_on_at_a_replay_says_nothing_to_it(handover, name, answers):
    settings = ConsoleSettings(run=replace(RUN, mode="replay"), participant=name)
    screen = load(f"{FEED}:feed_of")(settings, handover, np.random.default_rng(1))
    told = Replayed(jump=1, number=1, begins=True, is_whole=True, place_ns=0, told=())
    assert [answer.action for answer in said(screen.receive(told, "replay", S))] == answers
    handover.act(ReplayControl(action="pause", value=0.0))
    assert len(said(screen.tick(S))) == len(answers)


def test_two_presses_between_two_looks_are_two_commands(role, handover):
    handover.act("hold")
    handover.act("hold")
    first, second = holds(role.tick(S))
    assert first != second


def test_a_press_of_a_restarted_console_is_a_new_one(role, handover):
    handover.act("hold")
    (before,) = holds(role.tick(5 * S))
    handover.act("hold")
    (after,) = holds(feed(handover).tick(6 * S))
    assert after != before


def test_hold_leaves_before_time_zero_and_before_anything_was_heard(role, handover):
    handover.act("hold")
    assert len(holds(role.tick(-5 * S))) == 1


def test_hold_goes_to_bridge_gate_and_space_side():
    assert ROUTES[HoldCommand].receivers == ("bridge", "gate", "space_segment")
    assert "console" in ROUTES[HoldCommand].senders


def test_a_press_wakes_the_feed(handover):
    woken = []
    handover.wake = lambda: woken.append(True)
    handover.act("hold")
    assert woken == [True]


def test_a_press_is_shown_with_its_time(role, handover):
    handover.act("hold")
    role.tick(7 * S)
    assert handover.newest.hold.press.at_ns == 7 * S


def test_a_press_is_taken_only_on_the_answer_to_that_very_press(role, handover):
    handover.act("hold")
    (other,) = holds(role.tick(S))
    handover.act("hold")
    (hold,) = holds(role.tick(2 * S))
    tell(role, taken(other, "bridge"), 3 * S)
    role.tick(3 * S)
    assert not handover.newest.hold.press.goes_up
    tell(role, taken(hold, "bridge"), 4 * S)
    role.tick(4 * S)
    assert handover.newest.hold.press.taken_by == ("bridge",)
    assert handover.newest.hold.press.goes_up


def test_what_is_told_is_in_the_next_snapshot(role, handover):
    tell(role, gate("plan"), S)
    role.tick(S)
    assert handover.newest.authority.gate.value.state == "plan"


def test_the_feed_runs_under_a_driver_at_20_hz():
    shown = load("ground.console.facts.handover:PROCESS_HANDOVER")
    driver = VirtualTime([RoleSpec("console", f"{FEED}:build", ConsoleSettings(run=RUN))], seed=1)
    driver.run(until_ns=S)
    assert shown.newest.at_ns == S


def test_resume_asks_for_the_lease_and_resumes_in_the_consoles_name(role, handover):
    for message in (gate("held"), telemetry(S, latched=True)):
        tell(role, message, S)
    handover.act("resume")
    (asked,) = said(role.tick(S))
    assert asked == LeaseRequest(number=1, session=asked.session) and asked.session > 0
    tell(role, granted("console", 1), S)
    assert said(role.tick(S + LOOK_NS)) == [ResumeAct(number=2)]


@pytest.mark.parametrize("act", ["resume", "lease"])
def test_who_asks_while_a_script_flies_is_told_to_press_hold_first(role, handover, act):
    for message in (Lease(holder="operator", until_ns=9 * S), gate("held"), telemetry(S, latched=True)):
        tell(role, message, S)
    handover.act(act)
    role.tick(S)
    tell(role, replace(granted("console", 1), accepted=False, reason=Reason.NOT_HOLDER), S)
    role.tick(S + LOOK_NS)
    pending = handover.newest.pilot.pending
    assert (pending.name, pending.refused) == (
        act,
        "a script flies: Esc takes the lease from it, then press anew",
    )


def test_a_plan_where_none_is_offered_is_refused_with_what_to_do_instead(role, handover):
    handover.act(PlanChoice(""))
    role.tick(S)
    pending = handover.newest.pilot.pending
    assert (pending.name, pending.refused) == ("plan", "no plan is offered here: fly by hand, F4")


def test_an_answer_to_another_console_is_not_taken_for_its_own(role, handover):
    handover.act("resume")
    role.tick(S)
    tell(role, granted("console-2", 1), S)
    assert said(role.tick(S + LOOK_NS)) == []


def test_the_feed_says_that_a_person_is_there_only_as_often_as_the_window_has_said_it(role, handover):
    handover.act("lease")
    assert [type(message) for message in said(role.tick(0))] == [LeaseRequest]
    handover.set_hand(SeenHand((0.0, 0.0, 0.0), True, LOOK_NS))
    assert [type(message) for message in said(role.tick(LOOK_NS))] == [OperatorBeat, HandIntent]
    assert said(role.tick(2 * LOOK_NS)) == []


def test_the_hand_is_as_old_as_the_window_said(role, handover):
    handover.act("lease")
    role.tick(0)
    handover.set_hand(SeenHand((0.0, 0.0, 0.0), True, S))
    (hand,) = [message for message in said(role.tick(2 * S)) if isinstance(message, HandIntent)]
    assert (hand.at_ns, hand.dead_man) == (S, True)


def test_who_has_not_asked_for_the_lease_neither_beats_nor_steers(role, handover):
    handover.set_hand(SeenHand((0.0, 0.0, 0.0), True, S))
    assert said(role.tick(S)) == []


def test_confirm_names_the_figure_that_was_read(role, handover):
    handover.act(TimeStep(3.02))
    assert said(role.tick(S)) == [Confirm(step=3.02, number=1)]


def test_what_a_person_must_see_at_once_is_published_as_an_event_and_what_goes_on_is_not(role, handover):
    role.receive(gate(), "gate", S)
    assert handover.is_event
    handover.take_newest()
    for message in (gate(), telemetry(S)):
        role.receive(message, "gate", S)
    assert not handover.is_event
    for message in (hold_notice(), gate("held")):
        role.receive(message, "gate", S)
        assert handover.is_event
        handover.take_newest()
