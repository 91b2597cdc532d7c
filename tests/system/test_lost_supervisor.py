"""Two live runs of one host: one loses its supervisor, then its disk, and HOLD still reaches both."""

import json
from contextlib import ExitStack

import pytest
from live_ground import Ear, is_free, is_held, telemetry_group
from live_rehearsal import LONG_MOTION, LiveRehearsal, other_acts, wait_for

from ground.command_list import DONE
from ground.run.kept.locks import living
from ground.run.processes.interrupts import exit_code
from telemetry.hold.orphan import ROLES_THAT_STAY
from tests.full_disk import nothing_fits

pytestmark = [pytest.mark.real_time, pytest.mark.long]


def states(run):
    return {row["name"]: row["state"] for row in json.loads(run.ask("runs", "--json", "-").stdout)["runs"]}


def groups(run):
    return set(run.known().addresses.groups.values())


def lose_supervisor(run):
    """Kill it, and return the processes that stay."""
    pids = run.pids()
    run.process.kill()
    run.process.wait()
    wait_for(lambda: set(living(run.run)) == set(ROLES_THAT_STAY), "the end of all others")
    assert living(run.run) == {role: pids[role] for role in ROLES_THAT_STAY}
    return living(run.run)


def hold_from(other, run, pids):
    """Press HOLD for every run, with no room on the disk for any process that stays in this one."""
    with ExitStack() as full, telemetry_group(run.known().addresses) as opened:
        ear = Ear(opened, run.known().run_id)
        wait_for(lambda: ear.hears(is_free), "a free spacecraft")
        for pid in pids.values():
            full.enter_context(nothing_fits(pid))
        told = other.ask("hold")
        wait_for(lambda: ear.hears(is_held), "the latch")
    return told


def resumed(run):
    """Whether a resume is taken, which is refused while the arm still stops."""
    return run.ask("resume").returncode == DONE


def test_hold_reaches_every_run_also_one_without_supervisor_and_disk_and_stop_ends_each(tmp_path):
    scenario = other_acts(tmp_path, LONG_MOTION)
    with (
        LiveRehearsal(tmp_path / "a", scenario, "--no-cameras", state=tmp_path / "state") as first,
        LiveRehearsal(tmp_path / "b", scenario, "--no-cameras", state=tmp_path / "state") as second,
    ):
        for run in (first, second):
            run.wait_until(lambda status: status["gate"] == "plan", "motion")
        assert not groups(first) & groups(second)
        assert set(states(first).values()) == {"running"}
        stayed = lose_supervisor(first)
        wait_for(lambda: states(second)[first.run.name] == "orphaned", "an orphan")
        told = hold_from(second, first, stayed)
        assert told.returncode == DONE, told.stdout
        assert {first.run.name, second.run.name} <= set(told.stdout.splitlines())
        second.wait_until(lambda status: status["held_by"] == "hold", "the HOLD in the run that is told of")
        ends_an_orphan(first)
        second.wait_until(lambda status: resumed(second), "a resume")
        second.wait_until(lambda status: status["gate"] == "plan", "motion")
        ends_in_order(second)


def ends_an_orphan(run):
    stopped = run.ask("stop", "--run", run.run.name)
    assert (stopped.returncode, run.living(), living(run.run)) == (DONE, [], {})
    assert "the spacecraft is latched" in stopped.stdout


def ends_in_order(run):
    stopped = run.ask("stop")
    code, summary = run.wait()
    assert (stopped.returncode, run.living()) == (DONE, [])
    assert "SIGTERM ended the run" in run.output() and "(Ctrl-C)" not in run.output()
    assert (code, summary["ok"], summary["ended_by"]["by"]) == (exit_code("SIGTERM"), None, "SIGTERM")
    assert {row["who"] for row in summary["interventions"]} >= {"stop"}
    assert [row["deaths"] for row in summary["processes"]] == [[]] * len(summary["processes"])
