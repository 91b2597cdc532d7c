"""From Python: a recording is opened, a scenario is flown, and each mistake is one line."""

import re

import numpy as np
import pytest

from ground.notebook import fly, open_recording
from ground.rehearsal import virtual_flight
from tests.short_flights import planned_a_little


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    place = tmp_path_factory.mktemp("flown") / "short.mcap"
    return fly(planned_a_little(), np.int64(1), recording=str(place)), place


def test_a_flight_returns_its_summary_and_its_recording_has_the_same(flown):
    summary, place = flown
    assert (summary.verdict, summary.seed, summary.recording) == ("NOMINAL", 1, str(place))
    recording = open_recording(place)
    least = recording.figure("Truth.clearance").values.min()
    assert least == pytest.approx(summary.clearance.min_truth_m, abs=1e-6)
    assert [each.state for each in recording.commands].count("confirmed") == summary.commands["confirmed"]


def asked(monkeypatch, *words, **options):
    """What a call would fly."""
    found = []
    monkeypatch.setattr(virtual_flight, "fly", lambda *flight: found.append(flight))
    fly(*words, **options)
    return found[0]


def test_a_scenario_is_named_or_given_and_its_values_may_be_others(monkeypatch, tmp_path):
    named, flight = asked(monkeypatch, "short_link", 3, policy="refill", cameras=True)
    assert (named.name, flight.seed, flight.policy, flight.source) == (
        "short_link",
        3,
        "refill",
        "short_link",
    )
    assert flight.cameras and flight.recording is None
    slow, flight = asked(monkeypatch, "short_link", 3, values={"delay": 5.0, "loss": 0.1})
    assert (slow.link.up_s, slow.link.down_s, slow.link.loss) == (2.5, 2.5, 0.1)
    assert flight.source is None  # it is not what a file says
    given, flight = asked(monkeypatch, slow, 3)
    assert given is slow and flight.source is None


@pytest.mark.parametrize(
    ("words", "options", "text"),
    [
        (("short_lnk", 1), {}, "short_lnk: no such scenario; did you mean 'short_link'?"),
        (("short_link", -1), {}, "seed -1: is no whole number from 0 to"),
        (("short_link", 1.5), {}, "seed 1.5: is no whole number from 0 to"),
        (("short_link", 1), {"policy": "watermrk"}, "no policy 'watermrk'; did you mean 'watermark'?"),
        (("short_link", 1), {"values": {"dely": 3.0}}, "nothing called 'dely' can be varied; did you mean"),
        (("short_link", 1), {"values": {"loss": 3.0}}, "short_link: cannot be flown with loss=3"),
        (("short_link", 1), {"recording": "."}, ".: exists; choose another name"),
    ],
    ids=["scenario", "less than nothing", "no whole seed", "policy", "key", "value", "place"],
)
def test_what_cannot_be_flown_is_one_line(words, options, text):
    with pytest.raises(ValueError, match=re.escape(text)) as told:
        fly(*words, **options)
    assert "\n" not in str(told.value)
