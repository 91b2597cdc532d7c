"""A pass over a mesh of the real world: planned, steered into it by hand, rolled back, and never touched."""

import shutil
from pathlib import Path

import pytest

from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from tests.shared_data import shared_file

PASS = Path(__file__).parents[2] / "scenarios" / "observation_pass.toml"
OVER_THE_MESH = """\
[[act.plan.move]]
to_deg = [0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]

"""
CHANGES = {
    'scene = "adjacent_target"': 'scene = "station.toml"',
    "q_deg = [20.0, -100.0, -80.0, 0.0, 0.0, 0.0]": "q_deg = [0.0, -115.0, -109.0, 0.0, -40.0, 0.0]",
    "_s = 3.5": "_s = 0.5",  # up and down
    "round_trip_s = [6.9, 7.1]\n": "",
}
# The mesh stands as its source says.
SCENE = """
name = "station"

[[mesh]]
name = "station"
body = "base"
file = "iss.stl"
translation = [1.0, -0.7, -2.3]
rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]

[[mount]]
capsule = "base"
shape = "station"
reason = "the foot of the arm stands on the module"

[[mount]]
capsule = "shoulder"
shape = "station"
reason = "it turns about its own axis, which stands on the module"
"""


def written(folder):
    """Write the end of the scenario and its scene beside a copy of the mesh; return the scenario's path."""
    shutil.copyfile(shared_file("data/scenes/iss_exterior/iss.stl"), folder / "iss.stl")
    (folder / "station.toml").write_text(SCENE)
    text = PASS.read_text()
    moves, hand = text.index("[[act.plan.move]]"), text.index("[[act]]\n[act.teleop]")
    text = text[:moves] + OVER_THE_MESH + text[hand:]
    for old, new in CHANGES.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "pass.toml").write_text(text)
    return str(folder / "pass.toml")


def assert_is_rolled_back(folder, plant):
    summary = fly(load(written(folder)).with_plant(plant), Flight(seed=1, coded=False))
    assert summary.ok and summary.contacts == []
    assert summary.rollbacks[0].pair[1].startswith("station/")
    assert summary.clearance.min_truth_m > 0.0


@pytest.mark.long
def test_a_hand_that_steers_into_a_mesh_is_rolled_back_before_it(tmp_path):
    assert_is_rolled_back(tmp_path, "physics")


@pytest.mark.sweep
def test_a_hand_that_steers_into_a_mesh_is_rolled_back_without_dynamics_too(tmp_path):
    assert_is_rolled_back(tmp_path, "kinematic")
