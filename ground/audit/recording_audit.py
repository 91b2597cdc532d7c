"""Audit a recording: which invariants it proves, alone.

PROVEN        nothing was found, and all that it needs is on record
BROKEN        something was found, before anything is missing
NOT PROVEN    something is missing: what is found behind that may only be due to it
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ground.audit.account import AuditFinding
from ground.audit.answers import AuditAnswer, Break, InvariantAnswer, Outcome, with_log, worst
from ground.audit.gate_clock import OwnClock
from ground.audit.gate_records import WANTED, GateRecords, Hole
from ground.audit.invariants import INVARIANTS, MISSING, TRUSTED, Invariant, Need
from ground.audit.law import SECOND, Law
from ground.audit.law_on_record import ModelFiles, UnknownLawError, law_on_record, roles_on_record
from ground.audit.log_chain import AuditSecrets
from ground.audit.log_file import LogFile, LogTrust, log_answer
from ground.audit.observer import Audit
from ground.audit.recorded_order import feed
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries, unreadable
from telemetry.recording.reading.opened_records import OpenedRecord, opening

RULES = frozenset(rule for invariant in INVARIANTS for rule in invariant.rules)
HEARD_LATE_NS = SECOND // 2  # for which a message can be on its way to who receives it
Progress = Callable[[int], None]


def audit_recording(
    path: Path,
    on_record: Progress = lambda at_ns: None,
    *,
    log: LogFile | None = None,
    secrets: AuditSecrets | None = None,
) -> AuditAnswer:
    """Return what a recording proves; `on_record` is called with the time of each record.

    `log`: of the gate, to be compared with what the gate wrote by the recording.
    `secrets`: by which its seals are checked; without a log, those of the log in the recording.

    Raises:
        FileError: there is none, or nothing in it can be read.
    """
    deliveries = read_deliveries(path)
    audit = RecordingAudit(path, deliveries)
    for record, name in deliveries.records():
        audit.on_record(record, name)
        on_record(record.at_ns)
    return audit.answer(log, secrets)


class RecordingAudit:
    """The audit of a recording that is being read, perhaps for others too."""

    def __init__(self, path: Path, deliveries: Deliveries) -> None:
        """Begin before its first record."""
        self._path, self._deliveries = path, deliveries
        self._records: GateRecords | None = None  # None: nothing was read
        self.on_record = opening(deliveries, WANTED, self._on_record)  # a record and its message's name

    def _on_record(self, record: OpenedRecord) -> None:
        self._records = self._records or GateRecords(roles_on_record(self._deliveries.about.files))
        self._records.on_record(record)

    def answer(self, log: LogFile | None = None, secrets: AuditSecrets | None = None) -> AuditAnswer:
        """Return what all of it proves; FileError: nothing in it could be read."""
        if self._records is None:
            raise unreadable(self._deliveries, self._path)
        answer = _answer_of(self._path, self._deliveries, self._records)
        if log is None and secrets is None:
            return answer
        trust = LogTrust(self._deliveries.about.run_id, secrets)
        return with_log(answer, log_answer(log, self._records, trust))


def _answer_of(path: Path, deliveries: Deliveries, records: GateRecords) -> AuditAnswer:
    holes = [*_holes(deliveries, records)]
    try:
        about = deliveries.about
        model = ModelFiles(about.robot_file, about.scene_file)
        law = law_on_record(about.files, model, about.configuration)
    except UnknownLawError as error:
        return _answer(path, Audit(_no_law()), holes=[Hole(0, str(error)), *holes], lacks=("settings",))
    own_clock = OwnClock()
    audit = Audit(law, gate_ns=own_clock.at)
    _run(audit, law, records, own_clock=own_clock)
    return _answer(path, audit, holes=holes, lacks=tuple(_lacking(law, records)))


def _no_law() -> Law:
    return Law(period_ns=SECOND, depth=0, required_m=0.0, configuration=b"", bounds=None)


def _run(audit: Audit, law: Law, records: GateRecords, *, own_clock: OwnClock) -> None:
    for sender, each in records.strangers:
        audit.at(each.place)
        audit.find(each.at_ns, "sender", f"{each.name} was sent by {sender}, which is no gate")
    feed(audit, records, own_clock)
    audit.judge_unfinished(law.patience_ns)
    audit.judge_confirmed(records.executed.by(law.period_ns))


def _holes(deliveries: Deliveries, records: GateRecords) -> Iterator[Hole]:
    """Return what is missing in order of the records behind which it is."""
    if damage := deliveries.damage:
        yield Hole(damage.after, f"the file {damage.problem}, after record {damage.after}")
    yield from records.holes
    known = {life.boot_epoch for life in records.lives}
    unknown = [sent for epoch, sent in records.sent.items() if epoch not in known]
    if records.lives and unknown:
        first = min(each.place.record for sent in unknown for each in sent.values())
        yield Hole(first - 1, "a life of the gate is not on record")
    yield from _lost_end(records)


def _lost_end(records: GateRecords) -> Iterator[Hole]:
    """Yield what is missing if others heard of the gate long after its last record, which is no end."""
    life = records.lives[-1] if records.lives else None
    if life is None or life.is_ended or not life.inputs:
        return
    last_ns, sent = life.inputs[-1].at_ns, records.sent.get(life.boot_epoch, {}).values()
    behind = [each for each in sent if each.at_ns > last_ns]
    if any(each.at_ns > last_ns + HEARD_LATE_NS for each in behind):
        first = min(each.place.record for each in behind)
        yield Hole(first - 1, "the end of the gate's last life is not on record")


def _lacking(law: Law, records: GateRecords) -> Iterator[Need]:
    if not records.lives:
        yield "gate"
    if law.bounds is None:
        yield "limits"
    if not records.has_log:
        yield "log"
    if not records.up:
        yield "uplink"


def _answer(path: Path, audit: Audit, *, holes: Sequence[Hole], lacks: Sequence[Need]) -> AuditAnswer:
    until = min((hole.after_record for hole in holes), default=None)
    found = [each for each in audit.findings if _counts(each, until)]
    if "log" in lacks:  # of nothing it is known whether it was written
        found = [each for each in found if each.rule != "written"]
    missing = [hole.text for hole in holes]
    rows = [_of_invariant(each, found, missing=missing, lacks=lacks) for each in INVARIANTS]
    beside = [_break(each) for each in found if each.rule not in RULES]
    verdict: Outcome = "BROKEN" if beside else worst(rows)
    return AuditAnswer(
        recording=str(path),
        verdict=verdict,
        ok=verdict == "PROVEN",
        released=audit.released,
        invariants=rows,
        beside=beside,
        missing=missing,
        trusted=list(TRUSTED),
    )


def _counts(finding: AuditFinding, until: int | None) -> bool:
    """Return whether a finding lies before all that is missing."""
    return until is None or (finding.place is not None and finding.place.record <= until)


def _of_invariant(
    invariant: Invariant, found: Sequence[AuditFinding], *, missing: list[str], lacks: Sequence[Need]
) -> InvariantAnswer:
    breaks = [each for each in found if each.rule in invariant.rules]
    needed = ("gate", "settings", *invariant.needs)
    why = [*missing, *(MISSING[need] for need in lacks if need in needed)]
    answer: Outcome = "BROKEN" if breaks else "NOT PROVEN" if why else "PROVEN"
    first = min(breaks, key=lambda each: each.at_ns, default=None)
    return InvariantAnswer(
        number=invariant.number,
        text=invariant.text,
        answer=answer,
        broken=len(breaks),
        first=_break(first) if first else None,
        missing=why,
    )


def _break(finding: AuditFinding) -> Break:
    place = finding.place
    return Break(
        rule=finding.rule,
        at_s=finding.at_ns / SECOND,
        text=finding.text,
        record=place.record if place else None,
        channel=place.channel if place else None,
        number=place.number if place else None,
    )
