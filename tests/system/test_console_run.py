"""A rehearsal with its console on a screen: its death changes nothing for the arm."""

import pytest
from live_rehearsal import LiveRehearsal

from ground.cli import DONE

pytestmark = pytest.mark.gl


def state_of(status, role):
    return next((row["state"] for row in status["processes"] if row["role"] == role), None)


def test_a_killed_console_comes_back_and_the_run_ends_as_it_expects(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras", screen=True) as run:
        run.wait_until(lambda status: state_of(status, "console") == "ready", "the console")
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        killed = run.pids()["console"]
        run.kill("console")
        run.wait_until(lambda status: status["processes"][-1]["restarts"] > 0, "its second start")
        code, summary = run.wait()
        assert run.living() == []
    console = next(row for row in summary["processes"] if row["role"] == "console")
    assert (console["restarts"], console["deaths"]) == (1, ["killed by SIGKILL"])
    assert console["pid"] != killed
    assert (code, summary["ok"], summary["contacts"]) == (DONE, True, [])
