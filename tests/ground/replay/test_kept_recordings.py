"""Recordings of an older version are shown, exported and summed up; which one can check them is told."""

import hashlib
from pathlib import Path

import pytest

from ground.cli import main
from ground.command_list import FAILED
from ground.export.foxglove_file import export_foxglove as export_foxglove
from ground.export.table_files import export_csv as export_csv
from ground.rehearsal.summing_up import summary_again
from ground.replay.check import check
from ground.replay.counted_replay import play_through
from telemetry.recording.reading.deliveries import read_deliveries

KEPT = Path(__file__).parent / "kept"
CUT = "ends within a record, after record 3715"


@pytest.mark.parametrize(
    ("name", "count", "digest"),  # as the version that made them reads them
    [
        ("hand", 3829, "03e4f66e343c65203bf31567e94455ba2637828bee939633c60c40f4c50c0d83"),
        ("held", 3427, "600104f057a8b09def38ad0585f5225ffeface953905d5316e29aee86a89d8e8"),
        ("pictures", 1587, "359d33552409ec75680fbd24943a5ea24ad85c52b7d42e1c975f03c3ccf5ce4e"),
    ],
)
def test_every_message_is_read_with_whoever_was_given_it_as_the_version_that_made_it_reads_it(
    name, count, digest
):
    found, summed = 0, hashlib.sha256()
    for said in read_deliveries(KEPT / f"{name}.mcap").messages():
        receptions = [tuple(reception) for reception in said.receptions]
        summed.update(repr((said.sender, said.name, said.at_ns, said.payload, receptions)).encode())
        found += 1
    assert (found, summed.hexdigest()) == (count, digest)


@pytest.mark.parametrize(
    ("name", "shown", "damage"),
    [
        ("hand", {"HandleStatus": 57, "PredictedArm": 1071, "Verdict": 13}, None),
        ("held", {"HoldNotice": 1, "PlanReady": 1, "PlanRefused": 1}, None),
        ("pictures", {"ImagePacket": 581, "ImageStatus": 39}, CUT),
    ],
)
def test_screens_are_shown_what_they_were_shown(name, shown, damage):
    result = play_through(KEPT / f"{name}.mcap")
    assert result.same
    assert result.messages.items() >= shown.items()
    assert result.damage == damage


@pytest.mark.parametrize(("name", "damage"), [("held", None), ("pictures", CUT)])
def test_tables_and_topics_for_others_are_made_of_it(name, damage, tmp_path):
    recording = KEPT / f"{name}.mcap"
    tables = export_csv(recording, tmp_path / "tables")
    topics = export_foxglove(recording, tmp_path / "topics.mcap")
    assert tables.damage == topics.damage == damage
    assert tables.tables["Telemetry"] == len(read_all(tmp_path / "tables" / "Telemetry.csv")) - 1
    assert (tmp_path / "topics.mcap").stat().st_size > 0


def read_all(path):
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    ("name", "verdict", "finding"),
    [
        ("hand", "NOMINAL", "motion was held"),
        ("held", "NOMINAL WITH FINDINGS", "planner died"),
        ("pictures", "NOMINAL WITH FINDINGS", "part of the recording cannot be read"),
    ],
)
def test_it_is_summed_up(name, verdict, finding):
    summary = summary_again(KEPT / f"{name}.mcap")
    assert summary.verdict == verdict
    assert any(finding in each.text for each in summary.findings)


@pytest.mark.parametrize("name", ["hand", "held", "pictures"])
def test_check_says_in_one_line_which_version_can(name, capsys):
    recording = str(KEPT / f"{name}.mcap")
    assert main(["replay", "--check", recording]) == FAILED
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("NOT CHECKED: made by farhand 0.10.0, and only that one can check it")
    assert check(Path(recording)).roles == []
