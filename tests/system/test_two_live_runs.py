"""Two runs of one host at the same time, with real processes: apart, and both within reach of one HOLD."""

import json
import signal

import pytest
from live_rehearsal import LiveRehearsal, wait_for

from ground.cli import DONE

pytestmark = pytest.mark.real_time


def is_running(status):
    return status["phase"] == "running" and status["gate"]


def states(run):
    return {row["name"]: row["state"] for row in json.loads(run.ask("runs", "--json", "-").stdout)["runs"]}


def groups(run):
    return set(run.known().addresses.groups.values())


def test_hold_stops_every_run_of_the_host_also_one_whose_supervisor_was_killed(tmp_path):
    with (
        LiveRehearsal(tmp_path / "a", "short_link", "--no-cameras") as first,
        LiveRehearsal(tmp_path / "b", "short_link", "--no-cameras", state=first.state) as second,
    ):
        for run in (first, second):
            run.wait_until(is_running, "a run")
        assert not set(first.known().addresses.groups.values()) & set(
            second.known().addresses.groups.values()
        )
        assert set(states(first).values()) == {"running"}
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        wait_for(lambda: states(second)[first.run.name] == "orphaned", "an orphan")
        told = second.ask("hold")
        assert told.returncode == DONE, told.stdout
        assert {first.run.name, second.run.name} <= set(told.stdout.splitlines())
        wait_for(lambda: second.status()["held_by"] == "hold", "the HOLD in the run that is still told of")
