"""What was done to a gate's log is named by its record: by recording, chain, and whoever has the key."""

import hashlib
import json

import msgpack
import msgspec
import pytest

from ground.audit.gate_records import RELEASE_LOG
from ground.audit.log_chain import SEAL_BYTES, chain_fault, opened, seal_fault
from ground.audit.log_file import LogFile
from ground.audit.recording_audit import audit_recording
from ground.cli import main
from ground.command_list import DONE, FAILED, UNSAFE
from planner.gate.release_log import AuditKey
from telemetry.agreed.participants import Speakers
from telemetry.drive.store import packed
from telemetry.drive.virtual_bus import rings_of_seed
from telemetry.keys.key_file import file_of, write_key

RUN = "audited"


@pytest.fixture(scope="module")
def ring():
    return rings_of_seed(1, Speakers(run_id=RUN))["gate"]


@pytest.fixture
def secrets(ring):
    return {ring.key_id: ring.audit}


def inside(stored):
    return [opened(each) for each in stored]


def judged(kept, stored, secrets=None):
    log = None if stored is None else LogFile("log", b"".join(map(packed, stored)))
    answer = audit_recording(kept[0], log=log, secrets=secrets)
    return answer.verdict, answer.log


def test_with_its_key_a_log_is_as_recorded_whole_and_sealed(kept, secrets):
    verdict, log = judged(kept, kept[1], secrets)
    assert (verdict, log.answer, log.chain, log.seal) == ("PROVEN", "AS RECORDED", "WHOLE", "GOOD")
    assert log.first_bad is None and log.records > 30


def test_without_a_key_the_chain_is_checked_and_that_the_seals_are_not_is_told(kept):
    verdict, log = judged(kept, kept[1])
    assert (verdict, log.chain, log.seal) == ("PROVEN", "WHOLE", "NOT CHECKED") and "--key" in log.seal_what


def test_a_recording_has_the_whole_log_and_its_seals_are_checked_without_the_file(kept, secrets):
    verdict, log = judged(kept, None, secrets)
    assert (verdict, log.file, log.seal, log.records) == ("PROVEN", "", "GOOD", len(kept[1]))


def changed(stored, **changes):
    """The record with other content, under its old seal."""
    body = {**msgpack.unpackb(stored[:-SEAL_BYTES]), **changes}
    return msgpack.packb(body) + stored[-SEAL_BYTES:]


def put(records, place, *stored):
    return [*records[: place - 1], *stored, *records[place:]]


ALTERED = [
    ("another instant", lambda kept: put(kept, 5, changed(kept[4], at_ns=7)), 5),
    ("another event", lambda kept: put(kept, 9, changed(kept[8], events=[{"at_ns": 1, "event": "x"}])), 9),
    ("the first", lambda kept: put(kept, 1, changed(kept[0], utc_ns=1)), 1),
    ("one removed", lambda kept: put(kept, 6), 6),
    ("three removed", lambda kept: [*kept[:10], *kept[13:]], 11),
    ("the first removed", lambda kept: kept[1:], 1),
    ("one twice", lambda kept: put(kept, 8, kept[7], kept[7]), 9),
    ("a made one", lambda kept: put(kept, 12, kept[11], changed(kept[11], at_ns=1)), 13),
    ("two exchanged", lambda kept: put(put(kept, 4, kept[4]), 5, kept[3]), 4),
]


@pytest.mark.parametrize(("damage", "bad"), [row[1:] for row in ALTERED], ids=[row[0] for row in ALTERED])
def test_the_chain_alone_names_what_was_altered_removed_or_put_in(kept, damage, bad):
    fault = chain_fault(inside(damage(kept[1])), RUN)
    assert fault.record == bad and f"record {bad} " in fault.what
    verdict, log = judged(kept, damage(kept[1]))
    assert (verdict, log.answer, log.chain, log.first_bad) == ("BROKEN", "DIFFERS", "BROKEN", bad)


@pytest.mark.parametrize("gone", [1, 2, 10])
def test_a_log_that_was_cut_has_a_whole_chain_and_its_recording_tells_of_what_is_gone(kept, gone, secrets):
    cut = kept[1][:-gone]
    verdict, log = judged(kept, cut, secrets)
    assert (verdict, log.answer, log.chain, log.seal) == ("BROKEN", "DIFFERS", "WHOLE", "GOOD")
    assert "cut" in log.what and log.first_bad == len(cut) + 1


def anew(stored, run_id=RUN, key=None):
    """Write a log anew as a whole: other instants, a chain that is whole, seals by another key or none."""
    before, written = hashlib.sha256(b"farhand release log " + run_id.encode()).digest(), []
    key = key or AuditKey()
    for each in stored:
        body = {**msgpack.unpackb(each[:-SEAL_BYTES]), "previous": before, "utc_ns": 5}
        record = msgpack.packb(body)
        before = hashlib.sha256(record).digest()
        written.append(record + key.seal(before))
    return written


@pytest.mark.parametrize("key", [AuditKey(), AuditKey(0x8001, bytes(32)), AuditKey(0x8001, bytes(range(32)))])
def test_a_log_that_was_written_anew_has_a_whole_chain_another_head_and_no_good_seal(kept, secrets, key):
    verdict, log = judged(kept, anew(kept[1], key=key), secrets)
    assert (verdict, log.answer, log.chain, log.seal) == ("BROKEN", "DIFFERS", "WHOLE", "BROKEN")
    assert "written anew as a whole" in log.what and log.first_bad == 1


def test_a_log_of_another_run_is_called_so_and_one_whose_beginning_alone_was_altered_is_not(kept):
    verdict, log = judged(kept, anew(kept[1], run_id="another"))
    assert (verdict, log.answer, log.chain) == ("BROKEN", "DIFFERS", "BROKEN")
    assert log.what == "it is the log of another run: its first record does not begin the log of run audited"
    _, log = judged(kept, [anew(kept[1][:1], run_id="another")[0], *kept[1][1:]])
    assert log.what == "record 1 was altered"


@pytest.mark.parametrize("key", [AuditKey(), AuditKey(0x8001, bytes(32))])
def test_where_log_and_recording_were_forged_together_the_seal_alone_tells(tape, tmp_path, key, secrets):
    rows = tape.find("Persisted", where=lambda body: body["key"] == RELEASE_LOG)
    forged = anew([row.body["record"] + row.body["seal"] for row in rows], key=key)
    for row, stored in zip(rows, forged, strict=True):
        record, seal = stored[:-SEAL_BYTES], stored[-SEAL_BYTES:]
        row.put({**row.body, "record": record, "seal": seal, "sha256": hashlib.sha256(record).digest()})
    heads = [each.digest for each in inside(forged)]
    tape.edit(
        tape.find("GateStatus"), log=lambda head: head and {**head, "sha256": heads[head["number"] - 1]}
    )
    tape.drop(tape.find("Ended", to="gate"))
    path = tape.write(tmp_path / "forged.mcap")
    verdict, log = judged((path, None), forged)
    assert (log.answer, log.chain, log.seal) == ("AS RECORDED", "WHOLE", "NOT CHECKED")
    verdict, log = judged((path, None), forged, secrets)
    assert (verdict, log.answer, log.seal, log.first_bad) == ("BROKEN", "AS RECORDED", "BROKEN", 1)


def test_a_head_that_the_gate_told_of_otherwise_is_named(kept, tape, tmp_path):
    (row,) = tape.find("GateStatus", to="recorder", where=lambda body: body.get("log"))[20:21]
    number = row.body["log"]["number"]
    tape.edit([row], log__sha256=bytes(32))
    verdict, log = judged((tape.write(tmp_path / "told.mcap"), None), kept[1])
    assert (verdict, log.answer, log.first_bad) == ("BROKEN", "DIFFERS", number)


def test_the_end_of_the_gates_life_says_which_record_was_its_newest(kept, tape, tmp_path):
    (row,) = tape.find("Ended", to="gate")
    assert row.body["logs"][RELEASE_LOG]["sha256"] == opened(kept[1][-1]).digest
    row.put({"told": "Ended", "logs": {RELEASE_LOG: {"sha256": bytes(32), "seal": b""}}})
    _, log = judged((tape.write(tmp_path / "ended.mcap"), None), kept[1])
    assert log.answer == "DIFFERS" and "as the gate ended" in log.what


def test_a_seal_by_a_wrong_key_or_for_another_run_is_named(kept, ring, secrets):
    records = inside(kept[1])
    assert seal_fault(records, RUN, secrets) is None
    assert "is not that of key" in seal_fault(records, RUN, {ring.key_id: bytes(32)}).what
    assert "names key" in seal_fault(records, RUN, {7: ring.audit}).what
    assert seal_fault(records, "another", secrets).record == 1 == chain_fault(records, "another").record


@pytest.mark.parametrize("place", [1, 17])
def test_one_octet_of_a_seal_is_named_by_its_record(kept, secrets, place):
    bad = kept[1][place - 1][:-1] + bytes([kept[1][place - 1][-1] ^ 1])
    verdict, log = judged(kept, put(kept[1], place, bad), secrets)
    assert (verdict, log.chain, log.seal, log.first_bad) == ("BROKEN", "WHOLE", "BROKEN", place)


def test_a_log_of_a_former_version_is_in_no_chain_and_that_is_told(kept):
    former = [msgpack.packb(opened(each).body["released"]) for each in kept[1]]
    _, log = judged(kept, former)
    assert log.chain == "NOT CHECKED" and "former version" in log.chain_what


@pytest.fixture
def key_file(tmp_path, ring):
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    content = file_of(ring, role="gate", mode="rehearsal", scope=RUN, made_ns=1)
    write_key(folder / "gate.key", content)
    return folder / "gate.key"


def test_the_command_tells_chain_and_seal_in_text_and_in_json(kept, key_file, tmp_path, capsys):
    log = tmp_path / "log"
    log.write_bytes(b"".join(map(packed, kept[1])))
    assert main(["audit", str(kept[0]), "--log", str(log), "--key", str(key_file)]) == DONE
    assert "seal       GOOD" in capsys.readouterr().out
    assert main(["audit", str(kept[0]), "--log", str(log), "--json", "-"]) == DONE
    told = json.loads(capsys.readouterr().out)["log"]
    assert (told["chain"], told["seal"]) == ("WHOLE", "NOT CHECKED")


def test_the_command_takes_the_folder_of_the_keys_and_names_the_bad_record(kept, key_file, tmp_path, capsys):
    log = tmp_path / "log"
    log.write_bytes(b"".join(map(packed, anew(kept[1]))))
    assert main(["audit", str(kept[0]), "--log", str(log), "--key", str(key_file.parent)]) == FAILED
    assert "seal       BROKEN: record 1 is not sealed" in capsys.readouterr().out


def test_a_key_that_seals_no_log_and_one_that_others_may_read_are_refused_in_one_line(
    key_file, kept, ring, capsys
):
    other = key_file.with_name("bridge.key")
    bare = msgspec.structs.replace(
        file_of(ring, role="bridge", mode="rehearsal", scope=RUN, made_ns=1), audit=msgspec.UNSET
    )
    write_key(other, bare)
    assert main(["audit", str(kept[0]), "--key", str(other)]) != DONE
    assert "holds no key that seals a gate's log" in capsys.readouterr().err
    key_file.chmod(0o644)
    assert main(["audit", str(kept[0]), "--key", str(key_file)]) == UNSAFE
    assert "chmod 600" in capsys.readouterr().err
