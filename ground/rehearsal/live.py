"""Fly a scenario in real time: one process for each role, watched by this one, and tell what happened.

folder, addresses, launch files ---> kernels compiled once ---> processes, all ready: time zero
    ---> script done, time over or Ctrl-C (HOLD first) ---> processes end, the recorder last
    ---> facts from the recording ---> summary
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ground.rehearsal.about import about
from ground.rehearsal.by_person import plan_offers
from ground.rehearsal.flight import Flight
from ground.rehearsal.warm import WITH_KERNELS, WITH_START, warm
from ground.rehearsal.world import roles
from ground.report.facts import Facts
from ground.report.summary import Driven, summarise
from ground.run.consoles import CONSOLE, consoles, places
from ground.run.live_flight import Prepared, fly_processes, needed
from ground.run.live_run import Tell, process_rows
from ground.run.locks import SUPERVISOR
from ground.run.run_folder import (
    RunFolder,
    RunPlan,
    known_run,
    make_folder,
    new_run_id,
    write_launches,
)
from ground.run.runs import announce, present, runs_folder
from ground.scenario import Scenario, run_settings
from telemetry.authority import SCRIPT
from telemetry.clock import utc_stamp
from telemetry.contract import RoleSpec
from telemetry.network.reservation import reserve
from telemetry.recording.deliveries import read_deliveries
from telemetry.recording.mcap_file import ABOUT_FILE, DEFAULT_FILE
from telemetry.recording.record import part, parts
from telemetry.run_settings import NS_PER_S, RunSettings
from telemetry.settings import FileError


def fly_live(scenario: Scenario, flight: Flight, *, with_console: bool, tell: Tell) -> dict[str, Any]:
    """Fly the scenario and return the summary (`ground.report.summary`).

    Raises:
        FileError: the robot or scene file, the run folder or the recording cannot be used.
        StartError: a process does not become ready.
    """
    stamp = f"{scenario.name}-{flight.seed}-{utc_stamp()}"
    run = run_settings(scenario, seed=flight.seed, run_id=new_run_id(stamp), policy=flight.policy)
    specs = _specs(scenario, flight, run)
    tell(0.0, None, "")
    folder = make_folder(runs_folder(), stamp)
    told = about(scenario, run, source=flight.source, begun=utc_stamp())
    with ExitStack() as ending:
        with _removed_on_error(folder), needed(folder):
            ending.enter_context(present(folder.path))
            (folder.path / ABOUT_FILE).write_bytes(msgspec.json.encode(told))
            prepared = _prepare(folder, specs, run, source=flight.source or scenario.name)
        later = places(prepared.known.addresses)[1 if with_console else 0 :]
        duration_ns = round(scenario.duration_s * NS_PER_S)
        live, was_interrupted = fly_processes(prepared, duration_ns, tell, later=later)
        wall_s = live.clock.now_ns() / NS_PER_S
        recording = _moved(prepared.folder.path / DEFAULT_FILE, flight.recording)
        facts = _facts(recording, Facts.of(run, SCRIPT if flight.operator == "script" else CONSOLE))
        if was_interrupted:
            facts.interventions.cut_off(facts.duration_s, SUPERVISOR)
        driven = Driven(
            driver="processes",
            seed=flight.seed,
            wall_s=wall_s,
            processes=process_rows(live.supervisor.children),
            recording=str(recording),
        )
        summary = summarise(scenario, run, facts, driven=driven)
        summary["run"] = str(prepared.folder.path)
        live.files.write(prepared.folder.summary, msgspec.json.format(msgspec.json.encode(summary)))
        live.tell_events()
    return summary


def _specs(scenario: Scenario, flight: Flight, run: RunSettings) -> list[RoleSpec]:
    """Return all roles, what the supervisor hears with, and the consoles, which may be opened later."""
    return [
        *roles(scenario, run, cameras=flight.cameras, operator=flight.operator),
        RoleSpec(SUPERVISOR, "ground.run.supervisor_role:build", run),
        *consoles(run, offers=plan_offers(scenario), person_flies=flight.operator == "person"),
    ]


@contextmanager
def _removed_on_error(folder: RunFolder) -> Iterator[None]:
    """Leave no folder behind in which nothing has happened."""
    try:
        yield
    except FileError:
        shutil.rmtree(folder.path, ignore_errors=True)
        raise


def _prepare(folder: RunFolder, specs: Sequence[RoleSpec], run: RunSettings, *, source: str) -> Prepared:
    """Let the run be found, write the launch files and compile the kernels."""
    with ExitStack() as ending:
        reservation = ending.enter_context(
            reserve([spec.participant for spec in specs], participants=run.participants)
        )
        plan = RunPlan(folder, reservation.addresses, run.seed, run.run_id, run.mode)
        known = known_run(plan, up_s=run.link.up_s, down_s=run.link.down_s, period_s=run.commanding.period_s)
        announce(known)
        launches = write_launches(plan, specs)
        with_kernels = [folder.launch(role) for role in (WITH_START, *WITH_KERNELS)]
        warm(source, with_kernels, folder.log("warm"))
        prepared = Prepared(folder=folder, launches=launches, known=known, reservation=reservation)
        ending.pop_all()  # the addresses are the flight's from now on
    return prepared


def _facts(recording: Path, facts: Facts) -> Facts:
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
