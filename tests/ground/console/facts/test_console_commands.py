"""Every command is a row of its own: kind, epoch and number; a hold explains the ends that it caused."""

import pytest
from screen_bench import RUN, S, change, hold_notice, roll_back, verdict

from ground.console.facts.command_rows import LEAF_ROWS, MOST_LEAVES, Commands
from ground.console.facts.console_state import ConsoleState
from telemetry.messages.command import CommandState
from telemetry.messages.queue import HoldArguments

_S = CommandState


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
    assert rows[0].stages == ((_S.WAITING, S), (_S.ON_AIR, 2 * S))


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
    assert [*after.changed_since(before)] == [16]


def test_of_a_flood_that_no_pass_makes_the_oldest_rows_go_and_the_rest_keep_their_places():
    rows, leaf = Commands(), tuple(range(LEAF_ROWS))
    for _ in range(MOST_LEAVES):
        rows = Commands((*rows.leaves, leaf))
    more = rows.with_new("new")
    assert (len(more), more.dropped) == (LEAF_ROWS * (MOST_LEAVES - 1) + 1, LEAF_ROWS)
    assert more[len(more) - 1] == "new"
