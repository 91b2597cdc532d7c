"""The verdict of a run, the rule that produced it, and its findings.

    facts, expectations ---> findings, the gravest first ---> verdict
                                   failure    something that was expected did not hold, or bodies touched
                                   warning    it was a surprise, or something was lost
                                   note       it was meant so, or cost nothing

    a person ended the run                 ABORTED
    a failure                              OFF-NOMINAL
    a warning                              NOMINAL WITH FINDINGS
    none of these                          NOMINAL

Each finding says what, why, and what to do about it.  Terminal, console and summary show these; no
other module makes any.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from ground.audit.answers import AuditAnswer
from ground.pictures.camera import RATE
from ground.report.expect.expectation import Evidence, Expected
from ground.report.expect.table import unmet
from ground.report.facts import explained, forces, mount_exclusions, proofs, violations
from ground.report.facts.facts import Facts
from ground.report.facts.rates import late_cycles_text, shortfall_text
from ground.report.facts.words import actor_text, count_text
from ground.run.kept.history import EndedBy
from ground.run.processes.process import ProcessRow
from ground.series.explanation_words import words_of
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.reasons import Reason, cause
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.base import shortened
from telemetry.messages.health import Severity

ABORTED, OFF_NOMINAL, WITH_FINDINGS, NOMINAL = "ABORTED", "OFF-NOMINAL", "NOMINAL WITH FINDINGS", "NOMINAL"
LESS_LOAD = "fly with less on this host (--no-cameras, --headless, other programs ended), or on a faster one"
GRAVITY: tuple[Severity, ...] = ("failure", "warning", "note")


class RunFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the reader of a report has to know of a run."""

    severity: Severity
    at_s: float | None  # None: of the whole run
    text: str  # what happened
    reason: str  # why
    cure: str  # what to do, or empty


class Judged(NamedTuple):
    """A run, and what it is judged by."""

    seen: Evidence
    expectations: Sequence[Expected]
    ended_by: EndedBy | None
    damage: str = ""  # of the recording that all this was read from
    audit: AuditAnswer | None = None  # what that recording proves

    @property
    def facts(self) -> Facts:
        """What happened in it."""
        return self.seen.facts

    @property
    def run(self) -> RunSettings:
        """Its settings."""
        return self.seen.run

    @property
    def processes(self) -> Sequence[ProcessRow]:
        """Its processes."""
        return self.seen.processes


class Outcome(NamedTuple):
    """The verdict of a run, its rule and its findings."""

    verdict: str
    rule: str  # that produced the verdict
    findings: list[RunFinding]


def outcome(judged: Judged) -> Outcome:
    """Return the outcome of a run."""
    findings = sorted(_grouped(_all(judged)), key=_rank)
    failures, warnings = (sum(f.severity == severity for f in findings) for severity in GRAVITY[:2])
    if judged.ended_by:
        by, at_s = actor_text(judged.ended_by.who, judged.ended_by.by), judged.ended_by.at_s
        rule = f"HOLD of {by} at {at_s:.2f} s, which nobody resumed, ended it; what was expected is left open"
        return Outcome(ABORTED, rule, findings)
    if failures:
        return Outcome(OFF_NOMINAL, f"{count_text(failures, 'failure')} among its findings", findings)
    if warnings:
        rule = f"all that is expected holds, and {count_text(warnings, 'finding')} should be looked at"
        return Outcome(WITH_FINDINGS, rule, findings)
    return Outcome(NOMINAL, "all that is expected holds, and nothing surprised", findings)


def finding(
    severity: Severity, text: str, reason: str, *, cure: str = "", at_s: float | None = None
) -> RunFinding:
    """Return a finding, its texts short enough for a message."""
    return RunFinding(
        severity=severity, at_s=at_s, text=shortened(text), reason=shortened(reason), cure=shortened(cure)
    )


def _rank(found: RunFinding) -> tuple[int, bool, float]:
    """Return the place of a finding: the gravest first, then what concerns the whole run."""
    return GRAVITY.index(found.severity), found.at_s is not None, found.at_s or 0.0


def _grouped(findings: Iterator[RunFinding]) -> Iterator[RunFinding]:
    """Yield findings; those that differ in the instant alone are one, of the first time."""
    ordered = sorted(findings, key=lambda f: (_same(f), f.at_s or 0.0))
    for _, group in groupby(ordered, key=_same):
        first, *others = group
        times = f" ({len(others) + 1} times, first here)" if others else ""
        yield finding(first.severity, first.text + times, first.reason, cure=first.cure, at_s=first.at_s)


def _same(found: RunFinding) -> tuple[str, ...]:
    return found.severity, found.text, found.reason, found.cure


def _all(judged: Judged) -> Iterator[RunFinding]:
    if judged.ended_by is None:
        yield from _expected(judged)
    yield from _steps(judged)
    yield from _motion(judged)
    yield from _people(judged)
    yield from _deaths(judged)
    if judged.damage:
        way_out = "what happened there is not judged; `farhand record info` tells what is left"
        yield finding("warning", "part of the recording cannot be read", judged.damage, cure=way_out)
    for severity, text, reason, way_out in proofs.findings_of(judged.audit, judged.run):
        yield finding(severity, text, reason, cure=way_out)
    yield from _rates(judged)
    yield from _gain(judged.facts)
    yield from _limits(judged)
    yield from _left_out(judged)
    yield from _lost(judged)


def _expected(judged: Judged) -> Iterator[RunFinding]:
    """Yield the expectations that were not met, each with its cause."""
    for row in judged.expectations:
        if row.skipped:
            yield finding("warning", f"{row.name} was not judged", row.why)
        elif not row.ok:
            why = unmet(row, judged.seen)
            yield finding("failure", why.text, why.reason, cure=why.cure, at_s=why.at_s)


def _steps(judged: Judged) -> Iterator[RunFinding]:
    """Yield the plans of the pass of which steps are left."""
    script = judged.facts.script
    for plan in script.plans if script else ():
        left = (plan.failed, "failed"), (plan.unfinished, "not finished"), (plan.never_begun, "never begun")
        steps = plan.done + sum(count for count, _ in left)
        if steps > plan.done:
            words = ", ".join(f"{count} {what}" for count, what in left if count)
            text = f"{plan.plan}: {plan.done} of {count_text(steps, 'step')} done, {words}"
            yield finding("warning", text, script.detail if script else "", at_s=judged.facts.script_done_s)


def _motion(judged: Judged) -> Iterator[RunFinding]:
    """Yield what interrupted the motion, kept it from beginning, or went wrong in it."""
    facts = judged.facts
    for touch in facts.contacts:
        words = f"CONTACT: {' and '.join(touch.pair)}", "they touched in the rehearsal's physics"
        yield finding("failure", *words, at_s=touch.at_s)
    for back in facts.rollbacks:
        yield _by_reason("warning", f"rolled back: {back.figures}", back.reason, at_s=back.at_s)
    for joint in facts.joints.rows:
        failed = f"{joint.joint} failed, and stays from now on: {joint.told}"
        yield _by_reason("warning", failed, f"joint_{joint.kind}", at_s=joint.at_s)
    for hold in facts.holds:
        why = explained.explanation(hold, facts, judged.run)
        held = f"motion was held{f': {hold.figures}' if hold.figures else ''}"
        text = f"{held}, which is explained: {why}" if why else held
        yield _by_reason("warning" if why is None else "note", text, hold.reason, at_s=hold.at_s)
    for row in facts.refusals.rows:
        figures = f": {row.detail}" if row.detail else ""
        fault = explained.refused_by(row.reason, row.at_s, facts, run=judged.run)
        text = f"refused: {row.what}{figures}" + (f", which is explained: {fault}" if fault else "")
        yield _by_reason("note" if fault else "warning", text, row.reason, at_s=row.at_s)


def _by_reason(severity: Severity, text: str, code: str, *, at_s: float) -> RunFinding:
    why, way_out = words_of(code)
    return finding(severity, text, why, cure=way_out, at_s=at_s)


def _people(judged: Judged) -> Iterator[RunFinding]:
    """Yield acts of people; a person at the controls may hold, in a script's run it is a surprise."""
    is_script = judged.facts.seat == SCRIPT
    for row in judged.facts.interventions.rows:
        is_end = judged.ended_by is not None and row.at_s == judged.ended_by.at_s
        severity: Severity = "warning" if row.act == "HOLD" and (is_script or is_end) else "note"
        usual = "nobody resumed it: it ended the run" if is_end else "a person decided so"
        text = f"{row.act} of {actor_text(row.who, row.by)}"
        yield finding(severity, text, row.became or usual, at_s=row.at_s)


def _deaths(judged: Judged) -> Iterator[RunFinding]:
    """Yield processes that died; a death that the scenario caused is a note."""
    killed = Counter(s.explains.delays for s in judged.facts.fault_spells() if s.explains.kills)
    for row in judged.processes:
        role, times = row.role, len(row.deaths)
        again = f"started again {row.restarts}x" if row.restarts else "not started again"
        text = f"{role} died ({', '.join(row.deaths)}; {again})"
        if 0 < times <= killed[role]:
            yield finding("note", text, judged.facts.delayed_by(role))
        elif times:
            why = "its process ended by itself, was killed, or was silent"
            yield finding("warning", text, why, cure=f"read its log: log/{role}.log in the run's folder")


def _rates(judged: Judged) -> Iterator[RunFinding]:
    """Yield rates that were not kept, and late cycles."""
    facts, rates, processes = judged.facts, judged.facts.rates, judged.processes
    for rate in facts.kept_rates():
        if text := shortfall_text(rate):
            fault, way_out = facts.delayed_by(rate.role), "" if rate.is_by_loss else LESS_LOAD
            yield _by_host(text, fault or rates.why_short(rate, processes), way_out, fault=fault)
    if text := late_cycles_text(rates.cycles()):
        fault = facts.delayed_by("gate")
        yield _by_host(text, fault or rates.why("gate", processes), LESS_LOAD, fault=fault)


def _by_host(text: str, why: str, way_out: str, *, fault: str) -> RunFinding:
    return finding("note", text, why) if fault else finding("warning", text, why, cure=way_out)


def _left_out(judged: Judged) -> Iterator[RunFinding]:
    """Yield what no clearance of this run includes, though a motion can change it."""
    left_out = mount_exclusions.rows(judged.run, judged.facts.judged)
    for text, reason, way_out in mount_exclusions.findings_of(left_out):
        yield finding("warning", text, reason, cure=way_out)
    for link in mount_exclusions.bare_links(judged.run):
        text, why = f"{link.name} moves without any volume", "nothing is kept clear of it, as its file has it"
        if link.is_point:
            yield finding("note", text, f"{why}; its joints and its mass stand at one place")
        else:
            yield finding("warning", text, why, cure="give its frame a [[capsule]], and take `bare` out")


def _gain(facts: Facts) -> Iterator[RunFinding]:
    """Yield a gain of the hand that is more than is stable through the delay."""
    for text, reason, way_out in forces.findings_of(facts.forces.row()):
        yield finding("warning", text, reason, cure=way_out)


def _limits(judged: Judged) -> Iterator[RunFinding]:
    """Yield the limits that telemetry broke."""
    rows = explained.violation_rows(judged.facts, judged.run)
    for severity, text, at_s in violations.findings_of(rows, judged.facts.violations.untold):
        yield finding(severity, text, violations.WHY, cure=violations.CURE, at_s=at_s)


def _lost(judged: Judged) -> Iterator[RunFinding]:
    """Yield what was sent and did not come."""
    facts = judged.facts
    missing, on_the_way = Reason.RECORDS_MISSING, "packets were lost on their way down"
    for role, count in facts.lost_records.by_role.items():
        text, fault = f"{count_text(count, 'record')} of {role} not kept", facts.delayed_by("recorder")
        yield _by_host(text, fault or cause(missing), "what it decided then cannot be run again", fault=fault)
    for role, count in facts.lan_lost().items():
        text = f"{role} missed {count_text(count, 'datagram')} on the station's network"
        yield finding("note", text, "its receive queue was full, or the network lost them")
    if facts.releases.unverified:
        text = f"{count_text(facts.releases.unverified, 'set-point')} left without a good verdict"
        yield finding("warning", text, "the policy lets them leave", cure="fly with the policy watermark")
    lost, received = facts.telemetry.lost, facts.telemetry.received
    each_s = 1.0 / judged.run.link.telemetry_period_s
    for count, why in explained.shares_of_loss(lost, each_s, explained.silent_spells(facts, judged.run)):
        text = f"{count} of {count_text(lost + received, 'report')} of telemetry did not come"
        yield finding("note", text, why or on_the_way)
    if facts.telemetry.implausible:
        text = f"{count_text(facts.telemetry.implausible, 'report')} of telemetry not believed"
        words = [spell.explains.words for spell in facts.fault_spells() if spell.explains.retimes]
        why = words[0] if words else "clock, angles or number of joints cannot be true"
        yield finding("note" if words else "warning", text, why)
    if facts.telemetry.jumps:
        text = f"{count_text(facts.telemetry.jumps, 'jump')} of a joint in telemetry"
        why = "a report showed it farther than it can have gone: believed only if the next one did too"
        yield finding("warning", text, why, cure="look at its sensor, and at what the arm may have struck")
    for camera, pictures in facts.images.items():
        of_all = count_text(pictures.incomplete + pictures.received, "picture")
        for count, why in explained.shares_of_loss(
            pictures.incomplete, RATE, explained.silent_spells(facts, judged.run)
        ):
            yield finding("note", f"{camera}: {count} of {of_all} incomplete", why or on_the_way)
