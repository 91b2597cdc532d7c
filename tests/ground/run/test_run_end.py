"""The end of a run from outside: all whom its locks name, however they resist, and nobody else."""

import os
import signal
import subprocess
import sys

import pytest

from ground.run import end as run_end
from ground.run.end import end_run
from ground.run.locks import living, lock_path, note, take
from ground.run.process import Child, Holds

SLEEPING = "import time; time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEPING
# as a supervisor does: it ends its process, then itself
SUPERVISING = """
import os, pathlib, signal, sys, time
from ground.run.locks import SUPERVISOR, held, lock_path
def end(*_):
    os.killpg(int(sys.argv[2]), signal.SIGTERM)
    raise SystemExit
signal.signal(signal.SIGTERM, end)
with held(lock_path(pathlib.Path(sys.argv[1]), SUPERVISOR)):
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


def test_orphans_end_also_those_that_are_stopped_or_resist(start, tmp_path):
    start("gate")
    os.kill(start("bridge").pid, signal.SIGSTOP)
    start("space_segment", STUBBORN)
    assert set(living(tmp_path)) == {"bridge", "gate", "space_segment"}
    assert end_run(tmp_path) == living(tmp_path) == {}


def test_a_supervisor_ends_its_processes_itself(start, tmp_path):
    gate = start("gate")
    arguments = [sys.executable, "-c", SUPERVISING, str(tmp_path), str(gate.pid)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout.readline() == "ready\n"
        assert end_run(tmp_path) == {}
    assert supervisor.returncode == 0


def test_a_number_in_a_lock_that_nobody_holds_is_not_signalled(start, tmp_path):
    other = start("gate")
    (tmp_path / "old").mkdir()
    stale = take(lock_path(tmp_path / "old", "gate"))
    note(stale, other.pid)
    os.close(stale)
    assert end_run(tmp_path / "old") == {}
    assert other.is_running


def test_who_cannot_be_ended_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(run_end, "STOPPING_S", 0.05)
    unknown = take(lock_path(tmp_path, "gate"))
    assert end_run(tmp_path) == {"gate": 0}
    os.close(unknown)
