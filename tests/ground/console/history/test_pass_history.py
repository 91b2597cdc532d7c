"""The history of a pass: everything by time, and gone through bit by bit it is the same as at once."""

import csv
import random

import pytest
from screen_bench import HOME, RUN, S, change, hold_notice, roll_back, verdict

from ground.console.facts.command_book import CommandBook
from ground.console.facts.pass_events import PassEvent, PassEvents
from ground.console.history.commands_csv import HEADER, write_commands
from ground.console.history.history_words import HistoryFilter, HistoryWords, clock_s
from ground.console.history.pass_history import HistoryLine, PassHistory
from ground.console.texts import theme
from ground.console.texts.command_words import CommandWords, ShownMoment
from telemetry.messages.acts import ActReply, Lease
from telemetry.messages.command import CommandState
from telemetry.messages.queue import HoldArguments, PlanSource, SetPointArguments, TeleopSource
from tests.nominal_run import MODEL

_S = CommandState
PLANNED = SetPointArguments(
    source=PlanSource(plan_id="pass", index=11, certificate=b""), q=HOME, largest=(1, 0.025)
)
BY_HAND = SetPointArguments(source=TeleopSource(sample=532, dead_man_age=0.1), q=HOME, largest=(2, -0.01))


def reply(accepted=True, to="console", act="ArmPlan", **told):
    return ActReply(act=act, accepted=accepted, to=to, **{"reason": "", "detail": ""} | told)


def history_of(*messages, most=10**6):
    book, events, history = CommandBook(), PassEvents(), PassHistory()
    for at_s, message in messages:
        book.on_message(message, at_s * S)
        events = events.on_message(message, at_s * S)
    history.show(book.rows, events)
    history.go_on(most)
    return history


PASS = history_of(
    (1, Lease(holder="console", until_ns=9 * S)),
    (2, change(_S.CONFIRMED, arguments=PLANNED)),
    (3, reply()),
    (4, change(_S.REFUSED, 2, reason="late", arguments=BY_HAND)),
    (5, change(_S.RELEASED, kind="hold", arguments=HoldArguments(actor="console-2"))),
    (6, hold_notice()),
    (7, reply(accepted=False, reason="not_holder", to="operator")),
)


def numbers(**chosen):
    """What is wanted of that pass, by the second in which it began."""
    words = HistoryWords(CommandWords(RUN, MODEL.robot), PASS)
    wanted = words.is_wanted(HistoryFilter(**chosen))
    found = [PASS.at(line) for line in PASS.lines]
    begun = [(each, each.at_ns if isinstance(each, PassEvent) else each.begun_ns) for each in found]
    return [at_ns // S for each, at_ns in begun if wanted(each)]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, [1, 2, 3, 4, 5, 6, 7]),
        ({"text": "LATE"}, [4]),
        ({"text": "#12 pass"}, [2]),
        ({"state": "confirmed"}, [2]),
        ({"state": "refused, lost, rolled back"}, [4]),
        ({"state": "acts and stops"}, [1, 3, 5, 6, 7]),
        ({"source": "plan"}, [2]),
        ({"source": "hand"}, [4]),
        ({"source": "gate"}, [6]),
        ({"source": "persons and scripts"}, [1, 3, 5, 7]),
        ({"from_s": 3.0, "until_s": 5.0}, [3, 4, 5]),
        ({"text": "operator", "from_s": 7.0}, [7]),
    ],
)
def test_a_person_finds_commands_and_acts_by_text_state_source_and_time(chosen, found):
    assert numbers(**chosen) == found


def test_of_an_act_it_says_who_what_and_the_answer():
    events = [PASS.at(line) for line in PASS.lines if not line.is_command]
    assert [event[1:4] for event in events] == [
        ("console", "lease", "held"),
        ("console", "arm plan", "taken"),
        ("gate", "motion ended", "hold"),
        ("operator", "arm plan", "refused"),
    ]
    assert "lease" in events[-1].detail


def test_what_is_renewed_or_asked_again_and_again_is_one_event():
    again = [(at_s, reply(accepted=False, act="LeaseRequest", reason="not_holder")) for at_s in range(5)]
    held = [(at_s, Lease(holder="console", until_ns=at_s * S)) for at_s in range(5, 9)]
    assert len(history_of(*again, *held).lines) == 2


def test_gone_through_bit_by_bit_it_is_the_same_also_when_the_oldest_go():
    draw, book, events, history = random.Random(1), CommandBook(3), PassEvents(), PassHistory()
    wanted = lambda each: isinstance(each, PassEvent) or each.state is not _S.LOST  # noqa: E731
    history.choose(wanted)
    shown = []
    for at_ns in range(3000):
        seq = max(1, at_ns // 7 + draw.randint(-6, 0))
        message = change(draw.choice(list(_S)), seq) if draw.random() < 0.9 else roll_back()
        book.on_message(message, at_ns)
        events = events.on_message(message, at_ns)
        if draw.random() < 0.3:
            first = history.show(book.rows, events)
            history.go_on(draw.randint(0, 60))
            shown = [*shown[:first], *history.lines[first:]]
            assert shown == history.lines
    history.show(book.rows, events)
    history.go_on(10**6)
    at_once = PassHistory()
    at_once.choose(wanted)
    at_once.show(book.rows, events)
    at_once.go_on(10**6)
    assert book.rows.dropped > 0
    assert history.lines == at_once.lines
    assert HistoryLine(is_command=True, place=book.rows.dropped - 1) not in history.lines


def test_a_mission_time_is_seconds_or_minutes_or_hours_and_anything_else_is_refused_in_one_line():
    assert [clock_s(text) for text in ("", "90", "1:30", "T+0:01:30.5")] == [None, 90.0, 90.0, 90.5]
    for text in ("soon", "1:-2", "1:2:3:4"):
        with pytest.raises(ValueError, match="no time"):
            clock_s(text)


def test_a_command_is_one_row_of_the_file_with_its_arguments_and_its_whole_life(tmp_path):
    book = CommandBook()
    for at_ns, message in ((S, change(_S.WAITING, arguments=PLANNED)), (2 * S, change(_S.RELEASED))):
        book.on_message(message, at_ns)
    book.on_message(verdict(clearance=0.2), 2 * S)
    path = tmp_path / "commands.csv"
    assert write_commands(path, book.rows) == 1
    header, row = (line.split(",") for line in path.read_text().splitlines()[:2])
    assert header == list(HEADER)
    assert header[:6] == ["t [s]", "kind", "epoch", "seq", "state", "reason"]
    assert row[:5] == ["1.0", "motion", "3", "1", "released"]
    assert "plan_id" in path.read_text()
    with pytest.raises(FileExistsError):
        write_commands(path, book.rows)


def test_the_file_tells_what_was_expected_and_when_it_was_so_on_board(tmp_path):
    book = CommandBook()
    book.on_message(change(_S.RELEASED, expects_ns=9 * S), S)
    book.on_message(change(_S.ACCEPTED, on_board_ns=4 * S), 8 * S)
    write_commands(tmp_path / "commands.csv", book.rows)
    with (tmp_path / "commands.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["accepted [s]"], row["accepted on board [s]"], row["expected [s]"]) == ("8.0", "4.0", "9.0")
    assert row["started on board [s]"] == row["confirmed [s]"] == ""


def test_a_late_answer_is_said_and_what_was_reported_on_board_stands_in_the_whole_row():
    book, words = CommandBook(), CommandWords(RUN, MODEL.robot)
    book.on_message(change(_S.RELEASED, kind="resume", expects_ns=9 * S), S)
    book.on_message(change(_S.ACCEPTED, kind="resume", on_board_ns=4 * S), 8 * S)
    (row,) = book.rows
    notes = [words.note(row, ShownMoment(at_s * S)) for at_s in (9, 12)]
    assert notes == ["seen T+00:09.0", "answer late by 3 s"]
    assert words.colour(row, ShownMoment(12 * S)) == theme.WARN
    assert words.note(row, ShownMoment(12 * S, is_lost=True)) == "seen T+00:09.0"
    assert "on board: accepted T+00:04.0\nanswer expected by T+00:09.0" in words.whole(row, ShownMoment(0))
