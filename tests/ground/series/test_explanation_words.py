"""Why something stopped: of every reason, whoever says it, one wording on screens, in logs, in summaries."""

import pytest
from msgspec.structs import replace

from ground.console.facts.console_state import ConsoleState
from ground.console.texts.message_words import message_text
from ground.export.events import Events
from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven
from ground.report.summary_text import as_text
from ground.scenario.scenario import load, run_settings
from ground.series.explanation_words import (
    CLAMPS,
    clamps_of,
    explained,
    near_text,
    note_text,
    pair_text,
    words_of,
)
from planner.gate.notices import hold_notice, roll_back_notice
from telemetry.agreed.reasons import Reason, cause, cure, line
from telemetry.messages.acts import ActReply
from telemetry.messages.plan import PlanRefused
from telemetry.messages.queue import CommandChanges, RollBack, SetPointArguments, TeleopSource, Verdict
from tests.telemetry.wire.test_codec import example

SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="test")
S = 1_000_000_000
VALUE = "joint 3 at 12.5 deg/s, at most 8.0 deg/s"
NEAR = "hand – target bus would come to 28.6 mm, 30.0 mm required"
BAD = replace(
    example(Verdict),
    ok=False,
    pair=("hand", "target_bus/0"),
    clearance=0.0286,
    required=0.03,
    time_to_contact=0.7,
)


def hold(reason):
    return hold_notice(reason, VALUE, None, epoch=4)


def roll_back(reason):
    return roll_back_notice(replace(BAD, reason=reason), (0.0,), epoch=4, required_m=0.03, cancelled=3)


def act(reason):
    detail = f"{VALUE}; {line(reason)}"
    return ActReply(act="ArmPlan", to="console", number=1, accepted=False, reason=reason, detail=detail)


def no_plan(reason):
    return PlanRefused(plan_id="act-1", reason=reason, detail=VALUE)


PRODUCERS = {hold: VALUE, roll_back: NEAR, act: VALUE, no_plan: VALUE}
EVERY = pytest.mark.parametrize(
    ("made", "reason"),
    [(made, reason) for made in PRODUCERS for reason in Reason],
    ids=lambda each: getattr(each, "__name__", None),
)


@EVERY
def test_every_reason_of_every_producer_says_what_value_limit_and_way_out(made, reason):
    words = explained(made(reason))
    assert PRODUCERS[made] in words.figures
    assert (words.cause, words.cure) == (cause(reason), cure(reason))
    assert [words.line.count(part) for part in (words.cause, words.figures)] == [1, 1]


@EVERY
def test_log_and_console_say_it_in_the_same_words(made, reason):
    message = made(reason)
    words = explained(message)
    assert [event.text for event in Events().of(message)] == [words.line]
    assert on_screens(message) == [words.reasoned] * 3


def on_screens(message):
    """The card, the line of messages, the history of the pass."""
    state = ConsoleState(RUN)
    state.on_message(message, S)
    seen = state.snapshot(S)
    card = seen.explanations.newest[-1].words
    (told,) = (message_text(row) for row in seen.messages)
    return [card.reasoned, told.line.partition(": ")[2], seen.events.rows[-1].detail]


CLAMPED = {
    Reason.CLAMPED_SPEED: "0.310 m/s asked, 0.200 at most",
    Reason.CLAMPED_TURNING: "0.900 rad/s asked, 0.500 at most",
    Reason.CLAMPED_WORKSPACE: "x 0.598 m, wall at 0.600 m",
    Reason.CLAMPED_BARRIER: "1.2 mm would be left, at least 3.4: hand and target_bus",
}


def led(note):
    """A set-point of a hand that begins its life."""
    source = TeleopSource(sample=1, dead_man_age=0.02, note=note)
    arguments = SetPointArguments(source=source, q=(0.0,) * 6, largest=None)
    change = replace(example(CommandChanges).changes[0], kind="motion", reason="", arguments=arguments)
    return replace(example(CommandChanges), changes=(change,))


@pytest.mark.parametrize(("reason", "figures"), CLAMPED.items())
def test_a_clamp_of_the_hand_says_what_value_limit_pair_and_way_out_in_the_same_words_everywhere(
    reason, figures
):
    (words,) = clamps_of(f"{reason}: {figures}")
    assert (words.cause, words.figures, words.cure) == (cause(reason), figures, cure(reason))
    message, free = led(f"{reason}: {figures}"), led("")
    events = Events()
    log = [[event.text for event in events.of(each)] for each in (free, message, message, free)]
    assert log == [[], [words.line], [], [f"CLAMPED no more: {words.cause}"]]
    state, facts = ConsoleState(RUN), Facts.of(RUN)
    for at_s, each in enumerate((message, message, free), 1):
        state.on_message(each, at_s * S)
        facts.on_message(at_s * S, facts.seat, each)
    assert [row.detail for row in state.snapshot(4 * S).events.rows] == [words.reasoned]
    assert note_text(message.changes[0].arguments.source.note) == words.reasoned
    told = as_text(summarise(SCENARIO, RUN, facts, driven=Driven("virtual", 1, 1.0, [], "x.mcap")))
    assert f"clamped    from 1.0 s, 2 set-points: {words.reasoned}" in told


def test_two_clamps_at_once_are_two_and_what_is_no_clamp_is_none():
    note = "; ".join(f"{reason}: {CLAMPED[reason]}" for reason in list(CLAMPED)[:2])
    assert [words.cause for words in clamps_of(note)] == [cause(reason) for reason in list(CLAMPED)[:2]]
    assert clamps_of("slower: out of reach") == clamps_of("") == ()
    assert note_text("slower: out of reach") == "slower: out of reach"


def test_each_clamp_that_is_registered_has_words():
    registered = {reason for reason in Reason if reason.value.startswith("clamped_")}
    assert set(CLAMPS) == set(CLAMPED) == registered


@pytest.mark.parametrize("made", PRODUCERS, ids=lambda each: getattr(each, "__name__", None))
def test_the_summary_says_them_in_the_same_words(made):
    facts = Facts.of(RUN)
    for number, reason in enumerate(Reason):
        facts.on_message((1 + number) * S, facts.seat, made(reason))
    told = as_text(summarise(SCENARIO, RUN, facts, driven=Driven("virtual", 1, 1.0, [], "x.mcap")))
    for words in (explained(made(reason)) for reason in Reason):
        assert f"{words.cause}; {words.cure}" in told
    assert told.count(explained(made(Reason.LIMIT)).figures) == len(Reason)


def test_a_bad_verdict_says_in_the_log_what_pair_how_near_and_what_is_required():
    verdict = replace(BAD, reason="too_close", epoch=3, seq=7)
    assert [event.text for event in Events().of(verdict)] == [
        f"BAD VERDICT on 3.7: {cause(Reason.TOO_CLOSE)}: {NEAR}; {cure(Reason.TOO_CLOSE)}"
    ]


def test_a_roll_back_says_which_set_point_when_and_how_many_are_cancelled():
    words = explained(roll_back(Reason.TOO_CLOSE))
    assert words.head == f"ROLL-BACK set-point 3.{BAD.seq}"
    assert words.figures == f"{NEAR}, 0.70 s after the move began, 3 cancelled"
    alone = replace(roll_back(Reason.LIMIT), pair=("", ""), time_to_contact=None)
    assert explained(alone).figures == "3 cancelled"


@pytest.mark.parametrize(
    "detail", ["", line(Reason.NOT_QUIET), cause(Reason.NOT_QUIET), f"{cause(Reason.NOT_QUIET)}: "]
)
def test_what_only_repeats_the_reason_is_no_figure(detail):
    told = replace(act(Reason.NOT_QUIET), detail=detail)
    assert explained(told).reasoned == line(Reason.NOT_QUIET)


def test_a_code_of_another_version_stands_as_it_is():
    assert (words_of("new_reason"), words_of("")) == (("new_reason", ""), ("no reason was given", ""))
    assert explained(replace(example(RollBack), reason="new_reason")).cause == "new_reason"


def test_a_pair_is_told_by_the_names_of_its_bodies_and_no_pair_by_nothing():
    assert pair_text(("m/0/3", "target_bus")) == "m – target bus"
    assert near_text(("", ""), 0.1, 0.2) == ""
