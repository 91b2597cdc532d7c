"""Whose a port of this host is: an own one is known as such, and another user's is refused."""

import os
import socket

import pytest

from telemetry.network import socket_owner
from telemetry.network.device_client import DeviceClient
from telemetry.network.door_address import DoorFile, open_pair
from telemetry.network.socket_owner import is_anothers

pytestmark = pytest.mark.real_time

KINDS = {"tcp": socket.SOCK_STREAM, "udp": socket.SOCK_DGRAM}


@pytest.fixture
def door():
    listening, datagrams = open_pair(0)
    host, port = listening.getsockname()
    yield DoorFile(host=host, port=port, token="secret")
    listening.close()
    datagrams.close()


@pytest.mark.parametrize("carrier", KINDS)
def test_a_door_of_ones_own_is_known_as_such(door, carrier):
    assert not is_anothers(KINDS[carrier], door.host, door.port)
    DeviceClient(door, carrier).close()


@pytest.mark.parametrize("carrier", KINDS)
def test_a_device_gives_no_token_to_another_user_who_has_taken_the_port(door, carrier, monkeypatch):
    monkeypatch.setattr(socket_owner, "ROOT", -1)
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    with pytest.raises(PermissionError, match="another user of this host has port"):
        DeviceClient(door, carrier)


def test_where_the_kernel_tells_nothing_the_token_alone_decides(door, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    monkeypatch.setattr(socket_owner, "_TABLES", dict.fromkeys(KINDS.values(), "/proc/net/none"))
    assert not is_anothers(socket.SOCK_STREAM, door.host, door.port)
