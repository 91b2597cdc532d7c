"""What came of a pass against a spacecraft that is elsewhere: a rehearsal's figures, less those of its truth.

    recording ---> facts ---> findings, figures ---> `PassFigures` ---> terminal, keys of JSON

Nothing is expected of a pass, so its verdict is that of its findings alone.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.audit.answers import AuditAnswer
from ground.audit.recording_audit import RecordingAudit
from ground.report.expect.expectation import Evidence
from ground.report.facts.certificates import CertifiedRow
from ground.report.facts.clamps import ClampRow
from ground.report.facts.facts import Facts
from ground.report.facts.forces import FeltForce
from ground.report.facts.interventions import Intervention
from ground.report.facts.mount_exclusions import LeftOut
from ground.report.facts.occurrences import Held, PictureCounts, ReportCounts, ReportTotals, RolledBack
from ground.report.facts.proofs import answered
from ground.report.facts.ranges import RangeFigures
from ground.report.facts.rates import Cycles, RateRow
from ground.report.facts.recorded_facts import (
    OnDelivery,
    Witness,
    read_facts,
    reading_along,
    recorded_receivers,
    recorded_seat,
)
from ground.report.facts.recorded_lives import RecordedLives
from ground.report.facts.refusals import RefusedRow
from ground.report.facts.violations import ViolationRow
from ground.report.facts.warnings import WarnedRow
from ground.report.facts.words import count_text
from ground.report.facts.world_changes import WorldRow
from ground.report.findings import Judged, RunFinding, outcome
from ground.report.run_summary import DelayFigures, of_facts
from ground.run.kept.recorded_run import recorded_settings
from ground.run.processes.process import ProcessRow
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.acts import PlanWent
from telemetry.messages.command import BridgeReport
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries
from telemetry.recording.records.record import SETTINGS, Delivery

GATE = "gate"


class PassClearance(msgspec.Struct, frozen=True, kw_only=True):
    """How near anything came, as predicted."""

    min_predicted_m: float | None
    required_m: float
    left_out: list[LeftOut] | None
    world: list[WorldRow]


class PassFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a pass, with the names that a rehearsal's summary gives them."""

    verdict: str  # NOMINAL, NOMINAL WITH FINDINGS, OFF-NOMINAL
    rule: str  # that produced the verdict
    findings: list[RunFinding]
    interventions: list[Intervention]
    commands: dict[str, int]  # STATE -> count
    steps: tuple[PlanWent, ...]
    rollbacks: list[RolledBack]
    holds: list[Held]
    clamps: list[ClampRow]  # of the hand
    refusals: list[RefusedRow]
    certificates: list[CertifiedRow]
    clearance: PassClearance
    warnings: list[WarnedRow]
    violations: list[ViolationRow]
    warns_m: float
    range: RangeFigures | None  # None: nothing was measured
    force: FeltForce | None  # None: no hand was bilateral
    delay: DelayFigures
    telemetry: ReportCounts
    images: dict[str, PictureCounts]  # by camera
    rates: list[RateRow]
    cycles: Cycles | None  # None: not reported
    processor: dict[str, float]  # ROLE -> share of one
    lost_records: dict[str, int]  # ROLE -> count
    lan_lost: dict[str, int]  # ROLE -> datagrams
    damage: str | None  # of the recording
    audit: AuditAnswer | None  # what the recording proves; None: there is none


class PassSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A pass from its recording alone, with the names that `farhand operate` gives."""

    station: str
    mode: str
    run_id: str
    duration_s: float  # from the beginning to the last record
    recording: str
    processes: list[ProcessRow]  # of all hosts
    figures: PassFigures


class Flown(NamedTuple):
    """A pass that was flown."""

    run: RunSettings
    processes: list[ProcessRow]  # of this host
    has_cameras: bool


def is_pass(recording: Path) -> bool:
    """True if a recording is of a pass; FileError: it cannot be read."""
    about = _begun(recording).about
    return SETTINGS in about.files and recorded_settings(recording, about).has_passes


def pass_again(recording: Path, on_delivery: OnDelivery, *, witness: Witness | None = None) -> PassSummary:
    """Return the summary of the pass that a recording holds, from the recording alone.

    `witness` is given each message too.

    Raises:
        FileError: it cannot be read, or another version wrote it.
    """
    run = recorded_settings(recording, _begun(recording).about)
    seen = _read(run, recording, reading_along(on_delivery, witness))
    processes = seen.lives.rows()
    has_cameras = any(row.role == "image_monitor" for row in processes)
    return PassSummary(
        station=run.station,
        mode=run.mode,
        run_id=run.run_id,
        duration_s=round(seen.facts.duration_s, 3),
        recording=str(recording),
        processes=processes,
        figures=_figures(seen, Flown(run, processes, has_cameras)),
    )


def _begun(recording: Path) -> Deliveries:
    """Return a recording of which the first record was read, so that what the run was is known."""
    deliveries = read_deliveries(recording)
    next(deliveries.records(), None)
    return deliveries


def pass_figures(flown: Flown, recording: Path, on_delivery: OnDelivery) -> PassFigures:
    """Return the figures of a pass from its recording; `on_delivery` is given the time of each delivery [ns].

    Raises:
        FileError: the recording cannot be read.
    """
    return _figures(_read(flown.run, recording, reading_along(on_delivery, None)), flown)


class _Read(NamedTuple):
    """What a recording tells."""

    facts: Facts
    lives: RecordedLives
    damage: str  # empty: none
    audit: AuditAnswer | None


def _read(run: RunSettings, recording: Path, along: Callable[[Delivery], None]) -> _Read:
    deliveries, reports, telemetry = read_deliveries(recording), ReportTotals(), ReportCounts()
    audit, seat = RecordingAudit(recording, deliveries), recorded_seat(recorded_receivers(recording))

    def on_any(delivery: Delivery) -> None:
        nonlocal telemetry
        if isinstance(delivery.message, BridgeReport) and delivery.role == GATE:
            telemetry = reports.on_bridge_report(delivery.message)
        along(delivery)

    known = read_facts(Facts.of(run, seat), deliveries, on_any, on_record=audit.on_record)
    known.facts.telemetry = telemetry  # as the gate was told, also where nobody sat at a console
    return _Read(*known, answered(audit))


def _figures(read: _Read, flown: Flown) -> PassFigures:
    facts, damage = read.facts, read.damage
    seen = Evidence(facts, flown.run, flown.has_cameras, flown.processes)
    came_of_it = outcome(Judged(seen, (), None, damage, read.audit))
    known = of_facts(facts, flown.run).keywords
    clearance = known.pop("clearance")
    return PassFigures(
        **{name: value for name, value in known.items() if name in PassFigures.__struct_fields__},
        verdict=came_of_it.verdict,
        rule=f"by {count_text(len(came_of_it.findings), 'finding')}; nothing is expected of a pass",
        findings=came_of_it.findings,
        clearance=PassClearance(
            min_predicted_m=clearance.min_predicted_m,
            required_m=clearance.required_m,
            left_out=clearance.left_out,
            world=clearance.world,
        ),
        damage=damage or None,
        audit=read.audit,
    )
