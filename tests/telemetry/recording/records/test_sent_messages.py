"""A recording tells each message once, with who was given it, in UTC; of an unknown class by its keys."""

import json

import msgpack

from telemetry.drive.run_clock import TIME_ZERO
from telemetry.messages.command import Keep
from telemetry.messages.health import Beat
from telemetry.messages.images import ImagePacket
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, VIRTUAL_ZERO_NS, About, Record, pack_batch
from telemetry.recording.records.sent_messages import REACH_NS, Reception
from telemetry.recording.writing.mcap_file import ABOUT_FILE, DEFAULT_FILE, RecordingStore, store_for
from telemetry.wire.codec import Wire
from tests.telemetry.recording.given.test_tap import DOWN, KEEP, PICTURE, TELEMETRY, UP

BEAT = Beat(role="predictor", configuration=b"")


def said(path, given, about=None):
    """Write what participants were given, as (participant, time, bytes), and read what was said."""
    store = RecordingStore(path / "a.mcap", about or About(), sync=False)
    rows = [Record(n, at_ns, who, n, data) for n, (who, at_ns, data) in enumerate(given, 1)]
    store.append(RECORDING_LOG, pack_batch(rows))
    store.close()
    return list(read_deliveries(path / "a.mcap").messages())


def test_a_message_for_several_is_one_saying_with_everybody_who_was_given_it(tmp_path):
    frame = Wire("predictor").frame(BEAT)
    [saying] = said(tmp_path, [("gate", 10, frame), ("console", 12, frame)])
    assert (saying.sender, saying.name, saying.message) == ("predictor", "Beat", BEAT)
    assert saying.receptions == [Reception("gate", 10, 1), Reception("console", 12, 2)]


def test_the_same_words_said_again_are_another_saying(tmp_path):
    wire = Wire("predictor")
    sayings = said(tmp_path, [("gate", at_ns, wire.frame(BEAT)) for at_ns in (10, 20)])
    assert [saying.at_ns for saying in sayings] == [10, 20]


def test_telemetry_that_the_bridge_passes_on_was_said_by_the_spacecraft_once(tmp_path):
    passed_on = Wire("bridge").packets(TELEMETRY, 0)[0]
    given = [("gate", 11, passed_on), ("bridge", 10, DOWN), ("planner", 11, passed_on)]
    [saying] = said(tmp_path, given)
    assert (saying.sender, saying.at_ns, saying.message) == ("space_segment", 10, TELEMETRY)
    assert [reception.participant for reception in saying.receptions] == ["gate", "bridge", "planner"]


def test_equal_commands_go_up_one_by_one(tmp_path):
    gate, bridge = Wire("gate"), Wire("bridge")
    given = [("bridge", at_ns, gate.packets(KEEP, 0)[0]) for at_ns in (10, 20)]
    given += [("space_segment", at_ns, bridge.packets(KEEP, 0)[0]) for at_ns in (30, 40)]
    first, second = said(tmp_path, given)
    assert [reception.at_ns for reception in first.receptions] == [10, 30]
    assert [reception.at_ns for reception in second.receptions] == [20, 40]
    assert (first.sender, first.message) == ("gate", Keep(epoch=1, repeat=None))


def test_a_pictures_packet_is_said_by_the_spacecraft_once(tmp_path):
    [saying] = said(
        tmp_path, [("bridge", 1, PICTURE), ("console", 2, PICTURE), ("image_monitor", 2, PICTURE)]
    )
    assert (saying.sender, saying.message) == ("space_segment", ImagePacket(packet=PICTURE))


def test_a_message_of_a_class_that_nobody_here_knows_is_there_by_its_keys(tmp_path):
    known = msgpack.packb({"id": 40, "role": "predictor", "configuration": b""})
    new = msgpack.packb({"id": 209, "mood": "calm"})
    frame = Wire("predictor").frame(BEAT)
    assert known in frame
    longer = (len(frame) + len(new) - len(known) - 4).to_bytes(4, "big")
    [saying] = said(tmp_path, [("gate", 1, longer + frame[4:].replace(known, new))])
    assert (saying.name, saying.message) == ("unknown", None)
    assert saying.values == {"id": 209, "mood": "calm"}


def test_sayings_come_when_nobody_else_can_be_given_them(tmp_path):
    wire = Wire("predictor")
    given = [("gate", k * REACH_NS // 4, wire.frame(BEAT)) for k in range(40)]
    assert [saying.at_ns for saying in said(tmp_path, given)] == [at_ns for _, at_ns, _ in given]


def test_times_are_utc_from_the_instant_at_which_the_run_began(tmp_path):
    frame = Wire("predictor").frame(BEAT)
    [saying] = said(tmp_path, [("gate", 5, frame)], About(zero_utc_ns=1_700_000_000 * 10**9))
    assert saying.utc_ns == 1_700_000_000 * 10**9 + 5


def test_virtual_time_begins_at_one_stated_instant(tmp_path):
    [saying] = said(tmp_path, [("space_segment", 5, UP)])
    assert saying.utc_ns == VIRTUAL_ZERO_NS + 5


def test_the_recorder_of_a_run_takes_time_zero_from_its_folder(tmp_path):
    (tmp_path / ABOUT_FILE).write_text("{}")
    store = store_for(tmp_path)
    (tmp_path / TIME_ZERO).write_text(json.dumps({"utc_ns": 77}))  # told after the recorder was made ready
    store.append(RECORDING_LOG, pack_batch([Record(1, 5, "gate", 1, Wire("predictor").frame(BEAT))]))
    store.close()
    [saying] = read_deliveries(tmp_path / DEFAULT_FILE).messages()
    assert saying.utc_ns == 82
