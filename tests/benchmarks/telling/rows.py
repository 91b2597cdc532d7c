"""From a question to rows: what was measured, against what, and whether it is enough.

    rows[{id, case, ours, ours_us, peer, peer_us, ratio, spread{ours_us, peer_us, ratio}, target{words, us,
    ratio}, ok, note}]

Figures are medians over the rounds; `spread` has of each [least, first quartile, third quartile].  One row
for each peer, and one for ours alone where the target is a time or no peer was asked.  Times are per answer.
`ok` is null where nothing is aimed at or nothing was measured; an answer that differs from ours is never ok,
whoever is right: correct comes before fast.  Processor time counts every thread, so a peer that searches in
two pays for both; only what is to be quick by running on several cores is timed by the wall.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.comparison.measure import Effort, times_in_turns
from telemetry.life.clock import monotonic_ns, processor_ns
from tests.benchmarks.peers.way import Missing, Question, Way
from tests.benchmarks.telling.cores import pinned
from tests.benchmarks.telling.targets import Target

Array = NDArray[np.float64]
Row = dict[str, Any]
Timer = Callable[[list[Callable[[], object]], Effort], Array]

NOT_MEASURED = "not measured"
SHOWN = 4  # significant digits of a time


class Spread(NamedTuple):
    """A figure over the rounds."""

    least: float
    q1: float
    median: float
    q3: float


class _Measured(NamedTuple):
    """Ours and a peer, and their ratio, over the rounds."""

    ours_us: Spread
    peer_us: Spread
    ratio: Spread


def rows_of(
    question: Question, target: Target | None, effort: Effort, *, timer: Timer | None = None
) -> list[Row]:
    """Compare and time all ways of a question, and return its rows; `timer`: None, the one that suits it."""
    ours = question.ours
    if ours is None:
        return [_row(question, target, note=f"{NOT_MEASURED}: nothing here answers it yet")]
    peers = [peer for peer in question.peers if isinstance(peer, Way)]
    differs = [_difference(question, ours, peer) for peer in peers]
    with pinned(question.cores) as cores:
        run = timer or partial(times_in_turns, clock_ns=processor_ns if question.cores == 1 else monotonic_ns)
        took = run([ours.run, *(peer.run for peer in peers)], effort) / question.answers
    alone, rows = _spread(took[:, 0]), []
    aimed = _aimed(target, [peer.name for peer in peers], took[:, 1:])
    if not peers or (target and target.us is not None):
        rows.append(_alone(question, target, alone))
    for column, (peer, difference) in enumerate(zip(peers, differs, strict=True), start=1):
        measured = _Measured(alone, _spread(took[:, column]), _spread(took[:, column] / took[:, 0]))
        wanted = aimed.get(peer.name)
        rows.append(_beside(question, target, peer, measured=measured, difference=difference, wanted=wanted))
    rows += [
        _row(question, target, peer=peer.name, note=f"{NOT_MEASURED}: {peer.why}")
        for peer in question.peers
        if isinstance(peer, Missing)
    ]
    if cores < question.cores:
        for row in rows:
            row["note"] = "; ".join(filter(None, (f"on {cores} of {question.cores} cores", row["note"])))
    return rows


def _aimed(target: Target | None, names: list[str], took: Array) -> dict[str, float]:
    """Return what ratio is asked for beside each peer; of several modes of one only beside the quickest."""
    if target is None:
        return {}
    median = dict(zip(names, np.median(took, axis=0).tolist(), strict=True))
    modes = [name for name in names if name.startswith(target.modes)] if target.modes else []
    slower = {name for name in modes if median[name] > min(median[mode] for mode in modes)}
    asked = {name: target.ratio(name) for name in names if name not in slower}
    return {name: ratio for name, ratio in asked.items() if ratio is not None}


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


def _spread(values: Array) -> Spread:
    return Spread(*np.quantile(values, [0.0, 0.25, 0.5, 0.75]).tolist())


def _alone(question: Question, target: Target | None, us: Spread) -> Row:
    ok = None if target is None or target.us is None else us.median <= target.us
    limit_us = target.us if target else None
    return _row(
        question,
        target,
        ours_us=_rounded(us.median),
        spread={"ours_us": _around(us), "peer_us": None, "ratio": None},
        ok=ok,
        limit_us=limit_us,
    )


def _beside(
    question: Question,
    target: Target | None,
    peer: Way,
    *,
    measured: _Measured,
    difference: str,
    wanted: float | None,
) -> Row:
    ok = None if wanted is None else measured.ratio.median >= wanted
    return _row(
        question,
        target,
        **{name: _rounded(over.median) for name, over in measured._asdict().items()},
        peer=peer.name,
        spread={name: _around(over) for name, over in measured._asdict().items()},
        wanted=wanted,
        ok=False if difference else ok,
        note="; ".join(filter(None, (difference, peer.note))),
    )


def _row(question: Question, target: Target | None, **known: Any) -> Row:
    words = target.words if target else ""
    aim = {"words": words, "us": known.get("limit_us"), "ratio": known.get("wanted")}
    told = ("ours_us", "peer", "peer_us", "ratio", "spread")
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


def _around(over: Spread) -> list[float]:
    return [_rounded(value) for value in (over.least, over.q1, over.q3)]


def _rounded(value: float) -> float:
    return float(f"{value:.{SHOWN}g}")
