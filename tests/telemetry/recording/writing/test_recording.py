"""The recording on disk: what is written is read again, and what a damaged file still yields."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgpack
import msgspec
import numpy as np
import pytest
from mcap.reader import make_reader

from ground.cli import main
from ground.command_list import DONE
from telemetry.commands import record_info, record_recover
from telemetry.drive.run_clock import TIME_ZERO
from telemetry.drive.store import StoreError
from telemetry.files.settings import FileError
from telemetry.files.whole_file import WholeWrites
from telemetry.messages.health import Beat
from telemetry.recording.given.driver_records import Ticked, pack_driver_record
from telemetry.recording.reading import mcap_reading as reading_module
from telemetry.recording.reading.answers import RoleRecords, UnknownSender
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import (
    RECORDING_LOG,
    VIRTUAL_ZERO_NS,
    About,
    Record,
    pack_batch,
    parts,
    unpack_batch,
)
from telemetry.recording.writing import mcap_file as writing_module
from telemetry.recording.writing.mcap_file import ABOUT_FILE, DEFAULT_FILE, RecordingStore, store_for
from telemetry.recording.writing.mcap_writer import McapWriter
from telemetry.wire.codec import Wire, pack_message

ROOT = Path(__file__).resolve().parents[3]
BEAT = Beat(role="predictor", configuration=b"")
FRAME = Wire("predictor").frame(BEAT)
ABOUT = About(
    scenario="pass",
    seed=7,
    run_id="pass-7",
    configuration="0a",
    files={"robot.toml": b"name", "arm.stl": bytes(range(256))},
)
TICKED = pack_driver_record(Ticked.at([20, 30, 45]))
RECORDS = [
    Record(1, 10, "gate", 1, FRAME),
    Record(2, 20, "bridge", 1, TICKED),
    Record(3, -30, "gate", 2, b"\x00\x01\x02"),
    Record(4, 30, "gate", 3, FRAME),
    Record(5, 50, "planner", 9, TICKED),
]
BATCHES = [RECORDS[:2], RECORDS[2:4], RECORDS[4:]]


def written(path, batches=BATCHES, *, closed=True, about=ABOUT):
    store = RecordingStore(path, about, sync=False)
    for batch in batches:
        store.append(RECORDING_LOG, pack_batch(batch))
    if closed:
        store.close()
    else:
        killed(store)
    return store


def killed(store):
    """Leave the file as a kill does: what was saved is there, and no index."""
    store._file._spool.close()


def read(path):
    deliveries = read_deliveries(path)
    return [record for record, _ in deliveries.records()], deliveries.damage


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "pass.mcap"
    written(path)
    return path.read_bytes()


def test_what_was_recorded_is_read_in_order_with_its_bytes_and_times(tmp_path):
    written(tmp_path / "a.mcap")
    assert read(tmp_path / "a.mcap") == (RECORDS, None)


def test_deliveries_are_opened_and_ticks_and_unreadable_bytes_are_none(tmp_path):
    written(tmp_path / "a.mcap")
    messages = [delivery.message for delivery in read_deliveries(tmp_path / "a.mcap")]
    assert messages == [BEAT, None, None, BEAT, None]


def test_the_file_tells_what_the_run_was(tmp_path):
    written(tmp_path / "a.mcap")
    deliveries = read_deliveries(tmp_path / "a.mcap")
    list(deliveries)
    assert deliveries.about == ABOUT


def test_anybody_reads_each_message_once_with_its_schema_in_utc(tmp_path):
    written(tmp_path / "a.mcap")
    with (tmp_path / "a.mcap").open("rb") as file:
        found = list(make_reader(file, validate_crcs=True).iter_messages(topics="/Beat"))
    [(schema, channel, message)] = found
    assert (channel.message_encoding, schema.encoding, schema.name) == ("msgpack", "jsonschema", "Beat")
    assert json.loads(schema.data)["properties"]["role"]["type"] == "string"
    assert (message.log_time, message.publish_time) == (VIRTUAL_ZERO_NS + 10, VIRTUAL_ZERO_NS + 10)
    assert msgpack.unpackb(message.data) == {"id": 40, "role": "predictor", "configuration": b""}


def test_anybody_reads_who_was_given_what_when_and_under_which_number(tmp_path):
    written(tmp_path / "a.mcap")
    with (tmp_path / "a.mcap").open("rb") as file:
        messages = make_reader(file).iter_messages(topics="/receptions", log_time_order=False)
        first, second, _ = [msgpack.unpackb(message.data) for _, _, message in messages]
    assert [first["participants"][place] for place in first["who"]] == ["gate", "bridge"]
    assert (first["in_life"], first["at_ns"], first["what"]) == ([1, 1], [0, 10], [0, -1])
    assert first["told"] == [{"told": "Ticked", "after_ns": [0, 10, 15]}]
    assert first["copies"]["lives"][0]["sender"] == "predictor"
    assert (second["in_life"], second["at_ns"], second["what"]) == ([2, 1], [0, 60], [-1, 1])
    assert second["told"] == [b"\x00\x01\x02"]  # octets that nobody can read


def test_batch_survives_packing():
    assert unpack_batch(pack_batch(RECORDS)) == RECORDS


def test_everything_handed_over_is_on_disk_before_the_file_is_closed(tmp_path):
    for count in range(1, len(BATCHES) + 1):
        path = tmp_path / f"{count}.mcap"
        written(path, BATCHES[:count], closed=False)
        records, damage = read(path)
        assert records == RECORDS[: len(records)]
        assert len(records) == sum(map(len, BATCHES[:count]))
        assert damage.problem == "ends without an index: was not closed"


def test_file_cut_anywhere_yields_whole_batches_and_says_that_it_is_cut(tmp_path, whole):
    path, lengths = tmp_path / "cut.mcap", set()
    for length in np.random.default_rng(5).choice(len(whole), 600, replace=False).tolist():
        path.write_bytes(whole[:length])
        records, damage = read(path)
        assert records == RECORDS[: len(records)]
        assert damage is not None
        assert damage.after == len(records)
        assert damage.offset <= length
        lengths.add(len(records))
    assert lengths == {0, 2, 4, 5}


def test_flipped_bit_never_changes_a_record_and_never_raises(tmp_path, whole):
    path, found = tmp_path / "flipped.mcap", 0
    rng = np.random.default_rng(4)
    for bit in rng.choice(8 * len(whole), 600, replace=False).tolist():
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 0x80 >> bit % 8
        assert bytes(damaged) != whole
        path.write_bytes(damaged)
        records, damage = read(path)
        given = [(r.number, r.packet) for r in RECORDS]
        assert [pair for pair in given if pair in [(r.number, r.packet) for r in records]] == [
            (record.number, record.packet) for record in records
        ]
        assert damage is not None or records == RECORDS
        found += damage is not None
    assert found > 100


@pytest.mark.parametrize("data", [b"", b"FARHAND1", b"\x89MCAP1\r\n" + bytes(50), bytes(1000)])
def test_other_file_is_damaged_from_its_first_byte(tmp_path, data):
    path = tmp_path / "other.mcap"
    path.write_bytes(data)
    records, damage = read(path)
    assert (records, damage.after, damage.offset) == ([], 0, 0)


def test_chunk_that_unpacks_to_gigabytes_is_not_unpacked(tmp_path, monkeypatch):
    written(tmp_path / "a.mcap", [[Record(1, 0, "gate", 1, bytes(50_000))]])
    assert (tmp_path / "a.mcap").stat().st_size < 5_000
    monkeypatch.setattr(reading_module, "RECORD_CAP", 10_000)
    assert read(tmp_path / "a.mcap")[1].problem == "is damaged: chunk is not as it was written"


def test_missing_record_is_a_hole_that_is_told_and_what_follows_is_read(tmp_path):
    written(tmp_path / "a.mcap", [RECORDS[:2], RECORDS[3:]])
    records, damage = read(tmp_path / "a.mcap")
    assert records == [*RECORDS[:2], *RECORDS[3:]]
    assert "number 4 instead of 3" in damage.problem
    assert (damage.after, damage.missing) == (2, 1)


def test_last_chunk_that_is_no_longer_known_as_one_is_missed(tmp_path, monkeypatch):
    monkeypatch.setattr(writing_module, "BATCHES", 1)
    written(tmp_path / "a.mcap")
    whole = (tmp_path / "a.mcap").read_bytes()
    with io.BytesIO(whole) as file:
        last = make_reader(file).get_summary().chunk_indexes[-1].chunk_start_offset
    damaged = bytearray(whole)
    damaged[last] ^= 0x80  # the record's kind: a reader passes over kinds that it does not know
    (tmp_path / "a.mcap").write_bytes(damaged)
    records, damage = read(tmp_path / "a.mcap")
    assert records == RECORDS[:4]
    assert (damage.problem, damage.missing) == ("ends before its last record", 1)


@pytest.mark.parametrize(("encoding", "reads"), [("x-farhand-2", r"0\.2\.0"), ("x-farhand-3", r"0\.4")])
def test_recording_of_another_version_is_refused_by_one_line(tmp_path, encoding, reads):
    spool = WholeWrites(tmp_path / "old.mcap", sync=False)
    writer = McapWriter(spool, library="farhand")
    writer.add_metadata("farhand", {"version": "0.2.0"})
    channel = writer.add_channel("/gate/Beat", encoding=encoding, schema=0, values={})
    writer.add_messages([(channel, 1, 10, b"\x01\x00\x00\x00" + FRAME)])
    writer.finish()
    spool.save()
    spool.close()
    with pytest.raises(FileError, match=rf"holds {encoding}, .* version {reads}"):
        read(tmp_path / "old.mcap")


def test_recording_of_a_later_version_is_refused_by_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(writing_module, "RECEPTIONS_METADATA", {"format": "x-farhand-6"})
    written(tmp_path / "new.mcap", about=msgspec.structs.replace(ABOUT, version="0.9.0"))
    with pytest.raises(FileError, match=r"holds x-farhand-6, .* version 0\.9\.0"):
        read(tmp_path / "new.mcap")


def test_missing_file_is_the_callers_mistake(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_deliveries(tmp_path / "nothing.mcap")


def test_restarted_recorder_goes_on_in_a_file_beside_the_first_with_the_next_number(tmp_path):
    path = tmp_path / "a.mcap"
    written(path, BATCHES[:1], closed=False)
    again = RecordingStore(path, ABOUT, sync=False)
    assert unpack_batch(again.records(RECORDING_LOG)[-1])[-1].number == 2
    again.append(RECORDING_LOG, pack_batch(RECORDS[2:]))
    killed(again)
    assert [part.name for part in parts(path)] == ["a.mcap", "a-2.mcap"]
    records, damage = read(path)
    assert records == RECORDS
    assert "not closed" in damage.problem


def test_numbers_go_on_after_a_torn_last_chunk(tmp_path):
    path = tmp_path / "a.mcap"
    written(path, closed=False)
    path.write_bytes(path.read_bytes()[:-60])
    assert len(read(path)[0]) == 4
    assert unpack_batch(RecordingStore(path, ABOUT, sync=False).records(RECORDING_LOG)[0])[-1].number == 4


def test_numbers_go_on_although_the_file_before_got_no_record_at_all(tmp_path):
    written(tmp_path / "a.mcap", BATCHES[:2])
    (tmp_path / "a-2.mcap").write_bytes(b"")
    written(tmp_path / "a.mcap", BATCHES[2:])
    assert read(tmp_path / "a.mcap")[0] == RECORDS


def test_file_beside_the_first_that_does_not_go_on_is_not_taken_for_a_part(tmp_path):
    written(tmp_path / "a.mcap")
    written(tmp_path / "a-2.mcap")
    assert read(tmp_path / "a.mcap")[0] == RECORDS


def test_batch_that_a_full_disk_refused_comes_again_and_is_written_once(tmp_path, monkeypatch):
    path = tmp_path / "a.mcap"
    store = RecordingStore(path, ABOUT, sync=True)
    store.append(RECORDING_LOG, pack_batch(BATCHES[0]))

    def full(number):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for _ in range(2):
            with pytest.raises(StoreError, match="No space left"):
                store.append(RECORDING_LOG, pack_batch(BATCHES[1]))
    store.append(RECORDING_LOG, pack_batch([*BATCHES[1], *BATCHES[2]]))
    store.close()
    assert read(path) == (RECORDS, None)


def test_folder_that_takes_no_file_is_told_at_the_first_batch(tmp_path):
    (tmp_path / "taken").write_text("")
    store = RecordingStore(tmp_path / "taken" / "a.mcap", ABOUT, sync=False)
    with pytest.raises(StoreError):
        store.append(RECORDING_LOG, pack_batch(RECORDS))


def test_run_folder_tells_the_recorder_what_the_run_is(tmp_path):
    (tmp_path / ABOUT_FILE).write_bytes(msgspec.json.encode(ABOUT))
    (tmp_path / TIME_ZERO).write_text('{"utc_ns": 1700000000000000000}')
    store = store_for(tmp_path)
    store.append(RECORDING_LOG, pack_batch(RECORDS))
    store.close()
    deliveries = read_deliveries(tmp_path / DEFAULT_FILE)
    assert [delivery.number for delivery in deliveries] == [1, 2, 3, 4, 5]
    assert deliveries.about == msgspec.structs.replace(ABOUT, zero_utc_ns=1_700_000_000 * 10**9)


def test_info_counts_what_each_role_received(tmp_path):
    written(tmp_path / "a.mcap")
    told = record_info(tmp_path / "a.mcap")
    assert told.records == 9
    assert (told.from_s, told.to_s) == (-3e-8, 5e-8)
    assert told.roles["gate"] == RoleRecords(ticks=0, messages={"Beat": 2, "unknown": 1})
    assert told.roles["planner"] == RoleRecords(ticks=3, messages={})
    assert told.attached == {"arm.stl": 256, "robot.toml": 4}
    assert told.about.run_id == "pass-7"
    assert told.messages == {"Beat": 1}
    assert told.utc == ["1999-12-31T23:59:59.999Z", "2000-01-01T00:00:00.000Z"]
    assert told.damage is None


def test_info_of_a_file_that_was_not_closed_counts_the_same(tmp_path):
    written(tmp_path / "a.mcap")
    written(tmp_path / "b.mcap", closed=False)
    closed, cut = record_info(tmp_path / "a.mcap"), record_info(tmp_path / "b.mcap")
    assert "not closed" in cut.damage.problem
    alike = {"files": [], "bytes": 0, "damage": None}
    assert msgspec.structs.replace(cut, **alike) == msgspec.structs.replace(closed, **alike)


def test_info_of_a_file_that_was_closed_opens_no_record(tmp_path, monkeypatch):
    written(tmp_path / "a.mcap")
    monkeypatch.setattr(reading_module, "BatchReader", None)
    assert record_info(tmp_path / "a.mcap").records == 9


def test_info_shows_a_class_that_nobody_here_knows_by_its_keys(tmp_path, capsys):
    payload = msgpack.packb({"id": 209, "mood": "calm"})
    head = (len(payload) + len(FRAME) - len(pack_message(BEAT)) - 4).to_bytes(4, "big") + FRAME[4:30]
    written(tmp_path / "a.mcap", [[Record(1, 0, "gate", 1, head + payload + bytes(16))]])
    assert record_info(tmp_path / "a.mcap").unknown == [
        UnknownSender(sender="predictor", keys=("id", "mood"))
    ]
    assert main(["record", "info", str(tmp_path / "a.mcap")]) == DONE
    assert "unknown    from predictor, with id, mood" in capsys.readouterr().out


def test_recovered_file_is_whole_and_holds_all_that_was_readable(tmp_path, whole):
    (tmp_path / "cut.mcap").write_bytes(whole[: len(whole) // 2])
    before, damage = read(tmp_path / "cut.mcap")
    assert damage is not None
    told = record_recover(tmp_path / "cut.mcap", tmp_path / "out.mcap")
    assert told.records == len(before) > 0
    assert told.damage.after_record == len(before)
    records, told_again = read(tmp_path / "out.mcap")
    assert (records, told_again.problem) == (before, "was recovered from one that ends within a record")
    assert record_info(tmp_path / "out.mcap").about.seed == 7
    with pytest.raises(FileError, match="exists already"):
        record_recover(tmp_path / "cut.mcap", tmp_path / "out.mcap")


def test_nothing_readable_is_one_line(tmp_path):
    (tmp_path / "a.mcap").write_bytes(b"something else altogether")
    with pytest.raises(FileError, match="not a valid MCAP file"):
        record_info(tmp_path / "a.mcap")


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.writing.mcap_file import RecordingStore
store, number = RecordingStore(Path(sys.argv[1]), About(), sync=True), 0
while True:
    batch = [Record(number + k, number + k, "gate", number + k, bytes(100)) for k in range(1, 51)]
    store.append(RECORDING_LOG, pack_batch(batch))
    number += 50
    print(number, flush=True)
"""


@pytest.mark.real_time
def test_killed_writer_leaves_everything_up_to_its_last_flush(tmp_path):
    path = tmp_path / "killed.mcap"
    command = [sys.executable, "-P", "-c", WRITE_FOR_EVER, str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        flushed = [int(process.stdout.readline()) for _ in range(20)][-1]
        process.send_signal(signal.SIGKILL)
        flushed = max([flushed, *(int(line) for line in process.stdout if line.endswith("\n"))])
    records, damage = read(path)
    assert damage is not None
    assert len(records) >= flushed >= 1000
    assert [record.number for record in records] == list(range(1, len(records) + 1))


@pytest.mark.real_time
def test_who_records_does_not_load_the_library_that_reads():
    modules = "telemetry.recording.writing.mcap_file, telemetry.recording.writing.recorder_role"
    code = f"import sys, {modules}; sys.exit('mcap' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
