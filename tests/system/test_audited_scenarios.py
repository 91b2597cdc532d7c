"""The recording of each shipped scenario proves all that must always hold."""

import pytest

from ground.audit.recording_audit import audit_recording
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from ground.scenario.scenario_files import data_folder, names


@pytest.mark.sweep
@pytest.mark.parametrize("name", names(data_folder()))
def test_the_recording_of_a_shipped_scenario_proves_what_must_always_hold(name, tmp_path):
    fly(load(name), Flight(seed=1, recording=tmp_path / "flown.mcap"))
    answer = audit_recording(tmp_path / "flown.mcap")
    told = {row.number: (row.answer, row.first, row.missing) for row in answer.invariants}
    assert {number: row for number, row in told.items() if row[0] != "PROVEN"} == {}
    assert answer.beside == [] and answer.released > 0
