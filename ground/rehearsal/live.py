"""Fly a scenario in real time: one process for each role, watched by this one, and tell what happened.

folder, addresses, launch files ---> kernels compiled once ---> processes, the operator last
    ---> script done, time over or Ctrl-C (HOLD first) ---> processes end, the recorder last
    ---> facts from the recording ---> summary
"""

import os
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from ground.current_run import CurrentRun, announce, runs_folder, withdraw, write_whole
from ground.hold import press_once
from ground.process import Child, Holds, child_environment, command
from ground.rehearsal.about import about
from ground.rehearsal.flight import Flight
from ground.rehearsal.live_run import LiveRun, Tell, process_rows
from ground.rehearsal.run_folder import (
    RunFolder,
    RunPlan,
    make_folder,
    new_run_id,
    write_launches,
)
from ground.rehearsal.warm import WITH_KERNELS, WITH_START, warm
from ground.rehearsal.world import roles
from ground.report.facts import Facts
from ground.report.summary import Driven, summarise
from ground.run_locks import SUPERVISOR, held, lock_path
from ground.scenario import Scenario, run_settings
from ground.supervisor import Interrupts, Supervisor
from telemetry.addresses import Launch
from telemetry.clock import monotonic_ns, utc_stamp
from telemetry.contract import RoleSpec
from telemetry.record import part, parts
from telemetry.recording import ABOUT_FILE, DEFAULT_FILE, read_deliveries
from telemetry.reservation import Reservation, reserve
from telemetry.run_settings import NS_PER_S, RunSettings
from telemetry.runtime import Runtime
from telemetry.settings import FileError

CONSOLE = "console"
LATE = ("operator",)  # nobody acts before everybody listens
LEAST_LEAD_NS, MOST_LEAD_NS = 2 * NS_PER_S, 8 * NS_PER_S  # from the first process to time zero
AFTERMATH_NS = NS_PER_S  # the last changes of state are told and recorded
EAR_STOPS_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """What stands before the first process is started."""

    folder: RunFolder
    launches: dict[str, Launch]
    known: CurrentRun
    reservation: Reservation
    epoch_ns: int


def fly_live(scenario: Scenario, flight: Flight, *, with_console: bool, tell: Tell) -> dict[str, Any]:
    """Fly the scenario and return the summary (`ground.report.summary`).

    Raises:
        FileError: the robot or scene file, the run folder or the recording cannot be used.
        StartError: a process does not become ready.
    """
    stamp = f"{scenario.name}-{flight.seed}-{utc_stamp()}"
    run = run_settings(scenario, seed=flight.seed, run_id=new_run_id(stamp), policy=flight.policy)
    specs = roles(scenario, run, cameras=flight.cameras)
    specs.append(RoleSpec(SUPERVISOR, "ground.supervisor_role:build", run))
    if with_console:
        specs.append(RoleSpec(CONSOLE, "ground.console.feed_role:build", run))
    folder = make_folder(runs_folder(), stamp)
    told = about(scenario, run, source=flight.source, begun=utc_stamp())
    (folder.path / ABOUT_FILE).write_bytes(msgspec.json.encode(told))
    tell(0.0, None, "")
    try:
        prepared = _prepare(folder, specs, run, flight.source or scenario.name)
    except FileError:
        shutil.rmtree(folder.path, ignore_errors=True)  # nothing has happened in it
        raise
    live, was_interrupted = _fly(prepared, round(scenario.duration_s * NS_PER_S), tell)
    wall_s = (monotonic_ns() - prepared.epoch_ns) / NS_PER_S
    recording = _moved(prepared.folder.path / DEFAULT_FILE, flight.recording)
    facts = _facts(recording, run)
    if was_interrupted:
        facts.interventions.cut_off(facts.duration_s, SUPERVISOR)
    driven = Driven(
        driver="processes",
        seed=flight.seed,
        wall_s=wall_s,
        processes=process_rows(live.supervisor.children),
        recording=str(recording),
    )
    summary = summarise(scenario, run, facts, driven)
    summary["run"] = str(prepared.folder.path)
    write_whole(prepared.folder.summary, msgspec.json.format(msgspec.json.encode(summary)))
    return summary


def _prepare(folder: RunFolder, specs: Sequence[RoleSpec], run: RunSettings, source: str) -> _Prepared:
    """Write the launch files and compile the kernels; time zero is when the processes should be ready."""
    reservation = reserve([spec.name for spec in specs])
    plan = RunPlan(folder, reservation.addresses, monotonic_ns(), run.seed, run.run_id, run.mode)
    write_launches(plan, specs)
    launches = [folder.launch(role) for role in (WITH_START, *WITH_KERNELS)]
    warmed_ns = warm(source, launches, folder.log("warm"))
    lead_ns = min(max(2 * warmed_ns, LEAST_LEAD_NS), MOST_LEAD_NS)
    plan = plan._replace(epoch_ns=monotonic_ns() + lead_ns)
    known = CurrentRun(
        folder=str(folder.path),
        mode=run.mode,
        run_id=run.run_id,
        up_s=run.link.up_s,
        addresses=reservation.addresses,
        supervisor_pid=os.getpid(),
    )
    return _Prepared(
        folder=folder,
        launches=write_launches(plan, specs),
        known=known,
        reservation=reservation,
        epoch_ns=plan.epoch_ns,
    )


def _fly(prepared: _Prepared, duration_ns: int, tell: Tell) -> tuple[LiveRun, bool]:
    """Run all processes to the end of the script; returns the run, and whether somebody interrupted it."""
    known, events = prepared.known, list[str]()
    supervisor = Supervisor(_children(prepared), late=LATE, event=events.append)
    with (
        prepared.reservation,
        held(lock_path(prepared.folder.path, SUPERVISOR)),
        prepared.folder.log(SUPERVISOR).open("w", encoding="utf-8") as log,
        Interrupts() as interrupts,
    ):
        ear = Runtime(prepared.launches[SUPERVISOR], log=log)
        thread = threading.Thread(target=ear.run, name=SUPERVISOR, daemon=True)
        live = LiveRun(prepared.folder, supervisor, cast(Any, ear.role), prepared.epoch_ns, tell, events)
        thread.start()
        try:
            announce(known)
            supervisor.start()
            _watch(live, duration_ns, interrupts)
            if interrupts.count:
                press_once(known.addresses, actor=SUPERVISOR, mode=known.mode, run_id=known.run_id)
            was_interrupted = interrupts.count > 0
        finally:
            live.phase = "stopping"
            supervisor.stop(interrupts)
            withdraw(known)
            ear.stop()
            thread.join(EAR_STOPS_S)
    live.phase = "ended"
    live.publish(monotonic_ns())
    return live, was_interrupted


def _watch(live: LiveRun, duration_ns: int, interrupts: Interrupts) -> None:
    """Watch until the script is done and a moment longer, the time is over, or somebody interrupts."""
    while not live.supervisor.start_late() and not interrupts.count:
        live.step()
    live.phase = "running"
    end_ns = max(monotonic_ns(), live.epoch_ns) + duration_ns
    while monotonic_ns() < end_ns and not interrupts.count:
        live.step()
        if live.ear.script is not None:
            end_ns = min(end_ns, monotonic_ns() + AFTERMATH_NS)


def _children(prepared: _Prepared) -> list[Child]:
    environment = child_environment()
    return [
        Child(
            role,
            command(launch.factory.partition(".")[0], role, prepared.folder.launch(role)),
            prepared.folder.log(role),
            holds=Holds(lock_path(prepared.folder.path, role), prepared.reservation.descriptor),
            environment=environment,
            is_vital=role != CONSOLE,
        )
        for role, launch in prepared.launches.items()
        if role != SUPERVISOR
    ]


def _facts(recording: Path, run: RunSettings) -> Facts:
    facts = Facts.of(run)
    for delivery in read_deliveries(recording):
        if delivery.message is not None:
            facts.consume(delivery.at_ns, delivery.role, delivery.message)
    return facts


def _moved(recording: Path, target: Path | None) -> Path:
    """Move a recording, all its files, to where it is wanted, and return its first file."""
    if target is None:
        return recording
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for number, file in enumerate(parts(recording), 1):
            shutil.move(file, part(target, number))
    except OSError as error:
        raise FileError(target, "", f"cannot hold the recording ({error.strerror})") from None
    return target
