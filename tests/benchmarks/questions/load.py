"""A run under load: sealed telemetry at a rate, to a role whose inputs are recorded and to three observers.

    bridge --- tm, sealed ---> gate (ticks every 10 ms) --- tap, sealed ---> recorder ---> disk
                          '--> observer, observer-2, observer-3
                          '--> a raw socket, asyncio-dgram: beside them, without keys (`load_peers`)

All are processes of their own, as in a run, with bus, keys and recorder as they are.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.run.kept.recorded_run import about_run
from ground.run.kept.run_folder import RunFolder, make_folder
from ground.run.prepared import prepared
from ground.run.run_plan import RunPlan
from ground.scenario.scenario import load as load_scenario
from ground.scenario.scenario import run_settings
from telemetry.drive.run_clock import RunClock
from telemetry.life.clock import monotonic_ns, sleep_until, utc_stamp
from telemetry.life.contract import RoleSpec
from telemetry.network.launch import Addresses
from telemetry.recording.reading.deliveries import read_deliveries
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.load_roles import LoadSettings, Seen
from tests.benchmarks.questions.run_processes import run_processes

OWN = "tests.benchmarks.questions.load_roles:build"
OBSERVERS = ("observer", "observer-2", "observer-3")
RECORDING = "recording.mcap"
PEERS_MODULE = "tests.benchmarks.questions.load_peers"
AFTER_S = 3.0  # for the last packets to come and to be written, and as often as anybody hears more
LONGEST_AFTER = 20


class Loaded(NamedTuple):
    """What came of it."""

    sent: int
    seen: dict[str, Seen]  # by participant, and by what heard the load beside them
    missed: dict[str, int]  # by participant, as each bus has counted it
    recorded: int  # receptions of the gate


def loaded(per_s: int, seconds: float, *, stall_s: float = 0.0, peers: Iterable[str] = ()) -> Loaded:
    """Send for so long; the gate stands still once for `stall_s`; `peers` hear it too."""
    with tempfile.TemporaryDirectory() as state:
        plan = _plan(Path(state), per_s, seconds, stall_s=stall_s)
        order = ("recorder", *OBSERVERS, "gate", "bridge")  # they end from the sender to the recorder
        with (
            prepared(plan) as run,
            run_processes(plan, order),
            _beside(peers, run.launches["gate"].addresses, Path(state)),
        ):
            RunClock(plan.folder.path).begin()
            sleep_until(monotonic_ns() + round((seconds + stall_s + AFTER_S) * 1e9))
            _wait_until_quiet([Path(state) / spec.participant for spec in plan.specs[1:]])
        return _told(plan, peers)


def _wait_until_quiet(files: list[Path]) -> None:
    """Return when nobody hears more."""
    before: list[int] = []
    for _ in range(LONGEST_AFTER):
        now = [msgspec.json.decode(file.read_bytes(), type=Seen).count for file in files]
        if now == before:
            return
        before = now
        sleep_until(monotonic_ns() + round(AFTER_S * 1e9))


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
def _beside(peers: Iterable[str], addresses: Addresses, state: Path) -> Iterator[None]:
    """Let peers hear the group of telemetry."""
    group = addresses.groups["tm"], str(addresses.group_ports["tm"]), addresses.host("gate")
    with ExitStack() as ending:
        for kind in peers:
            line = [sys.executable, "-P", "-m", PEERS_MODULE, kind, str(state / kind), *group]
            child = ending.enter_context(
                subprocess.Popen(line, env=of_checkout(), stdout=subprocess.PIPE, start_new_session=True)
            )
            ending.callback(child.terminate)
            if child.stdout is not None:
                child.stdout.readline()
        yield


def _told(plan: RunPlan, peers: Iterable[str]) -> Loaded:
    state = plan.folder.path.parent
    names = [spec.participant for spec in plan.specs[1:]]
    files = {name: (state / name).read_bytes() for name in (*names, *peers)}
    seen = {name: msgspec.json.decode(data, type=Seen) for name, data in files.items()}
    return Loaded(
        sent=seen.pop("bridge").count,
        seen=seen,
        missed={name: _missed(plan.folder.log(name).read_text()) for name in names[1:]},
        recorded=_recorded(plan.folder),
    )


def _missed(log: str) -> int:
    """Return how many datagrams a bus has missed, as its last line tells."""
    words = log.partition("; dropped: ")[2].split()
    return int(words[words.index("on") - 1]) if "on" in words else 0


def _recorded(folder: RunFolder) -> int:
    recording = read_deliveries(folder.path / RECORDING)
    return sum(record.role == "gate" and name == "Telemetry" for record, name in recording.records())
