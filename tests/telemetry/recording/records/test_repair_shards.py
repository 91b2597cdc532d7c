"""A picture's shards that others make again are kept without their data, and come back octet for octet."""

from contextlib import suppress

import msgpack
import numpy as np
import pytest
from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader

from telemetry.messages.images import Image, ImageShard
from telemetry.recording.reading.chunk_content import Batch, BatchReader, StoredMessage
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.records.repair_shards import RepairShards
from telemetry.recording.writing import mcap_file
from telemetry.recording.writing.batch_writer import BatchWriter
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import Wire, pack_message
from telemetry.wire.shards import shards
from tests.picture_packets import packets_of

WHOLE, ALL = 10, 12  # shards of a picture that fill it, and with those that repair it
PIXELS = np.random.default_rng(1).integers(256, size=320 * 40, dtype=np.uint8).tobytes()


def picture(number=1):
    return Image(camera="global", number=number, sampled_ns=number, width=320, height=40, pixels=PIXELS)


def rows(packets, first=1):
    return [Record(n, 10 * n, "bridge", n, packet) for n, packet in enumerate(packets, first)]


def write(path, records, *, at_once=4, closed=True):
    store = RecordingStore(path, About(), sync=False)
    for begin in range(0, len(records), at_once):
        store.append(RECORDING_LOG, pack_batch(records[begin : begin + at_once]))
    if closed:
        store.close()
    else:
        store._file._spool.close()


def read(path):
    deliveries = read_deliveries(path)
    return [record for record, _ in deliveries.records()], deliveries.damage


def data_of(path):
    """Return the data of each shard as the format's own library finds them, also before the file ends."""
    found = []
    with path.open("rb") as file, suppress(EndOfFile):
        for _, _, message in NonSeekingReader(file).iter_messages(topics="/ImageShard", log_time_order=False):
            found.append(msgpack.unpackb(message.data)["data"])
    return found


def is_full(path):
    return [len(data) > 0 for data in data_of(path)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.mcap"


def test_what_repairs_a_whole_picture_is_kept_by_its_name_alone_and_comes_back(file):
    records = rows(packets_of(picture()))
    write(file, records)
    assert is_full(file) == [True] * WHOLE + [False] * (ALL - WHOLE)
    assert read(file) == (records, None)


def test_a_shard_is_one_message_with_its_data_for_whoever_reads_what_was_said(file):
    packets = packets_of(picture())
    write(file, rows(packets))
    assert [saying.values["packet"] for saying in read_deliveries(file).messages()] == packets


def test_of_a_picture_with_losses_as_many_shards_stay_full_as_the_rest_is_made_of(file):
    packets = packets_of(picture())
    given = [*packets[:3], *packets[5:], packets[4]]  # 3 is lost, 4 comes late
    write(file, rows(given))
    assert is_full(file) == [True] * WHOLE + [False]
    assert read(file) == (rows(given), None)


def test_a_shard_that_comes_before_enough_others_stays_full(file):
    packets = packets_of(picture())[::-1]
    write(file, rows(packets))
    assert is_full(file) == [True] * WHOLE + [False] * (ALL - WHOLE)
    assert read(file) == (rows(packets), None)


def test_a_shard_that_is_not_what_the_encoder_makes_stays_full(file):
    made = shards(picture())
    wrong = ImageShard(of=made[-1].of, data=bytes(1280))
    packets = [Wire("space_segment").packets(shard, 0)[0] for shard in (*made[:-1], wrong)]
    write(file, rows(packets))
    assert is_full(file) == [True] * WHOLE + [False, True]
    assert read(file) == (rows(packets), None)


def test_a_shard_that_came_empty_comes_back_empty(file):
    empty = [ImageShard(of=shard.of, data=b"") for shard in shards(picture())]
    packets = packets_of(picture()) + [Wire("space_segment").packets(shard, 0)[0] for shard in empty]
    write(file, rows(packets))
    assert read(file) == (rows(packets), None)


def test_only_shards_of_this_chunk_count(file, monkeypatch):
    monkeypatch.setattr(mcap_file, "BATCHES", 1)
    packets = packets_of(picture())
    write(file, rows(packets), at_once=6)
    assert is_full(file) == [True] * ALL
    assert read(file) == (rows(packets), None)


def test_a_false_shard_of_the_chunk_before_makes_no_shard_false(file, monkeypatch):
    monkeypatch.setattr(mcap_file, "BATCHES", 1)
    false = ImageShard(of=shards(picture())[-1].of, data=bytes(1280))
    given = [*Wire("space_segment").packets(false, 0), *[b""] * (ALL - 1), *packets_of(picture())]
    write(file, rows(given), at_once=ALL)
    assert is_full(file) == [True] * (1 + WHOLE) + [False] * (ALL - WHOLE)
    assert read(file) == (rows(given), None)


def test_no_more_than_two_chunks_of_shards_are_known():
    remade = RepairShards()
    for payload in map(pack_message, shards(picture())):
        remade.stripped("ImageShard", payload)
    remade.begin_chunk()
    remade.begin_chunk()
    assert not (remade._here or remade._before or remade._made)


@pytest.mark.parametrize("seed", range(4))
def test_with_losses_out_of_order_and_from_any_mark_what_is_read_is_what_was_written(file, monkeypatch, seed):
    monkeypatch.setattr(mcap_file, "BATCHES", 2)
    rng, wire = np.random.default_rng(seed), Wire("space_segment")
    packets = [packet for number in range(1, 7) for packet in packets_of(picture(number), wire=wire)]
    late = np.arange(len(packets)) + rng.uniform(0, 12, len(packets))
    came = [packets[k] for k in np.argsort(late) if rng.random() > 0.1]
    records = rows([packet for packet in came for _ in range(rng.integers(1, 3))])
    write(file, records, at_once=16)
    reading = read_deliveries(file).readings[0]
    assert [record for record, _ in reading.records()] == records
    assert not all(is_full(file))
    for mark in reading.marks:
        found = [record for record, _ in reading.records(mark)]
        assert found == records[-len(found) :]


def test_a_shard_whose_others_are_lost_is_not_known_and_never_empty():
    writer, reader = BatchWriter(About(), lambda name: 1), BatchReader()
    records = rows(packets_of(picture()))
    writer.pack(records[:WHOLE])
    kept, given = writer.pack(records[WHOLE:])
    reader.add(Batch([StoredMessage(number, "ImageShard", payload) for _, number, _, payload in kept], given))
    assert [*reader.records(given)] == [None] * len(records[WHOLE:])


def test_cut_or_flipped_anywhere_each_shard_that_is_read_is_as_it_came(file, monkeypatch):
    monkeypatch.setattr(mcap_file, "BATCHES", 2)
    records = rows([packet for n in (1, 2) for packet in packets_of(picture(n))])
    write(file, records, at_once=3)
    whole, rng, lengths = file.read_bytes(), np.random.default_rng(3), set()
    for place in rng.choice(len(whole), 60, replace=False).tolist():
        flipped = bytearray(whole)
        flipped[place] ^= 0x10
        for damaged in (whole[:place], flipped):
            file.write_bytes(damaged)
            found, damage = read(file)
            assert found == [record for record in records if record in found]
            assert damage is not None or found == records
            lengths.add(len(found))
    assert len(lengths) >= 6


def test_a_recorder_started_again_within_a_picture_keeps_what_its_own_file_does_not_make(file):
    packets = packets_of(picture())
    write(file, rows(packets[:6]), closed=False)
    write(file, rows(packets[6:], 7))
    assert is_full(file.with_name("a-2.mcap")) == [True] * 6
    assert read(file)[0] == rows(packets)
