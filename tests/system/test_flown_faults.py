"""One scenario file that lists a fault of each kind on the ground, flown in virtual and in real time."""

import json
from typing import get_args

import pytest
from live_rehearsal import LiveRehearsal, other_acts

from ground.command_list import DONE
from ground.faults.any_fault import GroundFault
from ground.faults.faults import Fault
from ground.faults.ground_faults import KeepsPushing, ObstacleMoves
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load

FIRST_S = 7.0  # in mid-motion, as all of them
MOVE = """
[[act.plan.move]]
to_deg = [{}, -100.0, -80.0, 0.0, 0.0, 0.0]
duration_s = {}
"""
LISTED = {  # keys beside its kind and its time -> words that explain what it brings
    'kind = "killed"\nparticipant = "predictor"\nduration_s = 0.5': "the death of the predictor",
    'kind = "frozen"\nparticipant = "bridge"\nduration_s = 1.5': "the bridge that stood still",
    'kind = "slow_store"\nparticipant = "recorder"\nduration_s = 3.0\nwrite_s = 1.0': (
        "the slow disk of the recorder"
    ),
    'kind = "failing_store"\nparticipant = "gate"\nduration_s = 1.0\nhow = "tears"': (
        "the failing disk of the gate"
    ),
    'kind = "disturbance"\nparticipant = "gate"\nduration_s = 2.0\nmessages = ["Verdict"]\ndrop = 1.0': (
        "the disturbed messages to the gate"
    ),
    'kind = "verdicts"\nparticipant = "gate"\nduration_s = 2.0\ndrop = 1.0': (
        "the verdicts that were late or lost"
    ),
    'kind = "stepped"\nparticipant = "bridge"\nstep_s = 3.0': "the step of the bridge's clock",
}


def troubled(folder, *, moves, lasting_s, apart_s):
    """A file: a plan to and fro, and all faults one after the other."""
    to_and_fro = "".join(MOVE.format((20.0, 8.0)[k % 2], lasting_s) for k in range(moves))
    faults = [f"[[fault]]\n{keys}\nat_s = {FIRST_S + k * apart_s}\n" for k, keys in enumerate(LISTED)]
    acts = f"[[act]]\n[act.plan]\nattempts = 20\n{to_and_fro}\n"
    return other_acts(folder, acts + "\n".join(faults) + "\n")


def assert_told(findings):
    """Each fault explains a hold, and nothing else held the arm."""
    notes = {text for severity, text in findings if severity == "note"}
    told = {f"motion was held, which is explained: {words}" for words in LISTED.values()}
    assert told - notes == set()
    assert [text for severity, text in findings if severity == "warning" and "held" in text] == []


def test_the_file_lists_every_kind_on_the_ground(tmp_path):
    listed = {
        KeepsPushing,
        ObstacleMoves,
    } | {  # these are of a script (`test_keeps_pushing`, `test_obstacle_moves`)
        type(fault) for fault in load(str(troubled(tmp_path, moves=1, lasting_s=6.0, apart_s=1.0))).faults
    }
    assert listed == {kind for kind in get_args(Fault) if issubclass(kind, GroundFault)}


def test_in_virtual_time_every_fault_on_the_ground_is_told_as_what_it_is_and_the_pass_goes_on(tmp_path):
    scenario = load(str(troubled(tmp_path, moves=4, lasting_s=6.0, apart_s=7.0)))
    summary = fly(scenario.with_plant("kinematic"), Flight(seed=1, coded=False))
    assert (summary.verdict, summary.ok) == ("NOMINAL", True)
    assert_told([(row.severity, row.text) for row in summary.findings])


@pytest.mark.real_time
@pytest.mark.sweep
def test_in_real_time_too(tmp_path):
    path = troubled(tmp_path, moves=8, lasting_s=12.0, apart_s=15.0)
    with LiveRehearsal(tmp_path / "run", path, "--no-cameras") as run:
        code = run.process.wait(300.0)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert (code, summary["ok"], summary["contacts"]) == (DONE, True, []), run.output()
    assert_told([(row["severity"], row["text"]) for row in summary["findings"]])
