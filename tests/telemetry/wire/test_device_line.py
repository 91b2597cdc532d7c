"""The door of the handle as a state machine: bytes in, states or one line out."""

import itertools
import math

import msgpack
import pytest

from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import is_attitude
from telemetry.wire.device_line import (
    BODY_CAP,
    DELIVERED_NS,
    MOST_STATES,
    SILENT_NS,
    DeviceError,
    DeviceLine,
    DeviceSeat,
    device_frame_splitter,
)
from telemetry.wire.frames import FrameError

TOKEN = "the run's"
MS = 1_000_000
HELLO = {"token": TOKEN, "name": "virtuose", "rate": 1000.0}


def body(number, **other):
    """What a device says as state `number`, 1 ms after the one before."""
    told = {"id": 37, "number": number, "device_ns": number * MS, "heard": 0, "dead_man": False}
    return msgpack.packb({**told, "p_handle": [0.0, 0.0, 0.0], **other})


def known():
    """A line that has said its hello at time 0, by state 1."""
    line = DeviceLine(TOKEN, 0)
    line.on_body(body(1, hello=HELLO), 0)
    return line


def frame(said):
    return len(said).to_bytes(4) + said


def test_frames_are_whole_wherever_the_stream_is_cut():
    frames = [frame(body(1, hello=HELLO)), frame(body(2))]
    whole = b"".join(frames)
    for at in range(len(whole) + 1):
        cut = device_frame_splitter()
        assert cut.feed(whole[:at]) + cut.feed(whole[at:]) == frames


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ((0).to_bytes(4), "frame too small (0 < 1)"),
        ((BODY_CAP + 1).to_bytes(4), f"frame too large (4097 > {BODY_CAP})"),
        ((2**31).to_bytes(4), "frame too large (2147483648 > 4096)"),
        ((2**32 - 1).to_bytes(4), "frame too large (4294967295 > 4096)"),
        ((-5).to_bytes(4, signed=True), "frame too large (4294967291 > 4096)"),
        (b"GET / HTTP/1.1\r\n", "frame too large (1195725856 > 4096)"),
        (b"\x16\x03\x01\x02\x00\x01", "frame too large (369295618 > 4096)"),
    ],
    ids=["zero", "beyond the cap", "2^31", "2^32-1", "negative", "http", "tls"],
)
def test_a_length_that_no_frame_has_is_told_with_its_figure(said, line):
    with pytest.raises(FrameError) as told:
        device_frame_splitter().feed(said)
    assert str(told.value) == line


def test_the_first_state_says_who_it_is_and_its_token_goes_no_further():
    hello = DeviceLine(TOKEN, 0).on_body(body(1, hello=HELLO), 0).hello
    assert (hello.name, hello.rate, hello.token) == ("virtuose", 1000.0, "")


def test_a_hello_that_is_repeated_is_no_new_device():
    assert known().on_body(body(2, hello=HELLO), MS).hello is None


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (body(1), "the first state has no hello"),
        (body(1, hello={**HELLO, "token": "another"}), "token is not this run's; read it from"),
        (body(1, hello={**HELLO, "token": ""}), "token is not this run's"),
        (body(1, hello={**HELLO, "rate": 10.0}), "a rate of 10 Hz; 50 to 1000 Hz are taken"),
        (body(1, hello={**HELLO, "rate": 1e5}), "a rate of 100000 Hz; 50 to 1000 Hz"),
        (b"\xc1", "no state"),
        (b"", "no state"),
        (b"\x91" * 4000, "no state"),
        (body(1, hello=HELLO) + bytes(BODY_CAP), "datagram too large"),
    ],
)
def test_who_does_not_begin_as_a_device_of_this_run_is_sent_away(said, line):
    with pytest.raises(DeviceError, match=line):
        DeviceLine(TOKEN, 0).on_body(said, 0)


def test_an_attitude_in_single_precision_is_told_as_exactly_one():
    told = known().on_body(body(2, quat_handle=[-0.9996, -0.02, 0.0, 0.0]), MS).quat_handle
    assert is_attitude(told) and told[1] == pytest.approx(0.02, rel=1e-3)


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({"p_handle": [math.nan, 0.0, 0.0]}, r"no state: .*p_handle"),
        ({"p_handle": [math.inf, 0.0, 0.0]}, r"no state: .*p_handle"),
        ({"p_handle": [0.0, 0.0]}, r"no state: .*p_handle"),
        ({"p_handle": [0.0, 11.0, 0.0]}, r"no state: .*p_handle"),
        ({"p_handle": [1.0, 0.0, 0.0]}, r"jumped by 1.000 m in 0.001 s"),
        ({"quat_handle": [0.0, 0.0, 0.0, 0.0]}, "norm 0, not 1"),
        ({"quat_handle": [2.0, 0.0, 0.0, 0.0]}, "norm 2, not 1"),
        ({"quat_handle": [0.0, 1.0, 0.0, 0.0]}, r"turned by 3.14 rad in 0.001 s"),
        ({"device_ns": 0}, "its clock went back by 0.001 s"),
        ({"dead_man": 1}, r"no state: .*dead_man"),
        ({"gripper": 1.5}, r"no state: .*gripper"),
        ({"id": 38}, "no state"),
    ],
)
def test_what_no_hand_can_do_ends_the_conversation(other, line):
    with pytest.raises(DeviceError, match=line):
        known().on_body(body(2, **other), MS)


def test_a_hand_as_fast_as_hands_are_is_followed():
    line = known()
    for number in range(2, 200):
        assert line.on_body(body(number, p_handle=[0.004 * number, 0.0, 0.0]), number * MS).number == number


def test_a_teleport_after_a_pause_is_one_too():
    with pytest.raises(DeviceError, match="jumped"):
        known().on_body(body(2, p_handle=[3.0, 0.0, 0.0], device_ns=100 * NS_PER_S), NS_PER_S)


def test_what_comes_twice_or_late_is_dropped_and_ends_nothing():
    line = known()
    assert [line.on_body(body(number), MS) is None for number in (3, 2, 3, 4)] == [False, True, True, False]


def test_a_flood_is_told_by_its_rate():
    line = known()
    with pytest.raises(DeviceError, match="more than 4000 states in a second"):
        for number in range(2, 100_000):
            line.on_body(body(number), number * 10_000)  # 100 kHz
    assert number == MOST_STATES + 1


def test_who_says_nothing_or_half_a_frame_is_closed_after_two_seconds():
    line = DeviceLine(TOKEN, 0)
    line.check_lives(SILENT_NS)
    with pytest.raises(DeviceError, match="no hello within 2 s"):
        line.check_lives(SILENT_NS + 1)
    with pytest.raises(DeviceError, match="frame not whole after 2 s"):
        line.check_lives(SILENT_NS + 1, is_partial=True)


def test_a_device_that_falls_silent_gives_the_handle_up():
    with pytest.raises(DeviceError, match="silent for 2 s"):
        known().check_lives(SILENT_NS + 1)


def test_a_peer_that_never_reads_is_closed_though_it_speaks():
    line = known()
    line.on_body(body(2), SILENT_NS)
    line.check_lives(SILENT_NS)
    with pytest.raises(DeviceError, match="takes nothing"):
        line.check_lives(SILENT_NS + 1)
    line.on_body(body(3, heard=1), SILENT_NS + 1)
    line.check_lives(2 * SILENT_NS)


def test_a_second_device_is_refused_by_name_and_the_first_goes_on():
    delivered = []
    seat, first, second = DeviceSeat(delivered.append), DeviceLine(TOKEN, 0), DeviceLine(TOKEN, 0)
    seat.on_body(first, body(1, hello=HELLO), 0)
    with pytest.raises(DeviceError, match="gamepad is the second device; virtuose has the handle"):
        seat.on_body(second, body(1, hello={**HELLO, "name": "gamepad"}), 0)
    seat.on_body(first, body(2), DELIVERED_NS)
    assert [state.number for state in delivered] == [1, 2]


def test_who_has_let_go_by_silence_keeps_the_seat_until_another_device_comes():
    delivered = []
    seat, first, second = DeviceSeat(delivered.append), DeviceLine(TOKEN, 0), DeviceLine(TOKEN, 0)
    seat.on_body(first, body(1, hello=HELLO), 0)
    with pytest.raises(DeviceError, match="second device"):
        seat.on_body(second, body(1, hello=HELLO), DEAD_MAN_NS)
    seat.on_body(first, body(2), 2 * DEAD_MAN_NS)
    assert seat.taken_by is first
    seat.on_body(second, body(2), 3 * DEAD_MAN_NS + MS)
    assert seat.taken_by is second and len(delivered) == 3


def test_the_seat_is_free_when_its_device_has_left():
    delivered = []
    seat, first, second = DeviceSeat(delivered.append), DeviceLine(TOKEN, 0), DeviceLine(TOKEN, 0)
    seat.on_body(first, body(1, hello=HELLO), 0)
    seat.on_left(second)
    assert seat.taken_by is first
    seat.on_left(first)
    seat.on_body(second, body(1, hello=HELLO), 0)
    assert seat.taken_by is second and all(state.hello for state in delivered)


def test_1_khz_is_told_at_200_hz_and_a_dead_man_at_once():
    delivered = []
    seat, line = DeviceSeat(delivered.append), DeviceLine(TOKEN, 0)
    seat.on_body(line, body(1, hello=HELLO), 0)
    for number in range(2, 1001):
        seat.on_body(line, body(number, dead_man=500 <= number < 502), number * MS)
    numbers = [state.number for state in delivered]
    assert len(numbers) <= 205
    assert {500, 502} <= set(numbers)
    assert max(b - a for a, b in itertools.pairwise(numbers)) * MS < DEAD_MAN_NS
