"""A rehearsal in real time, as a person has it: a command in a process of its own, seen from outside."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from ground.run.kept.known_runs import KnownRun
from ground.run.kept.locks import living
from telemetry.drive.run_clock import RunClock

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0
STEP_S = 0.05
# A minute of motion that is begun again after whatever ended it.
LONG_MOTION = """
[[act]]
[act.plan]
attempts = 20

[[act.plan.move]]
to_deg = [20.0, -100.0, -80.0, 0.0, 0.0, 150.0]
duration_s = 60.0

"""


def wait_for(condition, what):
    """Poll until a condition gives something, and return that."""
    until = time.monotonic() + PATIENCE_S
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < until, f"{what} did not happen"
        time.sleep(STEP_S)


def other_acts(folder, acts):
    """The scenario short_link as a file with other acts, and time for them."""
    head, _, rest = (ROOT / "scenarios/short_link.toml").read_text().partition("[[act]]")
    _, expect, checks = rest.partition("[expect]")
    path = Path(folder) / "other_acts.toml"
    path.write_text(head.replace("duration_s = 30.0", "duration_s = 900.0") + acts + expect + checks)
    return path


class LiveRehearsal:
    """One run; a context manager that leaves nothing behind whatever happens in it."""

    def __init__(self, folder, scenario="short_link", *options, screen=False, state=None):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.state = Path(state or self.folder / "state")
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.state)}
        self._run = None
        self._json = self.folder / "summary.json"
        self._output = (self.folder / "output.txt").open("wb")
        self.process = subprocess.Popen(
            self._command(
                "rehearse",
                scenario,
                *([] if screen else ["--headless"]),
                "--no-report",
                *options,
                "--json",
                self._json,
            ),
            cwd=ROOT,
            env=self.environment,
            stdout=self._output,
            stderr=self._output,
            start_new_session=True,
        )

    def _command(self, *words):
        return [sys.executable, "-m", "ground", *map(str, words)]

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.process.kill()
        self.process.wait()
        self._output.close()
        for pid in self.living():
            os.kill(pid, signal.SIGKILL)

    @property
    def run(self):
        """The run's folder, as soon as there is one."""
        if self._run is None:
            self._run = Path(wait_for(self._present_run, "the run"))
        return self._run

    def _present_run(self):
        assert self.process.poll() is None, self._read("output.txt")
        announced = [path.parent for path in self.state.glob("farhand/runs/*/run.json")]
        mine = [folder for folder in announced if living(folder).get("supervisor") == self.process.pid]
        return next(iter(mine), None)

    def _read(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def output(self):
        """What it has printed."""
        return self._read("output.txt")

    def status(self):
        """What the supervisor last told; empty before it has told anything."""
        path = self.run / "status.json"
        return json.loads(path.read_bytes()) if path.exists() else {}

    def wait_until(self, condition, what):
        """Poll the status until a condition on it gives something, or the run has ended by itself."""

        def ask():
            is_over = self.process.poll() is not None
            status = self.status()
            return (status and condition(status)) or is_over

        return wait_for(ask, what)

    def row(self, role):
        return next(row for row in self.status()["processes"] if row["role"] == role)

    def pids(self):
        """Processes of roles, by role."""
        return {row["role"]: row["pid"] for row in self.status()["processes"] if row["pid"]}

    def kill(self, role, number=signal.SIGKILL):
        os.kill(self.pids()[role], number)

    def now_ns(self):
        """The run's own time."""
        return RunClock(self.run).now_ns()

    def known(self):
        return msgspec.json.decode((self.run / "run.json").read_bytes(), type=KnownRun)

    def start(self, *words):
        """Start another command beside the run."""
        return subprocess.Popen(
            self._command(*words),
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def hold(self):
        """Press HOLD from the command line; returns the exit code."""
        return self.ask("hold").returncode

    def ask(self, *words):
        """Carry out another command beside the run, to its end."""
        return subprocess.run(
            self._command(*words), cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )

    def wait(self):
        """Wait for the end; returns the exit code and the summary."""
        code = self.process.wait(PATIENCE_S)
        text = self._read("summary.json")
        assert text, self._read("output.txt")
        return code, json.loads(text)

    def interrupt(self):
        """Press Ctrl-C unless it has ended by itself, and wait for the end."""
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def living(self):
        """Processes that have this folder or the run's on their command line."""
        marks = [f"{folder}/".encode() for folder in (self.folder, self._run) if folder]
        return [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and int(entry.name) != os.getpid() and _bears(entry, marks)
        ]


def _bears(entry, marks):
    line = _command_line(entry)
    return any(mark in line for mark in marks)


def _command_line(entry):
    try:
        return (entry / "cmdline").read_bytes()  # empty for one that has ended and was not asked yet
    except OSError:
        return b""
