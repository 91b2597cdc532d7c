"""The summary of a rehearsal from its recording: as it ends, or at any later time.

    recording ---> scenario, settings of the run ---> `FlownScenario`
              ---> each delivery ---> facts, lives of processes ---> `ground.report.run_summary`

What only the supervisor knows (signals, process numbers, how its children died) it hands in as `Watched`;
without it the recording's lives and presses say what they can.
"""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ground.audit.recording_audit import RecordingAudit
from ground.faults.fault_seams import FAULT_KINDS, on_ground
from ground.rehearsal.scenario_info import SCENARIO_FILE
from ground.report.expect.expectation import Evidence
from ground.report.expect.table import judge
from ground.report.facts.facts import Facts
from ground.report.facts.proofs import answered, is_broken
from ground.report.facts.recorded_facts import (
    OnDelivery,
    Witness,
    read_facts,
    reading_along,
    recorded_receivers,
    recorded_seat,
)
from ground.report.facts.recorded_lives import RecordedLives
from ground.report.findings import Judged, outcome
from ground.report.run_summary import Driven, FlownPlant, Summary, of_facts
from ground.run.kept.locks import SUPERVISOR
from ground.run.kept.recorded_run import recorded_settings, run_with_its_model
from ground.run.processes.process import ProcessRow
from ground.scenario.scenario_table import Scenario
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries
from telemetry.recording.records.record import parts

A_SIGNAL = "a signal"  # whichever it was
LATCHED = "the spacecraft reports its latch"
NOT_LATCHED = "its latch was not reported before the recording ends"


class FlownScenario(NamedTuple):
    """A flown scenario, its run, and its operator."""

    scenario: Scenario
    run: RunSettings
    seat: str  # participant whose screens show what the operator saw


class Watched(NamedTuple):
    """What only the supervisor of a run knows."""

    wall_s: float | None  # None: not known
    processes: list[ProcessRow]
    interrupted_by: str = ""  # name of the signal that asked for the end; empty: none did
    became: str = ""  # of the arm then
    has_begun: bool = True  # else nothing was recorded that could be judged


def summary_again(
    recording: Path, on_delivery: OnDelivery = lambda at_ns: None, *, witness: Witness | None = None
) -> Summary:
    """Return the summary of the rehearsal that a recording holds, from the recording alone.

    `witness` is given each message too, for whoever wants more of it than a summary.

    Raises:
        FileError: there is no such recording, it is of no rehearsal, or another version wrote it.
    """
    deliveries = read_deliveries(recording)
    next(deliveries.records(), None)  # what the run was is known from then on
    flown = flown_scenario(recording, deliveries)
    with run_with_its_model(recording, deliveries.about, flown.run) as run:
        return sum_up(flown._replace(run=run), recording, on_delivery=on_delivery, witness=witness)


def sum_up(
    flown: FlownScenario,
    recording: Path,
    *,
    watched: Watched | None = None,
    on_delivery: OnDelivery = lambda at_ns: None,
    witness: Witness | None = None,
) -> Summary:
    """Return the summary of a flight (`ground.report.run_summary`); a missing recording holds nothing.

    Raises:
        FileError: another version wrote the recording.
    """
    scenario, run, seat = flown
    facts = Facts.of(run, seat, faults=on_ground(scenario.faults))
    lives, is_there = RecordedLives(), bool(parts(recording))
    damage, is_live, audit = "", watched is not None, None
    if is_there and (watched is None or watched.has_begun):
        deliveries = read_deliveries(recording)
        auditing = RecordingAudit(recording, deliveries)
        _, lives, damage = read_facts(
            facts, deliveries, reading_along(on_delivery, witness), on_record=auditing.on_record
        )
        is_live, audit = bool(deliveries.about.begun), answered(auditing)
    watched = watched or _watched(lives, facts, flown, is_live=is_live)
    if watched.interrupted_by:
        facts.interventions.on_signal(
            facts.duration_s, SUPERVISOR, by=watched.interrupted_by, became=watched.became
        )
    driven = Driven(
        driver="processes" if is_live else "virtual",
        seed=run.seed,
        wall_s=watched.wall_s,
        processes=watched.processes,
        recording=str(recording) if is_there else None,
        damage=damage,
        audit=audit,
    )
    return summarise(scenario, run, facts, driven=driven)


def summarise(scenario: Scenario, run: RunSettings, facts: Facts, *, driven: Driven) -> Summary:
    """Return the whole summary."""
    has_cameras = any(row.role == "image_monitor" for row in driven.processes)
    seen = Evidence(facts, run, has_cameras, driven.processes, scenario.duration_s)
    expectations, ended_by = judge(scenario.expect, seen), facts.interventions.ended_by(facts.script_done_s)
    judged = Judged(seen, expectations, ended_by, driven.damage, driven.audit)
    came_of_it = outcome(judged)
    plant = scenario.truth.plant
    return of_facts(facts, run)(
        scenario=scenario.name,
        driver=driven.driver,
        coded=driven.coded,
        plant=FlownPlant(name=plant, dynamics=plant == "physics", base=_base(run)),
        seed=driven.seed,
        speedup=None if driven.wall_s is None else _speedup(facts.duration_s, driven.wall_s),
        verdict=came_of_it.verdict,
        rule=came_of_it.rule,
        findings=came_of_it.findings,
        ok=None if ended_by else all(row.ok for row in expectations) and not is_broken(driven.audit, run),
        ended_by=ended_by,
        expectations=expectations,
        processes=driven.processes,
        recording=driven.recording,
        damage=driven.damage or None,
        audit=driven.audit,
    )


def _speedup(duration_s: float, wall_s: float) -> float:
    return round(duration_s / wall_s, 1) if wall_s else 0.0


def _base(run: RunSettings) -> str | None:
    """Return whether the base is bolted or floats; None: a file of the model is no longer what it was."""
    try:
        return "bolted" if read_model(run).robot.platform is None else "free-floating"
    except FileError:
        return None


def flown_scenario(recording: Path, deliveries: Deliveries) -> FlownScenario:
    """Return what was flown, of a recording whose first record was read.

    Raises:
        FileError: it is of no rehearsal, or another version wrote it.
    """
    about = deliveries.about
    if SCENARIO_FILE not in about.files:
        raise FileError(
            recording,
            SCENARIO_FILE,
            "is not in it: only the recording of a rehearsal or a pass can be summed up",
        )
    try:
        scenario = _recorded(about.files[SCENARIO_FILE])
    except msgspec.MsgspecError as error:
        raise FileError(recording, SCENARIO_FILE, f"is not of this version ({error})") from None
    seat = recorded_seat(recorded_receivers(recording))
    return FlownScenario(scenario, recorded_settings(recording, about), seat)


def _recorded(content: bytes) -> Scenario:
    """Return the scenario of a recording; once each fault had the keys of all, and now those of its kind."""
    table = msgspec.json.decode(content, type=dict[str, Any])
    faults = msgspec.convert(table.get("fault", []), list[dict[str, Any]])
    for fault in faults:
        kind = FAULT_KINDS.get(str(fault.get("kind")))
        for key in fault.keys() - {"kind", *(kind.__struct_fields__ if kind else fault)}:
            del fault[key]
    return msgspec.convert({**table, "fault": faults}, Scenario)


def _watched(lives: RecordedLives, facts: Facts, flown: FlownScenario, *, is_live: bool) -> Watched:
    """Return what can be known without the supervisor: not which signal ended the run."""
    pressed_s = facts.interventions.supervisor_s
    is_early = pressed_s is not None and pressed_s < flown.scenario.duration_s
    is_latched = facts.arm.newest is not None and facts.arm.newest.latched
    return Watched(
        wall_s=facts.duration_s if is_live else None,
        processes=lives.rows(),
        interrupted_by=A_SIGNAL if is_early and facts.script is None else "",
        became=LATCHED if is_latched else NOT_LATCHED,
    )
