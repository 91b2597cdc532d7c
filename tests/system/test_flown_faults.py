"""One scenario file that lists a fault of each kind on the ground, flown in virtual and in real time."""

import json

import pytest
from live_rehearsal import LiveRehearsal, other_acts

from ground.cli import DONE

pytestmark = pytest.mark.real_time

MOVE = """
[[act.plan.move]]
to_deg = [{}, -100.0, -80.0, 0.0, 0.0, 0.0]
duration_s = 12.0
"""
TO_AND_FRO = "[[act]]\n[act.plan]\nattempts = 20\n" + "".join(MOVE.format(at) for at in (20.0, -5.0) * 4)
ALL = """
[[fault]]
kind = "killed"
participant = "predictor"
at_s = 15.0
duration_s = 0.5

[[fault]]
kind = "frozen"
participant = "bridge"
at_s = 30.0
duration_s = 1.5

[[fault]]
kind = "slow_store"
participant = "recorder"
at_s = 45.0
duration_s = 3.0
write_s = 1.0

[[fault]]
kind = "failing_store"
participant = "gate"
at_s = 60.0
duration_s = 1.0
how = "tears"

[[fault]]
kind = "disturbance"
participant = "gate"
at_s = 75.0
duration_s = 2.0
messages = ["Verdict"]
drop = 1.0

[[fault]]
kind = "stepped"
participant = "bridge"
at_s = 90.0
step_s = 3.0

"""
WORDS = (
    "the death of the predictor",
    "the bridge that stood still",
    "the slow disk of the recorder",
    "the failing disk of the gate",
    "the disturbed messages to the gate",
    "the step of the bridge's clock",
)


@pytest.mark.parametrize(
    "options",
    [pytest.param(("--fast",), marks=pytest.mark.long), pytest.param((), marks=pytest.mark.sweep)],
    ids=["virtual", "processes"],
)
def test_every_fault_on_the_ground_is_flown_from_a_file_and_told_as_what_it_is(tmp_path, options):
    path = other_acts(tmp_path, TO_AND_FRO + ALL)
    with LiveRehearsal(tmp_path / "run", path, "--no-cameras", *options) as run:
        code = run.process.wait(300.0)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert (code, summary["ok"], summary["contacts"]) == (DONE, True, []), run.output()
    texts = {row["text"] for row in summary["findings"] if row["severity"] == "note"}
    assert [words for words in WORDS if f"motion was held, which is explained: {words}" not in texts] == []
    assert "motion was held" not in {
        row["text"] for row in summary["findings"] if row["severity"] == "warning"
    }
