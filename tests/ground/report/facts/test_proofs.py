"""What a recording proves stands in its run's summary, and what is broken makes the run a failure."""

from pathlib import Path

import pytest

from ground.audit.answers import AuditAnswer, InvariantAnswer
from ground.report.facts.proofs import CURE, as_lines, audited, findings_of, is_broken
from tests.nominal_run import nominal_run

OUTCOMES = {1: "PROVEN", 6: "NOT PROVEN", 12: "BROKEN"}


def answer(verdict="BROKEN", outcomes=OUTCOMES):
    rows = [
        InvariantAnswer(number=number, text="", answer=outcome, broken=0, first=None, missing=[])
        for number, outcome in outcomes.items()
    ]
    parts = {"invariants": rows, "beside": [], "missing": [], "trusted": []}
    return AuditAnswer(recording="x.mcap", verdict=verdict, ok=False, released=7, **parts)


def test_one_line_tells_how_many_are_proven_and_which_are_not():
    assert as_lines(answer()) == ["audit      BROKEN, 1 of 3 invariants; broken: 12; not proven: 6"]
    assert as_lines(answer("PROVEN", {1: "PROVEN"})) == ["audit      PROVEN, 1 of 1 invariants"]
    assert as_lines(None) == []


@pytest.mark.parametrize(("policy", "severity"), [("watermark", "failure"), ("unchecked", "note")])
def test_what_is_broken_is_a_failure_but_of_a_rule_that_promises_nothing(policy, severity):
    run = nominal_run(policy=policy)
    [(told, _, reason, cure)] = findings_of(answer(), run)
    assert (told, cure) == (severity, CURE) and "broken: 12" in reason
    assert is_broken(answer(), run) == (policy == "watermark")


@pytest.mark.parametrize("verdict", ["PROVEN", "NOT PROVEN"])
def test_what_is_not_proven_is_no_finding(verdict):
    assert [*findings_of(answer(verdict), nominal_run())] == [] and not is_broken(None, nominal_run())


def test_of_what_cannot_be_read_there_is_no_answer(tmp_path):
    (tmp_path / "none.mcap").write_bytes(b"no recording at all")
    assert audited(tmp_path / "none.mcap") is None and audited(Path("/nowhere.mcap")) is None
