"""Trouble on the ground in a whole flight, as a scenario lists it."""

import msgspec
import pytest

from ground.faults.faults import Fault
from ground.faults.ground_faults import Disturbance, FailingStore, Frozen, Killed
from ground.rehearsal.live_flight import live_plan
from ground.rehearsal.virtual_flight import Flight, VirtualFlight, fly
from ground.scenario.scenario import run_settings
from telemetry.drive.bounded_store import NewestStore, SpooledStore
from telemetry.drive.seams import LifeChange, LifeChanges
from tests.short_flights import planned_a_little

LONG = {"at_s": 0.0, "duration_s": 60.0}


def flown(*faults):
    scenario = planned_a_little(duration_s=20.0, faults=faults)
    return fly(scenario.with_plant("kinematic"), Flight(seed=1, coded=False))


def test_a_plan_that_the_gate_never_hears_of_does_not_fly():
    fault = Disturbance(participant="gate", messages=("PlanReady",), **LONG, drop=1.0)
    assert not flown(fault).ok


def test_a_gate_that_cannot_write_releases_nothing():
    fault = FailingStore(participant="gate", **LONG, how="refuses")
    assert flown(fault).commands.get("confirmed", 0) == 0


@pytest.mark.parametrize("keeps_store", [True, False])
def test_a_planner_that_dies_at_rest_and_comes_back_plans_all_the_same(keeps_store):
    nobody = Killed(participant="image_monitor", at_s=1.0, duration_s=1.0)  # is not of this run
    fault = Killed(participant="planner", at_s=1e-5, duration_s=0.5, keeps_store=keeps_store)
    assert flown(fault, nobody).ok


def test_a_store_that_was_lost_is_followed_by_one_that_takes_no_more_memory_the_longer_a_flight_is():
    flight = VirtualFlight(planned_a_little().with_plant("kinematic"), Flight(seed=1))
    lost = [flight.driver._stores[name] for name in ("gate", "recorder")]
    ends = [LifeChange(1, name, begins=False) for name in ("gate", "recorder")]
    begins = [LifeChange(2, name, begins=True, keeps_store=False) for name in ("gate", "recorder")]
    flight.driver.kill_and_start(LifeChanges([*ends, *begins]), 2)
    kept = [flight.driver._stores[name] for name in ("gate", "recorder")]
    flight.close()
    assert [type(store) for store in kept] == [SpooledStore, NewestStore]
    assert not {*map(id, lost)} & {*map(id, kept)}


def test_a_flight_in_real_time_writes_the_list_into_its_plan(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    dead = Killed(participant="planner", at_s=1.0)
    frozen = Frozen(participant="gate", at_s=2.0, duration_s=1.0)
    scenario = planned_a_little(faults=(dead, frozen))
    run = run_settings(scenario, seed=1, run_id="run")
    plan = live_plan(scenario, Flight(seed=1), run, name="pass", with_console=False)
    assert [msgspec.json.decode(bytes(fault), type=Fault) for fault in plan.faults] == [dead, frozen]
    assert plan.changes == (LifeChange(10**9, "planner", begins=False),)


@pytest.mark.long
def test_half_of_the_predicted_arm_and_of_the_pictures_is_not_plainly_nominal():
    faults = [
        Disturbance(participant=who, messages=(kind,), **LONG, drop=share)
        for who, kind, share in (("operator", "PredictedArm", 0.5), ("image_monitor", "ImagePacket", 0.2))
    ]
    scenario = planned_a_little(duration_s=20.0, faults=tuple(faults))
    summary = fly(scenario, Flight(seed=1, cameras=True, coded=False))
    short = [row.text for row in summary.findings if "each second" in row.text]
    assert (summary.verdict, summary.ok, len(short)) == ("NOMINAL WITH FINDINGS", True, 4)
    assert any(text.startswith("the predicted arm: ") for text in short)
    assert all(" lost" in text for text in short if text.startswith("pictures of "))
