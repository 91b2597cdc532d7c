"""A page tells nothing of who and where, unless it is asked for."""

import pytest

from ground.report.page.discreet import discreet, discreet_text
from tests.ground.debrief.kept_pages import kept_page, with_run


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("read /home/jane/runs/pass.mcap, then go on", "read pass.mcap, then go on"),
        ("'/tmp/x y.toml' is gone", "'x y.toml' is gone"),
        ("~/plans/a.toml", "a.toml"),
        ("reached 192.0.2.7:4100 late", "reached (address) late"),
        ("from fe80::1ff:fe23:4567:890a", "from (address)"),
        ("sealed by key 4f2a99c01b3d", "sealed by (key)"),
        ("HOLD of jane at 3.00 s", "HOLD of (name) at 3.00 s"),
    ],
)
def test_names_places_addresses_and_keys_are_left_out(text, plain):
    assert discreet_text(text, ["jane"]) == plain


@pytest.mark.parametrize(
    "text",
    [
        "6.1 - 6.13 at 47.75 s, 64.8/30 mm",
        "telemetry 10/s and 3 m/s",
        "cost / half",
        "wrist and elbow_forearm 224 mm apart at 12:03:41",
        "model/robots/shiyan7_like.toml",
        "`farhand audit --key` checks who sealed them",
    ],
)
def test_figures_units_and_names_of_the_model_stay(text):
    assert discreet_text(text, ["jane"]) == text


def test_every_text_of_a_page_is_gone_through():
    page = with_run(kept_page("held"), damage="/home/jane/x.mcap ends")
    assert discreet(page, ["jane"]).runs[0].damage == "x.mcap ends"
    assert discreet(page, ["jane"]).runs[0].pictures == page.runs[0].pictures
