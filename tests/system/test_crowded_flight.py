"""A pass among a thousand bodies, which all that judges and checks it has to look at."""

import pytest

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from tests.benchmarks.questions.gate_ticks import crowded


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["short_link", "observation_pass"])
def test_a_pass_among_a_thousand_bodies_ends_as_it_expects(tmp_path, name):
    scenario = crowded(load(name), 1_000, tmp_path / "scene.toml")
    summary = fly(scenario, Flight(seed=1, coded=False))
    assert summary.ok, summary.expectations
    assert summary.contacts == []
