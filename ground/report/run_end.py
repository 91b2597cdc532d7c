"""What the screens are told of a run that is over: its verdict, and as many findings as a message carries."""

from ground.report.findings import ABORTED, RunFinding, finding
from ground.report.summary import Summary
from telemetry.messages.base import shortened
from telemetry.messages.health import FINDINGS, Finding, RunEnd


def run_end(summary: Summary) -> RunEnd:
    """Return what is told of a summary."""
    return RunEnd(
        verdict=summary.verdict,
        rule=shortened(summary.rule),
        findings=tuple(map(_message, summary.findings[:FINDINGS])),
        more=len(summary.findings[FINDINGS:]),
        recording=summary.recording or "",
    )


def given_up(problem: str) -> RunEnd:
    """Return what is told of a run that an error has ended."""
    found = finding("failure", "the run was given up", problem, cure="set that right, then fly again")
    return RunEnd(
        verdict=ABORTED, rule="an error ended it", findings=(_message(found),), more=0, recording=""
    )


def _message(found: RunFinding) -> Finding:
    return Finding(
        severity=found.severity, at=found.at_s, text=found.text, reason=found.reason, cure=found.cure
    )
