"""Each message is kept once; what anybody was given comes back octet for octet; a kill tears nothing."""

import hashlib
import os
from collections import Counter
from contextlib import suppress
from itertools import chain, count

import msgspec
import pytest
from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader

from telemetry.messages.health import Beat
from telemetry.messages.queue import CommandChange, CommandChanges, CommandState
from telemetry.recording.given.driver_records import Ticked, pack_driver_record
from telemetry.recording.given.envelope import SentMessageReader, join_envelope, split_envelope
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.reading.mcap_reading import FORMAT, FORMAT_KEY
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.writing import mcap_file
from telemetry.recording.writing.batch_writer import BatchWriter
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import Wire
from telemetry.wire.routes import ROUTES
from tests.telemetry.recording.given.test_tap import CASES, DOWN, KEEP, PICTURE, TELEMETRY
from tests.telemetry.wire.test_codec import example

BEAT = Beat(role="predictor", configuration=b"")
CHANGE = CommandChange(kind="motion", epoch=1, seq=1, state=next(iter(CommandState)), reason="")
LONG = Wire("gate").packets(CommandChanges(changes=(CHANGE,) * 100), 5)
TICKED = pack_driver_record(Ticked.at([20, 30, 45]))


def batch(number, given):
    """Return records from a number on, of (participant, octets); times are their numbers."""
    return [Record(n, 10 * n, who, n, data) for n, (who, data) in enumerate(given, number)]


def write(path, batches, *, closed=True):
    store = RecordingStore(path, About(), sync=False)
    for records in batches:
        store.append(RECORDING_LOG, pack_batch(records))
    if closed:
        store.close()
    else:
        store._file._spool.close()


def kept(path):
    """Return how many messages of each channel the format's own library finds, also before the file ends."""
    found = Counter()
    with path.open("rb") as file, suppress(EndOfFile):
        for _, channel, _ in NonSeekingReader(file, validate_crcs=True).iter_messages(log_time_order=False):
            found[channel.topic] += 1
    return found


def records_of(path, mark=None):
    reading = read_deliveries(path).readings[0]
    whole = list(reading.records())
    return whole if mark is None else list(reading.records(reading.marks[mark]))


ODD = [b"", b"\x00", b"\x00\x01\x02", bytes(200), PICTURE[:-1] + b"\x01", DOWN[:5] + b"\xff" + DOWN[6:]]


def test_what_anybody_was_given_comes_back_octet_for_octet(tmp_path):
    given = [(who, data) for who, data, _, _ in CASES] + [("gate", TICKED), ("console", b"".join(LONG))]
    given += [("gate", data) for data in ODD] * 2
    write(tmp_path / "a.mcap", [batch(1, given)])
    assert [record for record, _ in records_of(tmp_path / "a.mcap")] == batch(1, given)


def test_numbers_and_lives_that_somebody_made_up_come_back_too(tmp_path):
    frame = Wire("predictor").frame(BEAT)
    numbers = (2**64 - 1, 1, 2**63, 0, 2**63 + 5, 7)
    made_up = [frame[:22] + number.to_bytes(8, "big") + frame[30:] for number in numbers]
    made_up += [frame[:18] + life.to_bytes(4, "big") + frame[22:] for life in range(1, 400)]
    given = [("gate", data) for data in made_up]
    write(tmp_path / "a.mcap", [batch(1, given)])
    assert [record for record, _ in records_of(tmp_path / "a.mcap")] == batch(1, given)


def test_equal_commands_are_carried_on_one_by_one_and_a_flood_of_them_costs_no_more_for_each(tmp_path):
    gate, bridge = Wire("gate"), Wire("bridge")
    down = [("bridge", gate.packets(KEEP, 0)[0]) for _ in range(3000)]
    up = [("space_segment", bridge.packets(KEEP, 0)[0]) for _ in range(3000)]
    writer = BatchWriter(About(), lambda name: 1)
    rows, receptions = writer.pack(batch(1, down + up))
    assert len(rows) == 3000
    assert receptions.copies.message[3000:] == tuple(range(3000, 0, -1))


def test_segments_lose_their_envelopes_and_get_them_back():
    assert len(LONG) > 1
    taken = split_envelope(b"".join(LONG))
    assert taken is not None and len(taken[2]) == 14 * len(LONG)
    assert msgspec.msgpack.decode(taken[-1])["id"] == CommandChanges.__struct_config__.tag
    assert join_envelope(taken) == b"".join(LONG)


def test_what_is_sealed_is_kept_once_with_its_tag_beside_what_is_not(tmp_path):
    given = [(who, tagged(data)) for who, data, _, _ in CASES]
    long = b"".join(map(tagged, LONG))
    half = b"".join([*LONG[:-1], tagged(LONG[-1])])
    given += [("console", each) for each in (long, half, b"".join(LONG), long)]
    write(tmp_path / "a.mcap", [batch(1, given)])
    read = records_of(tmp_path / "a.mcap")
    assert [record for record, _ in read] == batch(1, given)
    assert "unknown" not in {name for _, name in read}
    assert kept(tmp_path / "a.mcap")["/CommandChanges"] == 3


def tagged(data):
    """Return a packet or frame with a tag of its own."""
    return data[:-16] + hashlib.sha256(data).digest()[:16]


def test_a_message_is_kept_once_whoever_is_given_it_and_whoever_carries_it_on(tmp_path):
    frame, bridge = Wire("predictor").frame(BEAT), Wire("bridge")
    passed_on, up = bridge.packets(TELEMETRY, 0)[0], bridge.packets(KEEP, 0)[0]
    given = [
        ("gate", frame),
        ("console", frame),
        ("bridge", DOWN),
        ("gate", passed_on),
        ("planner", passed_on),
    ]
    given += [("bridge", Wire("gate").packets(KEEP, 0)[0]), ("bridge", PICTURE), ("console", PICTURE)]
    write(tmp_path / "a.mcap", [batch(1, given), batch(9, [("space_segment", up)])])
    assert kept(tmp_path / "a.mcap") == {
        "/receptions": 2,
        "/Beat": 1,
        "/Telemetry": 1,
        "/Keep": 1,
        "/ImageShard": 1,
    }


def test_every_class_has_its_own_channel_and_is_looked_at_once(tmp_path, monkeypatch):
    heard, read = [], SentMessageReader.read
    monkeypatch.setattr(
        SentMessageReader, "read", lambda reader, role, data: heard.append(data) or read(reader, role, data)
    )
    wire = Wire("gate")
    given = [("console", wire.frame(example(kind))) for kind in [*ROUTES, *ROUTES]]
    write(tmp_path / "a.mcap", [batch(1, given)])
    assert kept(tmp_path / "a.mcap") == {f"/{kind.__name__}": 2 for kind in ROUTES} | {"/receptions": 1}
    assert len(heard) == len(ROUTES)


def passing_by(batches):
    """Return batches in which each message is heard again one and two batches later, and ticks between."""
    wire, frames, numbers = Wire("predictor"), [], count(1)
    for k in range(batches):
        frames.append(wire.frame(BEAT))
        given = [("gate", frames[k]), ("console", frames[max(k - 1, 0)]), ("planner", TICKED)]
        given.append(("operator", frames[max(k - 2, 0)]))
        yield [Record(n, 10 * n, who, n, data) for (who, data), n in zip(given, numbers, strict=False)]


def as_before(monkeypatch):
    """Write as it was done before chunks stood alone: what one before holds is named, and not kept again."""
    monkeypatch.setattr(BatchWriter, "begin_chunk", lambda writer: None)
    monkeypatch.setattr(mcap_file, "RECEPTIONS_METADATA", {FORMAT_KEY: FORMAT})


@pytest.mark.parametrize("is_older", [False, True])
def test_reading_from_any_mark_gives_what_reading_from_the_beginning_gives(tmp_path, monkeypatch, is_older):
    monkeypatch.setattr(mcap_file, "BATCHES", 2)
    if is_older:
        as_before(monkeypatch)
    given = list(passing_by(20))
    write(tmp_path / "a.mcap", given)
    whole = records_of(tmp_path / "a.mcap")
    assert [record for record, _ in whole] == [*chain(*given)]
    assert kept(tmp_path / "a.mcap")["/Beat"] == 20 + (0 if is_older else 2 * 9)  # two from before each
    for mark in range(10):
        assert records_of(tmp_path / "a.mcap", mark) == whole[mark * 8 :]


def test_a_message_heard_again_a_chunk_later_is_kept_again(tmp_path, monkeypatch):
    monkeypatch.setattr(mcap_file, "BATCHES", 1)
    frame = Wire("predictor").frame(BEAT)
    given = [[("gate", frame)], [("console", frame)]]
    write(tmp_path / "a.mcap", [batch(n, rows) for n, rows in enumerate(given, 1)])
    assert kept(tmp_path / "a.mcap")["/Beat"] == 2
    assert records_of(tmp_path / "a.mcap", 1) == records_of(tmp_path / "a.mcap")[1:]


def test_anybody_reads_a_file_that_is_being_written(tmp_path):
    wire = Wire("predictor")
    store = RecordingStore(tmp_path / "a.mcap", About(), sync=False)
    for number in range(1, 8):
        store.append(RECORDING_LOG, pack_batch(batch(number, [("gate", wire.frame(BEAT))])))
        assert kept(tmp_path / "a.mcap")["/Beat"] == number
    store.close()


@pytest.mark.parametrize("writes_done", [0, 1])
def test_a_kill_between_the_writes_of_a_save_costs_only_that_batch(tmp_path, monkeypatch, writes_done):
    path, writes = tmp_path / "a.mcap", count()
    store = RecordingStore(path, About(), sync=False)
    batches = list(passing_by(4))
    for records in batches[:3]:
        store.append(RECORDING_LOG, pack_batch(records))

    def killed(number, data, place, write=os.pwrite):
        if next(writes) >= writes_done:
            raise KeyboardInterrupt
        return write(number, data, place)

    monkeypatch.setattr(os, "pwrite", killed)
    with pytest.raises(KeyboardInterrupt):
        store.append(RECORDING_LOG, pack_batch(batches[3]))
    store._file._spool.close()
    found = [record for record, _ in records_of(path)]
    saved, lost = list(chain(*batches[:3])), batches[3]
    assert found in (saved, saved + lost)


def test_totals_at_the_end_are_what_reading_through_counts(tmp_path):
    write(tmp_path / "a.mcap", passing_by(30))
    reading = read_deliveries(tmp_path / "a.mcap").readings[0]
    counted = Counter((record.role, name) for record, name in reading.records())
    told = reading.totals
    assert told.records == 120 and told.ticks == {"planner": 90}
    assert {who: names["Beat"] for who, names in told.given.items() if names} == {
        who: counted[who, "Beat"] for who in ("gate", "console", "operator")
    }
    assert (told.from_ns, told.to_ns) == (10, 1200)
