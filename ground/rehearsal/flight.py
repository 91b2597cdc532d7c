"""Fly a scenario in virtual time and tell what happened."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ground.rehearsal.world import roles
from ground.report.expectations import judge
from ground.report.facts import Facts
from ground.report.summary import figures
from ground.scenario import Policy, Scenario, run_settings
from telemetry.clock import monotonic_ns
from telemetry.run_settings import NS_PER_S, RunSettings
from telemetry.settings import FileError
from telemetry.store import FileStore, MemoryStore
from telemetry.virtual_time import RECORDER, AppendStore, Timing, VirtualTime

SLICE_NS = 5 * NS_PER_S  # of mission time between two progress lines
AFTERMATH_NS = NS_PER_S // 2  # the last changes of state reach the operator

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """What distinguishes one flight of a scenario from another."""

    seed: int
    policy: Policy | None = None  # None: the scenario's own
    recording: Path | None = None  # None: nothing is kept


def fly(scenario: Scenario, flight: Flight, *, progress: Progress | None = None) -> dict[str, Any]:
    """Fly the scenario and return the summary (`ground.report.summary`).

    Raises:
        FileError: the recording, the robot or the scene file cannot be used.
    """
    run_id = f"{scenario.name}-{flight.seed}"
    run = run_settings(scenario, seed=flight.seed, run_id=run_id, policy=flight.policy)
    facts = Facts.of(run)
    driver = VirtualTime(
        roles(scenario, run),
        seed=flight.seed,
        timing=Timing(work_ns=round(scenario.commanding.planner_latency_s * NS_PER_S)),
        stores=_stores(flight.recording),
        observe=facts.consume,
    )
    began_ns = monotonic_ns()
    _run(driver, facts, round(scenario.duration_s * NS_PER_S), progress)
    wall_s = (monotonic_ns() - began_ns) / NS_PER_S
    return _summary(scenario, flight, run, facts, wall_s)


def _run(driver: VirtualTime, facts: Facts, limit_ns: int, progress: Progress | None) -> None:
    """Run until the script is done or the scenario's time is over, and a moment longer."""
    until_ns = 0
    while until_ns < limit_ns and facts.script is None:
        until_ns = min(until_ns + SLICE_NS, limit_ns)
        driver.run(until_ns=until_ns, finished=lambda: facts.script is not None)
        if progress:
            progress(until_ns / NS_PER_S, facts.statuses[-1][1] if facts.statuses else "starting")
    driver.run(until_ns=driver.now_ns + AFTERMATH_NS)
    if progress:
        progress(until_ns / NS_PER_S, "")


def _stores(recording: Path | None) -> Callable[[str], AppendStore]:
    """Keep what the recorder persists in the recording; the rest lasts as long as the run."""

    def store(role: str) -> AppendStore:
        if role != RECORDER or recording is None:
            return MemoryStore()
        try:
            return FileStore(recording.parent, sync=False, files={"recording": recording})
        except OSError as error:
            raise FileError(recording.parent, "", f"cannot hold a recording ({error.strerror})") from None

    return store


def _summary(
    scenario: Scenario, flight: Flight, run: RunSettings, facts: Facts, wall_s: float
) -> dict[str, Any]:
    expectations = judge(scenario.expect, facts, run)
    result = figures(facts, run)
    return {
        "scenario": scenario.name,
        "driver": "virtual",
        "policy": run.commanding.policy,
        "seed": flight.seed,
        "duration_s": result.pop("duration_s"),
        "speedup": round(facts.duration_s / wall_s, 1),
        "ok": all(row["ok"] for row in expectations),
        "expectations": expectations,
        **result,
        "processes": [
            {"role": spec.name, "pid": os.getpid(), "restarts": 0} for spec in roles(scenario, run)
        ],
        "recording": str(flight.recording) if flight.recording else None,
    }
