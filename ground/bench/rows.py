"""From a question to rows: what was measured, against what, and whether it is enough.

    rows[{id, case, ours, ours_us, peer, peer_us, ratio, target{words, us, ratio}, ok, note}]

One row for each peer, and one for ours alone where the target is a time or no peer was asked.  Times are per
answer.  `ok` is null where nothing is aimed at or nothing was measured; an answer that differs from ours is
never ok, whoever is right: correct comes before fast.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.bench.measure import Effort, interleaved, pinned
from ground.bench.targets import Target
from ground.bench.way import Missing, Question, Way

Array = NDArray[np.float64]
Row = dict[str, Any]
Timer = Callable[[list[Callable[[], object]], Effort], Array]

NOT_MEASURED = "not measured"
SHOWN = 4  # significant digits of a time


class _Measured(NamedTuple):
    """The median of ours and a peer, and of their ratio."""

    ours_us: float
    peer_us: float
    ratio: float


def rows_of(
    question: Question, target: Target | None, effort: Effort, *, timer: Timer = interleaved
) -> list[Row]:
    """Compare and time all ways of a question, and return its rows."""
    ours = question.ours
    if ours is None:
        return [_row(question, target, note=f"{NOT_MEASURED}: nothing here answers it yet")]
    peers = [peer for peer in question.peers if isinstance(peer, Way)]
    differs = [_difference(question, ours, peer) for peer in peers]
    with pinned(question.cores) as cores:
        took = timer([ours.run, *(peer.run for peer in peers)], effort) / question.answers
    alone = float(np.median(took[:, 0]))
    rows = []
    if not peers or (target and target.us is not None):
        rows.append(_alone(question, target, alone))
    for column, (peer, difference) in enumerate(zip(peers, differs, strict=True), start=1):
        ratio = float(np.median(took[:, column] / took[:, 0]))
        measured = _Measured(alone, float(np.median(took[:, column])), ratio)
        rows.append(_beside(question, target, peer, measured=measured, difference=difference))
    rows += [
        _row(question, target, peer=peer.name, note=f"{NOT_MEASURED}: {peer.why}")
        for peer in question.peers
        if isinstance(peer, Missing)
    ]
    if cores < question.cores:
        for row in rows:
            row["note"] = "; ".join(filter(None, (f"on {cores} of {question.cores} cores", row["note"])))
    return rows


def _difference(question: Question, ours: Way, peer: Way) -> str:
    """Tell by how much a peer's answers differ from ours; empty: they do not, or are of another kind."""
    if ours.answers is None or peer.answers is None:
        return ""
    mine, other = ours.answers(), peer.answers()
    if not peer.is_signed:
        mine, other = np.maximum(mine, 0.0), np.maximum(other, 0.0)
    counts = ~question.undecided() if question.undecided else np.ones(len(mine), dtype=bool)
    off = np.abs(mine - other)[counts]
    wrong = ~(off <= peer.tolerance)  # what is no number differs
    if not wrong.any():
        return ""
    return f"{wrong.sum()} of {len(off)} answers differ, by up to {np.nanmax(off):.2g}"


def _alone(question: Question, target: Target | None, us: float) -> Row:
    ok = None if target is None or target.us is None else us <= target.us
    return _row(question, target, ours_us=_rounded(us), ok=ok, limit_us=target.us if target else None)


def _beside(
    question: Question, target: Target | None, peer: Way, *, measured: _Measured, difference: str
) -> Row:
    wanted = target.ratio(peer.name) if target else None
    ok = None if wanted is None else measured.ratio >= wanted
    return _row(
        question,
        target,
        ours_us=_rounded(measured.ours_us),
        peer=peer.name,
        peer_us=_rounded(measured.peer_us),
        ratio=_rounded(measured.ratio),
        wanted=wanted,
        ok=False if difference else ok,
        note="; ".join(filter(None, (difference, peer.note))),
    )


def _row(question: Question, target: Target | None, **known: Any) -> Row:
    words = target.words if target else ""
    aim = {"words": words, "us": known.get("limit_us"), "ratio": known.get("wanted")}
    told = ("ours_us", "peer", "peer_us", "ratio")
    notes = (known.get("note", ""), question.ours.note if question.ours else "")
    return {
        "id": question.id,
        "case": question.case,
        "ours": question.ours.name if question.ours else None,
        **{key: known.get(key) for key in told},
        "target": aim,
        "ok": known.get("ok"),
        "note": "; ".join(filter(None, notes)),
    }


def _rounded(value: float) -> float:
    return float(f"{value:.{SHOWN}g}")
