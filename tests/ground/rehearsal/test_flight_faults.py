"""Trouble on the ground in a whole flight: the same list for both drivers."""

import pytest

from ground.rehearsal.flight import Flight, fly
from ground.rehearsal.live import live_plan
from ground.scenario.scenario import run_settings
from telemetry.drive.faults import Disturbance, FailingStore, Killed
from telemetry.run_settings import NS_PER_S
from tests.short_flights import planned_a_little

SCENARIO = planned_a_little(duration_s=20.0)
LONG_NS = 60 * NS_PER_S


def flown(*faults):
    return fly(SCENARIO, Flight(seed=1, faults=faults))


def test_a_plan_that_the_gate_never_hears_of_does_not_fly():
    fault = Disturbance(
        participant="gate", kinds=frozenset({"PlanReady"}), begin_ns=0, end_ns=LONG_NS, drop=1.0
    )
    assert not flown(fault).ok


def test_a_gate_that_cannot_write_releases_nothing():
    fault = FailingStore(participant="gate", begin_ns=0, end_ns=LONG_NS, how="refuses")
    assert flown(fault).commands.get("confirmed", 0) == 0


@pytest.mark.parametrize("keeps_store", [True, False])
def test_a_planner_that_dies_at_rest_and_comes_back_plans_all_the_same(keeps_store):
    fault = Killed(participant="planner", at_ns=10_000, back_ns=NS_PER_S // 2, keeps_store=keeps_store)
    assert flown(fault).ok


def test_a_flight_in_real_time_writes_the_list_into_its_plan(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    flight = Flight(seed=1, faults=(Killed(participant="planner", at_ns=1),))
    run = run_settings(SCENARIO, seed=1, run_id="run")
    assert live_plan(SCENARIO, flight, run, name="pass", with_console=False).faults == flight.faults


@pytest.mark.long
def test_half_of_the_predicted_arm_and_of_the_pictures_is_not_plainly_nominal():
    faults = [
        Disturbance(participant=who, kinds=frozenset({kind}), begin_ns=0, end_ns=LONG_NS, drop=share)
        for who, kind, share in (("operator", "PredictedArm", 0.5), ("image_monitor", "ImagePacket", 0.2))
    ]
    summary = fly(SCENARIO, Flight(seed=1, faults=tuple(faults), cameras=True))
    short = [row.text for row in summary.findings if "each second" in row.text]
    assert (summary.verdict, summary.ok, len(short)) == ("NOMINAL WITH FINDINGS", True, 4)
    assert any(text.startswith("the predicted arm: ") for text in short)
    assert all(" lost" in text for text in short if text.startswith("pictures of "))
