"""Every command is a row of its own: kind, epoch and number; a hold explains the ends that it caused."""

import pytest
from screen_bench import HOME, RUN, S, change, hold_notice, roll_back, verdict

from ground.console.facts import command_book
from ground.console.facts.command_book import CommandBook
from ground.console.facts.command_rows import LEAF_ROWS, MOST_LEAVES, Commands, PackedRows
from ground.console.facts.console_state import ConsoleState
from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChanges, HoldArguments, PlanSource, SetPointArguments

_S = CommandState
PLANNED = SetPointArguments(
    source=PlanSource(plan_id="pass", index=11, certificate=b"c"), q=HOME, largest=(1, 0.025)
)


@pytest.fixture
def state():
    return ConsoleState(RUN)


def told(state, *messages, at_ns=S):
    """The rows after some messages, by kind and number."""
    for message in messages:
        state.on_message(message, at_ns)
    return {(row.kind, row.epoch, row.seq): row for row in state.snapshot(at_ns).commands}


def test_a_command_is_one_row_with_all_its_states_in_the_order_of_beginning(state):
    told(state, change(_S.WAITING), change(_S.WAITING, 2))
    told(state, change(_S.ON_AIR), at_ns=2 * S)
    rows = [*state.snapshot(2 * S).commands]
    assert [(row.seq, row.state) for row in rows] == [(1, _S.ON_AIR), (2, _S.WAITING)]
    assert rows[0].stages == ((_S.WAITING, S, None), (_S.ON_AIR, 2 * S, None))


@pytest.mark.parametrize("verdict_first", [True, False])
def test_a_verdict_is_of_the_motion_of_that_number_and_of_no_hold_or_stop(state, verdict_first):
    number = {"epoch": 3, "seq": 1}
    steps = [change(_S.RELEASED, kind=kind, **number) for kind in ("hold", "motion", "stop")]
    rows = told(state, *([verdict(), *steps] if verdict_first else [*steps, verdict()]))
    assert {kind: row.verdict for (kind, _, _), row in rows.items()} == {
        "hold": None,
        "motion": verdict(),
        "stop": None,
    }


def test_what_is_told_once_stays_with_its_command(state):
    asked = HoldArguments(actor="console")
    first, then = change(_S.PROPOSED, arguments=asked), change(_S.RELEASED, executes_ns=7 * S)
    row = told(state, first, then, change(_S.ON_AIR))["motion", 3, 1]
    assert (row.arguments, row.executes_ns) == (asked, 7 * S)


@pytest.mark.parametrize("notice_first", [True, False])
@pytest.mark.parametrize(("end", "reason"), [(_S.CANCELLED, "operator_hold"), (_S.REFUSED, "latched")])
def test_a_hold_explains_what_it_cancelled_and_what_orbit_refuses_after_it(state, end, reason, notice_first):
    pressed = change(_S.RELEASED, kind="hold", arguments=HoldArguments(actor="console"))
    ends = [change(end, reason=reason), change(end, 2, reason=reason)]
    steps = [hold_notice(), *ends] if notice_first else [*ends, hold_notice()]
    rows = told(state, pressed, *steps)
    assert {rows["motion", 3, seq].after for seq in (1, 2)} == {"after HOLD of console"}
    assert rows["hold", 3, 1].after == ""


def test_stop_samples_that_orbit_refuses_since_it_is_latched_are_explained_too(state):
    rows = told(state, hold_notice(reason="setpoint_missing"), change(_S.REFUSED, 1, "stop", 4, "latched"))
    assert rows["stop", 4, 1].after == "after hold: setpoint missing"


@pytest.mark.parametrize(
    "step",
    [
        change(_S.REFUSED, reason="late"),
        change(_S.REFUSED, reason="out_of_sequence"),
        change(_S.LOST),
        change(_S.EXPIRED, reason="entry_too_old"),
        change(_S.CONFIRMED),
        change(_S.REFUSED, epoch=4, reason="latched"),
    ],
)
def test_no_hold_explains_a_refusal_of_its_own_nor_one_of_a_later_epoch(state, step):
    rows = told(state, step, hold_notice(reason="out_of_sequence"))
    assert [row.after for row in rows.values()] == [""]


def test_a_roll_back_explains_all_that_it_took_back_but_the_set_point_that_was_refused(state):
    rows = told(state, *(change(_S.ROLLED_BACK, seq) for seq in (22, 23, 24)), roll_back())
    explained = "after roll-back of 3.23"
    assert [row.after for row in rows.values()] == [explained, "", explained]


def test_all_of_a_long_pass_is_kept_and_a_snapshot_of_before_stays_as_it_was(state):
    for seq in range(1, 7201):
        state.on_message(change(_S.WAITING, seq), S)
    before = state.snapshot(S).commands
    state.on_message(change(_S.ON_AIR, 17), 2 * S)
    after = state.snapshot(2 * S).commands
    assert (len(before), before[16].state, after[16].state) == (7200, _S.WAITING, _S.ON_AIR)
    assert sum(leaf is not was for leaf, was in zip(after.leaves, before.leaves, strict=True)) == 1
    assert [*after.changed_places(before)] == [16]


def test_of_a_flood_that_no_pass_makes_the_oldest_rows_go_and_the_rest_keep_their_places():
    rows, leaf = Commands(), tuple(range(LEAF_ROWS))
    for _ in range(MOST_LEAVES):
        rows = Commands((*rows.leaves, leaf))
    more = rows.with_new("new")
    assert (len(more), more.dropped) == (LEAF_ROWS * (MOST_LEAVES - 1) + 1, LEAF_ROWS)
    assert more[len(more) - 1] == "new"


def of_300(loose, monkeypatch):
    """The rows of a book that has so many leaves unpacked."""
    monkeypatch.setattr(command_book, "LOOSE_LEAVES", loose)
    book = CommandBook()
    for seq in range(1, 300):
        for message in (
            change(_S.WAITING, seq, arguments=PLANNED),
            verdict(seq=seq),
            change(_S.CONFIRMED, seq),
        ):
            book.on_message(message, seq)
    return book.rows


def test_rows_whose_life_is_over_are_packed_and_read_as_they_were(monkeypatch):
    packed, plain = of_300(1, monkeypatch), of_300(100, monkeypatch)
    assert [type(leaf) for leaf in packed.leaves[:3]] == [PackedRows] * 3
    assert list(packed) == list(plain)
    assert [*packed.changed_places(plain)] == []


def test_a_row_that_has_not_ended_is_never_packed_away_from_its_next_state(monkeypatch):
    monkeypatch.setattr(command_book, "LOOSE_LEAVES", 1)
    book = CommandBook()
    book.on_message(change(_S.RELEASED), 0)
    for seq in range(2, 300):
        book.on_message(change(_S.CONFIRMED, seq), seq)
    book.on_message(change(_S.LOST), 300)
    assert book.rows[0].state is _S.LOST
    assert len(book.rows) == 299


def test_as_a_new_gate_begins_all_that_the_one_before_left_unfinished_has_its_end(state):
    told(state, change(_S.WAITING), change(_S.ON_AIR, 2), change(_S.CONFIRMED, 3))
    for epoch in (3, 4, 4):  # only the first of a new gate ends anything
        told(state, CommandChanges(changes=(), first_epoch=epoch), at_ns=7 * S)
    rows = told(state, change(_S.RELEASED, epoch=4, seq=1))
    ends = [(row.state, row.reason, row.stages[-1].at_ns) for row in rows.values()]
    restarted = [(state, "restarted", 7 * S) for state in (_S.CANCELLED, _S.LOST)]
    assert ends == [*restarted, (_S.CONFIRMED, "", S), (_S.RELEASED, "", S)]


def test_an_answer_is_late_from_when_it_was_expected_until_it_comes(state):
    told(state, change(_S.RELEASED, expects_ns=5 * S), change(_S.RELEASED, 2))
    commands = state.snapshot(S).commands
    assert [commands.late(at_s * S, by_ns=S) for at_s in (5, 6)] == [0, 1]
    assert commands[0].late_ns(9 * S) == 4 * S and commands[1].late_ns(9 * S) == 0
    told(state, change(_S.CONFIRMED))
    assert state.snapshot(S).commands.late(9 * S, by_ns=S) == 0
