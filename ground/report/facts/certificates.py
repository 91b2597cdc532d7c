"""Certificates of a run: which plans were certified, and which of them were armed or refused.

PlanReady --> a row        ArmPlan --> which is meant        ActReply --> armed, or refused and why
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from ground.report.facts.words import count_text, millimetres
from telemetry.messages.acts import ActReply, ArmPlan
from telemetry.messages.base import wire_name
from telemetry.messages.plan import Certificate, PlanReady

DIGEST_DIGITS = 12  # hexadecimal digits of a digest


class CertifiedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One certificate, and what became of it."""

    plan_id: str
    digest: str  # the first of its hexadecimal digits
    made_s: float
    armed_s: float | None = None  # None: never armed
    refused: str = ""  # why its newest arming was
    set_points: int
    clearance_m: float
    pair: tuple[str, ...]
    nearest_s: float | None
    required_m: float | None
    method: str


@dataclass(slots=True)
class Certificates:
    """Certificates in order; times in seconds from the run's start."""

    rows: list[CertifiedRow] = field(default_factory=list)
    _meant: dict[int, bytes] = field(default_factory=dict)  # number of an act -> the certificate it names

    def on_plan_ready(self, at_s: float, ready: PlanReady) -> None:
        """Add the certificate of a plan."""
        self.rows.append(_row(at_s, ready.certificate))

    def on_arm_plan(self, act: ArmPlan) -> None:
        """Keep which certificate an act names."""
        self._meant[act.number] = act.certificate

    def on_act_reply(self, at_s: float, reply: ActReply) -> None:
        """Note the gate's answer to such an act."""
        digest = self._meant.get(reply.number, b"").hex()[:DIGEST_DIGITS]
        if reply.act != wire_name(ArmPlan) or not digest:
            return
        for place, row in enumerate(self.rows):
            if row.digest == digest:
                armed_s = round(at_s, 3) if reply.accepted else row.armed_s
                self.rows[place] = msgspec.structs.replace(row, armed_s=armed_s, refused=reply.reason)


def as_lines(rows: Sequence[CertifiedRow]) -> list[str]:
    """Return one line about the plans that were armed, or none."""
    armed = [row for row in rows if row.armed_s is not None]
    if not armed:
        return []
    near = min(armed, key=lambda row: row.clearance_m)
    where = "" if near.nearest_s is None else f", {near.nearest_s:.2f} s into it"
    least = f"{millimetres(near.clearance_m)} between {' and '.join(near.pair)}"
    return [f"certified  {count_text(len(armed), 'plan')} armed; {near.plan_id} nearest{where}: {least}"]


def _row(at_s: float, certificate: Certificate) -> CertifiedRow:
    evidence = certificate.evidence
    return CertifiedRow(
        plan_id=certificate.plan_id,
        digest=certificate.digest.hex()[:DIGEST_DIGITS],
        made_s=round(at_s, 3),
        set_points=len(certificate.points),
        clearance_m=round(certificate.clearance, 6),
        pair=certificate.pair,
        nearest_s=evidence.at if evidence else None,
        required_m=evidence.required if evidence else None,
        method=evidence.method if evidence else "",
    )
