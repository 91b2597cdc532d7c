"""A rehearsal in real time that a person holds and resumes from the command line."""

from live_rehearsal import LiveRehearsal

from ground.cli import DONE, INTERRUPTED


def test_a_hold_from_the_command_line_waits_for_a_resume_and_the_run_goes_on(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras", "--seed", "2") as run:
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        assert run.hold() == DONE
        run.wait_until(lambda status: status["held_by"] == "hold" and status["latched"], "the latch")
        with run.start("resume") as resumed:
            assert resumed.wait(30.0) == DONE, resumed.stderr.read()
            assert b"the latch is gone" in resumed.stdout.read()
        run.wait_until(lambda status: status["held_by"] == "", "freedom of the script")
        code, summary = run.interrupt()
    assert [row["act"] for row in summary["interventions"]] == ["HOLD", "RESUME", "HOLD"]
    assert (code, summary["ok"], summary["ended_by"]["who"]) == (INTERRUPTED, None, "supervisor")
