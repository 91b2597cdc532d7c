"""A run under load: sealed telemetry at a rate, to a role whose inputs are recorded and to three observers.

    bridge --- tm, sealed ---> gate (ticks every 10 ms) --- tap, sealed ---> recorder ---> disk
                          '--> observer, observer-2, observer-3

All are processes of their own, as in a run, with bus, keys and recorder as they are.
"""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.run.kept.recorded_run import about_run
from ground.run.kept.run_folder import RunFolder, make_folder
from ground.run.prepared import prepared
from ground.run.processes.process import command
from ground.run.run_plan import RunPlan
from ground.scenario.scenario import load as load_scenario
from ground.scenario.scenario import run_settings
from telemetry.drive.run_clock import RunClock
from telemetry.life.clock import monotonic_ns, sleep_until, utc_stamp
from telemetry.life.contract import RoleSpec
from telemetry.recording.reading.deliveries import read_deliveries
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.load_roles import LoadSettings, Seen

OWN = "tests.benchmarks.questions.load_roles:build"
OBSERVERS = ("observer", "observer-2", "observer-3")
RECORDING = "recording.mcap"
AFTER_S = 3.0  # for the last packets to come and to be written


class Loaded(NamedTuple):
    """What came of it."""

    sent: int
    received: dict[str, int]  # by participant
    missed: dict[str, int]  # as each bus has counted it
    recorded: int  # receptions of the gate
    late_ns: list[int]  # of the gate's ticks


def loaded(per_s: int, seconds: float, *, stall_s: float = 0.0) -> Loaded:
    """Send for so long; the gate stands still once for `stall_s`."""
    with tempfile.TemporaryDirectory() as state:
        plan = _plan(Path(state), per_s, seconds, stall_s=stall_s)
        with prepared(plan), _processes(plan) as logs:
            RunClock(plan.folder.path).begin()
            sleep_until(monotonic_ns() + round((seconds + stall_s + AFTER_S) * 1e9))
        return _told(plan, logs)


def _plan(state: Path, per_s: int, seconds: float, *, stall_s: float) -> RunPlan:
    folder = make_folder(state, "load")
    run = run_settings(load_scenario("short_link"), seed=1, run_id=folder.path.name)
    own = {
        "bridge": LoadSettings(file=str(state / "bridge"), per_s=per_s, seconds=seconds),
        "gate": LoadSettings(file=str(state / "gate"), stall_s=stall_s),
        **{name: LoadSettings(file=str(state / name)) for name in OBSERVERS},
    }
    specs = [RoleSpec(name, OWN, settings) for name, settings in own.items()]
    return RunPlan(
        folder=folder,
        run_id=run.run_id,
        mode=run.mode,
        specs=(RoleSpec("recorder", "recorder", run), *specs),
        participants=run.participants,
        about=about_run(run, name="load", files={}, begun=utc_stamp()),
    )


@contextmanager
def _processes(plan: RunPlan) -> Iterator[dict[str, str]]:
    """Start all, the sender last; at the end stop it first and the recorder last, and yield the logs then."""
    running, logs = dict[str, subprocess.Popen[str]](), dict[str, str]()
    reading, writing = os.pipe()
    try:
        for spec in (*plan.specs[:1], *plan.specs[2:], plan.specs[1]):
            line = command(spec.participant, spec.role, plan.folder.launch(spec.participant))
            running[spec.participant] = subprocess.Popen(
                [*line, "--heartbeat-fd", str(writing)],
                env=of_checkout(),
                pass_fds=[writing],
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        ready = b""
        while ready.count(b"ready\n") < len(running):
            ready += os.read(reading, 4096)
        os.set_blocking(reading, False)
        yield logs
    finally:
        for name in ("bridge", *OBSERVERS, "gate", "recorder"):
            if name in running:
                running[name].send_signal(signal.SIGTERM)
                logs[name] = running[name].communicate(timeout=60)[1]
        os.close(reading)
        os.close(writing)


def _told(plan: RunPlan, logs: dict[str, str]) -> Loaded:
    state = plan.folder.path.parent
    names = [spec.participant for spec in plan.specs[1:]]
    seen = {name: msgspec.json.decode((state / name).read_bytes(), type=Seen) for name in names}
    return Loaded(
        sent=seen["bridge"].count,
        received={name: seen[name].count for name in names[1:]},
        missed={name: _missed(logs[name]) for name in names[1:]},
        recorded=_recorded(plan.folder),
        late_ns=seen["gate"].late_ns,
    )


def _missed(log: str) -> int:
    """Return how many datagrams a bus has missed, as its last line tells."""
    words = log.partition("; dropped: ")[2].split()
    return int(words[words.index("on") - 1]) if "on" in words else 0


def _recorded(folder: RunFolder) -> int:
    recording = read_deliveries(folder.path / RECORDING)
    return sum(record.role == "gate" and name == "Telemetry" for record, name in recording.records())
