"""What the audit of a recording proves of its run: a line, whether it is a fault, and the finding of it.

A recording that is read for other facts is read for the audit at the same time.
"""

from collections.abc import Iterator
from pathlib import Path

from ground.audit.answers import AuditAnswer, Outcome
from ground.audit.recording_audit import RecordingAudit, audit_recording
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.messages.health import Severity

CURE = "`farhand audit` with the recording names the record and the instant of each"


def audited(recording: Path) -> AuditAnswer | None:
    """Return what a recording proves; None: nothing in it can be read."""
    try:
        return audit_recording(recording)
    except FileError:
        return None


def answered(audit: RecordingAudit) -> AuditAnswer | None:
    """Return what a recording proves that has been read; None: there was nothing."""
    try:
        return audit.answer()
    except FileError:
        return None


def as_lines(answer: AuditAnswer | None) -> list[str]:
    """Return the line of a summary, or none."""
    return [f"audit      {_line(answer)}"] if answer else []


def is_broken(answer: AuditAnswer | None, run: RunSettings) -> bool:
    """Return whether something was broken that had to hold: the rules for comparison promise nothing."""
    return answer is not None and answer.verdict == "BROKEN" and run.commanding.policy == "watermark"


def findings_of(answer: AuditAnswer | None, run: RunSettings) -> Iterator[tuple[Severity, str, str, str]]:
    """Yield the finding of what is broken: severity, text, reason and way out."""
    if answer and answer.verdict == "BROKEN":
        severity: Severity = "failure" if is_broken(answer, run) else "note"
        yield severity, "what must always hold was broken", _line(answer), CURE


def _line(answer: AuditAnswer) -> str:
    """Return how many invariants are proven, and which are not."""
    rows = answer.invariants
    numbers: dict[Outcome, list[str]] = {"BROKEN": [], "NOT PROVEN": []}
    for row in rows:
        if row.answer in numbers:
            numbers[row.answer].append(str(row.number))
    proven = len(rows) - sum(map(len, numbers.values()))
    others = [f"{outcome.lower()}: {', '.join(found)}" for outcome, found in numbers.items() if found]
    beside = [f"{len(answer.beside)} breaks of other rules of the gate"] if answer.beside else []
    return f"{answer.verdict}, {'; '.join([f'{proven} of {len(rows)} invariants', *others, *beside])}"
