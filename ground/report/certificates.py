"""Certificates of a run: which plans were certified, which of them were armed, which were stale by then.

PlanReady --> a row        ArmPlan --> which is meant        ActReply --> armed, or refused and why
"""

from dataclasses import dataclass, field
from typing import Any

from ground.report.words import counted, millimetres
from telemetry.messages.acts import ActReply, ArmPlan
from telemetry.messages.base import wire_name
from telemetry.messages.plan import Certificate, PlanReady

SHOWN = 12  # hexadecimal digits of a digest


@dataclass(slots=True)
class Certificates:
    """Certificates in order; times in seconds from the run's start."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    _meant: dict[int, bytes] = field(default_factory=dict)  # number of an act -> the certificate it names

    def made(self, at_s: float, ready: PlanReady) -> None:
        """Take a plan that was certified."""
        self.rows.append(_row(at_s, ready.certificate))

    def asked(self, act: ArmPlan) -> None:
        """Take an act that means one of them."""
        self._meant[act.number] = act.certificate

    def answered(self, at_s: float, reply: ActReply) -> None:
        """Take the gate's answer to such an act."""
        digest = self._meant.get(reply.number, b"").hex()[:SHOWN]
        if reply.act != wire_name(ArmPlan) or not digest:
            return
        for row in (row for row in self.rows if row["digest"] == digest):
            row["armed_s"] = round(at_s, 3) if reply.accepted else row["armed_s"]
            row["refused"] = reply.reason


def told(rows: list[dict[str, Any]]) -> list[str]:
    """Return one line about the plans that were armed, or none."""
    armed = [row for row in rows if row["armed_s"] is not None]
    if not armed:
        return []
    near = min(armed, key=lambda row: float(row["clearance_m"]))
    where = "" if near["nearest_s"] is None else f", {near['nearest_s']:.2f} s into it"
    least = f"{millimetres(near['clearance_m'])} between {' and '.join(near['pair'])}"
    return [f"certified  {counted(len(armed), 'plan')} armed; {near['plan_id']} nearest{where}: {least}"]


def _row(at_s: float, certificate: Certificate) -> dict[str, Any]:
    evidence = certificate.evidence
    return {
        "plan_id": certificate.plan_id,
        "digest": certificate.digest.hex()[:SHOWN],
        "made_s": round(at_s, 3),
        "armed_s": None,
        "refused": "",  # why its newest arming was
        "set_points": len(certificate.points),
        "clearance_m": round(certificate.clearance, 6),
        "pair": list(certificate.pair),
        "nearest_s": evidence.at if evidence else None,
        "required_m": evidence.required if evidence else None,
        "method": evidence.method if evidence else "",
    }
