"""The lanes of the delay: each later by its way, and sure only as far as telemetry has confirmed it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from screen_bench import RUN, S, application, change, gate, hold_notice, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.lanes.lane_bars import Lane
from ground.console.lanes.lane_painting import HEIGHT_PX, LANE_PX, NAMES_PX
from ground.console.lanes.lane_view import view_around
from ground.console.lanes.lane_words import bar_text
from ground.console.lanes.lanes_panel import LanesPanel
from ground.console.lanes.shown_lanes import lanes_around
from telemetry.messages.command import CommandState
from telemetry.messages.queue import SetPointArguments, TeleopSource

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

NOW = 40 * S
UP, DOWN, AHEAD, PERIOD = 7 * S // 2, 7 * S // 2, 9 * S // 2, S // 4
HAND = SetPointArguments(source=TeleopSource(sample=1, dead_man_age=0.0), q=(0.0,) * 6, largest=None)


def state(*, count=20, confirmed=0, left_from=NOW - 10 * S, reported=NOW, **status) -> ConsoleState:
    """A console, and a hand whose set-points left from then on, one in each period."""
    made = ConsoleState(RUN)
    made.on_message(gate("teleop", **{"waiting": 0} | status), left_from)
    for seq in range(1, count + 1):
        at_ns = left_from + (seq - 1) * PERIOD
        made.on_message(change(CommandState.PROPOSED, seq, arguments=HAND), at_ns)
        made.on_message(change(CommandState.RELEASED, seq, executes_ns=at_ns + AHEAD), at_ns)
    for seq in range(1, confirmed + 1):
        made.on_message(change(CommandState.CONFIRMED, seq), NOW)
    made.on_message(telemetry(reported - DOWN), reported)
    return made


def shown(made, now=NOW, **changes):
    return lanes_around(replace(made.snapshot(now), **changes), RUN, now)


def bars(made, lane, **changes):
    """The bars of a lane: from, until at its top, and at its bottom [s], and how sure they look."""
    return [
        (bar.from_ns / S, bar.until_ns / S, bar.slant_ns / S, bar.look)
        for bar in shown(made, **changes).bars
        if bar.lane is lane
    ]


def test_a_move_stands_in_each_lane_as_much_later_as_its_way_takes():
    made = state(count=20)  # left from 30 s to 35 s
    assert bars(made, Lane.COMMANDED) == [(30.0, 35.0, 0.0, "sure")]
    assert bars(made, Lane.UP) == [(30.0, 35.0, 3.5, "estimated")]
    assert bars(made, Lane.EXECUTING) == [(34.5, 39.5, 0.0, "estimated")]
    assert bars(made, Lane.DOWN) == [(34.5, 39.5, 3.5, "estimated")]


def test_what_is_executed_is_sure_only_as_far_as_telemetry_has_confirmed_it():
    assert bars(state(count=20, confirmed=8), Lane.EXECUTING) == [
        (34.5, 36.5, 0.0, "sure"),
        (36.5, 39.5, 0.0, "estimated"),
    ]


def test_what_telemetry_has_confirmed_has_surely_come_up():
    assert bars(state(count=20, confirmed=8), Lane.UP) == [
        (30.0, 32.0, 3.5, "sure"),
        (32.0, 35.0, 3.5, "estimated"),
    ]
    assert bars(state(count=20, confirmed=20), Lane.UP) == [(30.0, 35.0, 3.5, "sure")]


def test_without_telemetry_what_is_not_confirmed_is_unknown():
    made = state(count=20, confirmed=8, reported=NOW - 8 * S)
    assert [look for *_, look in bars(made, Lane.EXECUTING)] == ["sure", "unknown"]
    assert bars(made, Lane.COMMANDED)[0][-1] == "sure"


def test_what_did_not_fly_is_struck_and_comes_not_down():
    made = state(count=20, confirmed=8)
    made.on_message(change(CommandState.REFUSED, 13, reason="latched"), NOW)
    assert bars(made, Lane.EXECUTING)[1:] == [(36.5, 37.5, 0.0, "estimated"), (37.5, 39.5, 0.0, "not flown")]
    assert len(bars(made, Lane.DOWN)) == 2
    assert bar_text(shown(made).bars[0]).endswith("refused from 3.13 on")


def test_what_the_hand_has_in_the_queue_is_still_to_come():
    made = state(count=20, left_from=NOW - 5 * S, waiting=3)
    assert bars(made, Lane.COMMANDED)[-1] == (40.0, 40.75, 0.0, "to come")
    assert bars(made, Lane.EXECUTING)[-1] == (44.5, 45.25, 0.0, "to come")


def test_a_hold_goes_through_all_lanes_and_lasts_until_its_latch_is_seen():
    made = state(count=4)
    made.on_message(change(CommandState.PROPOSED, kind="hold"), NOW - 2 * S)
    made.on_message(change(CommandState.RELEASED, kind="hold"), NOW - 2 * S)
    held = [(bar.lane, bar.from_ns / S, bar.until_ns / S) for bar in shown(made).bars if bar.span.epoch == 3][
        -4:
    ]
    assert held == [
        (Lane.COMMANDED, 38.0, 40.0),
        (Lane.UP, 38.0, 38.0),
        (Lane.EXECUTING, 41.5, 41.5),
        (Lane.DOWN, 41.5, 41.5),
    ]


def test_a_stop_is_marked_when_the_gate_told_of_it():
    made = state()
    made.on_message(hold_notice(), NOW - S)
    assert [(mark.kind, mark.at_ns) for mark in shown(made).lanes.stops] == [("hold", NOW - S)]


def test_the_next_loss_of_signal_is_shown_before_it_comes():
    made = state(window_closes_ns=NOW + 5 * S, window_opens_ns=NOW + 9 * S)
    made.on_message(gate("teleop", window_closes_ns=NOW + 5 * S, window_opens_ns=NOW + 9 * S), NOW)
    assert [(loss.from_ns, loss.until_ns) for loss in shown(made).losses] == [(NOW + 5 * S, NOW + 9 * S)]


@pytest.mark.parametrize(
    ("round_trip_s", "past_s", "coming_s"), [(7.0, 20, 15), (14.0, 40, 30), (0.1, 5.7, 4.3)]
)
def test_what_is_seen_of_time_grows_with_the_delay(round_trip_s, past_s, coming_s):
    view = view_around(NOW, round_trip_s)
    assert (NOW - view.from_ns) / S == pytest.approx(past_s, abs=0.1)
    assert (view.until_ns - NOW) / S == pytest.approx(coming_s, abs=0.1)


def drawn(made, now=NOW):
    """The lanes on a screen, 930 px wide."""
    application()
    panel = LanesPanel(RUN)
    panel.resize(930, HEIGHT_PX + 4)
    panel.grab()  # so that everything has its place
    panel.draw(made.snapshot(now), now)
    panel.grab()
    panel.lanes.kept = panel  # as long as its lanes
    return panel.lanes


def test_the_cursor_seen_stands_as_far_before_now_as_telemetry_is_old():
    marked = {cursor.text: cursor.at_ns for cursor in drawn(state()).cursors()}
    assert marked == {"now": NOW, "seen 3.5 s ago": NOW - DOWN, "arrives": NOW + UP}


def test_when_telemetry_is_stale_its_cursor_is_struck():
    struck = {cursor.text: cursor.is_struck for cursor in drawn(state(reported=NOW - 8 * S)).cursors()}
    assert struck == {"now": False, "seen 11.5 s ago": True, "arrives": False}


def test_before_any_telemetry_nothing_is_seen():
    assert [cursor.text for cursor in drawn(ConsoleState(RUN)).cursors()] == ["arrives", "now"]


def test_what_the_mouse_points_at_is_said_in_words():
    lanes = drawn(state(confirmed=8))

    def text_at(at_s, lane):
        return lanes.text_at(QPointF(lanes.places.x(at_s * S), (lane + 0.5) * LANE_PX))

    words = "hand: 3.1 to 3.20, left T+00:30.0, in orbit from T+00:34.5; confirmed to 3.8"
    assert text_at(32.0, Lane.COMMANDED) == text_at(35.0, Lane.EXECUTING) == words
    assert text_at(32.0 + 3.5 / 2, Lane.UP) == words
    assert text_at(45.0, Lane.COMMANDED) == text_at(32.0, Lane.EXECUTING) == ""


def test_a_key_goes_from_piece_to_piece_and_past_the_last_one_to_none():
    made = state(count=4)
    made.on_message(change(CommandState.RELEASED, kind="hold"), NOW - 2 * S)
    lanes = drawn(made)
    said = []
    for _ in range(3):
        lanes._choose_beside(-1)
        said.append(lanes.text.split(":")[0])
    assert said == ["HOLD", "hand", ""]


@pytest.mark.parametrize("width", [320, 930, 1600, 3200])
def test_nothing_is_written_beyond_the_edge(width):
    lanes = drawn(state())
    lanes.resize(width, HEIGHT_PX)
    assert lanes.places.room.left() == NAMES_PX
    names = [place for _, place in lanes.name_places()]
    assert all(place.left() >= 0.0 and place.right() <= width for place in names)
    assert not any(one.intersects(other) for one, other in pairwise(sorted(names, key=QRectF.left)))


def test_an_hour_of_moves_is_drawn_as_no_more_bars_than_pixels():
    made = ConsoleState(RUN)
    made.on_message(gate("teleop", waiting=0), 0)
    for k in range(2000):
        arguments = SetPointArguments(source=HAND.source if k % 2 else None, q=(0.0,) * 6, largest=None)
        made.on_message(change(CommandState.PROPOSED, k + 1, arguments=arguments), NOW - 10 * S)
        made.on_message(change(CommandState.RELEASED, k + 1, executes_ns=NOW - 10 * S + k), NOW - 10 * S + k)
    lanes = drawn(made)
    assert len(lanes.shown.bars) > 3000
    assert len(tuple(lanes.places.shown(lanes.shown.bars))) < 20
