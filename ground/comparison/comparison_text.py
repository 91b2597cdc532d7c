"""The comparison of methods along a motion, in words and tables."""

from collections.abc import Sequence

from ground.report.facts.words import count_text
from ground.report.listing import table
from ground.report.method_comparison import AnswerCost, ComparedMethod, Comparison, MethodsApart

HEADS = ("METHOD", "LEAST MM", "AT S", "BETWEEN", "UNSAFE FROM S", "BETWEEN")
COSTS = ("METHOD", "BUILD MS", "POSE US", "BATCH US", "SWEEP US")
SCALE = {"build": 1e-3, "pose": 1.0, "batch": 1.0, "sweep": 1.0}  # from us
INTERVALS_SHOWN = 3  # intervals of a method, the greatest


def as_text(found: Comparison) -> str:
    """Return what each method sees, what it costs, and where they differ."""
    parts = [_head(found), _seen(found.methods), _cost(found.methods), _apart(found), _facts(found)]
    return "\n\n".join(filter(None, parts))


def _head(found: Comparison) -> str:
    motion = found.motion
    return (
        f"{motion.name}: {found.robot} in {found.scene}, {motion.begins_s:.2f} to"
        f" {motion.ends_s:.2f} s in {count_text(motion.moves, 'move')};"
        f" {_mm(found.required_m)} mm required"
    )


def _seen(methods: Sequence[ComparedMethod]) -> str:
    rows = []
    for method in methods:
        least, unsafe = method.least, method.unsafe
        cells = [f"{unsafe.s:.3f}", _pair(unsafe.pair)] if unsafe else ["never", ""]
        rows.append([method.name, _mm(least.m), f"{least.s:.3f}", _pair(least.pair), *cells])
    return "\n".join(table([HEADS, *rows], right=(1, 2, 4)))


def _cost(methods: Sequence[ComparedMethod]) -> str:
    if not methods[0].cost:
        return ""
    rows = [
        [method.name, *(_us(method.cost[question], scale) for question, scale in SCALE.items())]
        for method in methods
    ]
    note = "times of an answer, a sweep's of a move; behind them, of those of the first method"
    return "\n".join([*table([COSTS, *rows], right=range(1, len(COSTS))), note])


def _us(cost: AnswerCost, scale: float) -> str:
    return f"{cost.us * scale:.3g} {cost.ratio:6.2f}x"


def _apart(found: Comparison) -> str:
    return "\n".join(line for apart in found.apart for line in _lines(apart))


def _lines(apart: MethodsApart) -> list[str]:
    method, than, rows = apart.method, apart.against, apart.intervals
    if not rows:
        return [f"{method} tells the same distances as {than}"]
    shown = f", the {INTERVALS_SHOWN} greatest" if len(rows) > INTERVALS_SHOWN else ""
    lines = [f"{method} differs from {than} in {count_text(len(rows), 'interval')}{shown}"]
    for row in rows[:INTERVALS_SHOWN]:
        more = "more" if row.most_m > 0.0 else "less"
        pairs = _pair(row.other_pair)
        if row.pair != row.other_pair:
            pairs += f", for {than} {_pair(row.pair)}"
        span = f"{row.from_s:.3f} to {row.until_s:.3f} s"
        lines.append(f"  {span}: up to {_mm(abs(row.most_m))} mm {more}, at {row.at_s:.3f} s: {pairs}")
    for dispute in apart.disputes:
        finder = method if dispute.by_other else than
        lines.append(f"  {dispute.from_s:.3f} to {dispute.until_s:.3f} s: too near for {finder} alone")
    return lines


def _facts(found: Comparison) -> str:
    lines = [
        f"{method.name}: {name.replace('_', ' ')} {value:.3g}"
        for method in found.methods
        for name, value in method.facts.items()
    ]
    return "\n".join(lines)


def _pair(pair: Sequence[str]) -> str:
    return " / ".join(pair)


def _mm(metres: float) -> str:
    return f"{metres * 1e3:.2f}"
