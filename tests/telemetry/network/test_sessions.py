"""Sealed streams over real sockets: a session first, and nothing of whoever agrees on none."""

import asyncio
import socket

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.messages.acts import Disarm
from telemetry.network import stream
from telemetry.network.calling import SessionRefused, call
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.network.stream import CONNECTIONS, StreamServer
from telemetry.network.stream_sender import StreamSender
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.protection.handshake import greeter_of
from tests.telemetry.drive.runtime_bench import PATIENCE_S, free_port

pytestmark = pytest.mark.real_time

RUN = "pass-1"


def speakers(name, *, master=bytes(32), number=1):
    rings = drawn_rings(master, mode="rehearsal", number=number, participants=PARTICIPANTS)
    return Speakers(run_id=RUN, keys=rings[name])


OPERATOR, GATE = speakers("operator"), speakers("gate")
WIRE = Wire("operator", OPERATOR)


class Station:
    """A gate that takes sealed frames, and a sender to it."""

    def __init__(self):
        self.port, self.numbers, self.lines, self.writers = free_port(), [], [], []
        self.ways = []
        self.log = EventLog("gate", lambda: 0)
        self.log.say = self.lines.append
        self.reader = Reader(GATE)
        self.server = self.new_server()

    def new_server(self):
        return StreamServer(self.on_frame, self.log, greeter_of(GATE))

    def on_frame(self, frame, connection):
        received = self.reader.decode(frame, "stream", connection.session)
        if isinstance(received, Received):
            self.numbers.append(received.message.number)
            connection.answer(self.answer())

    def answer(self):
        return Wire("gate", GATE).untagged(Disarm(number=99))  # whatever it is

    def sender(self, its=OPERATOR):
        address, greeter = (LOOPBACK, self.port), greeter_of(its)
        return StreamSender("gate", address, self.log, greeter=greeter, report=self.ways.append)

    async def line(self, its=OPERATOR):
        called = await call("gate", (LOOPBACK, self.port), greeter_of(its))
        self.writers.append(called.writer)
        return called

    async def mute(self):
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        self.writers.append(writer)
        return reader, writer


def run(scenario):
    async def whole():
        station = Station()
        await station.server.open(LOOPBACK, station.port)
        try:
            await asyncio.wait_for(scenario(station), PATIENCE_S)
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                if task.get_coro().__name__ == "run":
                    task.cancel()
            for writer in station.writers:
                writer.transport.abort()
            await station.server.close()

    asyncio.run(whole())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.002)


def test_what_waits_for_a_connection_is_sealed_under_the_session_by_which_it_leaves():
    async def scenario(station):
        await station.server.close()
        sender = station.sender()
        sender.put(Disarm, WIRE.untagged(Disarm(number=1)))
        running = asyncio.create_task(sender.run())
        station.server = station.new_server()
        await station.server.open(LOOPBACK, station.port)
        await until(lambda: station.numbers == [1])
        await station.server.close()
        await until(lambda: not sender.is_connected)
        station.server = station.new_server()
        await station.server.open(LOOPBACK, station.port)
        await until(lambda: sender.is_connected)
        sender.put(Disarm, WIRE.untagged(Disarm(number=2)))
        await until(lambda: station.numbers == [1, 2])
        running.cancel()

    run(scenario)


def test_a_sender_under_other_keys_is_refused_and_both_ends_name_the_key():
    async def scenario(station):
        running = asyncio.create_task(station.sender(speakers("operator", number=2)).run())
        await until(lambda: len(station.lines) > 1)
        running.cancel()
        here, there = sorted(station.lines, key=lambda line: "rejected" in line)
        assert "no session: gate refuses key 8002 of this process" in here
        assert there.startswith("rejected on stream: key under key 8002, and here is key 8001, closed")
        assert station.numbers == []
        (way,) = station.ways
        assert (way.state, "gate refuses key 8002" in way.why) == ("refused", True)

    run(scenario)


def test_what_a_connection_carried_is_not_accepted_on_another():
    async def scenario(station):
        first, second = await station.line(), await station.line()
        frame = first.session.sealed(WIRE.untagged(Disarm(number=1)))
        first.writer.write(frame)
        await until(lambda: station.numbers == [1])
        for writer in (first.writer, second.writer):
            writer.write(frame)
        second.writer.write(second.session.sealed(WIRE.untagged(Disarm(number=2))))
        await until(lambda: station.numbers == [1, 2])
        assert station.reader.rejected == {"replay": 1, "tag": 1}

    run(scenario)


def test_frames_before_a_session_end_the_connection_unanswered():
    async def scenario(station):
        reader, writer = await station.mute()
        writer.write(Wire("operator", Speakers(run_id=RUN)).frame(Disarm(number=1)))
        assert await reader.read() == b""
        assert (station.numbers, len(station.lines)) == ([], 1)

    run(scenario)


def test_before_its_session_a_connection_is_given_no_room_for_more_than_a_greeting():
    async def scenario(station):
        reader, writer = await station.mute()
        writer.write((1_000_000).to_bytes(4, "big"))
        assert await reader.read() == b""
        assert "frame too large (1000000 > 65)" in station.lines[0]

    run(scenario)


def test_who_agrees_on_no_session_in_time_loses_the_connection(monkeypatch):
    monkeypatch.setattr(stream, "SESSION_TIMEOUT_S", 0.05)

    async def scenario(station):
        reader, writer = await station.mute()
        writer.write(greeter_of(OPERATOR).call("gate").hello)  # of which anybody can say a copy
        answer = await reader.read()
        assert len(answer) == 69
        assert "no session after" in station.lines[0]

    run(scenario)


def test_connections_without_a_session_give_way_to_one_that_brings_a_frame():
    async def scenario(station):
        ready = await station.line()
        mute = [socket.create_connection((LOOPBACK, station.port)) for _ in range(2 * CONNECTIONS)]
        newest = await station.line()
        for line, number in ((newest, 1), (ready, 2)):
            line.writer.write(line.session.sealed(WIRE.untagged(Disarm(number=number))))
            await until(lambda number=number: number in station.numbers)
        for connection in mute:
            connection.close()

    run(scenario)


def test_who_has_taken_the_receivers_port_is_sent_no_frame():
    async def scenario(station):
        await station.server.close()
        taken = []

        async def impostor(reader, writer):
            taken.append(await reader.read(1000))
            writer.write(taken[0])
            taken.append(await reader.read(1000))
            writer.transport.abort()

        async with await asyncio.start_server(impostor, LOOPBACK, station.port):
            with pytest.raises(
                SessionRefused, match="who answers for gate is another: no greeting of step 2, under key 8001"
            ):
                await station.line()
            await until(lambda: len(taken) == 2)
        assert [len(data) for data in taken] == [69, 0]

    run(scenario)
