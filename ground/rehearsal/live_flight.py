"""Fly a scenario in real time, one process for each role, watched by this one; return the summary.

scenario ---> plan ---> the run's life (`ground.run.life`), with the start pose checked first
    ---> summary from the recording (`ground.rehearsal.summing_up`) ---> screens
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from ground.console.facts.settings import approvers, consoles, observers, with_around, with_plans
from ground.faults.fault_seams import changes, encoded
from ground.rehearsal.roles import plan_offers, roles
from ground.rehearsal.scenario_info import about_rehearsal, around_of
from ground.rehearsal.summing_up import FlownScenario, Watched, sum_up
from ground.rehearsal.virtual_flight import Flight
from ground.report.run_summary import Summary, given_up, run_end
from ground.run.kept.known_runs import runs_folder
from ground.run.kept.run_folder import make_folder, new_run_id
from ground.run.life import run_processes
from ground.run.live_run import LiveRun, OnProgress
from ground.run.prepared import Prepared, prepared
from ground.run.processes.compiling import KernelPart
from ground.run.run_plan import FAR_END, RunPlan, flight_plan, supervision
from ground.scenario.scenario import run_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.files.settings import FileError
from telemetry.life.clock import utc_stamp
from telemetry.recording.records.record import part, parts
from telemetry.recording.writing.mcap_file import DEFAULT_FILE

START_POSE = "ground.rehearsal.warming:check"


OnReady = Callable[[Prepared, RunSettings], None]


def fly_live(
    scenario: Scenario, flight: Flight, *, with_console: bool, on_ready: OnReady, on_progress: OnProgress
) -> Summary:
    """Fly the scenario and return the summary (`ground.report.run_summary`).

    `on_ready` is called with the run before its first process starts.

    Raises:
        FileError: the robot or scene file, the run folder or the recording cannot be used.
        StartError: a process does not become ready.
        Interrupted: a signal came before anything was started.
    """
    stamp = f"{scenario.name}-{flight.seed}-{utc_stamp()}"
    run = run_settings(scenario, seed=flight.seed, run_id=new_run_id(stamp), policy=flight.policy)
    source = flight.source or scenario.name
    plan = live_plan(scenario, flight, run, name=stamp, with_console=with_console)
    check = KernelPart(START_POSE, (source, str(plan.folder.launch(FAR_END))))
    with prepared(plan) as ready:
        on_ready(ready, run)
        with run_processes(ready, on_progress, check=check, failed=given_up) as live:
            live.enter("summing up")
            summary = _summary(scenario, flight, run, live=live)
            live.files.write(ready.folder.summary, msgspec.json.format(msgspec.json.encode(summary)))
            live.send_end(run_end(summary))
    return summary


def live_plan(
    scenario: Scenario, flight: Flight, run: RunSettings, *, name: str, with_console: bool
) -> RunPlan:
    """Return the plan of the flight, in a new folder of this name."""
    screens = [
        *consoles(run, offers=plan_offers(scenario), person_flies=flight.operator == "person"),
        *observers(run),
        *approvers(run),
    ]
    later = [spec.participant for spec in screens]
    plan = flight_plan(
        make_folder(runs_folder(), name),
        run,
        [
            *roles(scenario, run, cameras=flight.cameras, operator=flight.operator),
            supervision(run),
            *screens,
        ],
        duration_s=scenario.duration_s,
        later=later[1:] if with_console else later,
        about=about_rehearsal(scenario, run, source=flight.source, begun=utc_stamp()),
    )
    around = around_of(scenario, cameras=flight.cameras)
    return replace(
        plan,
        faults=encoded(scenario.faults),
        changes=changes(scenario.faults),
        specs=with_plans(with_around(plan.specs, around), plan.folder.plans),
    )


def _summary(scenario: Scenario, flight: Flight, run: RunSettings, *, live: LiveRun) -> Summary:
    folder = live.plan.folder.path
    recording = _moved(folder / DEFAULT_FILE, flight.recording)
    pressed = live.interrupts.count

    def look(at_ns: int) -> None:
        nonlocal pressed
        if live.interrupts.count > pressed:
            pressed = live.interrupts.count
            live.events.append(f"the flight is over and is being summed up; its recording is {recording}")
        live.summed_s = at_ns / NS_PER_S
        live.publish_if_due()

    flown = FlownScenario(scenario, run, SCRIPT if flight.operator == "script" else CONSOLE)
    watched = Watched(
        wall_s=live.clock.now_ns() / NS_PER_S,
        processes=[child.row for child in live.supervisor.children],
        interrupted_by=live.interrupted_by,
        became=live.arm_outcome if live.interrupted_by else "",
        has_begun=live.clock.has_time_zero(),
    )
    summary = sum_up(flown, recording, watched=watched, on_delivery=look)
    return msgspec.structs.replace(summary, run=str(folder))


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
