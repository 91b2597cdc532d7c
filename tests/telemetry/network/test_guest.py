"""A sender without a server is answered by the real bus on its own connection."""

import contextlib
import socket

import pytest

from telemetry.agreed.participants import Speakers
from telemetry.messages.command import HoldCommand, taken
from telemetry.network.launch import LOOPBACK
from telemetry.wire.codec import Reader, Wire
from tests.telemetry.drive.runtime_bench import PATIENCE_S, Bench, wait_for

pytestmark = pytest.mark.real_time

HOLDS = [HoldCommand(actor="hold", pressed_ns=0, nonce=nonce) for nonce in range(2)]


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path, roles=("bridge", "operator"))


def guest(bench):
    def connected():
        with contextlib.suppress(ConnectionRefusedError):  # it does not listen yet
            return socket.create_connection((LOOPBACK, bench.addresses.streams["bridge"]), PATIENCE_S)

    return wait_for(connected)


def heard(connection, ear):
    with connection.makefile("rb") as stream:
        length = stream.read(4)
        return ear.decode(length + stream.read(int.from_bytes(length)), "stream").message


def test_a_guest_hears_the_answer_and_then_the_end(bench):
    with bench.in_thread("bridge") as bridge, guest(bench) as connection:
        connection.sendall(Wire("hold").frame(HOLDS[0]))
        connection.shutdown(socket.SHUT_WR)
        assert heard(connection, Reader()) == taken(HOLDS[0], "bridge")
        assert connection.recv(1) == b""
        assert bridge.role.of(HoldCommand) == [HOLDS[0]]


def test_of_two_guests_of_one_role_each_hears_the_answer_to_what_it_said(bench):
    with bench.in_thread("bridge"), guest(bench) as first, guest(bench) as second:
        for connection, hold in ((second, HOLDS[0]), (first, HOLDS[1]), (second, HOLDS[0])):
            connection.sendall(Wire("hold").frame(hold))
            assert heard(connection, Reader()) == taken(hold, "bridge")


def test_a_guest_of_another_mode_hears_nothing_but_the_end(bench):
    with bench.in_thread("bridge"), guest(bench) as connection:
        connection.sendall(Wire("hold", Speakers(mode="live")).frame(HOLDS[0]))
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(1) == b""
