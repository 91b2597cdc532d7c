"""The end of a run from outside: all whom its locks name, however they resist, and nobody else."""

import os
import signal
import subprocess
import sys

import pytest

from ground.run import end as run_end
from ground.run.end import end_run
from ground.run.kept.locks import acquire_lock, living, lock_path, write_pid
from ground.run.processes.process import Child, Holds

SLEEPING = "import time; time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEPING
# as a supervisor does: it ends its process, then itself
SUPERVISING = """
import os, pathlib, signal, sys, time
from ground.run.kept.locks import SUPERVISOR, held, lock_path
def end(*_):
    os.killpg(int(sys.argv[2]), signal.SIGTERM)
    raise SystemExit
signal.signal(signal.SIGTERM, end)
with held(lock_path(pathlib.Path(sys.argv[1]), SUPERVISOR)):
    print("ready", flush=True)
    time.sleep(600)
"""
# asked to end, it sums up for longer than anybody would wait, and gets on meanwhile
SUMMING_UP = """
import pathlib, signal, sys, time
from ground.run.kept.locks import SUPERVISOR, held, lock_path
folder = pathlib.Path(sys.argv[1])
def end(*_):
    for second in range(1, 16):
        (folder / "part").write_text('{"phase": "summing up", "mission_s": 15.0, "summed_s": %d}' % second)
        (folder / "part").rename(folder / "status.json")
        time.sleep(0.15)
    (folder / "summary.json").write_text("{}")
    raise SystemExit
signal.signal(signal.SIGTERM, end)
with held(lock_path(folder, SUPERVISOR)):
    print("ready", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Start processes of a run, and end them all afterwards."""
    monkeypatch.setattr(run_end, "STOPPING_S", 1.0)
    started = []

    def one(role, script=SLEEPING):
        holds = Holds(lock_path(tmp_path, role))
        child = Child(
            role,
            [sys.executable, "-c", script],
            tmp_path / f"{role}.log",
            holds=holds,
            environment=os.environ,
            is_vital=True,
        )
        child.start(0)
        started.append(child)
        return child

    yield one
    for child in started:
        child.end()


@pytest.mark.real_time
def test_orphans_end_also_those_that_are_stopped_or_resist(start, tmp_path):
    start("gate")
    os.kill(start("bridge").pid, signal.SIGSTOP)
    start("space_segment", STUBBORN)
    assert set(living(tmp_path)) == {"bridge", "gate", "space_segment"}
    assert end_run(tmp_path) == living(tmp_path) == {}


@pytest.mark.real_time
def test_a_supervisor_ends_its_processes_itself(start, tmp_path):
    gate = start("gate")
    arguments = [sys.executable, "-c", SUPERVISING, str(tmp_path), str(gate.pid)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout.readline() == "ready\n"
        assert end_run(tmp_path) == {}
    assert supervisor.returncode == 0


@pytest.mark.real_time
def test_a_supervisor_that_gets_on_with_summing_up_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(run_end, "SUPERVISOR_S", 2.0)
    told = []
    with subprocess.Popen(
        [sys.executable, "-c", SUMMING_UP, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as supervisor:
        assert supervisor.stdout.readline() == "ready\n"
        assert end_run(tmp_path, told.append) == {}
    assert supervisor.returncode == 0
    assert (tmp_path / "summary.json").exists()
    assert [status.summed_s for status in told] == sorted({status.summed_s for status in told}) != []


@pytest.mark.real_time
def test_a_number_in_a_lock_that_nobody_holds_is_not_signalled(start, tmp_path):
    other = start("gate")
    (tmp_path / "old").mkdir()
    stale = acquire_lock(lock_path(tmp_path / "old", "gate"))
    write_pid(stale, other.pid)
    os.close(stale)
    assert end_run(tmp_path / "old") == {}
    assert other.is_running


def test_who_cannot_be_ended_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(run_end, "STOPPING_S", 0.05)
    unknown = acquire_lock(lock_path(tmp_path, "gate"))
    assert end_run(tmp_path) == {"gate": 0}
    os.close(unknown)
