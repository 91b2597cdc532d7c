"""HOLD gets in and is answered whatever else is connected: real sockets against a real process."""

import contextlib
import socket
import threading

import pytest

from telemetry.life.boot import Boot
from telemetry.messages.command import HoldCommand, taken
from telemetry.network.launch import LOOPBACK
from telemetry.network.stream import CONNECTIONS
from telemetry.wire.codec import Reader, Wire
from tests.telemetry.drive.runtime_bench import PATIENCE_S, Bench

pytestmark = pytest.mark.real_time

HOLD = HoldCommand(actor="hold", pressed_ns=0, nonce=1)
ROLES = ("operator", "console", "hold")
NOISE = HoldCommand(actor="noise", pressed_ns=0, nonce=2)  # a valid frame that many roles may say
PEERS = CONNECTIONS + 6


@pytest.fixture
def bridge(tmp_path):
    bench = Bench(tmp_path)
    with bench.process("bridge") as process:
        process.wait_ready()
        yield LOOPBACK, bench.addresses.streams["bridge"]


def peers(stack, address, count, first=b""):
    """Connect so many, each saying `first`."""
    opened = [stack.enter_context(socket.create_connection(address, PATIENCE_S)) for _ in range(count)]
    for connection in opened:
        with contextlib.suppress(OSError):  # it has given way meanwhile
            connection.sendall(first)
    return opened


def answer_to_hold(address):
    """Press HOLD as a program that has just been started; return what the bridge answers, b"" for nothing."""
    with socket.create_connection(address, PATIENCE_S) as connection:
        connection.sendall(Wire("hold", boot=Boot(1)).frame(HOLD))
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as stream:
            data = stream.read()
    ear, found = Reader(), []
    while data:
        length = 4 + int.from_bytes(data[:4])
        found.append(ear.decode(data[:length], "stream").message)
        data = data[length:]
    return found


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(b"", id="mute"),
        pytest.param(Wire("operator").frame(NOISE), id="spoken"),
        pytest.param(Wire("operator").frame(NOISE)[:-1], id="half a frame"),
        pytest.param(Wire("operator").frame(NOISE) + b"\x00", id="spoken, then half a frame"),
    ],
)
def test_idle_connections_of_every_kind_leave_room_for_hold(bridge, first):
    with contextlib.ExitStack() as stack:
        peers(stack, bridge, PEERS, first)
        for _ in range(3):
            assert taken(HOLD, "bridge") in answer_to_hold(bridge)


def test_peers_that_flood_the_server_do_not_keep_hold_out(bridge):
    flood, is_over = Wire("operator").frame(NOISE) * 200, threading.Event()

    def pour(connection):
        with contextlib.suppress(OSError):
            while not is_over.is_set():
                connection.sendall(flood)

    with contextlib.ExitStack() as stack:
        opened = peers(stack, bridge, CONNECTIONS)
        threads = [threading.Thread(target=pour, args=(connection,)) for connection in opened]
        for thread in threads:
            thread.start()
        try:
            assert taken(HOLD, "bridge") in answer_to_hold(bridge)
        finally:
            is_over.set()
            for connection in opened:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            for thread in threads:
                thread.join(PATIENCE_S)


def test_a_storm_of_new_connections_does_not_keep_hold_out(bridge):
    is_over = threading.Event()

    def connect_again_and_again():
        while not is_over.is_set():
            with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
                peers(stack, bridge, CONNECTIONS)

    threads = [threading.Thread(target=connect_again_and_again) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        answers = [answer_to_hold(bridge) for _ in range(20)]
    finally:
        is_over.set()
        for thread in threads:
            thread.join(PATIENCE_S)
    assert all(taken(HOLD, "bridge") in answer for answer in answers)
