"""The door of the handle with real sockets: programs that behave, and programs that do not."""

import asyncio
import contextlib
import io
import socket
import stat
import struct

import msgpack
import pytest

from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns
from telemetry.messages.device import DeviceForce, DeviceRefused
from telemetry.network.device_door import MOST_GUESTS, DeviceDoor
from telemetry.network.door_address import read_door
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.wire import device_line
from telemetry.wire.frames import LENGTH
from tests.telemetry.drive.runtime_bench import PATIENCE_S, free_port

pytestmark = pytest.mark.real_time

FORCE = DeviceForce(number=1, heard=1, device_ns=1, force=(1.0, 0.0, 0.0))


class Program:
    """What a device's program does, on one connection or from one address."""

    def __init__(self, door, name="virtuose"):
        self.hello = {"token": door.token, "name": name, "rate": 1000.0}
        self.number = 0

    def state(self, *, hello=True, dead_man=False, **other):
        self.number += 1
        told = {"id": 37, "number": self.number, "device_ns": self.number, "heard": 0, "dead_man": dead_man}
        return msgpack.packb({**told, "p_handle": [0.0] * 3, "hello": self.hello if hello else None, **other})

    def frame(self, **other):
        body = self.state(**other)
        return LENGTH.pack(len(body)) + body


class Opened:
    """A door on loopback, what came through it, and what it logged."""

    def __init__(self, folder):
        self.states, self.refused, self._log, self._folder = [], [], io.StringIO(), folder
        self.door = DeviceDoor(self._take, EventLog("haptics", lambda: 0, self._log))
        self.ending = contextlib.AsyncExitStack()

    def _take(self, told):
        (self.refused if isinstance(told, DeviceRefused) else self.states).append(told)

    async def open(self):
        self.address = LOOPBACK, await self.door.open(0, self._folder)

    async def tcp(self):
        reader, writer = await asyncio.open_connection(*self.address)
        self.ending.callback(lambda: writer.transport.abort())  # which keeps the writer until then
        return reader, writer

    def udp(self):
        opened = self.ending.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        opened.setblocking(False)
        opened.connect(self.address)
        return opened

    @property
    def log(self):
        return self._log.getvalue()


def run(folder, scenario):
    async def whole():
        opened = Opened(folder)
        await opened.open()
        try:
            await asyncio.wait_for(scenario(opened), PATIENCE_S)
        finally:
            await opened.ending.aclose()
            await opened.door.close()
            await asyncio.sleep(0.01)  # every transport closes its socket

    asyncio.run(whole())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.002)


async def said(reader):
    """The next force that a program gets; None: its connection has ended."""
    try:
        (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        return msgpack.unpackb(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionResetError):
        return None


def test_a_device_speaks_and_feels_by_tcp(tmp_path):
    async def scenario(opened):
        reader, writer = await opened.tcp()
        writer.write(Program(opened.door).frame())
        await until(lambda: opened.states)
        opened.door.send(FORCE)
        assert (await said(reader))["force"] == [1.0, 0.0, 0.0]
        assert "virtuose at 127.0.0.1" in opened.log

    run(tmp_path, scenario)


def test_a_device_speaks_and_feels_by_udp(tmp_path):
    async def scenario(opened):
        program, sender = Program(opened.door), opened.udp()
        sender.send(program.state())
        await until(lambda: opened.states)
        opened.door.send(FORCE)
        data = await asyncio.get_running_loop().sock_recv(sender, 4096)
        assert msgpack.unpackb(data)["number"] == 1

    run(tmp_path, scenario)


def test_where_the_door_is_only_its_owner_may_read(tmp_path):
    async def scenario(opened):
        file = tmp_path / "handle.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert (read_door(tmp_path).port, read_door(tmp_path).token) == (opened.address[1], opened.door.token)
        file.chmod(0o644)
        with pytest.raises(FileError, match=r"readable by others \(0644\); run chmod 600"):
            read_door(tmp_path)

    run(tmp_path, scenario)


@pytest.mark.parametrize("by", ["tcp", "udp"])
def test_a_second_device_is_refused_with_one_line_and_the_first_goes_on(tmp_path, by):
    async def scenario(opened):
        first, second = Program(opened.door), Program(opened.door, "gamepad")
        _, writer = await opened.tcp()
        writer.write(first.frame())
        await until(lambda: opened.states)
        if by == "tcp":
            reader, other = await opened.tcp()
            other.write(second.frame())
            refusal = await said(reader)
            assert await said(reader) is None
        else:
            sender = opened.udp()
            sender.send(second.state())
            refusal = msgpack.unpackb(await asyncio.get_running_loop().sock_recv(sender, 4096))
        assert (refusal["is_taken"], refusal["told"]) == (
            False,
            "gamepad is the second device; virtuose has the handle",
        )
        writer.write(first.frame(dead_man=True))
        await until(lambda: len(opened.states) == 2)
        assert opened.refused == [DeviceRefused(name="gamepad", why=refusal["told"])]
        assert opened.log.count("second device") == 1

    run(tmp_path, scenario)


def test_a_program_that_has_died_gives_way_to_the_next_device(tmp_path, monkeypatch):
    monkeypatch.setattr(device_line, "DEAD_MAN_NS", 50_000_000)

    async def scenario(opened):
        dead, sender = Program(opened.door), opened.udp()
        sender.send(dead.state())
        await until(lambda: opened.states)
        await until(lambda: opened.door._seat.taken_by.has_let_go(monotonic_ns()))
        _, other = await opened.tcp()
        other.write(Program(opened.door, "gamepad").frame())
        await until(lambda: len(opened.states) == 2)
        assert opened.states[1].hello.name == "gamepad"
        told = msgpack.unpackb(await asyncio.get_running_loop().sock_recv(sender, 4096))
        assert (told["is_taken"], told["told"]) == (False, "silent as gamepad came, which has the handle now")

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("nonsense", "line"),
    [
        (
            b"GET / HTTP/1.1\r\nHost: haptics\r\n\r\n",
            "haptic: frame too large (1195725856 > 4096), closed 127",
        ),
        (
            b"\x16\x03\x01\x02\x00\x01\x00",
            "haptic: frame too large (369295618 > 4096), closed",
        ),
        (b"\xff\xff\xff\xff", "haptic: frame too large (4294967295 > 4096), closed 127.0.0.1:"),
        (bytes(4), "haptic: frame too small (0 < 1), closed 127.0.0.1:"),
    ],
    ids=["http", "tls", "2^32-1", "zero"],
)
def test_nonsense_loses_its_connection_and_the_device_keeps_its_own(tmp_path, nonsense, line):
    async def scenario(opened):
        program = Program(opened.door)
        _, writer = await opened.tcp()
        writer.write(program.frame())
        await until(lambda: opened.states)
        reader, bad = await opened.tcp()
        bad.write(nonsense)
        assert await said(reader) is None
        assert line in opened.log
        writer.write(program.frame(dead_man=True))
        await until(lambda: len(opened.states) == 2)

    run(tmp_path, scenario)


def test_a_door_that_cannot_be_told_is_not_opened(tmp_path):
    async def scenario():
        door = DeviceDoor(lambda state: None, EventLog("haptics", lambda: 0, io.StringIO()))
        port = free_port()
        with pytest.raises(OSError):
            await door.open(port, tmp_path / "file" / "folder")
        await door.close()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection(LOOPBACK, port)

    (tmp_path / "file").write_text("no folder")
    asyncio.run(scenario())


def test_who_does_not_know_the_token_is_told_nothing(tmp_path):
    async def scenario(opened):
        program = Program(opened.door)
        program.hello["token"] = "guessed"
        reader, writer = await opened.tcp()
        writer.write(program.frame())
        assert await said(reader) is None
        assert "token is not this run's" in opened.log and opened.door.token not in opened.log
        assert opened.states == []

    run(tmp_path, scenario)


@pytest.mark.parametrize("drips", [False, True], ids=["nothing", "a byte now and then"])
def test_who_says_nothing_whole_is_closed(tmp_path, monkeypatch, drips):
    monkeypatch.setattr(device_line, "SILENT_NS", 150_000_000)

    async def drip(writer, data):
        for byte in data:
            writer.write(bytes([byte]))
            await asyncio.sleep(0.02)

    async def scenario(opened):
        reader, writer = await opened.tcp()
        dripping = asyncio.create_task(drip(writer, Program(opened.door).frame() if drips else b""))
        assert await said(reader) is None
        dripping.cancel()
        assert ("frame not whole after" if drips else "no hello within") in opened.log

    run(tmp_path, scenario)


def test_a_thousand_connections_leave_room_for_a_device(tmp_path):
    async def scenario(opened):
        mute = [socket.create_connection(opened.address, PATIENCE_S) for _ in range(200)]
        for _ in range(4):  # as many as the system lets one process have open at a time
            await asyncio.sleep(0.01)
            for connection in mute:
                connection.close()
            mute = [socket.create_connection(opened.address, PATIENCE_S) for _ in range(200)]
        _, writer = await opened.tcp()
        writer.write(Program(opened.door).frame())
        await until(lambda: opened.states)
        for connection in mute:
            connection.close()
        assert f"more than {MOST_GUESTS} programs at the door" in opened.log

    run(tmp_path, scenario)


def test_a_reset_in_mid_frame_frees_the_seat(tmp_path):
    async def scenario(opened):
        first, second = Program(opened.door), Program(opened.door, "gamepad")
        _, writer = await opened.tcp()
        writer.write(first.frame() + first.frame()[:9])
        await until(lambda: opened.states)
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()
        await until(lambda: "no more the handle" in opened.log)
        assert "connection lost" in opened.log
        _, other = await opened.tcp()
        other.write(second.frame())
        await until(lambda: len(opened.states) == 2)

    run(tmp_path, scenario)


def test_a_peer_that_never_reads_costs_no_memory_and_loses_the_handle(tmp_path, monkeypatch):
    monkeypatch.setattr(device_line, "SILENT_NS", 300_000_000)

    async def scenario(opened):
        program = Program(opened.door)
        reader, writer = await opened.tcp()
        reader._transport.pause_reading()
        waiting = 0
        while "takes nothing" not in opened.log:
            writer.write(program.frame())
            for _ in range(50):
                opened.door.send(FORCE)
            ends = [caller._transport for caller in opened.door._callers]
            waiting = max([waiting, *(end.get_write_buffer_size() for end in ends)])
            await asyncio.sleep(0.005)
        assert waiting < 1000, "more than one force waits"
        assert "no more the handle" in opened.log

    run(tmp_path, scenario)
