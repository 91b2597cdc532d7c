"""Running figures of reports: the first, the newest, and how far joints went before motion was allowed."""

import msgspec
import pytest

from ground.report.facts import reported_arm
from ground.report.facts.reported_arm import ReportedArm
from ground.scenario.scenario import load, run_settings
from tests.ground.operator.fake_gate import telemetry

RUN = run_settings(load("los_mid_plan"), seed=1, run_id="test")
OPENS_S = RUN.link.windows_s[1][0]


def report(angle):
    return msgspec.structs.replace(telemetry(0, latched=False), q=(angle, 0.0))


def reported(angles, resumed_s=None):
    arm = ReportedArm(RUN)
    for k, angle in enumerate(angles):
        arm.on_report(OPENS_S + 0.1 * (k + 1), report(angle))
    if resumed_s is not None:
        arm.on_resume(OPENS_S + resumed_s)
    return arm


def test_the_first_and_the_newest_report_stay():
    arm = reported([0.1, 0.2, 0.3])
    assert (arm.first_s, arm.newest_s) == pytest.approx((OPENS_S + 0.1, OPENS_S + 0.3))
    assert arm.newest.q[0] == 0.3


def test_of_reports_from_the_opening_to_the_resume_the_spread_counts():
    assert reported([0.1, 0.4, 0.2], resumed_s=9.0).spread_after_contact() == pytest.approx(0.3)


def test_a_report_from_after_the_resume_does_not_count_though_it_was_told_before():
    assert reported([0.1, 0.2, 0.9], resumed_s=0.25).spread_after_contact() == pytest.approx(0.1)


def test_before_a_resume_and_without_reports_nothing_is_known():
    assert reported([0.1]).spread_after_contact() is None
    assert reported([], resumed_s=1.0).spread_after_contact() is None


def test_old_reports_count_though_they_are_not_kept(monkeypatch):
    monkeypatch.setattr(reported_arm, "LATE_MAX", 3)
    arm = reported([0.9, *[0.1] * 20], resumed_s=9.0)
    assert sum(len(opening._waiting) for opening in arm._openings) <= 3
    assert arm.spread_after_contact() == pytest.approx(0.8)
