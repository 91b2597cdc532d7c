"""Runs in which HOLD is pressed: sealed, flooded, without room on any disk, and with a far end that notes it.

    bridge ----------------> far end    a rehearsal, its space segment dead
    bridge ---> adapter ---> far end    a station that is operated
                adapter ---> far end    the same, its bridge dead

All are processes of their own, with keys, bus and recorder as they are.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import msgspec

from ground.commands.keys import new
from ground.rehearsal.roles import roles
from ground.run.kept.known_runs import KnownRun, runs_folder
from ground.run.kept.locks import SUPERVISOR
from ground.run.kept.run_folder import make_folder
from ground.run.prepared import prepared
from ground.run.run_plan import FAR_END, RunPlan, flight_plan
from ground.scenario.scenario import load, run_settings
from ground.station.operation import Asked, operation
from telemetry.agreed.participants import CONSOLE, OBSERVER, SPACECRAFT, role_of
from telemetry.drive.run_clock import RunClock
from telemetry.keys.set_folder import key_path
from telemetry.network.launch import LOOPBACK, Addresses
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.hold_far_end import Came, FarEndSettings
from tests.benchmarks.questions.run_processes import RunProcesses, run_processes
from tests.full_disk import nothing_fits

BRIDGE = "bridge"
NO_PROCESS = (CONSOLE, OBSERVER, SUPERVISOR)  # roles that HOLD meets as dead from the beginning
STATION = """\
name = "bench"
mode = "rehearsal"
robot = "shiyan7_like"
scene = "adjacent_target"
keys = "keys"
link = { up_s = 0.5, down_s = 0.5, windows = [[2026-01-01T00:00:00Z, 2090-01-01T00:00:00Z]] }
spacecraft = { tc = "127.0.0.1:18925", tm = "127.0.0.1:18926" }
margins = { geometry_m = 0.015, tracking_m = 0.01, model_m = 0.005 }
network = { first_port = 18760 }
"""


class Way(NamedTuple):
    """How a press gets to the far end."""

    name: str
    through: tuple[str, ...]  # processes that it needs
    dead: str  # one of the others, from the beginning; empty: none


WAYS = (
    Way("rehearsal: bridge", (BRIDGE,), FAR_END),
    Way("operate: bridge or adapter", (BRIDGE, FAR_END), ""),
    Way("operate: adapter, bridge dead", (FAR_END,), BRIDGE),
)


class FarSide:
    """The far end's process with its relay, and what came there once they have ended."""

    def __init__(self, settings: FarEndSettings, file: Path) -> None:
        """Start both."""
        file.write_bytes(msgspec.json.encode(settings))
        self._file = Path(settings.file)
        self._far_end, _ = _started("hold_far_end", str(file))
        self._relay, port = _started("hold_relay", str(settings.own[1]))
        self.relay = LOOPBACK, int(port)

    def end(self) -> list[Came]:
        """End both, and return the first copies of all that came."""
        self._relay.kill()
        for process in (self._far_end, self._relay):
            process.communicate()
        return [msgspec.json.decode(line, type=Came) for line in self._file.read_bytes().splitlines()]


class Run(NamedTuple):
    """A run in which HOLD can be pressed."""

    known: KnownRun
    processes: RunProcesses
    far: FarSide


@contextmanager
def run_of(way: Way, per_s: int) -> Iterator[Run]:
    """Yield a run with so many reports a second, begun."""
    with tempfile.TemporaryDirectory() as place, ExitStack() as ending:
        ending.enter_context(patch.dict(os.environ, XDG_STATE_HOME=place))
        plan, key_file = _rehearsed() if way.dead == FAR_END else _operated(Path(place))
        known = ending.enter_context(prepared(plan)).known
        settings = _far_end(plan, key_file or key_path(plan.folder.keys, SPACECRAFT), known.addresses)
        settings = msgspec.structs.replace(settings, per_s=per_s, file=f"{place}/came")
        far = FarSide(settings, Path(place) / "far_end.json")
        ending.callback(far.end)
        names = [spec.participant for spec in plan.specs if _is_process(spec.participant, plan)]
        processes = ending.enter_context(run_processes(plan, names))
        if plan.zero_utc_ns is None:
            RunClock(plan.folder.path).begin()
        yield Run(known, processes, far)


@contextmanager
def full_disk(run: Run) -> Iterator[None]:
    """Let no process of a run write to a file."""
    with ExitStack() as full:
        for pid in run.processes.pids.values():
            full.enter_context(nothing_fits(pid))
        yield


def _started(name: str, word: str) -> tuple[subprocess.Popen[str], str]:
    """Start a module beside this one, and return it with its first line."""
    line = [sys.executable, "-P", "-m", f"tests.benchmarks.questions.{name}", word]
    pipe = subprocess.PIPE
    process = subprocess.Popen(line, env=of_checkout(), stdin=pipe, stdout=pipe, text=True)
    return process, process.stdout.readline() if process.stdout else ""


def _is_process(name: str, plan: RunPlan) -> bool:
    return role_of(name, plan.participants) not in NO_PROCESS


def _rehearsed() -> tuple[RunPlan, None]:
    scenario = load("short_link")
    folder = make_folder(runs_folder(), "bench")
    run = run_settings(scenario, seed=1, run_id=folder.path.name)
    specs = [spec for spec in roles(scenario, run) if spec.participant != FAR_END]
    return flight_plan(folder, run, specs), None


def _operated(place: Path) -> tuple[RunPlan, Path]:
    file = place / "bench.toml"
    file.write_text(STATION)
    with redirect_stdout(StringIO()):
        new([str(file)])
    plan = operation(Asked(file, None, None, unauthenticated=False), with_console=False).plan
    return plan, next((place / "keys").glob("for-spacecraft-*")) / "spacecraft.key"


def _far_end(plan: RunPlan, key_file: Path, addresses: Addresses) -> FarEndSettings:
    far = addresses.spacecraft
    host = addresses.host(BRIDGE)
    ports = addresses.link_ports
    return FarEndSettings(
        own=far.tc.pair if far else (host, ports[FAR_END]),
        ground=far.tm.pair if far else (host, ports[BRIDGE]),
        key_file=str(key_file),
        mode=plan.mode,
        run_id=None if far else plan.run_id,
        participants=plan.participants,
        per_s=0,
        file="",
    )
