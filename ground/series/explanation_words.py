"""Why something stopped or did not begin, in the same words on the screens, in logs and in summaries.

    HoldNotice, RollBack, ActReply, PlanRefused, Verdict; notes of set-points of a hand that was clamped
      '--> ExplanationWords:  ROLL-BACK set-point 3.7: cause: pair, value, limit; way out

Whoever tells of one of these takes its words from here, whole or in parts.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from ground.series.act_words import asked_text
from telemetry.agreed.reasons import Reason, cause, cure, line
from telemetry.messages.acts import ActReply
from telemetry.messages.plan import PlanRefused
from telemetry.messages.queue import (
    CommandChanges,
    HoldNotice,
    RollBack,
    SetPointArguments,
    TeleopSource,
    Verdict,
)

MM_PER_M = 1000.0
COVER_SUFFIX = re.compile(r"(/\d+)+$")
EXPLANATION_KINDS = HOLD, ROLL_BACK, REFUSED, NO_PLAN, BAD_VERDICT, CLAMPED = (
    "HOLD",
    "ROLL-BACK",
    "REFUSED",
    "NO PLAN",
    "BAD VERDICT",
    "CLAMPED",
)
CLAMPS = (
    Reason.CLAMPED_SPEED,
    Reason.CLAMPED_TURNING,
    Reason.CLAMPED_WORKSPACE,
    Reason.CLAMPED_BARRIER,
)

Explaining = HoldNotice | RollBack | ActReply | PlanRefused | Verdict


class ExplanationWords(NamedTuple):
    """The parts of an explanation."""

    kind: str  # of `EXPLANATION_KINDS`
    what: str  # was ended or refused; empty: all motion
    cause: str
    figures: str  # values, limits and the pair, as far as they are known
    cure: str  # empty: the registry does not know the reason

    @property
    def head(self) -> str:
        """What was done to what."""
        return f"{self.kind} {self.what}".rstrip()

    @property
    def why(self) -> str:
        """Cause and figures."""
        return ": ".join(filter(None, (self.cause, self.figures)))

    @property
    def reasoned(self) -> str:
        """Cause, figures and way out."""
        return "; ".join(filter(None, (self.why, self.cure)))

    @property
    def line(self) -> str:
        """All of it."""
        return f"{self.head}: {self.reasoned}"


def explained(message: Explaining) -> ExplanationWords:
    """Return why a message says that something stopped, was refused or did not begin."""
    match message:
        case HoldNotice(reason=reason, detail=detail):
            return _explained(HOLD, "", reason, figures=detail)
        case RollBack(reason=reason):
            what = f"set-point {message.epoch - 1}.{message.seq}"
            return _explained(ROLL_BACK, what, reason, figures=_roll_back_figures(message))
        case ActReply(reason=reason, detail=detail):
            return _explained(REFUSED, asked_text(message), reason, figures=detail)
        case PlanRefused(reason=reason, detail=detail):
            return _explained(NO_PLAN, message.plan_id, reason, figures=detail)
        case Verdict(reason=reason):
            figures = near_text(message.pair, message.clearance, message.required)
            return _explained(BAD_VERDICT, f"on {message.epoch}.{message.seq}", reason, figures=figures)
        case _:
            assert_never(message)


def clamps_of(note: str) -> tuple[ExplanationWords, ...]:
    """Return what of a hand's wish was cut, as the note of its set-point says it."""
    parts = (part.partition(": ") for part in note.split("; "))
    return tuple(_explained(CLAMPED, "hand", code, figures=rest) for code, _, rest in parts if code in CLAMPS)


def hand_clamps(message: CommandChanges) -> Iterator[tuple[ExplanationWords, ...]]:
    """Yield of each set-point of the hand what was cut; of one that is as it was asked, nothing of it."""
    for change in message.changes:
        asked = change.arguments
        if isinstance(asked, SetPointArguments) and isinstance(asked.source, TeleopSource):
            yield clamps_of(asked.source.note)


def note_text(note: str) -> str:
    """Return why the hand is followed otherwise than usual; what no reason tells stands as it is."""
    return "; ".join(_part_text(part) for part in note.split("; "))


def _part_text(part: str) -> str:
    cut = clamps_of(part)
    return cut[0].reasoned if cut else line(Reason(part)) if part in set(Reason) else part


def words_of(reason: str) -> tuple[str, str]:
    """Return cause and way out of a reason; of a code that the registry does not know, the bare code."""
    known = reason in set(Reason)
    if not known:
        return reason or "no reason was given", ""
    return cause(Reason(reason)), cure(Reason(reason))


def reasoned(reason: str, figures: str) -> str:
    """Return cause, figures and way out of a reason."""
    return _explained("", "", reason, figures=figures).reasoned


def pair_text(pair: Sequence[str]) -> str:
    """Return both bodies of a pair, or empty if none is named; of a cover of a mesh the mesh's name."""
    return " – ".join(COVER_SUFFIX.sub("", name).replace("_", " ") for name in pair if name)


def near_text(pair: Sequence[str], distance: float, required: float) -> str:
    """Return how near a pair [m] would come to what is required [m]; empty if none is named."""
    near = f"{distance * MM_PER_M:.1f} mm, {required * MM_PER_M:.1f} mm required"
    return f"{named} would come to {near}" if (named := pair_text(pair)) else ""


def _roll_back_figures(message: RollBack) -> str:
    after_s, near = message.time_to_contact, near_text(message.pair, message.distance, message.required)
    after = "" if after_s is None else f"{after_s:.2f} s after the move began"
    return ", ".join(filter(None, (near, after, f"{message.cancelled} cancelled")))


def _explained(kind: str, what: str, reason: str, *, figures: str) -> ExplanationWords:
    """Return the parts; figures that a sender has put beside the reason's own line stand alone."""
    why, way_out = words_of(reason)
    before, _, after = figures.removesuffix(way_out).partition(why)
    beyond = ", ".join(filter(None, (part.strip(" :;,") for part in (before, after))))
    return ExplanationWords(kind, what, why, beyond, way_out)
