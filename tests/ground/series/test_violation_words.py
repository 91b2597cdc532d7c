import math

import pytest

from ground.run.joined_checks import FIGURES
from ground.series.violation_words import NAMES, violation_text
from telemetry.messages.data import DataViolation


def violation(parameter, rule, value, limit, unit):
    return DataViolation(parameter=parameter, rule=rule, value=value, limit=limit, unit=unit, since_ns=0)


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        (
            violation("Telemetry.temperatures[3]", "hard", 360.25, 353.15, "K"),
            "temperature of joint 3: 360.25 K, beyond its hard limit 353.15 K",
        ),
        (
            violation("Telemetry.q[1]", "jump", math.radians(10.0), math.radians(2.5), "rad"),
            "position of joint 1: jumped by 10 deg from one report to the next, at most 2.5 deg",
        ),
        (
            violation("Telemetry.rate_base", "soft", math.radians(4.0), math.radians(3.0), "rad/s"),
            "rate of the base: 4 deg/s, beyond its soft limit 3 deg/s",
        ),
        (violation("Telemetry", "stale", 2.1, 2.0, "s"), "telemetry: stale for 2.1 s, at most 2 s"),
    ],
)
def test_a_violation_is_one_line_with_its_value_and_limit(broken, text):
    assert violation_text(broken) == text


def test_every_figure_that_can_be_checked_has_a_name():
    assert {figure for figure, _ in FIGURES.values()} < set(NAMES)
