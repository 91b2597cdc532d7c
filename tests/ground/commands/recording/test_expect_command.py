"""`farhand expect`: checks over any recording, each with its value, limit and instant, and an exit code."""

import json

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from ground.rehearsal.recorded_evidence import recorded_evidence
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, SETTINGS, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.ground.replay.test_kept_recordings import KEPT

HAND, CUT = str(KEPT / "hand.mcap"), str(KEPT / "pictures.mcap")


@pytest.fixture
def checks(tmp_path):
    """Writes a file of checks alone."""

    def written(text):
        (tmp_path / "checks.toml").write_text(f"[expect]\n{text}\n")
        return str(tmp_path / "checks.toml")

    return written


def test_checks_that_hold_end_with_0_and_each_has_its_value_limit_and_instant(checks, capsys):
    file = checks("contacts_max = 0\nclearance_min_m = 0.2\nholds_min = 1")
    assert main(["expect", HAND, file]) == DONE
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"MET: 3 of 3 checks; short_hand, 11.3 s, by {file}"
    assert "ok       clearance_min_m        0.224  at 6.75 s  (expected 0.2)" in lines[0].strip()
    assert [line.split()[:3] for line in lines[1:]] == [["ok", "contacts_max", "0"], ["ok", "holds_min", "1"]]


def test_one_that_does_not_hold_ends_with_1_and_says_why(checks, tmp_path, capsys):
    told = str(tmp_path / "told.json")
    assert main(["expect", HAND, checks("clearance_min_m = 0.3"), "--json", told]) == FAILED
    assert "measured 224 mm, at least 300 mm" in capsys.readouterr().out
    answer = json.loads((tmp_path / "told.json").read_text())
    assert (answer["ok"], answer["unmet"]) == (False, {"clearance_min_m": "measured 224 mm, at least 300 mm"})


def test_of_a_cut_recording_nothing_is_met(checks, capsys):
    assert main(["expect", CUT, checks("contacts_max = 0")]) == FAILED
    first, row, damage = capsys.readouterr().out.splitlines()
    assert first.startswith("NOT MET: 1 of 1 check")
    assert row.split()[0] == "ok" and damage.startswith("damage     ends within a record")


def test_the_checks_of_a_scenario_are_asked_of_another_recording(capsys):
    assert main(["expect", HAND, "observation_pass"]) == FAILED
    told = capsys.readouterr().out
    assert "not met  rollbacks_min          0  (expected 1)" in told


def test_the_model_is_that_of_the_recording_wherever_it_is_read(tmp_path, checks, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["expect", HAND, checks("tool_strays_max_m = 1.0")]) == DONE  # asks for the arm's kinematics
    assert "ok       tool_strays_max_m      0.0" in capsys.readouterr().out


def as_a_pass(place, settings=None):
    """The same records, of a run without a scenario, with other settings if they are given."""
    deliveries = read_deliveries(KEPT / "hand.mcap")
    records = [record for record, _ in deliveries.records()]
    files = {SETTINGS: settings or deliveries.about.files[SETTINGS]}
    store = RecordingStore(place, msgspec.structs.replace(deliveries.about, files=files), sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    return place


def test_a_recording_without_a_scenario_is_judged_too(tmp_path):
    with recorded_evidence(as_a_pass(tmp_path / "pass.mcap")) as (_, evidence, damage):
        assert (evidence.facts.seat, damage) == ("operator", "")  # a script was heard
        assert evidence.facts.duration_s == pytest.approx(11.3, abs=0.1)


def test_a_recording_of_another_version_is_one_line(tmp_path, checks, capsys):
    other = str(as_a_pass(tmp_path / "other.mcap", settings=b'{"what": 7}'))
    assert main(["expect", other, checks("holds_min = 1")]) == BAD_FILE
    assert "is not of this version" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.mcap", "short_link"], "none.mcap: cannot be read (no such file)"),
        ([HAND, "shortlink"], "no such scenario; did you mean 'short_link'?"),
        ([HAND, "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_what_is_not_there_is_one_line(words, told, capsys):
    assert main(["expect", *words]) == BAD_FILE
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("contact_max = 0", "expect.contact_max: unknown key; did you mean 'contacts_max'?"),
        ("contacts_max = -1", "expect.contacts_max: "),
        ("", "expect: asks for nothing; "),
    ],
)
def test_checks_that_cannot_be_asked_are_one_line(checks, text, told, capsys):
    assert main(["expect", HAND, checks(text)]) == BAD_FILE
    assert told in capsys.readouterr().err
