"""A damaged chunk costs that chunk: what stands behind it is read, and everybody tells the hole."""

import pytest
from mcap.reader import make_reader

from telemetry.commands import record_info, record_recover
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, Record, damage_text, pack_batch
from telemetry.recording.writing import mcap_file
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.telemetry.recording.writing.test_batches import as_before
from tests.telemetry.recording.writing.test_recording import ABOUT, FRAME, TICKED

CHUNKS, EACH = 9, 4
HEAD = 53  # octets of a chunk before its frame


@pytest.fixture
def whole(tmp_path, monkeypatch):
    """A recording of several chunks, and where they begin."""
    monkeypatch.setattr(mcap_file, "BATCHES", 1)
    path = tmp_path / "whole.mcap"
    store = RecordingStore(path, ABOUT, sync=False)
    for first in range(1, CHUNKS * EACH + 1, EACH):
        numbers = range(first, first + EACH)
        store.append(RECORDING_LOG, pack_batch([Record(n, 10 * n, "gate", n, TICKED) for n in numbers]))
    store.close()
    with path.open("rb") as file:
        starts = [each.chunk_start_offset for each in make_reader(file).get_summary().chunk_indexes]
    assert len(starts) == CHUNKS
    return path, starts


def flipped(path, place, bit=0x04):
    data = bytearray(path.read_bytes())
    data[place] ^= bit
    path.write_bytes(data)


def read(path):
    deliveries = read_deliveries(path)
    return [record.number for record, _ in deliveries.records()], deliveries.damage


PLACES = {
    "its kind": 0,
    "its length": 1,
    "its length, by far": 6,
    "its size": 26,
    "the name of its compression": 42,
    "the length of its frame": 45,
    "the begin of its frame": HEAD,
    "within its frame": HEAD + 40,
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("chunk", [0, 3])
@pytest.mark.parametrize("bit", [0x01, 0x04, 0x20])
def test_a_flipped_bit_costs_its_chunk_and_no_other(whole, chunk, place, bit):
    path, starts = whole
    flipped(path, starts[chunk] + place, bit)
    numbers, damage = read(path)
    rest = [n for n in range(1, CHUNKS * EACH + 1) if not chunk * EACH < n <= (chunk + 1) * EACH]
    assert [n for n in numbers if n in rest] == rest
    lost = CHUNKS * EACH - len(numbers)
    assert (damage.missing if damage else 0) == lost, damage
    assert not lost or (damage.after, lost) == (chunk * EACH, EACH)


@pytest.mark.parametrize("is_older", [False, True])
def test_what_was_said_in_a_damaged_chunk_is_not_missing_in_the_next(tmp_path, monkeypatch, is_older):
    monkeypatch.setattr(mcap_file, "BATCHES", 1)
    if is_older:
        as_before(monkeypatch)
    store = RecordingStore(tmp_path / "a.mcap", ABOUT, sync=False)
    for n, role in enumerate(("gate", "planner", "haptics", "gate"), 1):
        packet = FRAME if n < 4 else TICKED
        store.append(RECORDING_LOG, pack_batch([Record(n, 10 * n, role, 1, packet)]))
    store.close()
    with (tmp_path / "a.mcap").open("rb") as file:
        first = make_reader(file).get_summary().chunk_indexes[0].chunk_start_offset
    flipped(tmp_path / "a.mcap", first + HEAD + 20)
    numbers, damage = read(tmp_path / "a.mcap")
    assert (numbers, damage.missing) == (([4], 3) if is_older else ([2, 3, 4], 1))


def test_info_tells_the_hole_of_a_file_that_was_closed(whole):
    path, starts = whole
    assert record_info(path).damage is None
    flipped(path, starts[3] + HEAD + 20)
    told = record_info(path).damage
    assert (told.after_record, told.missing) == (3 * EACH, EACH)


def test_two_holes_are_told_with_all_that_they_cost(whole):
    path, starts = whole
    flipped(path, starts[2] + HEAD + 20)
    flipped(path, starts[6] + HEAD + 20)
    text = damage_text(read(path)[1])
    assert text.endswith(f"and 1 more places, after record {2 * EACH}; {2 * EACH} records are missing")


def test_a_hole_is_told_once_however_often_the_file_is_read(whole):
    path, starts = whole
    flipped(path, starts[3] + HEAD + 20)
    deliveries = read_deliveries(path)
    told = []
    for _ in range(2):
        told.append(([record.number for record, _ in deliveries.records()], deliveries.damage))
    assert told[0] == told[1]


def test_what_is_behind_a_hole_is_read_from_a_mark(whole):
    path, starts = whole
    flipped(path, starts[3] + HEAD + 20)
    [reading] = read_deliveries(path).readings
    everything = [record for record, _ in reading.records()]
    damage = reading.damage
    later = [record for record, _ in reading.records(reading.marks[5])]
    assert later == [record for record in everything if record.number > 5 * EACH]
    assert reading.damage == damage


def test_what_is_recovered_around_a_hole_is_whole_and_numbered_and_goes_on_telling_of_it(whole, tmp_path):
    path, starts = whole
    flipped(path, starts[3] + HEAD + 20)
    out, again = tmp_path / "out.mcap", tmp_path / "again.mcap"
    assert record_recover(path, out).damage.missing == EACH
    record_recover(out, again)
    for file in (out, again):
        numbers, damage = read(file)
        assert numbers == list(range(1, (CHUNKS - 1) * EACH + 1))
        assert (damage.after, damage.missing) == (3 * EACH, EACH)
        assert damage.problem == "was recovered from one that is damaged: chunk is not as it was written"
        assert record_info(file).damage.missing == EACH


def test_what_is_recovered_and_damaged_again_tells_both(whole, tmp_path):
    path, starts = whole
    flipped(path, starts[6] + HEAD + 20)
    out = tmp_path / "out.mcap"
    record_recover(path, out)
    flipped(out, out.read_bytes().index(bytes(range(256))) + 100)
    _, damage = read(out)
    assert "attached arm.stl is not as it was written" in damage.problem and damage.missing == EACH


def test_a_damaged_attachment_is_left_out_and_told_and_the_records_are_read(whole):
    path, _ = whole
    data = path.read_bytes()
    flipped(path, data.index(bytes(range(256))) + 100)
    deliveries = read_deliveries(path)
    assert len([*deliveries.records()]) == CHUNKS * EACH
    assert set(deliveries.about.files) == {"robot.toml"}
    assert "attached arm.stl is not as it was written" in deliveries.damage.problem
    assert "arm.stl" in record_info(path).damage.problem
