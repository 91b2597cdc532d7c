"""The figures of a run on its page: head, hand, link, prediction, and what is proven of it."""

from itertools import pairwise
from typing import NamedTuple

import msgspec

from ground.audit.answers import AuditAnswer
from ground.debrief.courses import plotted
from ground.debrief.gathered import NOW_ITSELF, NOW_SCENE, Gathered
from ground.report.expect.expectation import Expected
from ground.report.facts.forces import FeltForce, ForceSamples, HandForces
from ground.report.page.page_data import PageHead, RunHand, RunLink, RunPrediction, RunProof, SealState
from ground.report.pass_figures import PassFigures, PassSummary
from ground.report.run_summary import Summary
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.limits import QUIET_RAD
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Vector
from telemetry.messages.force import HandForce
from telemetry.recording.records.record import About

FORCES = 600  # of a hand that are drawn
DIGITS = 5
SEALED = "the records of the gate's log are on record; farhand audit --key checks who sealed them"
UNSEALED = "nothing of a sealed log of the gate is on record"


class FlownRun(NamedTuple):
    """A recorded run: its summary, what else was gathered of it, and what its recording says of it."""

    summary: Summary | PassSummary
    gathered: Gathered
    about: About

    @property
    def figures(self) -> Summary | PassFigures:
        """What a rehearsal and a pass have in common."""
        return self.summary.figures if isinstance(self.summary, PassSummary) else self.summary

    @property
    def name(self) -> str:
        """The scenario, or the station."""
        return self.summary.station if isinstance(self.summary, PassSummary) else self.summary.scenario

    @property
    def expectations(self) -> list[Expected]:
        """What was expected of it; of a pass nothing is."""
        return [] if isinstance(self.summary, PassSummary) else self.summary.expectations


def head_of(flown: FlownRun) -> PageHead:
    """Return what was flown, and how it went."""
    figures, run, summary = flown.figures, flown.gathered.run, flown.summary
    true_m = None if isinstance(figures, PassFigures) else figures.clearance.min_truth_m
    least_by, least_m = _least(flown, true_m)
    return PageHead(
        mode=run.mode,
        begun=flown.about.begun,
        duration_s=summary.duration_s,
        verdict=figures.verdict,
        rule=figures.rule,
        flown_by="script" if flown.gathered.seat == SCRIPT else "person",
        people=sorted(flown.gathered.logins),
        plant="" if isinstance(summary, PassSummary) else summary.plant.name,
        seed=run.seed,
        policy=run.commanding.policy,
        link_s=round(run.link.up_s + run.link.down_s, 3),
        measured_s=figures.delay.round_trip_mean_s,
        least_m=least_m,
        least_by=least_by,
        required_m=round(run.margins.required_m, 6),
    )


def _least(flown: FlownRun, true_m: float | None) -> tuple[str, float | None]:
    """Return the best source of the least clearance that has one, and that clearance [m]."""
    estimates = (flown.gathered.clearances.get(source) for source in (NOW_SCENE, NOW_ITSELF))
    known = {
        "physics": true_m,
        "prediction": flown.figures.clearance.min_predicted_m,
        "estimate": min((round(min(each.value), 6) for each in estimates if each), default=None),
    }
    return next(((who, least_m) for who, least_m in known.items() if least_m is not None), ("", None))


def hand_of(flown: FlownRun, file: str) -> RunHand:
    """Return what a hand asked for and felt."""
    figures = flown.figures
    felt = figures.force
    return RunHand(
        force=None if felt is None else _forces(felt, flown, file),
        clamps=figures.clamps,
        fixtures=figures.fixtures if isinstance(figures, Summary) else [],
        touches=figures.touches if isinstance(figures, Summary) else [],
    )


def _forces(felt: FeltForce, flown: FlownRun, file: str) -> HandForces:
    """Return some of the forces, evenly, and always the greatest."""
    found = flown.gathered.forces
    every = max(1, len(found) // FORCES)
    peak = max(found, key=_size)
    kept = [force for place, force in enumerate(found) if place % every == 0 or force is peak]
    return HandForces(
        scenario=flown.name,
        file=file,
        force=felt,
        samples=ForceSamples(
            at_s=[round(force.at_ns / NS_PER_S, 3) for force in kept],
            sent_m=[_rounded(force.p_sent) for force in kept],
            received_m=[_rounded(force.p_received) for force in kept],
            force_n=[_rounded(force.force) for force in kept],
            asked_n=[_rounded(force.total) for force in kept],
        ),
        damage=figures_damage(flown),
    )


def figures_damage(flown: FlownRun) -> str | None:
    """Return what of the recording could not be read."""
    return flown.figures.damage or None


def _size(force: HandForce) -> float:
    x, y, z = force.force
    return x * x + y * y + z * z


def _rounded(vector: Vector) -> Vector:
    x, y, z = (round(each, DIGITS) for each in vector)
    return x, y, z


def link_of(flown: FlownRun) -> RunLink:
    """Return what came over the link."""
    figures, gathered = flown.figures, flown.gathered
    gap = max(((b - a, a) for a, b in pairwise(gathered.reports_s)), default=None)
    has_trips = len(gathered.round_trip.value) > 0
    return RunLink(
        delay=figures.delay,
        telemetry=figures.telemetry,
        longest_gap_s=None if gap is None else round(gap[0], 3),
        longest_gap_at_s=None if gap is None else round(gap[1], 3),
        courses=[plotted("round trip", gathered.round_trip)] if has_trips else [],
        images=figures.images,
        rates=figures.rates,
        cycles=figures.cycles,
        lan_lost=figures.lan_lost,
    )


def prediction_of(gathered: Gathered) -> RunPrediction:
    """Return how far telemetry was from the model at the same instants."""
    residual = gathered.residual
    worst = residual.greatest
    return RunPrediction(
        median_rad=residual.share(50.0),
        p95_rad=residual.share(95.0),
        worst_rad=worst[1] if worst else None,
        worst_s=worst[0] if worst else None,
        band_rad=round(QUIET_RAD, 6),
        course=plotted("residual", residual) if worst else None,
    )


def proof_of(audit: AuditAnswer | None, gathered: Gathered) -> RunProof:
    """Return what is proven, with the recording by its name alone."""
    log = audit.log if audit else None
    state: SealState = "NOT CHECKED" if gathered.has_sealed_log else "NOT SEALED"
    if log is not None and log.seal != "NOT CHECKED":
        state = "PROVEN" if log.seal == "GOOD" else "BROKEN"
    what = log.seal_what if log else SEALED if gathered.has_sealed_log else UNSEALED
    return RunProof(audit=_named(audit), seal=state, seal_what=what)


def _named(audit: AuditAnswer | None) -> AuditAnswer | None:
    return msgspec.structs.replace(audit, recording=audit.recording.rpartition("/")[2]) if audit else None
