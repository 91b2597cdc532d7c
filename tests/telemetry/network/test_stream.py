"""TCP frames at the receiver: cuts, caps, and clients that misbehave."""

import asyncio
import contextlib
import struct

import pytest

from telemetry.messages.acts import Disarm
from telemetry.messages.command import HoldCommand
from telemetry.network import stream
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.network.stream import CONNECTIONS, StreamServer, frame_splitter
from telemetry.wire.codec import FRAME_CAP, Reader, Received, Wire
from telemetry.wire.frames import FrameError
from tests.telemetry.drive.runtime_bench import PATIENCE_S

WIRE = Wire("operator")
FRAMES = [WIRE.frame(Disarm(number=number)) for number in range(3)]
SHORTEST = 34  # bytes of a body: protection header and tag


def test_frames_are_whole_wherever_the_stream_is_cut():
    whole = b"".join(FRAMES)
    for cut in range(len(whole) + 1):
        cutter = frame_splitter()
        assert cutter.feed(whole[:cut]) + cutter.feed(whole[cut:]) == FRAMES
        assert not cutter.is_partial


def test_frames_are_whole_byte_by_byte():
    cutter = frame_splitter()
    found = [frame for byte in b"".join(FRAMES) for frame in cutter.feed(bytes([byte]))]
    assert found == FRAMES


@pytest.mark.parametrize("length", [FRAME_CAP + 1, 2**31, 2**32 - 1])
def test_a_length_beyond_the_cap_is_refused_before_anything_is_allocated(length):
    with pytest.raises(FrameError, match=rf"frame too large \({length} > {FRAME_CAP}\)"):
        frame_splitter().feed(struct.pack("!I", length))


@pytest.mark.parametrize("length", [0, 1, SHORTEST - 1])
def test_a_length_that_no_frame_has_is_refused(length):
    with pytest.raises(FrameError, match="too small"):
        frame_splitter().feed(struct.pack("!I", length))


class Served:
    """A server on loopback and what it took."""

    def __init__(self):
        self.frames, self.said = [], []
        log = EventLog("gate", lambda: 0)
        log.count = lambda kind, text="": self.said.append(text)
        self.server = StreamServer(self.take, log)
        self.writers = []

    def take(self, frame, connection):
        self.frames.append(frame)
        received = Reader().decode(frame, "stream")
        if isinstance(received, Received):
            connection.on_frame_from(received.sender)

    async def client(self):
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        self.writers.append(writer)
        return reader, writer


def run(scenario):
    async def whole():
        served = Served()
        served.port = await served.server.open(LOOPBACK, 0)
        try:
            await asyncio.wait_for(scenario(served), PATIENCE_S)
        finally:
            for writer in served.writers:
                writer.transport.abort()
            await served.server.close()

    asyncio.run(whole())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.002)


async def is_closed(reader):
    with contextlib.suppress(ConnectionResetError):
        assert await reader.read(1) == b""
    return True


@pytest.mark.real_time
@pytest.mark.parametrize(
    "nonsense",
    [b"GET / HTTP/1.1\r\nHost: gate\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", bytes(64)],
    ids=["http", "tls", "zeros"],
)
def test_nonsense_loses_its_connection_and_disturbs_nobody(nonsense):
    async def scenario(served):
        _, good = await served.client()
        reader, bad = await served.client()
        bad.write(nonsense)
        assert await is_closed(reader)
        good.write(FRAMES[0])
        await until(lambda: served.frames == [FRAMES[0]])
        assert len(served.said) == 1

    run(scenario)


@pytest.mark.real_time
def test_half_a_frame_for_too_long_loses_its_connection(monkeypatch):
    monkeypatch.setattr(stream, "FRAME_TIMEOUT_S", 0.1)

    async def scenario(served):
        reader, writer = await served.client()
        dripping = asyncio.create_task(drip(writer, FRAMES[0][:-1]))
        assert await is_closed(reader)
        dripping.cancel()
        assert served.frames == []
        assert "not whole" in served.said[0]

    async def drip(writer, data):
        for byte in data:  # one byte each 20 ms never ends within the time of a frame
            writer.write(bytes([byte]))
            await asyncio.sleep(0.02)

    run(scenario)


@pytest.mark.real_time
def test_a_client_may_be_silent_between_frames(monkeypatch):
    monkeypatch.setattr(stream, "FRAME_TIMEOUT_S", 0.01)

    async def scenario(served):
        _, writer = await served.client()
        for number, frame in enumerate(FRAMES, start=1):
            writer.write(frame)
            await until(lambda number=number: len(served.frames) == number)
            await asyncio.sleep(0.03)
        assert served.said == []

    run(scenario)


@pytest.mark.real_time
def test_a_reset_in_mid_frame_disturbs_nobody():
    async def scenario(served):
        _, good = await served.client()
        _, bad = await served.client()
        bad.write(FRAMES[0][:7])
        await until(lambda: served.server.connections == 2)
        bad.transport.abort()
        await until(lambda: served.server.connections == 1)
        good.write(FRAMES[1])
        await until(lambda: served.frames == [FRAMES[1]])

    run(scenario)


@pytest.mark.real_time
def test_mute_connections_up_to_the_cap_do_not_keep_a_client_out():
    async def scenario(served):
        oldest, _ = await served.client()
        for _ in range(CONNECTIONS - 1):
            await served.client()
        await until(lambda: served.server.connections == CONNECTIONS)
        _, writer = await served.client()
        writer.write(FRAMES[0])
        await until(lambda: served.frames)
        assert await is_closed(oldest)
        assert served.server.connections == CONNECTIONS

    run(scenario)


@pytest.mark.real_time
def test_a_role_with_one_connection_is_not_given_up_for_those_of_a_role_with_many(monkeypatch):
    monkeypatch.setattr(stream, "CONNECTIONS", 3)

    async def scenario(served):
        only, writer = await served.client()
        writer.write(Wire("hold").frame(HoldCommand(actor="hold", pressed_ns=0, nonce=1)))
        for _ in range(2):
            _, writer = await served.client()
            writer.write(FRAMES[0])
        await until(lambda: len(served.frames) == 3)
        _, newest = await served.client()
        newest.write(FRAMES[1])
        await until(lambda: len(served.frames) == 4)
        assert not only.at_eof()

    run(scenario)


@pytest.mark.real_time
def test_a_client_with_much_to_say_lets_others_speak_between():
    async def scenario(served):
        _, talker = await served.client()
        _, other = await served.client()
        talker.write(FRAMES[0] * 200)
        other.write(FRAMES[1])
        await until(lambda: len(served.frames) == 201)
        assert served.frames.index(FRAMES[1]) < 100

    run(scenario)


@pytest.mark.real_time
def test_a_process_that_ends_with_a_connection_open_tells_no_error_of_it(caplog):
    async def scenario(served):
        await served.client()
        await until(lambda: served.server.connections)
        [serving] = [task for task in asyncio.all_tasks() if task.get_coro().__name__ == "_serve"]
        serving.cancel()  # as all are when a loop ends
        await asyncio.wait([serving])

    run(scenario)
    assert caplog.messages == []
