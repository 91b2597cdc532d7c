"""A rehearsal is summed up again from its recording alone, and says the same as when it ended."""

import json

import msgspec
import pytest

from ground.audit.invariants import INVARIANTS
from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from ground.faults.ground_faults import Killed
from ground.rehearsal.summing_up import summary_again
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.facts.recorded_lives import DIED
from telemetry.recording.reading.deliveries import Deliveries
from telemetry.recording.records.record import About
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.ground.audit.doctored import tape_of
from tests.short_flights import planned_a_little

OF_THE_DRIVER = ("speedup", "processes")  # what only whoever flew it knows
KILLED = Killed(participant="haptics", at_s=5.0, duration_s=1.0)


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A recording and what was said of it as it ended."""
    recording = tmp_path_factory.mktemp("summing_up") / "pass.mcap"
    return recording, fly(planned_a_little(), Flight(seed=3, recording=recording))


def without(summary, *names):
    return msgspec.structs.replace(summary, **dict.fromkeys(names))


def test_the_summary_again_is_the_summary(flown):
    recording, summary = flown
    again = summary_again(recording)
    assert without(again, *OF_THE_DRIVER) == without(summary, *OF_THE_DRIVER)
    assert again.speedup is None
    assert {row.role for row in again.processes} == {row.role for row in summary.processes}


def test_one_reading_feeds_the_summary_and_the_audit(flown, monkeypatch):
    read, records = [], Deliveries.records

    def to_the_end(deliveries):
        yield from records(deliveries)
        read.append(deliveries)

    monkeypatch.setattr(Deliveries, "records", to_the_end)
    assert summary_again(flown[0]).audit.verdict == "PROVEN"
    assert len(read) == 1


def test_its_recording_is_audited_by_itself_and_what_is_broken_fails_the_rehearsal(flown, tmp_path, capsys):
    assert flown[1].audit.verdict == "PROVEN" and len(flown[1].audit.invariants) == len(INVARIANTS)
    tape = tape_of(flown[0])
    tape.edit(tape.find("Verdict", to="gate", where=lambda body: body["ok"])[-1:], chain=bytes(16))
    assert main(["summary", str(tape.write(tmp_path / "doctored.mcap"))]) == FAILED
    told = capsys.readouterr().out
    assert told.startswith("OFF-NOMINAL") and "audit      BROKEN, 16 of 17 invariants; broken: 1\n" in told


def test_of_a_recording_that_was_cut_it_says_that_not_all_is_judged(flown, tmp_path, capsys):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(flown[0].read_bytes()[: flown[0].stat().st_size // 2])
    assert main(["summary", str(cut), "--json", str(tmp_path / "cut.json")]) == FAILED
    told = capsys.readouterr().out
    assert told.startswith("OFF-NOMINAL")
    assert "part of the recording cannot be read" in told
    summary = json.loads((tmp_path / "cut.json").read_text())
    assert 0.0 < summary["duration_s"] < flown[1].duration_s
    assert summary["damage"]


@pytest.mark.long  # in plain: `tests.ground.report.test_pass_figures`
def test_a_life_that_did_not_end_in_order_is_a_death(tmp_path):
    recording = tmp_path / "pass.mcap"
    fly(planned_a_little(faults=(KILLED,)), Flight(seed=3, recording=recording))
    again = summary_again(recording)
    died = {row.role: (row.restarts, row.deaths) for row in again.processes if row.deaths}
    assert died == {"haptics": (1, [DIED])}
    assert any("haptics" in row.text for row in again.findings)


def test_a_person_reads_what_the_rehearsal_said(flown, capsys):
    assert main(["summary", str(flown[0])]) == (DONE if flown[1].ok else FAILED)
    assert capsys.readouterr().out.startswith(f"{flown[1].verdict}: short_link, ")


@pytest.mark.parametrize("content", ["nothing", "no rehearsal", "another version"])
def test_what_holds_no_rehearsal_of_this_version_is_one_line(content, tmp_path, capsys):
    files = {"another version": {"scenario.json": b'{"name": 7}'}}.get(content, {})
    if content != "nothing":
        RecordingStore(tmp_path / "pass.mcap", About(files=files), sync=False).close()
    assert main(["summary", str(tmp_path / "pass.mcap")]) == BAD_FILE
    [line] = capsys.readouterr().err.splitlines()
    assert "pass.mcap" in line
