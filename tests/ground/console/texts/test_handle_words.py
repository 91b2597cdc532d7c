"""Whose hand is on the handle, whether it presses, and which device was sent away."""

import pytest
from hand_bench import DEVICE
from screen_bench import RUN, S

from ground.console.facts.state import ConsoleState
from ground.console.texts import theme
from ground.console.texts.handle_words import (
    HELD_IN_VAIN,
    dead_man_text,
    hand_age,
    handle_owner,
    refused_device,
)
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
