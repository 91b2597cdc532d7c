"""What the console says of the force on the hand: its reasons, why it is less, what the delay allows."""

import msgspec
import pytest
from hand_bench import DEVICE, TOLD
from screen_bench import RUN, S

from ground.console.facts.console_state import ConsoleState
from ground.console.texts import theme
from ground.console.texts.hand_words import (
    HELD_IN_VAIN,
    dead_man_text,
    force_words,
    hand_age,
    handle_owner,
    refused_device,
)
from telemetry.messages.force import LocalModel
from telemetry.messages.handle import HandleStatus


@pytest.mark.parametrize(
    ("told", "is_mine", "text"),
    [
        (DEVICE, True, "virtuose 6d, 500 Hz"),
        (HandleStatus(holder="console"), True, "this window"),
        (HandleStatus(holder="console-2"), False, "console-2"),
        (HandleStatus(holder="operator"), False, "the script"),
        (HandleStatus(holder=""), False, "nobody, as no lease is held"),
    ],
)
def test_whose_hand_it_is_is_told(told, is_mine, text):
    assert handle_owner(told, is_mine=is_mine) == text


def test_a_dead_man_that_is_pressed_and_does_not_count_says_what_to_do():
    assert dead_man_text(DEVICE) == ("held", theme.GOOD)
    assert dead_man_text(HandleStatus(holder="console", is_pressed=True)) == (HELD_IN_VAIN, theme.WARN)
    assert dead_man_text(HandleStatus(holder="console")) == ("released", theme.TEXT)


def test_the_age_of_its_word_is_told():
    assert hand_age(DEVICE) == "12 ms old"
    assert hand_age(HandleStatus(holder="", age=1.25)) == "1.2 s old"
    assert hand_age(HandleStatus(holder="")) == "no word yet"


def test_a_device_that_was_sent_away_is_named_once_with_the_reason():
    why = "stick is the second device; virtuose 6d has the handle"
    assert refused_device(HandleStatus(holder="", refused="stick", why=why)) == why
    assert refused_device(HandleStatus(holder="", refused="stick", why="no state")) == "stick: no state"
    assert refused_device(DEVICE) == ""


def test_the_snapshot_holds_the_newest_and_it_grows_old_within_a_second():
    state = ConsoleState(RUN)
    state.on_message(DEVICE, S)
    seen = state.snapshot(S).hand.handle
    assert seen.value == DEVICE and not seen.is_stale(S) and seen.is_stale(2 * S + 1)


def words(**changes):
    return force_words(msgspec.structs.replace(TOLD, **changes))


def test_what_is_felt_stands_beside_what_is_asked_and_what_that_is_made_of():
    assert words(limit="").felt == "5.0 N of 10.0 N asked, 0.03 N m"
    assert words().made_of == "delay 6.0 N, contact 8.0 N" and words().energy == "4 mJ given"
    assert words(asked=(), missing=("contact",)).made_of == "contact not felt yet"


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("device", "asked, 0.03 N m: the device gives no more"),
        ("energy", "asked, 0.03 N m: energy lets 50.0 % pass"),
        ("stale", "asked, 0.03 N m: its age lets 50.0 % pass"),
    ],
)
def test_why_it_is_less_than_asked_stands_beside_it_and_is_marked(limit, text):
    assert words(limit=limit).felt.endswith(text)
    assert words(limit=limit).felt_colour == theme.WARN and words(limit="").felt_colour == theme.TEXT


def test_what_the_loop_of_a_device_does_not_say_is_told_as_that():
    told = words(limit=None, passed=None, energy=None)
    assert told.felt == "5.0 N of 10.0 N asked, 0.03 N m: what limits it the device does not say"
    assert told.energy == ""


def test_what_the_delay_allows_is_told():
    assert words().allowed == "any hand 2.63 N/m, this one 47.9" and words().over == "over 8.75 s"
    assert words(stable_gain=None).allowed == "any hand 2.63 N/m, this one any"
    assert words(passive_gain=None, stable_gain=None).allowed == "any: there is no delay"


def test_a_gain_beyond_what_this_hand_bears_is_marked_and_more_so_where_nothing_limits_it():
    plain = LocalModel(is_limited=False)
    assert words(gain=2.0).gain_colour == theme.GOOD
    assert words().gain == "40 N/m: this hand bears it" and words().gain_colour == theme.TEXT
    assert words(gain=60.0).gain_colour == theme.WARN
    assert words(gain=60.0, model=plain).gain_colour == theme.BAD
