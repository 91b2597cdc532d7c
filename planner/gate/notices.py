"""What the gate sends as motion ends before its end: why, and where the arm comes to rest."""

from collections.abc import Sequence

from telemetry.agreed.reasons import Reason, line
from telemetry.messages.base import shortened
from telemetry.messages.queue import HoldNotice, RollBack, Verdict


def hold_notice(reason: str, figures: str, rest_q: Sequence[float] | None, *, epoch: int) -> HoldNotice:
    """Return the notice of a hold into a new epoch; `figures`: what is known beyond the reason's own line."""
    text = "; ".join(part for part in (figures, _line(reason)) if part)
    return HoldNotice(epoch=epoch, reason=reason, detail=shortened(text), rest_q=tuple(rest_q or ()) or None)


def roll_back_notice(
    verdict: Verdict, rest_q: Sequence[float] | None, *, epoch: int, required_m: float, cancelled: int
) -> RollBack:
    """Return the notice of a roll-back into a new epoch, for a bad verdict."""
    return RollBack(
        epoch=epoch,
        seq=verdict.seq,
        reason=verdict.reason,
        pair=verdict.pair,
        distance=verdict.clearance,
        required=required_m,
        time_to_contact=verdict.time_to_contact,
        cancelled=cancelled,
        rest_q=tuple(rest_q or ()),
    )


def _line(reason: str) -> str:
    return line(Reason(reason)) if reason in Reason.__members__.values() else reason
