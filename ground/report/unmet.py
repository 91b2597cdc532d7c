"""Why an expectation was not met: what made it so, as far as the facts tell.

`completed`: the script says why it gave up; one that never said so was in a process that died, or its time
was over while something held the arm.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ground.report.expectations import Expected, commands_without_one_end
from ground.report.explained import unexplained_holds
from ground.report.facts import Facts
from ground.report.occurrences import Held
from ground.report.words import counted, degrees, millimetres, newtons, seconds, shown, told_reason
from ground.run.process import ProcessRow
from telemetry.authority import SCRIPT
from telemetry.reasons import Reason, cure
from telemetry.run_settings import RunSettings

AND_MORE = 3  # named before the rest is counted


class Why(NamedTuple):
    """Why something expected is not so."""

    text: str
    reason: str
    cure: str = ""
    at_s: float | None = None


def unmet(
    row: Expected,
    facts: Facts,
    run: RunSettings,
    *,
    processes: Sequence[ProcessRow],
    limit_s: float,
) -> Why:
    """Return why an expectation of `ground.report.expectations` was not met.

    Args:
        row: of the expectation.
        facts: of the run.
        run: its settings.
        processes: rows of the summary.
        limit_s: that the run might take.
    """
    name, text = row.name, f"{row.name} is {shown(row.value)}, expected {shown(row.limit)}"
    if name == "completed":
        return _not_completed(text, facts, processes, limit_s=limit_s)
    known: dict[str, Callable[[], str]] = {
        "one_end_state": lambda: _without_end(facts),
        "unexplained_holds_max": lambda: _several(_held(unexplained_holds(facts, run))),
        "contacts_max": lambda: _several([f"{' and '.join(touch.pair)} touched" for touch in facts.contacts]),
        "hold_reasons": lambda: f"never held by {_several(sorted(set(row.limit) - set(row.value)))}",
        "holds_min": lambda: f"held only {counted(len(facts.holds), 'time')}",
        "re_engaged_min": lambda: _not_armed_again(facts),
        "backed_off": lambda: _not_backed_off(facts),
        "warned_first": lambda: "no warning was on when motion was rolled back, or something touched",
        "still_at_aos": lambda: "between contact and resume it moved, or nothing was heard of it",
    }
    if name in known:
        return Why(text, known[name]())
    return Why(text, _figure(row))


def _not_completed(text: str, facts: Facts, processes: Sequence[ProcessRow], *, limit_s: float) -> Why:
    script = facts.script
    if script is not None and script.completed:
        return Why(text, "the script did all its acts", at_s=facts.script_done_s)
    if script is not None:
        who = "the script" if facts.seat == SCRIPT else "the person at the console"
        return Why(text, f"{who} gave up: {script.detail}", _way_out(facts), facts.script_done_s)
    gone = [row for row in processes if len(row.deaths) > row.restarts]
    if gone:
        named = _several([f"{row.role} died ({row.deaths[-1]}) and was not back" for row in gone])
        return Why(text, named, "read its log in the run's folder, then fly again")
    state = facts.statuses[-1][1] if facts.statuses else "never heard of"
    way_out = _way_out(facts)
    held = f"; the last hold: {told_reason(facts.holds[-1].reason)}" if facts.holds else ""
    over = (
        f"the {limit_s:.0f} s that it may take were over" if facts.duration_s >= limit_s else "it was cut off"
    )
    return Why(text, f"{over} with the gate {state}{held.removesuffix(f'; {way_out}')}", way_out)


def _way_out(facts: Facts) -> str:
    """Return the way out of what was refused last, or of the last hold; empty: nobody knows one."""
    last = [(row.at_s, row.reason) for row in facts.refusals.rows]
    last += [(row.at_s, row.reason) for row in facts.holds]
    code = max(last)[1] if last else ""
    return cure(Reason(code)) if code in set(Reason) else ""


def _without_end(facts: Facts) -> str:
    told = [
        f"{kind} {epoch}.{seq} ended as {facts.commands[kind, epoch, seq][-1]}"
        for kind, epoch, seq in commands_without_one_end(facts)
    ]
    return _several(told)


def _held(holds: Sequence[Held]) -> list[str]:
    return [f"held at {hold.at_s:.2f} s, as {told_reason(hold.reason)}" for hold in holds]


def _not_armed_again(facts: Facts) -> str:
    if not facts.rollbacks:
        return "nothing was rolled back"
    return f"teleoperation was not armed again after the roll-back at {facts.rollbacks[-1].at_s:.2f} s"


def _not_backed_off(facts: Facts) -> str:
    if not facts.rollbacks:
        return "nothing was rolled back"
    return "after the last roll-back no verified motion led far enough away"


def _figure(row: Expected) -> str:
    """Return what a figure is beside its limit."""
    value, limit = row.value, row.limit
    if value is None:
        return "nothing was measured"
    if isinstance(limit, list):
        ending = row.name.rpartition("_")[2]
        told = {"m": millimetres, "n": newtons, "deg": degrees}.get(ending, seconds)
        return f"measured {told(value)}, not between {told(limit[0])} and {told(limit[1])}"
    if row.name.endswith("_min_m"):
        return f"measured {millimetres(value)}, at least {millimetres(limit)}"
    if row.name.endswith("_max_m"):
        return f"measured {millimetres(value)}, at most {millimetres(limit)}"
    way = "at least" if row.name.endswith("_min") else "at most" if "_max" in row.name else "it was to be"
    return f"counted {shown(value)}, {way} {shown(limit)}"


def _several(told: Sequence[str]) -> str:
    rest = f", and {len(told) - AND_MORE} more" if len(told) > AND_MORE else ""
    return "; ".join(told[:AND_MORE]) + rest
