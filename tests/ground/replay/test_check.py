"""Roles run again from a recording alone decide the same, elsewhere too; a changed recording is caught."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from mcap.reader import make_reader

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.rehearsal.virtual_flight import Flight, fly
from ground.replay.check import check
from ground.scenario.scenario import run_settings
from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import MemoryStore, StoreError
from telemetry.drive.virtual_time import RECORDER, VirtualTime
from telemetry.files.settings import FileError
from telemetry.life.boot import Boot
from telemetry.life.contract import WorkDone
from telemetry.messages.queue import Verdict
from telemetry.recording.given.driver_records import (
    Persisted,
    Started,
    driver_record_name,
    is_driver_record,
    pack_driver_record,
    unpack_driver_record,
)
from telemetry.recording.given.received import name_of
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import pack_message, unpack_message
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.header import HEADER_BYTES
from tests.short_flights import planned_a_little

ROOT = Path(__file__).resolve().parents[3]
DECIDING = ["bridge", "gate", "haptics", "operator", "planner", "predictor"]
BEGIN = 4 + HEADER_BYTES  # of a frame's payload


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """A recording of a flight whose robot and scene are nowhere but in it."""
    folder = tmp_path_factory.mktemp("flown")
    scenario = planned_a_little()
    copies = {part: folder / part / f"{part}.toml" for part in ("robot", "scene")}
    for part, copy in copies.items():
        copy.parent.mkdir()
        copy.write_bytes(Path(getattr(scenario, part)).read_bytes())
    own = msgspec.structs.replace(scenario, **{part: str(copy) for part, copy in copies.items()})
    fly(own, Flight(seed=1, recording=folder / "pass.mcap"))
    for copy in copies.values():
        copy.unlink()
    return folder / "pass.mcap"


def changed(recording, out, change, **about):
    """Write the same recording with other records: `change(record)` gives the bytes that take the place."""
    deliveries = read_deliveries(recording)
    records = [record._replace(packet=change(record)) for record, _ in deliveries.records()]
    store = RecordingStore(out, msgspec.structs.replace(deliveries.about, **about), sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    return out


def otherwise(record):
    """Return a verdict with another clearance, and everything else as it is."""
    if name_of(record.role, record.packet) != Verdict.__name__:
        return record.packet
    verdict = unpack_message(record.packet[BEGIN:-TAG_BYTES])
    told = pack_message(msgspec.structs.replace(verdict, clearance=verdict.clearance + 1e-9))
    return record.packet[:BEGIN] + told + record.packet[-TAG_BYTES:]


@pytest.mark.real_time
@pytest.mark.long
def test_a_copy_alone_gives_the_same_decisions_to_another_user(flown, tmp_path):
    copy = tmp_path / "elsewhere" / "copy.mcap"
    copy.parent.mkdir()
    copy.write_bytes(flown.read_bytes())
    other = {name: str(tmp_path / name) for name in ("HOME", "XDG_STATE_HOME", "TMPDIR")}
    (tmp_path / "TMPDIR").mkdir()
    kernels = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))  # compiled before: only the time
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "ground", "replay", str(copy), "--check", "--json", "-"],
        env={**os.environ, **other, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": kernels},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    told = json.loads(ended.stdout)
    assert (ended.returncode, told["ok"], told["verdict"]) == (DONE, True, "SAME")
    assert list(told["not_run_again"]) == ["recorder", "space_segment"]
    assert [row["participant"] for row in told["roles"]] == DECIDING
    for row in told["roles"]:
        assert (row["note"], row["difference"]) == ("", None)
        assert row["compared"] == row["said"] - row["unheard"] > 100
        assert (row["by_figures"], row["beyond"]) == (0, 0)
    assert {row["participant"]: row["works"] for row in told["roles"] if row["works"]} == {"planner": 1}


def test_a_verdict_that_was_changed_is_found(flown, tmp_path):
    recording = changed(flown, tmp_path / "changed.mcap", otherwise)
    told = check(recording)
    [row] = [row for row in told.roles if row.difference]
    assert (told.verdict, row.outcome, row.participant) == ("DIFFERENT", "DIFFERENT", "predictor")
    assert row.difference.what.startswith("Verdict to ")
    assert row.difference.recorded != row.difference.now


def test_a_message_that_nobody_can_read_any_more_is_missed(flown, tmp_path):
    deliveries = read_deliveries(flown)
    given = [record for record, name in deliveries.records() if name == "Telemetry"]
    lost = next(record for record in given if record.role == "planner" and record.at_ns > 5 * NS_PER_S)
    of_mode_live = lost.packet[: HEAD_BYTES + 1] + b"\x01" + lost.packet[HEAD_BYTES + 2 :]

    def unreadable(record):
        return of_mode_live if record.number == lost.number else record.packet

    told = check(changed(flown, tmp_path / "unreadable.mcap", unreadable))
    [row] = [row for row in told.roles if row.participant == "planner"]
    assert (told.verdict, row.outcome) == ("NOT CHECKED", "NOT CHECKED")
    assert row.note == f"record {lost.in_life} of this life cannot be read"


def test_where_kernels_are_compiled_otherwise_a_difference_proves_nothing(flown, tmp_path, capsys):
    there = {"machine_code": "0" * 16, "target": "some processor"}
    told = check(changed(flown, tmp_path / "same.mcap", lambda record: record.packet, **there))
    assert told.verdict == "SAME" and "for some processor there" in told.elsewhere
    recording = changed(flown, tmp_path / "changed.mcap", otherwise, **there)
    assert main(["replay", str(recording), "--check"]) == FAILED
    printed = capsys.readouterr().out
    assert printed.startswith("NOT CHECKED") and "may differ in their last digits" in printed


def test_no_place_that_stands_beside_a_work_on_record_is_looked_at(flown, tmp_path, monkeypatch):
    monkeypatch.setenv("FARHAND_TEST_MARK", str(tmp_path / "mark"))
    place = "tests.ground.replay.crafted_settings:Marks"
    forged = {"function": place, "work": place, "type": place, "arguments": [[]]}

    def of_its_own(record):
        if not is_driver_record(record.packet) or driver_record_name(record.packet) != WorkDone.__name__:
            return record.packet
        return msgspec.msgpack.encode({**msgspec.msgpack.decode(record.packet), **forged})

    told = check(changed(flown, tmp_path / "forged.mcap", of_its_own))
    assert (told.verdict, sum(row.works for row in told.roles)) == ("SAME", 1)
    assert not (tmp_path / "mark").exists()


def test_what_was_heard_in_a_life_that_is_not_on_record_is_not_checked(flown, tmp_path):
    def of_another_life(record):
        told = is_driver_record(record.packet) and unpack_driver_record(record.packet)
        if record.role != "gate" or not isinstance(told, Started):
            return record.packet
        return pack_driver_record(msgspec.structs.replace(told, boot=Boot(epoch=told.boot.epoch + 7)))

    told = check(changed(flown, tmp_path / "changed.mcap", of_another_life))
    rows = {row.note: row for row in told.roles if row.participant == "gate" and row.note}
    assert told.verdict == "NOT CHECKED"
    assert ["messages were heard of it in a life that is not on record" in note for note in rows] == [True]


def test_another_record_than_is_written_again_is_found(flown, tmp_path):
    def of_another_record(record):
        told = is_driver_record(record.packet) and unpack_driver_record(record.packet)
        if not isinstance(told, Persisted) or told.key != "release_log" or told.number != 3:
            return record.packet
        return pack_driver_record(msgspec.structs.replace(told, sha256=bytes(32)))

    told = check(changed(flown, tmp_path / "changed.mcap", of_another_record))
    [row] = [row for row in told.roles if row.difference]
    assert row.participant == "gate" and row.difference.what.startswith("record 3 of release_log")


@pytest.mark.long
def test_a_decision_that_is_told_otherwise_to_one_of_its_hearers_is_found(flown, tmp_path):
    recording = changed(
        flown,
        tmp_path / "changed.mcap",
        lambda record: otherwise(record) if record.role == "operator" else record.packet,
    )
    told = check(recording)
    assert [row.participant for row in told.roles if row.difference] == ["predictor"]


def test_a_model_that_is_not_the_one_of_the_run_is_one_line(flown, tmp_path):
    deliveries = read_deliveries(flown)
    records = [record for record, _ in deliveries.records()]
    about = deliveries.about
    files = {**about.files, about.scene_file: about.files[about.scene_file] + b"\n"}
    store = RecordingStore(tmp_path / "a.mcap", msgspec.structs.replace(about, files=files), sync=False)
    store.append(RECORDING_LOG, pack_batch(records))
    store.close()
    with pytest.raises(FileError, match="is not what this run began with"):
        check(tmp_path / "a.mcap")


@pytest.fixture
def holed(flown, tmp_path):
    """The recording with a bit flipped in one of its chunks in the middle."""
    with flown.open("rb") as file:
        chunks = make_reader(file).get_summary().chunk_indexes
    data = bytearray(flown.read_bytes())
    data[chunks[len(chunks) // 2].chunk_start_offset + 100] ^= 0x10
    (tmp_path / "holed.mcap").write_bytes(data)
    return tmp_path / "holed.mcap"


def test_behind_a_hole_nobody_is_called_the_same(holed):
    told = check(holed)
    assert told.verdict == "NOT CHECKED" and "records are missing" in told.damage
    rows = {row.participant: row for row in told.roles}
    for who in ("bridge", "gate", "predictor", "operator"):
        assert rows[who].outcome == "NOT CHECKED" and "of this life are missing" in rows[who].note
        assert rows[who].compared > 0 and rows[who].difference is None


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("replay", ["--headless", "--speed", "max"]),
        ("record", []),
        ("summary", []),
    ],
)
def test_every_reader_tells_the_hole(holed, capsys, command, options):
    main([command, *(["info"] if command == "record" else []), str(holed), *options])
    assert "records are missing" in " ".join(capsys.readouterr().out.split())


def test_settings_that_are_not_what_was_attached_are_refused(flown, tmp_path, capsys):
    data = bytearray(flown.read_bytes())
    data[data.index(b'"station"') + 3] ^= 0x10
    (tmp_path / "bad.mcap").write_bytes(data)
    assert main(["replay", str(tmp_path / "bad.mcap"), "--check"]) == BAD_FILE
    assert "settings" in capsys.readouterr().err


class FullFor(MemoryStore):
    """A store that refuses some of its records."""

    def __init__(self, refused):
        super().__init__()
        self.refused, self.number = refused, 0

    def append(self, key, record):
        self.number += 1
        if self.number in self.refused:
            raise StoreError("no space left")
        super().append(key, record)


@pytest.mark.long
def test_a_full_disk_decides_the_same_again_and_of_a_killed_gate_the_end_is_not_checked(tmp_path):
    scenario, path = planned_a_little(), tmp_path / "killed.mcap"
    run = run_settings(scenario, seed=3, run_id="killed")
    recording = RecordingStore(path, about_rehearsal(scenario, run), sync=False)
    stores = {RECORDER: recording, "gate": FullFor(range(12, 16))}
    driver = VirtualTime(roles(scenario, run), seed=3, stores=lambda name: stores.get(name) or MemoryStore())
    driver.run(until_ns=9 * NS_PER_S)
    driver.kill("gate")
    driver.run(until_ns=10 * NS_PER_S)
    driver.start("gate")
    driver.run(until_ns=12 * NS_PER_S)
    driver.close()
    recording.close()
    names = [name for _, name in read_deliveries(path).records()]
    assert names.count("PersistFailed") == 4
    told = check(path)
    assert [(row.participant, row.life) for row in told.roles] == [
        ("bridge", 1),
        ("gate", 1),
        ("gate", 2),
        ("haptics", 1),
        ("operator", 1),
        ("planner", 1),
        ("predictor", 1),
    ]
    assert not any(row.difference for row in told.roles)
    assert (told.verdict, [row.note for row in told.roles if row.outcome != "SAME"]) == (
        "NOT CHECKED",
        ["what it was given last is not on record"],
    )


def test_a_life_with_a_gap_is_run_up_to_it_and_is_not_checked(flown, tmp_path):
    deliveries = read_deliveries(flown)
    records = [record for record, _ in deliveries.records()]
    lost = next(r for r in records if r.role == "gate" and r.at_ns > 5 * NS_PER_S)
    kept = [r._replace(number=n) for n, r in enumerate((r for r in records if r is not lost), 1)]
    store = RecordingStore(tmp_path / "gap.mcap", deliveries.about, sync=False)
    store.append(RECORDING_LOG, pack_batch(kept))
    store.close()
    told = check(tmp_path / "gap.mcap")
    [row] = [row for row in told.roles if row.participant == "gate"]
    assert row.note == f"records {lost.in_life} to {lost.in_life} of this life are missing"
    assert (told.verdict, row.outcome) == ("NOT CHECKED", "NOT CHECKED")
    assert row.beyond > 0 < row.compared and row.difference is None


def test_the_command_tells_the_first_difference_and_ends_with_1(flown, tmp_path, capsys):
    recording = changed(flown, tmp_path / "changed.mcap", otherwise)
    assert main(["replay", str(recording), "--check"]) == FAILED
    shown = capsys.readouterr().out
    assert shown.startswith("NOT THE SAME")
    assert "first difference at" in shown and "Verdict to " in shown
