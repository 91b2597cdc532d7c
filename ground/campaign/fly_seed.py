"""Fly one seed of a campaign, and tell what became of it."""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.audit.invariants import INVARIANTS
from ground.campaign.audit_witness import AuditWitness
from ground.campaign.decisions import Decision, DecisionWitness, first_difference
from ground.campaign.flown_seed import AuditCounts, FlownFinding, FlownSeed, Origin
from ground.campaign.origin import kernel_target, package_digest
from ground.campaign.rearming import Rearmed, person_of, rearmed
from ground.campaign.seed_plan import SeedPlan, has_begun
from ground.rehearsal.virtual_flight import Flight, VirtualFlight
from ground.report.facts.explained import unexplained_holds
from ground.report.facts.words import value_text
from ground.report.run_summary import Summary
from ground.run.kept.version import software_version
from ground.scenario.scenario import run_settings
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.witness import Witness
from telemetry.life.clock import processor_ns
from telemetry.life.contract import Persist, RoleSpec
from telemetry.messages.base import Message, shortened

CRASH, CONTACT, CODED, NOT_JUDGED = "crash", "contact", "coded otherwise", "NOT JUDGED"
COMPARED_EACH = 10  # seeds, of which one is flown coded as well
Change = Callable[[list[RoleSpec]], list[RoleSpec]]


class FlownOnce(NamedTuple):
    """A flight, and its decisions one by one, if they were kept."""

    line: FlownSeed
    decisions: list[Decision]


class _Both(Witness):
    """Shows the audit and the digest of decisions the same."""

    def __init__(self, audit: AuditWitness, decisions: DecisionWitness) -> None:
        self._audit, self._decisions = audit, decisions

    def on_sent(self, at_ns: int, sender: str, message: Message) -> None:
        self._audit.on_sent(at_ns, sender, message)
        self._decisions.on_sent(at_ns, sender, message)

    def on_received(self, at_ns: int, receiver: str, message: Message, *, sender: str) -> None:
        self._audit.on_received(at_ns, receiver, message, sender=sender)

    def on_persisted(self, at_ns: int, participant: str, effect: Persist) -> None:
        self._audit.on_persisted(at_ns, participant, effect)

    def on_started(self, at_ns: int, participant: str, *, keeps_store: bool) -> None:
        self._audit.on_started(at_ns, participant, keeps_store=keeps_store)


def fly_seed(
    plan: SeedPlan, *, change: Change = list, keeps: bool = False, recording: Path | None = None
) -> FlownOnce:
    """Fly a seed, without coding its messages; one in ten is flown coded too, and compared.

    Args:
        plan: of the seed.
        change: of the roles that fly, by which tests plant faults.
        keeps: each decision by itself too.
        recording: file of the flight, which is coded then; None: nothing is kept.

    Raises:
        FileError: the recording, the robot, the scene or the start pose cannot be used.
    """
    is_compared = plan.seed % COMPARED_EACH == 0
    flight = Flight(seed=plan.seed, shown=False, coded=False, change=change, recording=recording)
    flown = _fly_once(plan, flight, keeps=keeps or is_compared)
    if not is_compared or flown.line.coded:
        return flown
    other = _fly_once(plan, replace(flight, coded=True), keeps=True)
    line = msgspec.structs.replace(
        flown.line, compared=True, processor_s=flown.line.processor_s + other.line.processor_s
    )
    differs = first_difference(flown.decisions, other.decisions)
    if differs:
        found = FlownFinding(kind="violation", rule=CODED, text=f"coded, not coded: {differs.text}")
        line = msgspec.structs.replace(line, findings=(*line.findings, found), success=False)
    return FlownOnce(line, flown.decisions)


def _fly_once(plan: SeedPlan, flight: Flight, *, keeps: bool) -> FlownOnce:
    run = run_settings(plan.scenario, seed=plan.seed, run_id="")
    person = [person_of(plan.scenario, run)] if plan.heals else []
    flown = VirtualFlight(
        plan.scenario, replace(flight, change=lambda specs: [*flight.change(specs), *person])
    )
    try:
        return _flown(plan, flown, DecisionWitness(keeps=keeps))
    finally:
        flown.close()


def _flown(plan: SeedPlan, flown: VirtualFlight, decisions: DecisionWitness) -> FlownOnce:
    begins_ns = processor_ns()
    if plan.heals:
        flown.driver.kill(CONSOLE)  # not there before all is healed
    audit = AuditWitness(flown.run, plan.scenario.faults)
    flown.driver.witness = _Both(audit, decisions)
    crash: FlownFinding | None = None
    try:
        flown.fly()
    except Exception as error:  # whatever a role raises is a finding, and the next seed is flown
        crash = _crash(error, flown.driver.now_ns)
    audit.judge_end()
    line = _line(plan, flown, audit=audit, crash=crash)
    if plan.heals and crash is None:
        line = _with_rearming(line, flown, plan, decisions=decisions)
    line = msgspec.structs.replace(
        line,
        digest=decisions.digest,
        decisions=decisions.count,
        coded=flown.is_coded,
        processor_s=round((processor_ns() - begins_ns) / NS_PER_S, 3),
    )
    return FlownOnce(line, decisions.kept)


def _with_rearming(
    line: FlownSeed, flown: VirtualFlight, plan: SeedPlan, *, decisions: DecisionWitness
) -> FlownSeed:
    """Return a line with whether the arm can be armed again."""
    try:
        again = rearmed(flown, plan, decisions)
        flown.driver.close()  # what was recorded since is written too
    except Exception as error:
        again = Rearmed(None, _crash(error, flown.driver.now_ns))
    found = (*line.findings, *([again.finding] if again.finding else []))
    return msgspec.structs.replace(
        line,
        findings=found,
        success=line.success and again.finding is None,
        heals=True,
        rearmed_s=again.after_s,
    )


def _crash(error: Exception, at_ns: int) -> FlownFinding:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    text = shortened(f"a role failed: {error!r}")
    return FlownFinding(kind="violation", rule=CRASH, pair=(place,), at_s=at_ns / NS_PER_S, text=text)


def _line(
    plan: SeedPlan, flown: VirtualFlight, *, audit: AuditWitness, crash: FlownFinding | None
) -> FlownSeed:
    """Return what became of a flight, but for its decisions and what came after it."""
    facts, summary = flown.facts, flown.summary()
    found = (
        *([crash] if crash else []), *_audited(audit), *_touched(summary, plan), *_unmet(summary)
    )  # fmt: skip
    is_done = facts.script is not None and facts.script.completed
    violated = any(each.kind == "violation" for each in found)
    return FlownSeed(
        seed=plan.seed,
        values={key: round(value, 9) for key, value in plan.values.items()},
        faults=tuple(fault.kind for fault in plan.faults),
        hit=tuple(fault.kind for fault in plan.faults if has_begun(fault, facts.duration_s)),
        origin=Origin(
            version=software_version(),
            package=package_digest(),
            configuration=flown.run.configuration.hex(),
            target=kernel_target(),
        ),
        digest="",
        decisions=0,
        verdict=NOT_JUDGED if crash else summary.verdict,
        success=bool(summary.ok) and not violated,
        findings=found,
        clearance_m=summary.clearance.min_truth_m,
        refusals=len(summary.refusals),
        needless_holds=len(unexplained_holds(facts, flown.run)),
        time_on_task_s=facts.script_done_s if is_done else None,
        duration_s=summary.duration_s,
        heals=False,
        rearmed_s=None,
        audit=_answers(audit),
    )


def _audited(audit: AuditWitness) -> Iterator[FlownFinding]:
    for at_ns, rule, text, _ in audit.audit.findings:
        yield FlownFinding(kind="violation", rule=rule, at_s=at_ns / NS_PER_S, text=shortened(text))


def _touched(summary: Summary, plan: SeedPlan) -> Iterator[FlownFinding]:
    """Yield the contacts, unless the scenario allows so many."""
    if len(summary.contacts) <= (plan.scenario.expect.contacts_max or 0):
        return
    for touch in summary.contacts:
        text = f"{' and '.join(touch.pair)} touch"
        yield FlownFinding(kind="violation", rule=CONTACT, pair=touch.pair, at_s=touch.at_s, text=text)


def _unmet(summary: Summary) -> Iterator[FlownFinding]:
    for row in summary.expectations:
        if not row.ok and row.name != "contacts_max":
            text = f"{row.name} is {value_text(row.value)}, expected {value_text(row.limit)}"
            yield FlownFinding(kind="unmet", rule=row.name, text=shortened(text))


def _answers(audit: AuditWitness) -> AuditCounts:
    rules = {finding.rule for finding in audit.audit.findings}
    broken = tuple(each.number for each in INVARIANTS if rules & {*each.rules})
    return AuditCounts(
        proven=tuple(each.number for each in INVARIANTS if each.number not in broken), broken=broken
    )
