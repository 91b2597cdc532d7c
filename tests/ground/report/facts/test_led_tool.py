"""Where a hand has led the tool: the same whether the reports are computed at once or as they come."""

import math

import pytest

from ground.report.facts import led_tool
from ground.report.facts.led_tool import LedTool
from ground.scenario.scenario import load, run_settings
from predictor.run_model import read_model

RUN = run_settings(load("teleop_pose"), seed=1, run_id="test")
HOME = read_model(RUN).robot.home_q


def led(reports, armed_s=1.0):
    """A tool by (time, first joint), its hand armed after the first report was told."""
    tool = LedTool(RUN)
    (first_s, first), *others = reports
    tool.on_report(first_s, (first, *HOME[1:]))
    tool.on_hand_armed(armed_s)
    for at_s, angle in others:
        tool.on_report(at_s, (angle, *HOME[1:]))
    return tool


def there_and_back():
    return [(0.1 * k, 0.3 * math.sin(0.1 * k)) for k in range(5, 60)]


def test_what_is_computed_as_it_comes_is_what_is_computed_at_once(monkeypatch):
    at_once = led(there_and_back()).motion()
    monkeypatch.setattr(led_tool, "WAITING_MAX", 7)
    as_it_comes = led(there_and_back())
    assert len(as_it_comes._waiting) < 7
    assert as_it_comes.motion() == at_once
    assert at_once.strayed_m > at_once.moved_m > 0.0


def test_a_report_that_was_told_before_the_arming_counts_if_it_came_after():
    later = led([(1.5, 0.2), (2.0, 0.0)]).motion()
    earlier = led([(0.5, 0.2), (2.0, 0.0)]).motion()
    assert later.turned_deg == pytest.approx(math.degrees(0.2))
    assert earlier.turned_deg == 0.0


def test_the_hand_took_it_where_it_was_armed_first():
    tool = led(there_and_back())
    first = tool.motion()
    tool.on_hand_armed(7.0)
    assert tool.motion() == first


def test_without_a_hand_nothing_was_led():
    tool = LedTool(RUN)
    tool.on_report(1.0, HOME)
    assert tool.motion() is None
