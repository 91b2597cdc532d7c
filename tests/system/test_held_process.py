"""A rehearsal in real time that a person holds and resumes from the command line."""

import pytest
from live_rehearsal import LiveRehearsal

from ground.cli import DONE, INTERRUPTED

pytestmark = pytest.mark.real_time


def resumed(run):
    """What a resume has told, once it is taken."""
    asked = run.ask("resume")
    return asked.returncode == DONE and asked.stdout


def test_a_hold_from_the_command_line_waits_for_a_resume_and_the_run_goes_on(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras", "--seed", "2") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        assert run.hold() == DONE
        run.wait_until(lambda status: status["held_by"] == "hold" and status["latched"], "the latch")
        told = run.wait_until(lambda status: resumed(run), "a resume")  # refused while the arm still stops
        assert "the latch is gone" in told
        run.wait_until(lambda status: status["held_by"] == "", "freedom of the script")
        code, summary = run.interrupt()
    assert [row["act"] for row in summary["interventions"]] == ["HOLD", "RESUME", "HOLD"]
    assert (code, summary["ok"], summary["ended_by"]["who"]) == (INTERRUPTED, None, "supervisor")
