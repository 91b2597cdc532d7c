"""Faults of telemetry in whole flights: found in one report, under their own names."""

from pathlib import Path

import msgspec
import pytest

from ground.faults.space_faults import DelayStep, DownlinkBlackout, MotorHeated, SensorOff
from ground.scenario.scenario import load
from ground.scenario.scenario_files import data_folder, names
from tests.short_flights import planned_a_little
from tests.system.flown_checks import flown

AT_S = 6.0
ONE_REPORT_S, ONE_STATUS_S = 0.1, 1.0  # between two of telemetry, of the link
HARD_K = 353.15
SEEDS = (1, 2, 3, 4, 5)


def flight(fault, **changes):
    """A small plan without dynamics, and a fault in the midst of it."""
    scenario = planned_a_little(faults=(fault,), **changes)
    return flown(
        msgspec.structs.replace(scenario, truth=msgspec.structs.replace(scenario.truth, plant="kinematic"))
    )


def first_s(found, is_beyond):
    """When the first report came that shows what was done to it."""
    return next(at_s for at_s, report in found.reports if is_beyond(report))


def assert_nothing_else(found, parameters):
    """Nothing but these was found, and nobody took it for a contact or a failed joint."""
    assert {each.parameter for each in found.found} == parameters
    assert found.failed == set()
    assert found.summary.contacts == []


@pytest.mark.long
def test_an_overheated_motor_is_found_in_the_report_that_shows_it_and_holds_motion():
    found = flight(MotorHeated(at_s=AT_S, duration_s=60.0, joint="joint_3", heat_w=1500.0))
    shown_s = first_s(found, lambda report: report.temperatures[2] > HARD_K)
    assert 0.0 <= found.told_s("Telemetry.temperatures[3]", "hard") - shown_s <= ONE_REPORT_S
    assert [each.rule for each in found.found] == ["rate", "soft", "hard"]
    hard = found.found[-1]
    assert hard.value > HARD_K == hard.limit
    assert any(message.inhibits for _, message in found.checks)
    assert_nothing_else(found, {"Telemetry.temperatures[3]"})


@pytest.mark.long
@pytest.mark.parametrize(
    ("quantity", "by", "parameter", "rule"),
    [
        ("angle_deg", 10.0, "Telemetry.q[2]", "jump"),
        ("current_a", 20.0, "Telemetry.currents[2]", "hard"),
        ("temperature_k", -100.0, "Telemetry.temperatures[2]", "hard"),
    ],
)
def test_a_sensor_that_is_off_in_one_report_is_found_in_it(quantity, by, parameter, rule):
    fault = SensorOff(at_s=AT_S, duration_s=ONE_REPORT_S, joint="joint_2", quantity=quantity, by=by)
    found = flight(fault)
    link = planned_a_little().link
    assert 0.0 <= found.told_s(parameter, rule) - AT_S - link.down_s <= 2.0 * ONE_REPORT_S
    assert_nothing_else(found, {parameter})


@pytest.mark.long
def test_a_delay_that_steps_is_found_as_a_jump_and_beyond_its_limit_once_it_is_measured(tmp_path):
    limits = "[[check]]\nquantity = 'round_trip_s'\nhard = [0.0, 1.3]\njump = 0.2\n"
    robot = tmp_path / "arm.toml"
    robot.write_text(Path(planned_a_little().robot).read_text() + limits)
    found = flight(DelayStep(at_s=AT_S, step_s=0.4), robot=str(robot))
    link = planned_a_little().link
    measured_s = AT_S + link.up_s + link.down_s + 0.4
    assert [each.rule for each in found.found] == ["hard", "jump"]
    assert 0.0 <= found.told_s("LinkStatus.round_trip", "jump") - measured_s <= ONE_STATUS_S + ONE_REPORT_S
    assert_nothing_else(found, {"LinkStatus.round_trip"})


@pytest.mark.long
def test_telemetry_that_stays_away_is_found_stale_at_its_age():
    found = flight(DownlinkBlackout(at_s=AT_S, duration_s=4.0))
    [stale] = found.found
    last_s = max(at_s for at_s, _ in found.reports if at_s * 1e9 < stale.since_ns)
    assert (stale.parameter, stale.rule, stale.limit) == ("Telemetry", "stale", 2.0)
    assert 0.0 <= found.told_s("Telemetry", "stale") - last_s - 2.0 <= ONE_REPORT_S
    assert_nothing_else(found, {"Telemetry"})


@pytest.mark.long
def test_a_flight_without_faults_breaks_no_limit():
    found = flown(planned_a_little())
    assert found.checks[-1][1].checked > 20
    assert found.found == []


@pytest.mark.sweep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", names(data_folder()))
def test_no_shipped_scenario_breaks_a_limit(name, seed):
    found = flown(load(name), seed=seed)
    assert found.checks[-1][1].checked > 10
    assert found.found == []
