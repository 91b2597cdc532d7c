"""What is said of the newest plan's certificate: whether it still counts, and if not, why and what to do."""

from typing import NamedTuple

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from predictor.model.joint_text import joint_label, shown_unit, shown_value
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.plan import Certificate
from telemetry.plan.freshness import farthest, staleness

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
