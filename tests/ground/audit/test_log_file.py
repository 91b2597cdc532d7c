"""The gate's log beside the recording of its run: what was done to either of them is named by its record."""

import pytest

from ground.audit.log_file import LogFile
from ground.audit.recording_audit import audit_recording
from ground.cli import main
from ground.command_list import DONE, FAILED
from telemetry.drive.store import packed, split


def answer(kept, records, tail=b""):
    content = b"".join(map(packed, records)) + tail
    assert split(content).records == list(records)
    result = audit_recording(kept[0], log=LogFile("release_log.log", content))
    return result.verdict, result.log


def test_a_log_is_as_the_recording_has_it(kept):
    verdict, log = answer(kept, kept[1])
    assert (verdict, log.answer, log.what) == ("PROVEN", "AS RECORDED", "")
    assert log.records == log.recorded > 30


def altered(records):
    return [*records[:4], records[4][:-1] + bytes([records[4][-1] ^ 1]), *records[5:]]


DAMAGE = [
    (altered, "record 5 was altered"),
    (lambda records: [*records[:4], *records[5:]], "record 5 was removed"),
    (lambda records: [*records[:4], b"one more", *records[4:]], "record 5 was put in"),
    (lambda records: records[:-3], "it was cut: records"),
    (lambda records: [*records, b"one more"], "1 more than are on record"),
    (lambda records: [b"a" + record for record in records], "written anew as a whole"),
    (lambda records: [], "none of its records is on record"),
]


@pytest.mark.parametrize(("damage", "told"), DAMAGE, ids=[told for _, told in DAMAGE])
def test_what_was_done_to_a_log_is_named(kept, damage, told):
    verdict, log = answer(kept, damage(kept[1]))
    assert (verdict, log.answer) == ("BROKEN", "DIFFERS") and told in log.what


def test_octets_that_hold_no_record_are_told(kept):
    verdict, log = answer(kept, kept[1], tail=b"torn")
    assert verdict == "BROKEN" and "4 octets hold no record" in log.what


def test_a_recording_that_does_not_hold_what_was_written_knows_nothing_of_a_log(kept, tape, tmp_path):
    tape.drop(tape.find("Persisted"))
    path = tape.write(tmp_path / "older.mcap")
    verdict, log = answer((path, None), kept[1])
    assert (verdict, log.answer) == ("NOT PROVEN", "NOT KNOWN")


def test_the_command_compares_the_log_of_a_run(kept, tmp_path, capsys):
    log = tmp_path / "release_log.log"
    log.write_bytes(b"".join(map(packed, kept[1])))
    assert main(["audit", str(kept[0]), "--log", str(log)]) == DONE
    assert "log        AS RECORDED" in capsys.readouterr().out
    log.write_bytes(log.read_bytes()[:-40])
    assert main(["audit", str(kept[0]), "--log", str(log)]) == FAILED
    assert "log        DIFFERS" in capsys.readouterr().out
