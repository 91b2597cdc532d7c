"""The replay: the same messages, in the same order, at the same distances in time, and under control."""

import numpy as np
import pytest

from telemetry.agreed.participants import Speakers
from telemetry.agreed.run_settings import ReplaySettings
from telemetry.files.settings import FileError
from telemetry.messages.acts import Lease
from telemetry.messages.command import BridgeReport
from telemetry.messages.images import Image, ImagePacket
from telemetry.messages.replay import ReplayControl, Replayed, ReplayStatus
from telemetry.recording.given.driver_records import Ticked, pack_driver_record
from telemetry.recording.playback import Playback
from telemetry.recording.playback_cursor import BURST_MESSAGES, MESSAGES_AHEAD
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.replay_role import BURST_PAUSE_NS, build
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.codec import Reader, Wire
from telemetry.wire.kinds import unpack_message
from telemetry.wire.shards import shards
from tests.picture_packets import packets_of
from tests.tell import tell

MS = 1_000_000
SECOND = 1_000 * MS
IMAGE = Image(camera="global", number=1, sampled_ns=5, width=80, height=40, pixels=bytes(range(200)) * 16)


def lease(number):
    return Lease(holder="operator", until_ns=number)


def record(path, rows):
    """Write rows (at_ns, role, message or None) in order; two to a chunk."""
    wire, bridge, records = Wire("gate"), Wire("bridge"), []
    for number, (at_ns, role, message) in enumerate(rows, 1):
        sender = bridge if isinstance(message, BridgeReport | ImagePacket) else wire
        packet = sender.encode(message, at_ns)[0] if message else pack_driver_record(Ticked.at([at_ns]))
        records.append(Record(number, at_ns, role, number, packet))
    store = RecordingStore(path, About(), sync=False)
    for k in range(0, len(records), 2):
        store.append(RECORDING_LOG, pack_batch(records[k : k + 2]))
    store.close()
    return path


class Stage:
    """The replay's role, driven from one due time to the next."""

    def __init__(self, path, **settings):
        told = ReplaySettings(recording=str(path), **settings)
        self.role = build(told, None, np.random.default_rng(0))
        self.now_ns = 0
        self.shown, self.statuses, self.replayed = [], [], []
        self.built = []  # messages of the place itself, told at once
        self.place_ns = 0  # of the newest jump

    def run(self, until_ns):
        while self.role.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.role.due_ns)
            for effect in self.role.tick(self.now_ns):
                message = effect.message
                if isinstance(message, ReplayStatus):
                    self.statuses.append((self.now_ns, message))
                elif isinstance(message, Replayed):
                    self._take(message)
            assert self.role.due_ns > self.now_ns
        self.now_ns = until_ns
        return self

    def _take(self, replayed):
        self.replayed.append(replayed)
        self.place_ns = replayed.place_ns if replayed.begins else self.place_ns
        for at_ns, payload in replayed.told:
            message = unpack_message(payload)
            if at_ns > self.place_ns:
                self.shown.append((self.now_ns, message))
            else:
                self.built.append(message)

    def control(self, action, value=0.0):
        tell(self.role, ReplayControl(action=action, value=value), self.now_ns)
        return self.run(self.now_ns)

    @property
    def numbers(self):
        return [message.until_ns for _, message in self.shown]

    @property
    def status(self):
        return self.statuses[-1][1]


@pytest.fixture
def path(tmp_path):
    """Ten leases to the operator, one each 100 ms from 1 s, between what others had and ticks."""
    rows = []
    for k in range(10):
        at_ns = SECOND + 100 * MS * k
        rows += [(at_ns - 1, "gate", None), (at_ns, "operator", lease(k)), (at_ns, "planner", lease(99))]
    return record(tmp_path / "a.mcap", rows)


def test_screens_are_shown_what_the_operator_had_at_the_same_distances(path):
    stage = Stage(path).run(5 * SECOND)
    assert stage.shown == [(SECOND + 100 * MS * k, lease(k)) for k in range(10)]
    assert stage.status == ReplayStatus(
        at=1.9, duration=1.9, speed=1.0, playing=False, sent=10, done=True, detail="", loop=None
    )


@pytest.mark.parametrize("speed", [0.5, 2.0, 10.0])
def test_speed_shortens_every_distance(path, speed):
    stage = Stage(path, speed=speed).run(10 * SECOND)
    assert [at for at, _ in stage.shown] == [round((SECOND + 100 * MS * k) / speed) for k in range(10)]


def test_what_the_taps_brought_out_of_order_is_shown_in_the_order_of_time(tmp_path):
    late = [(1.00, 0), (1.04, 2), (1.02, 1), (1.06, 3), (1.06, 4)]  # a slower tap came 20 ms behind
    rows = [(round(at_s * SECOND), "operator", lease(number)) for at_s, number in late]
    stage = Stage(record(tmp_path / "late.mcap", rows)).run(5 * SECOND)
    assert stage.numbers == [0, 1, 2, 3, 4]
    assert [at_ns for at_ns, _ in stage.shown] == sorted(at_ns for at_ns, _, _ in rows)


def test_without_a_speed_everything_comes_at_once_and_in_order(path):
    stage = Stage(path, speed=0.0).run(10 * MS)
    assert stage.numbers == list(range(10))
    assert stage.status.done


def test_a_flood_is_dealt_out_in_bursts_so_that_the_role_can_listen(tmp_path):
    path = record(tmp_path / "flood.mcap", [(k + 1, "operator", lease(k)) for k in range(3 * BURST_MESSAGES)])
    stage = Stage(path, speed=0.0).run(BURST_PAUSE_NS)
    assert len(stage.shown) == BURST_MESSAGES
    stage.control("pause")
    assert len(stage.run(SECOND).shown) == BURST_MESSAGES
    stage.control("play")
    assert stage.run(2 * SECOND).numbers == list(range(3 * BURST_MESSAGES))


def test_the_console_is_the_screen_if_there_was_one(tmp_path):
    rows = [(1, "operator", lease(1)), (2, "console", lease(2)), (3, "image_monitor", None)]
    assert Stage(record(tmp_path / "a.mcap", rows)).run(SECOND).numbers == [2]


def test_position_is_told_four_times_in_a_second(path):
    stage = Stage(path).run(SECOND)
    assert [at for at, _ in stage.statuses] == [0, 250 * MS, 500 * MS, 750 * MS, 1000 * MS]
    assert [status.at for _, status in stage.statuses] == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_pause_holds_the_place_and_play_goes_on_from_it(path):
    stage = Stage(path).run(SECOND + 250 * MS)
    stage.control("pause")
    assert not stage.status.playing
    assert stage.run(9 * SECOND).numbers == [0, 1, 2]
    assert stage.status.at == 1.25
    stage.control("play")
    stage.run(20 * SECOND)
    assert [at for at, _ in stage.shown[3:5]] == [9 * SECOND + 50 * MS, 9 * SECOND + 150 * MS]


def test_change_of_speed_does_not_jump(path):
    stage = Stage(path).run(SECOND + 250 * MS)
    stage.control("speed", 2.0)
    assert stage.status.at == 1.25
    assert stage.run(5 * SECOND).shown[3][0] == SECOND + 275 * MS


def test_step_plays_one_telemetry_period_and_stands_still(path):
    stage = Stage(path, from_s=1.0, is_playing=False).run(SECOND)
    assert (stage.shown, stage.built) == ([], [lease(0)])
    stage.control("step")
    stage.run(2 * SECOND)
    assert (stage.numbers, stage.status.at, stage.status.playing) == ([1], 1.1, False)
    stage.control("step")
    assert stage.run(3 * SECOND).numbers == [1, 2]


def test_step_passes_through_a_gap_in_which_nothing_was_recorded(path):
    stage = Stage(path, is_playing=False).run(0)
    for k in range(1, 4):
        stage.control("step")
        assert stage.status.at == pytest.approx(0.1 * k)


@pytest.mark.parametrize(("to_s", "first"), [(0.0, 0), (1.45, 5), (1.9, 10), (50.0, 10)])
def test_seek_tells_what_had_been_and_goes_on_from_the_instant_named(path, to_s, first):
    stage = Stage(path).run(SECOND + 650 * MS)
    stage.shown.clear()
    stage.control("seek", to_s)
    assert stage.run(20 * SECOND).numbers == list(range(first, 10))
    assert stage.built == [lease(k) for k in range(first)]


def test_after_the_end_a_seek_and_play_show_it_again(path):
    stage = Stage(path).run(5 * SECOND)
    stage.shown.clear()
    stage.control("seek", 1.5)
    assert not stage.status.playing
    stage.control("play")
    assert stage.run(9 * SECOND).numbers == list(range(6, 10))


def test_from_begins_in_the_middle_at_once(path):
    stage = Stage(path, from_s=1.45).run(SECOND)
    assert stage.shown[0] == (50 * MS, lease(5))


def test_pictures_come_from_the_image_monitor_and_can_be_opened_in_mode_replay_only(tmp_path):
    packets = packets_of(IMAGE)
    rows = [(k, "image_monitor", ImagePacket(packet=packet)) for k, packet in enumerate(packets)]
    stage = Stage(record(tmp_path / "a.mcap", [*rows, (9, "operator", lease(1))]), run_id="again").run(SECOND)
    messages = (*stage.built, *(message for _, message in stage.shown))
    shown = [message.packet for message in messages if isinstance(message, ImagePacket)]
    reader, rehearsal = Reader(Speakers(mode="replay", run_id="again")), Reader()
    opened = [reader.decode(packet, "down") for packet in shown]
    assert [shard.message for shard in opened] == shards(IMAGE)
    assert all(rehearsal.decode(packet, "down").reason == "mode" for packet in shown)


def test_damaged_recording_is_played_as_far_as_it_goes_and_says_so(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    stage = Stage(path).run(5 * SECOND)
    assert stage.numbers == list(range(len(stage.numbers)))
    assert 0 < len(stage.numbers) < 10
    assert "ends within a record, after record" in stage.status.detail


def test_recording_in_two_files_is_one_film(tmp_path):
    path = tmp_path / "a.mcap"
    wire = Wire("gate")
    for first in (1, 4):
        store = RecordingStore(path, About(), sync=False)
        records = [
            Record(k, k * SECOND, "operator", k, wire.frame(lease(k))) for k in range(first, first + 3)
        ]
        store.append(RECORDING_LOG, pack_batch(records))
        store.close()
    assert Stage(path).run(10 * SECOND).numbers == [1, 2, 3, 4, 5, 6]
    assert Stage(path, from_s=4.5).run(10 * SECOND).numbers == [5, 6]


def test_messages_are_numbered_on_and_each_names_the_jump_that_it_belongs_to(path):
    stage = Stage(path).run(SECOND + 250 * MS)
    stage.control("seek", 0.5)
    stage.run(3 * SECOND)
    numbers = [replayed.number for replayed in stage.replayed]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [replayed.jump for replayed in stage.replayed if replayed.begins] == [1, 2]
    second = [replayed for replayed in stage.replayed if replayed.jump == 2]
    told = [at_ns for replayed in second for at_ns, _ in replayed.told]
    assert told == [SECOND + 100 * MS * k for k in range(10)]


def test_time_stands_while_the_screen_is_behind(path):
    stage = Stage(path, from_s=0.9)
    tell(stage.role, ReplayControl(action="taken", value=0.0), 0)
    stage.run(2 * SECOND)
    assert (stage.numbers, stage.replayed[-1].number) == ([0, 1], MESSAGES_AHEAD)
    assert stage.status.at == pytest.approx(1.2)
    tell(stage.role, ReplayControl(action="taken", value=float(MESSAGES_AHEAD)), stage.now_ns)
    stage.run(stage.now_ns + 60 * MS)
    assert stage.numbers == [0, 1, 2]


def test_a_screen_that_is_gone_is_waited_for_no_longer(path):
    stage = Stage(path)
    tell(stage.role, ReplayControl(action="taken", value=0.0), 0)
    assert stage.run(20 * SECOND).numbers == list(range(10))


def test_a_loop_is_played_again_and_again_and_can_be_left(path):
    stage = Stage(path, from_s=1.2).run(50 * MS)
    stage.control("loop_begin", 1.15)
    stage.control("loop_end", 1.45)
    assert stage.status.loop == (1.15, 1.45)
    assert stage.run(900 * MS).numbers == [3, 4, 2, 3, 4, 2, 3, 4]
    stage.control("loop_off")
    assert stage.run(5 * SECOND).numbers[-5:] == [5, 6, 7, 8, 9]


def test_who_has_gone_beyond_a_loop_is_not_called_back(path):
    stage = Stage(path).run(50 * MS)
    stage.control("loop_end", 1.25)
    stage.control("seek", 1.65)
    assert stage.run(5 * SECOND).numbers == [7, 8, 9]


@pytest.mark.parametrize(
    ("asked", "loop"),
    [
        ([("loop_begin", 1.0)], (1.0, 1.9)),
        ([("loop_end", 1.0)], (0.0, 1.0)),
        ([("loop_begin", 1.0), ("loop_end", 1.5)], (1.0, 1.5)),
        ([("loop_end", 1.0), ("loop_begin", 1.5)], (1.5, 1.9)),
        ([("loop_begin", 1.5), ("loop_end", 1.0)], (0.0, 1.0)),
        ([("loop_begin", 1.0), ("loop_off", 0.0)], None),
        ([("loop_begin", 99.0)], None),
    ],
)
def test_an_end_of_a_loop_beyond_the_other_one_begins_a_new_loop(path, asked, loop):
    stage = Stage(path, is_playing=False).run(0)
    for action, place in asked:
        stage.control(action, place)
    assert stage.status.loop == loop


@pytest.mark.parametrize("data", [b"", b"not a recording"])
def test_nothing_to_play_is_the_callers_mistake(tmp_path, data):
    (tmp_path / "a.mcap").write_bytes(data)
    with pytest.raises(FileError):
        Playback(tmp_path / "a.mcap")
