"""The table of the hand: what it gives, what it refuses, and that an unsaid hand changes no configuration."""

import math

import msgspec
import pytest

from telemetry.hand_settings import HandSettings
from telemetry.plan.hand_settings_table import HandSettingsTable


def test_a_table_that_says_nothing_gives_the_usual_hand():
    assert HandSettingsTable().settings() == HandSettings()
    assert msgspec.to_builtins(HandSettings()) == {}


def test_degrees_end_at_the_table():
    table = HandSettingsTable(turning_deg_s=9.0, dead_zone_deg=2.0, handle_euler_zyx_deg=(90.0, 0.0, 0.0))
    hand = table.settings()
    assert (hand.turning_max, hand.turning_dead_zone) == (math.radians(9.0), math.radians(2.0))
    assert hand.quat_base_handle == pytest.approx((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)))


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"workspace_m": [[0.0, 0.0, 1.0], [1.0, 1.0, 1.0]]}, "room"),
        ({"locked_axes": ["x", "x"]}, "only once"),
        ({"frame": "view"}, "required there"),
        ({"view_euler_zyx_deg": [0.0, 0.0, 0.0]}, "belongs to"),
        ({"mode": "positon"}, "positon"),
    ],
)
def test_a_table_that_cannot_be_is_refused(said, problem):
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.convert(said, HandSettingsTable)
