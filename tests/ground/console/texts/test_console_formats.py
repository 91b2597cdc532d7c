"""Figures for human eyes."""

import math

import pytest
from screen_bench import S

from ground.console.texts import formats


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (formats.degrees(math.pi / 2), "+90.0°"),
        (formats.degrees(-0.0001), "+0.0°"),
        (formats.utc(1_769_860_800 * S + S // 2), ("12:00:00", "2026-01-31")),
        (formats.millimetres(0.068), "68.0 mm"),
        (formats.joint_value(math.pi / 2, "rad"), "+90.0°"),
        (formats.joint_value(-0.0125, "m"), "-12.5 mm"),
        (formats.joint_rate(math.pi / 60, "rad"), "+3.0"),
        (formats.joint_rate(-0.0004, "rad"), "+0.0"),
        (formats.joint_rate(-0.0125, "m"), "-12.5"),
        (formats.current(-0.004), "+0.00"),
        (formats.angle(0.05), "2.9°"),
        (formats.turn_rate(0.001), "0.06°/s"),
        (formats.seconds(None), "no data"),
        (formats.seconds(6.994, 2), "6.99 s"),
        (formats.age(None), "no data"),
        (formats.age(3.58), "3.6 s ago"),
        (formats.age(125.0), "02:05 ago"),
        (formats.clock(3725.0), "1:02:05"),
        (formats.mission_time(42 * S + S // 3), "T+00:42.3"),
        (formats.mission_time(-3 * S), "T-00:03.0"),
        (formats.percent(0.0105), "1.1 %"),
        (formats.until(100 * S, 28 * S), "in 01:12"),
        (formats.until(28 * S, 100 * S), "in 00:00"),
        (formats.until(1_000_000 * S, 0), "no end planned"),
        (formats.pair_names(("hand", "target_handrail")), "hand – target handrail"),
        (formats.pair_names(("", "")), ""),
    ],
)
def test_a_figure_is_written_for_human_eyes(shown, expected):
    assert shown == expected
