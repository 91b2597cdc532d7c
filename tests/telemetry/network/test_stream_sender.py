"""TCP frames at the sender: reconnect, no burst after a gap, policies of a full queue."""

import asyncio

import pytest

from telemetry.messages.acts import Disarm
from telemetry.messages.health import Beat, Tapped
from telemetry.network import backlog, calling, stream_sender
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.network.stream import StreamServer
from telemetry.network.stream_sender import StreamSender
from telemetry.wire.codec import Reader, Wire
from tests.telemetry.drive.runtime_bench import PATIENCE_S, free_port

pytestmark = pytest.mark.real_time

WIRE = Wire("operator")


def act(number):
    return WIRE.untagged(Disarm(number=number))


class Link:
    """A sender, and a server that can be stopped and started on the same port."""

    def __init__(self):
        self.numbers, self.said = [], []
        self.port = free_port()
        self.log = EventLog("operator", lambda: 0)
        self.log.say = self.said.append
        self.ways = []
        self.sender = StreamSender("gate", (LOOPBACK, self.port), self.log, report=self.ways.append)
        self.server = None

    def take(self, frame, connection):
        self.numbers.append(Reader().decode(frame, "stream").message.number)

    async def serve(self):
        self.server = StreamServer(self.take, self.log)
        await self.server.open(LOOPBACK, self.port)
        await until(lambda: self.sender.is_connected)

    async def fall_silent(self):
        await self.server.close()
        await until(lambda: not self.sender.is_connected)


def run(scenario):
    async def whole():
        link = Link()
        task = asyncio.create_task(link.sender.run())
        try:
            await asyncio.wait_for(scenario(link), PATIENCE_S)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            if link.server:
                await link.server.close()

    asyncio.run(whole())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.002)


def test_frames_arrive_in_order():
    async def scenario(link):
        await link.serve()
        for number in range(500):
            link.sender.put(Disarm, act(number))
        await until(lambda: len(link.numbers) == 500)
        assert link.numbers == list(range(500))

    run(scenario)


def test_it_connects_again_after_the_server_has_died():
    async def scenario(link):
        await link.serve()
        await link.fall_silent()
        await link.serve()
        link.sender.put(Disarm, act(7))
        await until(lambda: link.numbers)
        assert link.numbers == [7]

    run(scenario)


def test_an_act_waits_for_a_short_gap(monkeypatch):
    monkeypatch.setattr(backlog, "FRESH_NS", 10**12)

    async def scenario(link):
        link.sender.put(Disarm, act(1))
        await link.serve()
        await until(lambda: link.numbers)

    run(scenario)


def test_an_act_connects_at_once_to_a_receiver_that_is_back(monkeypatch):
    async def scenario(link):
        attempts, connect = [], stream_sender.call

        def counted(*given):
            attempts.append(given)
            return connect(*given)

        monkeypatch.setattr(stream_sender, "call", counted)
        await until(lambda: len(attempts) == 5)  # the next one is 0.8 s away
        link.server = StreamServer(link.take, link.log)
        await link.server.open(LOOPBACK, link.port)
        link.sender.put(Disarm, act(1))
        await asyncio.wait_for(until(lambda: link.numbers == [1]), 0.4)

    run(scenario)


def test_no_burst_of_stale_acts_comes_after_a_gap(monkeypatch):
    monkeypatch.setattr(backlog, "FRESH_NS", -1)  # every act is past its instant when the gap ends

    async def scenario(link):
        for number in range(50):
            link.sender.put(Disarm, act(number))
        await link.serve()
        monkeypatch.setattr(backlog, "FRESH_NS", 10**12)
        link.sender.put(Disarm, act(99))
        await until(lambda: link.numbers)
        assert link.numbers == [99]
        assert link.sender.dropped == 50

    run(scenario)


def test_what_is_for_the_record_waits_for_the_recorder_however_long(monkeypatch):
    async def scenario(link):
        monkeypatch.setattr(backlog, "FRESH_NS", 0)
        for number in range(10):
            link.sender.put(Tapped, act(number))
        await link.serve()
        await until(lambda: len(link.numbers) == 10)
        assert link.numbers == list(range(10)) and link.sender.dropped == 0

    run(scenario)


def test_state_without_a_listener_is_dropped_and_counted():
    async def scenario(link):
        for number in range(10):
            link.sender.put(Beat, act(number))
        assert link.sender.dropped == 10
        await link.serve()
        link.sender.put(Disarm, act(11))
        await until(lambda: link.numbers)
        assert link.numbers == [11]

    run(scenario)


async def mute_server(link):
    """Accept, and read nothing."""

    async def never_read(reader, writer):
        writer.transport.pause_reading()
        try:
            await asyncio.sleep(PATIENCE_S)
        finally:
            writer.transport.abort()

    return await asyncio.start_server(never_read, LOOPBACK, link.port, limit=1)


def test_a_listener_that_takes_nothing_costs_old_state_only():
    async def scenario(link):
        server = await mute_server(link)
        async with server:
            await until(lambda: link.sender.is_connected)
            big = bytes(200_000)
            for _ in range(100):
                link.sender.put(Beat, big)
                await asyncio.sleep(0)
            for _ in range(2 * stream_sender.CAPACITY):
                link.sender.put(Beat, b"state")
            assert link.sender.is_connected
            assert link.sender.dropped > 0
            server.close()

    run(scenario)


def test_a_listener_that_takes_no_acts_loses_the_connection_and_that_is_told():
    async def scenario(link):
        server = await mute_server(link)
        async with server:
            await until(lambda: link.sender.is_connected)
            for _ in range(2 * stream_sender.CAPACITY):
                link.sender.put(Disarm, b"act")
            await until(lambda: not link.sender.is_connected)
            assert any("takes nothing" in line for line in link.said)
            server.close()

    run(scenario)


def test_a_listener_that_stands_still_loses_the_connection(monkeypatch):
    monkeypatch.setattr(stream_sender, "STALL_S", 0.1)
    monkeypatch.setattr(calling, "set_keep_alive", lambda writer: None)  # the kernel does not help

    async def scenario(link):
        server = await mute_server(link)
        async with server:
            await until(lambda: link.sender.is_connected)
            for _ in range(100):
                link.sender.put(Beat, bytes(200_000))
            await until(lambda: not link.sender.is_connected)
            server.close()

    run(scenario)


def test_how_the_connection_stands_is_reported_as_it_changes():
    async def scenario(link):
        await until(lambda: link.ways)
        await link.serve()
        await link.fall_silent()
        await link.serve()
        states = [way.state for way in link.ways]
        assert states == ["never connected", "connected", "gone", "connected"]

    run(scenario)


def test_a_port_that_takes_a_connection_and_says_nothing_is_silent(monkeypatch):
    monkeypatch.setattr(stream_sender, "CONNECT_S", 0.05)

    async def stopped(receiver, address, greeter):
        await asyncio.Event().wait()

    monkeypatch.setattr(stream_sender, "call", stopped)

    async def scenario(link):
        await until(lambda: link.ways)
        assert link.ways[0].state == "silent"

    run(scenario)
