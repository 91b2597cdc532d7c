"""Mode, station, key and windows, as the top row and the window's title say them."""

import msgspec
import pytest

from ground.console.texts import theme
from ground.console.texts.mode_words import (
    mode_detail,
    mode_look,
    mode_note,
    mode_title,
    pass_words,
    window_title,
)
from telemetry.agreed.participants import CONSOLE
from telemetry.messages.spacecraft import PassReport
from tests.nominal_run import nominal_run

KEY = 0x4A01
ZERO_NS = 1_767_261_600 * 1_000_000_000


def operated(mode="live"):
    run = nominal_run(mode=mode, windows_s=((0.0, 600.0),))
    return msgspec.structs.replace(run, has_passes=True, station="north", run_id="north-1")


@pytest.mark.parametrize(
    ("run", "title"),
    [
        (operated(), "OPERATE"),
        (operated("rehearsal"), "OPERATE, REHEARSAL"),
        (nominal_run(), "REHEARSAL"),
        (nominal_run(mode="replay"), "REPLAY"),
    ],
)
def test_a_station_is_operated_and_a_rehearsal_of_it_says_both(run, title):
    assert mode_title(run, KEY) == title


def test_a_station_is_named_with_its_key_and_its_windows_in_utc():
    assert mode_note(operated(), CONSOLE) == "station north, 7.0 s delay"
    assert window_title(operated(), KEY) == "Farhand: OPERATE north-1, key 4A01"
    detail = mode_detail(operated(), KEY, zero_utc_ns=ZERO_NS)
    assert "window 2026-01-01T10:00:00.000Z to 2026-01-01T10:10:00.000Z" in detail


def test_a_station_without_keys_is_red_and_says_that_nothing_is_authenticated():
    run = operated("rehearsal")
    assert mode_look(run, 0) == theme.UNAUTHENTICATED_LOOK
    assert mode_title(run, 0) == "REHEARSAL, UNAUTHENTICATED"
    assert mode_look(run, KEY) == theme.MODE_LOOKS["rehearsal"]
    assert mode_look(nominal_run(), 0) == theme.MODE_LOOKS["rehearsal"], "an older rehearsal's replay"


def report(state, stands=False):
    return PassReport(
        by="bridge", pass_id="p", state=state, trial=2, trials=5, stands=stands, round_trip=None
    )


def test_a_pass_that_does_not_stand_says_how_far_it_is_unless_there_is_no_window():
    assert pass_words(report("asking")) == ("NO PASS", "asked 2 of 5")
    assert pass_words(report("given up")) == ("NO PASS", "no answer to 5")
    assert pass_words(report("waiting")) is None
    assert pass_words(report("asking", stands=True)) is None, "it is asked whether it still stands"
