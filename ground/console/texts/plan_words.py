"""Texts of a plan: its certificate, what is to be known before it is armed, and how far each step is.

Of a certificate they tell whether it still counts, and if not, why and what to do.
"""

from typing import NamedTuple

from ground.console.facts.plan_progress import PlanProgress, StepProgress
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.operator.part_words import move_text
from predictor.model.joint_text import joint_label, shown_unit, shown_value
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.plan import Certificate, PlanReady
from telemetry.plan.freshness import farthest, staleness

STEP_SIGNS = {"done": "✓ ", "sent": "→ ", "current": "▶ ", "to come": ""}
DIGEST_DIGITS = 8  # hexadecimal digits of a digest


class CertificateWords(NamedTuple):
    """One line, and its colour."""

    text: str
    colour: str


def certificate_words(snapshot: Snapshot, run: RunSettings, robot: Robot) -> CertificateWords | None:
    """Return what is said of the newest plan's certificate; None: there is no plan."""
    plan = snapshot.plan.ready
    if plan is None:
        return None
    certificate, heading = plan.certificate, f"certificate {plan.certificate.digest.hex()[:DIGEST_DIGITS]}"
    found = _found(certificate)
    if snapshot.plan.epoch is not None:
        return CertificateWords(f"{heading} is being flown: {found}", theme.PLANNED)
    gate, collision = snapshot.authority.gate, snapshot.collision.state
    if gate is None or collision is None:
        silent = "gate" if gate is None else "predictor"
        return CertificateWords(
            f"{heading}: whether it counts is not known, the {silent} is silent", theme.WARN
        )
    last, world = gate.value.last, collision.value.world
    reason = staleness(certificate, configuration=run.configuration, world=world, r_q=last.q)
    if reason is None:
        return CertificateWords(f"{heading} is fresh: {found}", theme.GOOD)
    away = _away(certificate, last.q, robot) if reason is Reason.START_MISMATCH else ""
    return CertificateWords(f"{heading} is STALE: {cause(reason)}{away}; {cure(reason)}", theme.BAD)


def _found(certificate: Certificate) -> str:
    evidence = certificate.evidence
    least = f"{formats.pair_names(certificate.pair)} {formats.millimetres(certificate.clearance)}"
    if evidence is None:
        return f"nearest {least}"
    needed = f"{formats.millimetres(evidence.required)} required"
    return f"nearest {least} at {formats.seconds(evidence.at)} ({needed}; {evidence.method})"


def _away(certificate: Certificate, r_q: tuple[float, ...], robot: Robot) -> str:
    """Return which joint is how far from where the plan starts."""
    apart = farthest(certificate.start_q, r_q)
    if apart is None:
        return ""
    joint = robot.commanded[apart.joint]
    by = f"{shown_value(joint, apart.by):.3g} {shown_unit(joint)}"
    return f" ({joint_label(robot.commanded, apart.joint)} by {by})"


def losses_text(plan: PlanReady | None) -> str:
    """Return what a plan gives up of what was asked; empty: nothing."""
    return f"what it gives up: {'; '.join(plan.losses)}" if plan and plan.losses else ""


def armable_plan_text(plan: PlanReady | None, required_m: float) -> str:
    """Return what is to be known of a plan before it is armed; empty: there is none."""
    if plan is None:
        return ""
    least = plan.certificate
    nearest = f"{formats.pair_names(least.pair)} {formats.with_required(least.clearance, required_m)}"
    around = "".join(
        f"; move {number} around {formats.pair_names(step.around)}, {formats.seconds(step.longer)} longer"
        for number, step in enumerate(plan.steps, start=1)
        if step.around
    )
    return f"▬ plan to arm: {formats.seconds(plan.duration)}{_peaks(plan)}, nearest {nearest}{around}"


def _peaks(plan: PlanReady) -> str:
    """Return how near to their limits the joints come."""
    if plan.peaks is None or plan.peaks.shares is None:
        return ""
    speed, acceleration, jerk = map(formats.percent, plan.peaks.shares)
    return f", of the limits at most {speed} of speed, {acceleration} of acceleration, {jerk} of jerk"


def progress_text(plan: PlanProgress) -> str:
    """Return the steps of a plan in words, with the time of each."""
    steps = "   ".join(_step(shown, is_flown=plan.is_flown) for shown in plan.steps)
    if not plan.is_flown:
        return f"plan {plan.plan_id}, not flown yet:   {steps}"
    begun, none = f"orbit, as last seen: step {plan.in_orbit}", "orbit has begun none, as last seen"
    seen = begun if plan.in_orbit else none
    return f"plan {plan.plan_id}:   {steps}   ({seen})"


def _step(shown: StepProgress, *, is_flown: bool) -> str:
    sign = STEP_SIGNS[shown.state] if is_flown else ""
    left = f", {formats.seconds(shown.remaining_s)} left" if is_flown and shown.state == "current" else ""
    what = f"{formats.words(shown.step.tool)} {move_text(shown.step.kind)}".lstrip()
    return f"{sign}{shown.number} {what} {formats.seconds(shown.duration_s)}{left}"
