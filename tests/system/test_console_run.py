"""A rehearsal with its console on a screen: its death changes nothing for the arm; it outlives the run."""

import os
import signal

import pytest
from live_rehearsal import LiveRehearsal, other_acts, wait_for

from ground.command_list import DONE, INTERRUPTED
from ground.run.kept.locks import living

pytestmark = [pytest.mark.gl, pytest.mark.real_time]
CLOSED_EARLY = 128 + signal.SIGTERM  # before its window was up
IDLE = (
    "[[act]]\n[act.wait]\nfor_s = 600.0\n\n"  # until it is interrupted: windows open late where others load
)


def state_of(status, role):
    return next((row["state"] for row in status["processes"] if row["role"] == role), None)


def ends(process):
    return process.poll() is not None


def close(run, pids):
    """Close windows, as a person does."""
    for pid in pids:
        os.kill(pid, signal.SIGTERM)
    wait_for(lambda: run.living() == [], "the end of the windows")


def test_a_killed_console_comes_back_and_the_run_ends_as_it_expects(tmp_path):
    with LiveRehearsal(tmp_path, "short_link", "--no-cameras", screen=True) as run:
        run.wait_until(lambda status: state_of(status, "console") == "ready", "the console")
        run.wait_until(lambda status: status["gate"] == "plan", "motion")
        killed = run.pids()["console"]
        run.kill("console")
        run.wait_until(lambda status: status["processes"][-1]["restarts"] > 0, "its second start")
        code, summary = run.wait()
        stays = run.living()
        wait_for(lambda: living(run.run) == {}, "that what shows how a run ended is no part of it")
        assert "the console stays open" in run.output()
        close(run, stays)
    console = next(row for row in summary["processes"] if row["role"] == "console")
    assert stays == [console["pid"]]
    assert (console["restarts"], console["deaths"]) == (1, ["killed by SIGKILL"])
    assert console["pid"] != killed
    assert (code, summary["ok"], summary["contacts"]) == (DONE, True, [])


def test_a_closed_console_is_told_and_two_are_opened_beside_each_other_by_command(tmp_path):
    with LiveRehearsal(tmp_path, other_acts(tmp_path, IDLE), "--no-cameras", screen=True) as run:
        run.wait_until(lambda status: state_of(status, "console") == "ready", "the console")
        run.wait_until(lambda status: status["mission_s"], "the begin")
        run.kill("console", signal.SIGTERM)
        told = "console was closed; `farhand console` opens it again"
        run.wait_until(lambda status: told in status["events"], "its end, told")
        with run.start("console") as opened:
            wait_for(lambda: ends(opened) or living(run.run).get("console") == opened.pid, "its console")
            assert not ends(opened), opened.stderr.read()
            with run.start("console") as second:
                wait_for(
                    lambda: ends(second) or living(run.run).get("console-2") == second.pid, "its own place"
                )
                assert not ends(second), second.stderr.read()
                code, summary = run.interrupt()
                assert (opened.poll(), second.poll()) == (None, None), "they show how the run ended"
                close(run, [opened.pid, second.pid])
    assert {opened.returncode, second.returncode} <= {DONE, CLOSED_EARLY}
    assert (code, summary["contacts"]) == (INTERRUPTED, [])
