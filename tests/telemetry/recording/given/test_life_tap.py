"""The tap of one life: everything in order and numbered, ticks in runs, nothing too long for a frame."""

import hashlib

import msgspec

from telemetry.life.contract import Persist, PersistFailed, Send, WorkDone
from telemetry.messages.command import BridgeReport, Motion
from telemetry.messages.health import GIVEN, Beat
from telemetry.messages.images import Image
from telemetry.recording.given.driver_records import (
    PIECE_BYTES,
    Ended,
    Persisted,
    Piece,
    Refused,
    Ticked,
    pack_driver_record,
    unpack_driver_record,
)
from telemetry.recording.given.tap import GATHER_BYTES, REFUSED_BYTES, RUN_NS, Tap, may_leave_first
from telemetry.wire.kinds import unpack_message
from tests.tapped_records import records_in
from tests.telemetry.wire.test_codec import example

MS = 1_000_000


def tapped(give):
    """Return the records that the recorder is handed of what `give` gives to the tap."""
    handed = []
    give(Tap("gate", 7, handed.append))
    assert [one.life for one in handed] == [7] * len(handed)
    return records_in(handed)


def ticks(record):
    return list(unpack_driver_record(record.packet).times_ns(record.at_ns))


def test_records_are_numbered_in_the_order_in_which_the_role_was_given_them():
    def give(tap):
        tap.on_packet(b"\x00first", 10)
        tap.on_driver_input(PersistFailed("log", "full"), 11)
        tap.on_packet(b"\x00second", 12)

    handed = tapped(give)
    assert [(one.role, one.number, one.at_ns) for one in handed] == [
        ("gate", 1, 10),
        ("gate", 2, 11),
        ("gate", 3, 12),
    ]
    assert unpack_driver_record(handed[1].packet) == PersistFailed("log", "full")


class Later:
    """A tap in real time, whose loop calls back when the test says so."""

    def __init__(self):
        self.handed, self.asked = [], []
        self.tap = Tap("gate", 7, self.handed.append, later=lambda wait_s, step: self.asked.append(step))


def test_in_real_time_inputs_of_20_ms_are_handed_over_together_and_asked_for_once():
    later = Later()
    for at_ns in range(3):
        later.tap.on_packet(b"\x00", at_ns)
    assert (later.handed, len(later.asked)) == ([], 1)
    later.asked[0]()
    later.tap.on_packet(b"\x00", 3)
    assert [(one.number, len(one.given)) for one in later.handed] == [(1, 3)]
    assert len(later.asked) == 2


def test_what_waits_is_handed_over_before_an_act_leaves_and_when_it_is_much():
    later = Later()
    later.tap.on_tick(0)
    later.tap.on_packet(b"\x00", 1)
    later.tap.hand_over()
    later.tap.on_packet(bytes(GATHER_BYTES), 2)
    for at_ns in range(GIVEN):
        later.tap.on_packet(b"", at_ns)
    later.asked[0]()
    assert [(one.number, len(one.given)) for one in later.handed] == [(1, 2), (3, 1), (4, GIVEN)]


def test_ticks_wait_for_a_fifth_of_a_second_and_are_one_record():
    times = [k * 10 * MS + k for k in range(21)]

    def give(tap):
        for at_ns in times:
            tap.on_tick(at_ns)

    [run] = tapped(give)
    assert times[-1] - times[0] >= RUN_NS > times[-2] - times[0]
    assert ticks(run) == times
    assert len(run.packet) < 160


def test_a_message_ends_the_run_of_ticks_before_it():
    def give(tap):
        tap.on_tick(-5)
        tap.on_tick(7)
        tap.on_packet(b"\x00", 8)
        tap.on_tick(9)
        tap.hand_over()

    before, message, after = tapped(give)
    assert (ticks(before), message.packet, ticks(after)) == ([-5, 7], b"\x00", [9])


def test_a_clock_that_is_set_back_ends_a_run_and_keeps_every_time():
    def give(tap):
        tap.on_tick(100)
        tap.on_tick(40)
        tap.on_tick(50)
        tap.hand_over()

    first, second = tapped(give)
    assert (ticks(first), ticks(second)) == ([100, 40], [50])


def test_only_a_state_may_leave_before_its_tick_is_on_record():
    assert may_leave_first(Send(example(Beat)))
    assert not may_leave_first(Send(example(Motion)))
    assert not may_leave_first(Persist("log", b""))


def test_what_is_too_long_for_a_frame_is_handed_over_in_pieces():
    data = bytes(range(256)) * 5000
    handed = tapped(lambda tap: tap.on_packet(data, 3))
    pieces = [unpack_driver_record(one.packet) for one in handed]
    assert len(pieces) == -(-len(data) // PIECE_BYTES) == 3
    assert all(isinstance(piece, Piece) for piece in pieces)
    assert [piece.is_last for piece in pieces] == [False, False, True]
    assert b"".join(piece.data for piece in pieces) == data
    assert [one.number for one in handed] == [1, 2, 3]


def test_what_was_refused_is_kept_as_it_came_with_the_reason():
    [record] = tapped(lambda tap: tap.on_refused(b"forged", 5, carrier="tc", reason="tag"))
    assert (record.at_ns, unpack_driver_record(record.packet)) == (
        5,
        Refused(number=1, carrier="tc", reason="tag", data=b"forged"),
    )


def test_of_a_flood_of_refused_datagrams_so_much_is_kept_in_a_second_and_numbers_tell_how_many_more():
    size = REFUSED_BYTES // 4

    def give(tap):
        for at_ns in (0, 1, 2, 3, 4, 5, 1000 * MS):
            tap.on_refused(bytes(size), at_ns, carrier="tc", reason="length")

    assert [unpack_driver_record(record.packet).number for record in tapped(give)] == [1, 2, 3, 4, 7]


def test_a_record_made_durable_is_told_by_its_digest_and_its_number_in_its_log():
    def give(tap):
        tap.on_persisted(Persist("log", b"one"), 5)
        tap.on_persisted(Persist("memo", b"one"), 6)
        tap.on_persisted(Persist("log", b"two"), 7)

    sha256 = hashlib.sha256(b"one").digest()
    first, *others = [unpack_driver_record(record.packet) for record in tapped(give)]
    assert first == Persisted(key="log", number=1, sha256=sha256)
    assert [(each.key, each.number, each.sha256 == sha256) for each in others] == [
        ("memo", 1, True),
        ("log", 2, False),
    ]


def test_what_the_bridge_has_sent_up_is_on_record_and_what_anybody_else_sends_is_not():
    motion, report = example(Motion), example(BridgeReport)
    handed = []
    for participant in ("gate", "bridge"):
        tap = Tap(participant, 7, handed.append)
        tap.on_sent(motion, 5)
        tap.on_sent(report, 6)
    [record] = records_in(handed)
    assert (record.role, record.at_ns) == ("bridge", 5)
    sent = unpack_driver_record(record.packet)
    assert (sent.name, unpack_message(sent.message)) == ("Motion", motion)


def test_a_picture_is_told_by_its_digest_and_any_other_value_as_it_is():
    image = Image(camera="a", number=1, sampled_ns=5, width=320, height=240, pixels=bytes(320 * 240))
    assert len(pack_driver_record(WorkDone("picture", image))) < 80
    value = msgspec.msgpack.decode(pack_driver_record(WorkDone("plan", (1.5, "x", Ticked.at([3])))))["value"]
    assert value == [1.5, "x", {"told": "Ticked", "after_ns": [0]}]


def test_the_recorders_own_ticks_and_failures_are_not_in_the_recording_that_they_write():
    handed = []
    tap = Tap("recorder", 1, handed.append)
    tap.on_tick(5)
    tap.on_driver_input(PersistFailed("recording", "full", b"a whole batch"), 6)
    tap.on_persisted(Persist("recording", b"a whole batch"), 6)
    tap.end(7)
    assert [unpack_driver_record(one.packet) for one in records_in(handed)] == [Ended()]
