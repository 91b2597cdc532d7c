"""What the console says of the arm now and ahead: figures, what is sure of them, and never as if it knew."""

import pytest
from screen_bench import PAIR, RUN, S, collisions, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.texts import formats
from ground.console.texts.collision_words import collision_words
from telemetry.messages.spacecraft import RangeSample

NOW = 40 * S


def words(*told, now_ns=NOW):
    state = ConsoleState(RUN)
    for message in told:
        state.on_message(message, NOW)
    return said_of(state, now_ns)


def said_of(state, now_ns):
    snapshot = state.snapshot(now_ns)
    return collision_words(snapshot.collision, now_ns, is_lost=snapshot.los_ns is not None)


def seen():
    return telemetry(NOW - 3 * S - S // 2)


def test_how_near_the_arm_is_now_is_told_with_how_near_it_may_be():
    said = words(seen(), collisions(NOW))
    assert said.text == "arm now 71.3 mm, surely 58.9, hand – target handrail"
    assert (said.level, said.is_stale) == ("clear", False)


def test_what_the_motion_is_about_to_meet_is_told_with_the_time_that_is_left():
    said = words(seen(), collisions(NOW, "warning", left_s=1.31))
    assert said.text.startswith("so it goes on: closer than required in 1.3 s, hand – target handrail;")


def test_a_pair_that_is_named_beside_it_is_not_named_again():
    state = ConsoleState(RUN)
    state.on_message(seen(), NOW)
    state.on_message(collisions(NOW, "warning", left_s=1.31), NOW)
    said = collision_words(state.snapshot(NOW).collision, NOW, is_lost=False, named=PAIR)
    assert said.text == "so it goes on: closer than required in 1.3 s;   arm now 71.3 mm, surely 58.9"


def test_what_a_range_sensor_measures_stands_beside_what_is_computed_until_it_is_silent():
    echo = RangeSample(sampled_ns=0, distance=0.0691)
    assert "sensor, last heard: 69.1 mm" in words(seen(), collisions(NOW), echo).text
    none = RangeSample(sampled_ns=0, distance=None)
    assert words(seen(), collisions(NOW), none).text.endswith("sensor, last heard: no echo")
    assert "silent for 2" in words(seen(), collisions(NOW), echo, now_ns=NOW + 2 * S).text


def test_an_arm_that_somebody_else_has_moved_is_somewhere():
    assert "71.3 mm, surely unknown" in words(seen(), collisions(NOW, at_least=None)).text


def test_without_contact_nobody_knows_where_the_arm_is_now():
    state, later = ConsoleState(RUN), NOW + 30 * S
    state.on_message(seen(), NOW)
    state.on_message(collisions(later, left_s=0.5), later)
    said = said_of(state, later)
    assert said.text.startswith("so it goes on") and said.text.endswith(";   arm now unknown since LOS")


def test_before_the_first_word_there_is_no_data_and_after_half_a_second_of_silence_it_is_stale():
    assert words().text == f"arm now {formats.NO_DATA}"
    assert words(seen(), collisions(NOW), now_ns=NOW + S).is_stale


@pytest.mark.parametrize(
    ("clearance", "at_least", "level"),
    [(0.0713, 0.0589, "clear"), (0.0713, 0.0289, "warning"), (0.0299, 0.0289, "contact")],
)
def test_an_arm_that_is_or_may_be_nearer_than_required_is_never_told_as_clear(clearance, at_least, level):
    assert words(seen(), collisions(NOW, at_least=at_least, clearance=clearance)).level == level
