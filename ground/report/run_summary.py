"""The summary of a run: one structure that terminal, JSON, console and findings all read.

    scenario, settings, facts ---> expectations, findings ---> Summary ---> text (`summary_text`)
                                                                 |---> its fields as keys of JSON
                                                                 `---> its end on screens (`run_end`)

Its parts stand beside what computes them.  In virtual time the same run gives the same summary byte for byte
but for `speedup`, `processes`, `recording`.  From a recording the same is made again
(`ground.rehearsal.summing_up`): there `speedup` is null in virtual time, and no process has its `pid`.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from ground.audit.answers import AuditAnswer
from ground.report.expect.expectation import Expected
from ground.report.facts import mount_exclusions
from ground.report.facts.certificates import CertifiedRow
from ground.report.facts.clamps import ClampRow
from ground.report.facts.explained import violation_rows
from ground.report.facts.facts import Facts
from ground.report.facts.forces import FeltForce
from ground.report.facts.guides import FixtureContact, MadeFixture
from ground.report.facts.interventions import Intervention
from ground.report.facts.mount_exclusions import LeftOut
from ground.report.facts.occurrences import Held, PictureCounts, ReportCounts, RolledBack, Touched
from ground.report.facts.ranges import RangeFigures
from ground.report.facts.rates import Cycles, RateRow
from ground.report.facts.refusals import RefusedRow
from ground.report.facts.run_faults import FailedJoint
from ground.report.facts.violations import ViolationRow
from ground.report.facts.warnings import WarnedRow
from ground.report.facts.words import rounded
from ground.report.facts.world_changes import WorldRow
from ground.report.findings import ABORTED, RunFinding, finding
from ground.run.kept.history import EndedBy
from ground.run.processes.process import ProcessRow
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.acts import PlanWent
from telemetry.messages.base import shortened
from telemetry.messages.health import FINDINGS, Finding, RunEnd

METRES = 6  # digits
SECONDS = 4


class Driven(NamedTuple):
    """Facts of a run that only its driver knows."""

    driver: str  # virtual or processes
    seed: int
    wall_s: float | None  # that the run took; None: not known
    processes: list[ProcessRow]
    recording: str | None
    damage: str = ""  # of the recording: what of it could not be read
    audit: AuditAnswer | None = None  # None: nothing was recorded
    coded: bool = True  # False: messages went as they are, in virtual time


class FlownPlant(msgspec.Struct, frozen=True, kw_only=True):
    """The spacecraft's body."""

    name: str
    dynamics: bool
    base: str | None  # bolted, free-floating; None: a file of the model is no longer what it was


class LeftUnjudged(msgspec.Struct, frozen=True, kw_only=True):
    """Set-points that left against a verdict; by the watermark none."""

    unverified: int
    after_bad_verdict: int


class ClearanceFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How near anything came."""

    min_truth_m: float | None
    min_predicted_m: float | None
    required_m: float
    left_out: list[LeftOut] | None  # None: not known any more
    world: list[WorldRow]  # updates of it that were confirmed


class DelayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The link's delays; None: not measured."""

    up_s: float | None
    down_s: float | None
    round_trip_mean_s: float | None
    round_trip_max_s: float | None
    operator_loop_s: float | None


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The summary of a run; times in seconds from its start."""

    scenario: str
    driver: str
    plant: FlownPlant
    policy: str
    seed: int
    duration_s: float
    speedup: float | None
    verdict: str  # NOMINAL, NOMINAL WITH FINDINGS, OFF-NOMINAL, ABORTED
    rule: str  # that produced the verdict
    findings: list[RunFinding]
    ok: bool | None  # None: a person ended the run
    ended_by: EndedBy | None
    interventions: list[Intervention]
    expectations: list[Expected]
    commands: dict[str, int]  # STATE -> count
    left: LeftUnjudged
    steps: tuple[PlanWent, ...]  # of a person's plans
    joints: list[FailedJoint]
    fixtures: list[MadeFixture]
    touches: list[FixtureContact]
    rollbacks: list[RolledBack]
    holds: list[Held]
    clamps: list[ClampRow]  # of the hand
    refusals: list[RefusedRow]  # without the acts that were taken after waiting
    certificates: list[CertifiedRow]  # of every plan
    contacts: list[Touched]
    clearance: ClearanceFigures
    warnings: list[WarnedRow]
    violations: list[ViolationRow]
    warns_m: float  # distance below which they come
    range: RangeFigures | None  # None: nothing was measured
    force: FeltForce | None  # None: no hand was bilateral
    delay: DelayFigures
    telemetry: ReportCounts
    images: dict[str, PictureCounts]  # by camera
    rates: list[RateRow]
    cycles: Cycles | None  # None: not reported
    processor: dict[str, float]  # ROLE -> share of one
    lost_records: dict[str, int]  # ROLE -> count
    lan_lost: dict[str, int]  # ROLE -> datagrams that it missed on the station's groups
    processes: list[ProcessRow]
    recording: str | None
    damage: str | None  # of the recording
    audit: AuditAnswer | None  # what the recording proves; None: there is none
    run: str = ""  # its folder, where it had processes; else not there
    coded: bool = True  # false: its messages went uncoded, in virtual time; else not there


def of_facts(facts: Facts, run: RunSettings) -> "partial[Summary]":
    """Return the summary without the fields that facts alone do not give."""
    account = facts.ranges.account()
    return partial(
        Summary,
        policy=run.commanding.policy,
        duration_s=round(facts.duration_s, SECONDS),
        interventions=facts.interventions.rows,
        commands=facts.commands.end_states(),
        left=LeftUnjudged(
            unverified=facts.releases.unverified, after_bad_verdict=facts.releases.after_bad_verdict
        ),
        steps=facts.script.plans if facts.script else (),
        joints=facts.joints.rows,
        fixtures=facts.guides.made,
        touches=facts.guides.touches,
        rollbacks=facts.rollbacks,
        holds=facts.holds,
        clamps=facts.clamps.rows,
        refusals=facts.refusals.rows,
        certificates=facts.certificates.rows,
        contacts=facts.contacts,
        clearance=_clearance(facts, run),
        warnings=facts.warnings.rows,
        violations=violation_rows(facts, run),
        warns_m=round(run.margins.warns_m, METRES),
        range=None if account is None else account.figures(),
        force=facts.forces.row(),
        delay=_delay(facts, run),
        telemetry=facts.telemetry,
        images=facts.images,
        rates=[rate.row() for rate in facts.kept_rates()],
        cycles=facts.rates.cycles(),
        processor=facts.rates.processor(),
        lost_records=facts.lost_records.by_role,
        lan_lost=facts.lan_lost(),
    )


def _clearance(facts: Facts, run: RunSettings) -> ClearanceFigures:
    return ClearanceFigures(
        min_truth_m=rounded(facts.least_truth and facts.least_truth.distance_m, METRES),
        min_predicted_m=rounded(facts.least_predicted and facts.least_predicted.distance_m, METRES),
        required_m=round(run.margins.required_m, METRES),
        left_out=mount_exclusions.rows(run, facts.judged),
        world=facts.world.rows,
    )


def _delay(facts: Facts, run: RunSettings) -> DelayFigures:
    trip = facts.round_trip
    mean, beyond_link_s = trip.mean_s, run.commanding.loop_beyond_link_s
    return DelayFigures(
        up_s=rounded(trip.up_s, SECONDS),
        down_s=rounded(trip.down_s, SECONDS),
        round_trip_mean_s=rounded(mean, SECONDS),
        round_trip_max_s=rounded(trip.max_s, SECONDS),
        operator_loop_s=rounded(None if mean is None else mean + beyond_link_s, SECONDS),
    )


def run_end(summary: Summary) -> RunEnd:
    """Return the message of a summary to the screens."""
    return RunEnd(
        verdict=summary.verdict,
        rule=shortened(summary.rule),
        findings=tuple(map(_message, summary.findings[:FINDINGS])),
        more=len(summary.findings[FINDINGS:]),
        recording=summary.recording or "",
    )


def given_up(problem: str) -> RunEnd:
    """Return the message of a run that an error has ended."""
    found = finding("failure", "the run was given up", problem, cure="set that right, then fly again")
    return RunEnd(
        verdict=ABORTED, rule="an error ended it", findings=(_message(found),), more=0, recording=""
    )


def _message(found: RunFinding) -> Finding:
    return Finding(
        severity=found.severity, at=found.at_s, text=found.text, reason=found.reason, cure=found.cure
    )
