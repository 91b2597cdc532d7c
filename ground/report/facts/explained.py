"""Explanations of holds, and of what did not come from space.

    a fault of the scenario    says itself what it explains, until a loop after its end
    a contact window           was closed, as planned
    lost packets               two set-points in a row, or reports for half of what their limit bears
    nothing                    it is a finding

What the operator asked for needs no explanation.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ground.report.facts.facts import Facts
from ground.report.facts.occurrences import Held
from ground.report.facts.run_faults import FaultSpell
from ground.report.facts.violations import ViolationRow
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

DELIBERATE = {
    Reason.OPERATOR_HOLD,
    Reason.HOLD_COMMANDED,
    Reason.DEAD_MAN_RELEASED,
    Reason.DISARMED,
    Reason.WINDOW_CLOSING,
    Reason.POWER_UP,
    Reason.PASS_STARTED,
}
OF_JOINTS = {Reason.JOINT_LOCKED, Reason.JOINT_SLIPPING}
OF_WINDOWS = {
    Reason.GROUND_SILENT,
    Reason.TELEMETRY_STALE,
    Reason.NO_WINDOW,
}  # the gate stops before it closes
WINDOW_CLOSED = "the contact window was closed"
LOST_PACKETS = "lost packets"
ONE_HOLD_S = 2.0  # what a report and its hold are apart at most, beyond the round trip
PACKETS_AT_EDGES = 2  # packets that were on their way as a spell began or ended


class Spell(NamedTuple):
    """A time in which nothing could come from space."""

    begins_s: float
    ends_s: float
    why: str


def unexplained_holds(facts: Facts, run: RunSettings) -> list[Held]:
    """Return the holds that neither the operator asked for nor anything explains."""
    return [hold for hold in facts.holds if explanation(hold, facts, run) is None]


def explanation(hold: Held, facts: Facts, run: RunSettings) -> str | None:
    """Return what explains a hold; empty: it needs no explanation; None: nothing does."""
    reason, at_s = hold.reason, hold.at_s
    if reason in DELIBERATE:
        return ""
    if reason in OF_JOINTS:
        return "the joint that failed" if any(onset_s <= at_s for onset_s in facts.joints.onsets_s) else None
    loop_s = _loop_s(run)
    if fault := _by_fault(reason, at_s, facts.fault_spells(), loop_s=loop_s):
        return fault
    gaps = ((closes_s, opens_s) for (_, closes_s), (opens_s, _) in pairwise(run.link.windows_s))
    if reason in OF_WINDOWS and any(closes_s <= at_s <= opens_s + loop_s for closes_s, opens_s in gaps):
        return WINDOW_CLOSED
    return LOST_PACKETS if _is_by_loss(reason, at_s, facts, run=run, loop_s=loop_s) else None


def refused_by(reason: str, at_s: float, facts: Facts, *, run: RunSettings) -> str:
    """Return the fault on the ground that explains a refusal; empty: none does."""
    return _by_fault(reason, at_s, facts.ground_spells(), loop_s=_loop_s(run))


def violation_rows(facts: Facts, run: RunSettings) -> list[ViolationRow]:
    """Return the limits that telemetry broke, each with the fault that explains it."""
    return facts.violations.rows(facts.fault_spells(), loop_s=_loop_s(run))


def _by_fault(reason: str, at_s: float, spells: Iterable[FaultSpell], *, loop_s: float) -> str:
    for explains, begins_s, ends_s in spells:
        if reason in explains.holds and begins_s <= at_s <= ends_s + loop_s:
            return explains.words
    return ""


def _loop_s(run: RunSettings) -> float:
    return run.link.up_s + run.link.down_s + run.commanding.buffer_s + ONE_HOLD_S


def _is_by_loss(reason: str, at_s: float, facts: Facts, *, run: RunSettings, loop_s: float) -> bool:
    """A missing set-point takes two lost packets in a row; stale telemetry half of what its limit bears."""
    losses = [(lost_s, kind) for lost_s, kind in facts.faults if at_s - loop_s <= lost_s <= at_s]
    up = [lost_s for lost_s, kind in losses if kind == "uplink_loss"]
    down = [lost_s for lost_s, kind in losses if kind == "downlink_loss"]
    in_a_row = 2.0 * run.commanding.period_ns / NS_PER_S
    if reason == Reason.TELEMETRY_STALE:
        return len(down) >= run.link.telemetry_limit_ns / run.link.telemetry_period_ns / 2.0
    return any(later - earlier <= in_a_row for earlier, later in pairwise(up))


def silent_spells(facts: Facts, run: RunSettings) -> Iterator[Spell]:
    """Return the times, between the first and the last report, in which nothing could come from space."""
    first_s, last_s = facts.arm.first_s, facts.arm.newest_s
    if first_s is None or last_s is None:
        return
    spells = [
        Spell(closes_s, opens_s, WINDOW_CLOSED)
        for (_, closes_s), (opens_s, _) in pairwise(run.link.windows_s)
    ] + [
        Spell(begins_s, ends_s, explains.words)
        for explains, begins_s, ends_s in facts.fault_spells()
        if explains.silences
    ]
    for spell in spells:
        within = spell._replace(begins_s=max(spell.begins_s, first_s), ends_s=min(spell.ends_s, last_s))
        if within.ends_s > within.begins_s:
            yield within


def shares_of_loss(lost: int, each_s: float, spells: Iterator[Spell]) -> Iterator[tuple[int, str]]:
    """Return how many of what is missing each spell explains, and at last the rest, with empty words."""
    for spell in spells:
        due = math.ceil((spell.ends_s - spell.begins_s) * each_s) + PACKETS_AT_EDGES
        if lost:
            yield min(lost, due), spell.why
        lost = max(0, lost - due)
    if lost:
        yield lost, ""
