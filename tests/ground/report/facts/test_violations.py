"""A limit that telemetry broke is a finding: how far, how often, and by which fault, if by one."""

from functools import partial

import msgspec
import pytest

from ground.faults.ground_faults import Disturbance, Stepped
from ground.report.facts.explained import violation_rows
from ground.report.facts.facts import Facts
from ground.report.facts.run_faults import FaultSpell
from ground.report.facts.violations import Violations
from telemetry.messages.data import DataChecks, DataViolation
from telemetry.messages.health import FaultNotice
from tests.ground.report.expect.test_expectations import RUN
from tests.ground.report.test_findings import DONE, summed_up

S = 1_000_000_000
HOT = DataViolation("Telemetry.temperatures[3]", "hard", 360.2, 353.15, "K", 5 * S)
WARM = msgspec.structs.replace(HOT, rule="soft", value=345.0, limit=343.15)
STALE = DataViolation("Telemetry", "stale", 2.5, 2.0, "s", 5 * S)


@pytest.fixture
def facts():
    found = Facts.of(RUN)
    found.duration_s, found.script, found.script_done_s = 60.0, DONE, 60.0
    return found


def tell(facts, at_s, *standing, began):
    checks = DataChecks(checked=12, began=began, inhibits=False, standing=standing)
    facts.on_message(round(at_s * S), "recorder", checks)


def fault(facts, kind, begins_s, ends_s):
    for at_s, begins in ((begins_s, True), (ends_s, False)):
        facts.on_message(round(at_s * S), "recorder", FaultNotice(kind=kind, detail="", begins=begins))


def at(violation, since_s, **changes):
    return msgspec.structs.replace(violation, since_ns=round(since_s * S), **changes)


def test_a_broken_hard_limit_is_a_warning_with_its_farthest_value_and_how_often(facts):
    tell(facts, 5.0, HOT, began=1)
    tell(facts, 6.0, at(HOT, 5.0, value=370.0), began=1)
    tell(facts, 8.0, began=1)
    tell(facts, 9.0, at(HOT, 9.0), began=2)
    [row] = violation_rows(facts, RUN)
    assert (row.at_s, row.times, row.value, row.limit, row.unit, row.fault) == (
        5.0,
        2,
        370.0,
        353.15,
        "K",
        "",
    )
    summary = summed_up(facts)
    assert (summary.verdict, summary.violations) == ("NOMINAL WITH FINDINGS", [row])
    told = "temperature of joint 3: 370 K, beyond its hard limit 353.15 K (2 times, first here)"
    assert [(each.severity, each.at_s, each.text) for each in summary.findings] == [("warning", 5.0, told)]


def test_a_broken_soft_limit_is_a_note(facts):
    tell(facts, 5.0, WARM, began=1)
    summary = summed_up(facts)
    assert (summary.verdict, [each.severity for each in summary.findings]) == ("NOMINAL", ["note"])


@pytest.mark.parametrize(
    ("kind", "violation", "explains"),
    [
        ("motor_heated", HOT, True),
        ("sensor_off", HOT, True),
        ("motor_heated", at(HOT, 5.0, parameter="Telemetry.currents[3]", unit="A"), False),
        ("motor_heated", STALE, False),
        ("downlink_blackout", STALE, True),
        ("downlink_blackout", HOT, False),
        ("clock_step", at(STALE, 5.0, parameter="LinkStatus.clock", rule="hard"), True),
        ("delay_step", at(STALE, 5.0, parameter="LinkStatus.round_trip", rule="hard"), True),
    ],
)
def test_a_fault_explains_the_limits_of_its_own_figures_alone(facts, kind, violation, explains):
    fault(facts, kind, 4.0, 6.0)
    tell(facts, 5.0, violation, began=1)
    [found] = [each for each in summed_up(facts).findings if violation.rule in each.text]
    assert ("which is explained" in found.text, found.severity == "note") == (explains, explains)


def test_a_fault_explains_nothing_that_began_before_it_or_long_after_it(facts):
    fault(facts, "motor_heated", 20.0, 21.0)
    tell(facts, 5.0, HOT, began=1)
    tell(facts, 7.0, began=1)
    tell(facts, 50.0, at(HOT, 50.0), began=2)
    assert [(row.times, row.fault) for row in violation_rows(facts, RUN)] == [(2, "")]


def test_what_explains_that_a_motor_became_hot_explains_that_it_is_warm_as_it_cools(facts):
    fault(facts, "motor_heated", 4.0, 6.0)
    tell(facts, 5.0, HOT, began=1)
    tell(facts, 40.0, at(WARM, 40.0), began=2)
    assert all(row.fault for row in violation_rows(facts, RUN))
    tell(facts, 50.0, began=2)
    tell(facts, 55.0, at(WARM, 55.0), began=3)
    assert [row.fault for row in violation_rows(facts, RUN) if row.at_s == 55.0] == [""]


def test_what_was_counted_and_not_told_is_a_warning_and_a_bridge_started_again_counts_from_0(facts):
    tell(facts, 5.0, HOT, began=3)
    tell(facts, 9.0, began=0)
    tell(facts, 10.0, at(HOT, 10.0), began=1)
    assert (facts.violations.count, facts.violations.untold) == (4, 2)
    assert "2 more broken limits of telemetry not told one by one" in [
        f.text for f in summed_up(facts).findings
    ]


@pytest.mark.parametrize(("participant", "explains"), [("bridge", True), ("gate", False)])
@pytest.mark.parametrize("kind", [partial(Stepped, step_s=3.0), partial(Disturbance, duration_s=9.0)])
def test_trouble_of_the_bridge_alone_explains_that_what_it_checks_was_stale(kind, participant, explains):
    violations = Violations()
    violations.on_data_checks(5.0, DataChecks(checked=1, began=1, inhibits=False, standing=(STALE,)))
    trouble = kind(participant=participant, at_s=4.0)
    [row] = violations.rows([FaultSpell(trouble.explains, 4.0, 60.0)], loop_s=9.0)
    assert bool(row.fault) == explains
