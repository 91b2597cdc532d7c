"""Which of the ten keys applies in which state, and if not why not: the table that the key grid shows."""

from dataclasses import replace

import msgspec
import pytest
from scene_bench import plan
from screen_bench import RUN, S, change, gate, replayed, telemetry

from ground.console.facts.chosen import Chosen, PlanRequested
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import PlanChoice
from ground.console.texts import why_not
from ground.console.texts.act_guards import AtWindow
from ground.console.texts.act_keys import KEY_NAMES, THEN_SPACE, key_looks
from ground.operator.person.motion_answer import WayOut
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.person.pilot_state import PendingAct, PilotState
from ground.operator.procedure import PartRow
from telemetry.agreed.authority import Action, Event, State, transition
from telemetry.agreed.participants import APPROVER, OBSERVER
from telemetry.messages.acts import Lease, ScriptDone
from telemetry.messages.command import CommandState
from telemetry.messages.health import Beat, RunStage
from telemetry.messages.prediction import BrokenMargin, World
from telemetry.messages.queue import HoldArguments

NOW = 60 * S
QUIET = {"waiting": 0, "in_flight": 0, "quiet": True}
OFFERED = OfferedPlan("plan 1", (PartRow("1", "line", "to do", ""),), "plan step 1")
BUSY = OFFERED._replace(key="", rows=(PartRow("1", "line", "doing", "waits for its end"),))
FLYING = PilotState(
    holds_lease=True, keeps_lease=True, offers=(OFFERED,), plan=None, pending=None, flies=True
)
LEASELESS = FLYING._replace(holds_lease=False, keeps_lease=False)
READY = msgspec.structs.replace(
    plan(), certificate=msgspec.structs.replace(plan().certificate, configuration=RUN.configuration)
)
ARMABLE = FLYING._replace(plan=READY)
STALE = FLYING._replace(plan=READY, arm_refusal="the plan was certified in another world; plan again")
MINE = Lease(holder="console", until_ns=NOW + S)
HERE = World(version=READY.certificate.world, configuration=RUN.configuration)
NEAR = World(
    version=READY.certificate.world,
    configuration=RUN.configuration,
    broken=(BrokenMargin(pair=("hand", "target"), distance=0.01),),
)
HELD = gate("held", **QUIET | {"latched": True, "held_by": "console"})
HOLD_AWAY = change(CommandState.ON_AIR, seq=1, kind="hold", arguments=HoldArguments(actor="console"))
RESUME_AWAY = change(CommandState.RELEASED, seq=0, kind="resume", epoch=5)
OVER = RunStage(stage="summing up", elapsed=0.0, processes=(), over_ns=NOW, event="")
OTHER = Lease(holder="console-2", until_ns=NOW + S)
SCRIPT = Lease(holder="operator", until_ns=NOW + S)
LED_OUT = FLYING._replace(way_out=WayOut(READY))
STALE_WAY = why_not.stale_way("a new world")
REFUSED = gate(**QUIET, ended_by="too_close", rolled_back=True)
NOBODY = Lease(holder="", until_ns=0)
REST, MOVING = gate(**QUIET), gate("plan")


def offering():
    """The choice of the plan that is offered."""
    chosen = Chosen()
    chosen.choose_offer("plan 1")
    return chosen


def looks(pilot, *messages, chosen=None, **at):
    """How the keys stand after messages."""
    state = ConsoleState(RUN, "console")
    for message in messages:
        state.on_message(message, NOW)
    window = AtWindow(chosen=chosen or offering(), scripts=frozenset({"operator", "gate"}), **at)
    return key_looks(state.snapshot(NOW, pilot), window, NOW)


def applying(pilot, *messages, **at):
    """The keys that apply."""
    found = looks(pilot, *messages, **at)
    return " ".join(f"F{k}" for k, name in enumerate(KEY_NAMES, 1) if found[name].why_not is None)


TABLE = [  # the state in words, the pilot, messages --> keys that apply
    ("nothing heard", FLYING, (), ""),
    ("at rest without the lease", LEASELESS, (REST, NOBODY), "F1 F8"),
    ("at rest with the lease", FLYING, (REST, MINE), "F1 F2 F4 F8"),
    ("a plan is ready", ARMABLE, (REST, MINE, HERE), "F1 F2 F3 F4 F8"),
    ("that plan is stale", STALE, (REST, MINE, HERE), "F1 F2 F4 F8"),
    ("the plan is flown", FLYING._replace(offers=(BUSY,)), (MOVING, MINE), "F1 F5 F8"),
    ("armed and filling", FLYING, (gate("filling"), MINE), "F1 F2 F5 F8"),
    ("the hand leads", FLYING, (gate("teleop"), MINE), "F1 F2 F5 F8"),
    ("stopping", ARMABLE, (gate("stopping"), MINE, HERE), "F1 F2 F8"),
    ("held and latched", ARMABLE, (HELD, MINE, HERE), "F1 F2 F6 F8"),
    ("held, the lease is free", LEASELESS, (HELD, NOBODY), "F1 F6 F8"),
    ("held, HOLD is not confirmed", FLYING, (HELD, MINE, HOLD_AWAY), "F1 F2 F8"),
    ("held, not latched yet", FLYING, (gate("held", held_by="console"), MINE), "F1 F2 F8"),
    ("a resume is on its way", FLYING, (HELD, MINE, RESUME_AWAY), "F1 F2 F8"),
    ("too near at rest", ARMABLE, (REST, MINE, NEAR), "F1 F7 F8"),
    ("refused, and a way out is known", LED_OUT, (REFUSED, MINE), "F1 F2 F4 F7 F8"),
    ("refused, and held", LED_OUT, (HELD, MINE), "F1 F2 F6 F8"),
    ("too near, without the lease", LEASELESS, (REST, NOBODY, NEAR), "F1 F8"),
    ("a clock has stepped", ARMABLE, (gate(**QUIET, time_step=3.0), MINE, HERE), "F1 F2 F8"),
    ("no window", ARMABLE, (gate(**QUIET, has_window=False), MINE, HERE), "F1 F2 F8"),
    ("another person has the lease", LEASELESS, (REST, OTHER), "F8"),
    ("a script has the lease", LEASELESS._replace(flies=False), (REST, SCRIPT), ""),
    ("the script's own latch", LEASELESS._replace(flies=False), (gate("held", latched=True), SCRIPT), ""),
    (
        "the pass has ended",
        FLYING,
        (REST, MINE, ScriptDone(completed=True, acts_done=0, detail="")),
        "F1 F2 F4",
    ),
    ("the run is over", FLYING, (REST, MINE, OVER), ""),
]


@pytest.mark.parametrize(
    ("pilot", "messages", "keys"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_the_keys_that_apply_in_a_state(pilot, messages, keys):
    assert applying(pilot, *messages) == keys


WHY = [  # why a key does not apply
    ("lease", LEASELESS, (REST, SCRIPT), why_not.SCRIPT_FLIES),
    ("lease", LEASELESS, (REST, OTHER), why_not.lease_of("console-2")),
    ("plan", LEASELESS, (REST, NOBODY), why_not.NO_LEASE),
    ("plan", LEASELESS._replace(keeps_lease=True), (REST, NOBODY), why_not.LEASE_AWAITED),
    ("plan", FLYING._replace(offers=()), (REST, MINE), why_not.NOTHING_ASKED_FOR),
    ("plan", FLYING._replace(offers=(BUSY,)), (MOVING, MINE), why_not.under_way("waits for its end")),
    ("plan", FLYING, (REST, MINE, NEAR), why_not.INSIDE_MARGIN),
    ("arm plan", FLYING, (REST, MINE), why_not.NO_PLAN),
    ("arm plan", ARMABLE, (MOVING, MINE, HERE), why_not.ARMED),
    ("arm plan", ARMABLE, (HELD, MINE, HERE), why_not.HELD),
    ("arm plan", ARMABLE, (gate("stopping"), MINE, HERE), why_not.STOPPING),
    ("arm plan", ARMABLE, (gate(has_window=False), MINE, HERE), why_not.NO_WINDOW),
    ("arm hand", FLYING, (gate(time_step=3.0), MINE), why_not.TIME_STEPPED),
    ("arm hand", FLYING, (REST, MINE, NEAR), why_not.INSIDE_MARGIN),
    ("disarm", FLYING, (REST, MINE), why_not.NOTHING_ARMED),
    ("disarm", LEASELESS, (MOVING, OTHER), why_not.lease_of("console-2")),
    ("resume", FLYING, (REST, MINE), why_not.NOTHING_HELD),
    ("resume", FLYING, (HELD, MINE, HOLD_AWAY), why_not.HOLD_AWAY),
    ("resume", LEASELESS, (gate("held", latched=True), SCRIPT), why_not.SCRIPT_RESUMES),
    ("way out", FLYING, (REST, MINE), why_not.CLEAR),
    ("way out", FLYING, (REFUSED, MINE), why_not.NO_WAY_OUT),
    ("way out", LED_OUT._replace(way_out=WayOut(READY, "a new world")), (REFUSED, MINE), STALE_WAY),
    ("end", LEASELESS._replace(flies=False), (REST, NOBODY), why_not.NOT_FLOWN_HERE),
    ("watch", FLYING, (REST,), why_not.NOTHING_TO_WATCH),
    ("watch", FLYING, (REST, MINE, OVER), why_not.RUN_OVER),
    ("answer", FLYING, (REST,), why_not.NOTHING_WAITS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "pilot", "messages", "why"), WHY, ids=[f"{row[0]}: {row[3].short}" for row in WHY]
)
def test_a_key_that_does_not_apply_says_why_not(key, pilot, messages, why):
    assert looks(pilot, *messages)[key].why_not == why


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("has_window", [True, False])
def test_arming_applies_only_where_the_gates_table_of_authority_would_not_refuse_it(state, has_window):
    found = looks(ARMABLE, gate(state, **QUIET, has_window=has_window), MINE, HERE)
    for key, event in (("arm plan", Event.ARM_PLAN), ("arm hand", Event.ARM_TELEOP)):
        is_refused = transition(state, has_window, event).action is Action.REFUSE
        assert (found[key].why_not is not None) is is_refused


def test_a_stale_plan_says_why_and_what_to_do():
    why = looks(STALE, REST, MINE, HERE)["arm plan"].why_not
    assert why.short == "stale: F2 anew" and STALE.arm_refusal in why.whole


def test_a_process_that_was_heard_and_is_silent_keeps_from_beginning():
    state = ConsoleState(RUN, "console")
    for message in (
        Beat(role="predictor", configuration=RUN.configuration),
        Beat(role="planner", configuration=b""),
    ):
        state.on_message(message, NOW - 10 * S)
    for message in (REST, MINE, HERE):
        state.on_message(message, NOW)
    window = AtWindow(chosen=offering(), scripts=frozenset())
    found = key_looks(state.snapshot(NOW, ARMABLE), window, NOW)
    assert [found[key].why_not.short for key in ("plan", "arm plan", "arm hand")] == [
        "planner silent",
        "predictor silent",
        "predictor silent",
    ]


def test_a_silent_gate_answers_no_act_and_an_observer_and_a_replay_ask_for_none():
    state = ConsoleState(RUN, "console")
    state.on_message(REST, NOW - 10 * S)
    window = AtWindow(chosen=offering(), scripts=frozenset())
    seen = state.snapshot(NOW, FLYING)
    assert {key_looks(seen, window, NOW)[key].why_not for key in KEY_NAMES[:8]} == {why_not.GATE_SILENT}
    assert {looks(FLYING, REST, seat=OBSERVER)[key].why_not for key in KEY_NAMES[:8]} == {why_not.OBSERVER}
    assert {looks(FLYING, REST, seat=APPROVER)[key].why_not for key in KEY_NAMES[:8]} == {why_not.APPROVER}


def test_signal_that_stays_away_lets_nothing_begin():
    state = ConsoleState(RUN, "console")
    state.on_message(telemetry(NOW - 40 * S), NOW - 36 * S)
    for message in (REST, MINE, HERE):
        state.on_message(message, NOW)
    window = AtWindow(chosen=offering(), scripts=frozenset())
    found = key_looks(state.snapshot(NOW, ARMABLE), window, NOW)
    assert found["arm plan"].why_not == found["arm hand"].why_not == why_not.NO_SIGNAL


def test_what_a_form_asks_for_stands_on_the_key_and_needs_no_lease_to_be_looked_at():
    chosen = Chosen()
    chosen.request = PlanRequested("line", "shortest")
    found = looks(LEASELESS, REST, NOBODY, chosen=chosen)["plan"]
    assert (found.text, found.why_not) == ("Plan line", None)
    chosen.request = PlanRequested("line", "shortest", "x is no number")
    assert looks(FLYING, REST, MINE, chosen=chosen)["plan"].why_not.whole == "x is no number"
    chosen.choose_offer("plan 1")
    assert looks(FLYING, REST, MINE, chosen=chosen)["plan"].text == "Plan step 1"


def test_the_first_plan_is_before_the_person_until_another_one_is_chosen():
    chosen, both = Chosen(), ["plan 1", "plan 2"]
    assert [chosen.plan_act(names) for names in (both, [])] == [PlanChoice("plan 1"), PlanChoice("")]
    chosen.choose_offer("plan 2")
    assert [chosen.plan_act(names) for names in (both, ["plan 1"])] == [
        PlanChoice("plan 2"),
        PlanChoice("plan 1"),
    ]


def test_a_key_tells_what_it_waits_for_and_what_has_to_follow():
    waiting = FLYING._replace(pending=PendingAct("arm plan", "rest at r in telemetry", "", NOW))
    found = looks(waiting, REST, MINE)
    assert found["arm plan"].note == "waits: rest at r in telemetry"
    assert found["arm hand"].note == THEN_SPACE


def test_the_last_two_keys_follow_the_window():
    found = looks(FLYING, REST, answer="CONFIRM", is_asked=True, has_preview=True, is_watched=True)
    assert (found["answer"].text, found["answer"].why_not) == ("CONFIRM", None)
    assert (found["watch"].text, found["watch"].why_not) == ("Pause", None)
    assert looks(FLYING, REST, is_asked=True)["answer"].why_not == why_not.NO_ANSWER


def test_every_reason_is_short_on_the_key_and_whole_with_a_way_out():
    reasons = [each for each in vars(why_not).values() if isinstance(each, why_not.WhyNot)]
    assert len(reasons) > 25
    assert all(len(each.short) <= 18 < len(each.whole) for each in reasons)


def test_a_replay_asks_for_nothing():
    state = ConsoleState(RUN)
    state.on_message(REST, NOW)
    seen = replayed(replace(state.snapshot(NOW), pilot=FLYING), at_s=60.0)
    window = AtWindow(chosen=offering(), scripts=frozenset())
    assert {key_looks(seen, window, NOW)[key].why_not for key in KEY_NAMES[:8]} == {why_not.REPLAY}
