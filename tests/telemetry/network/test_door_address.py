"""A port that is free for TCP may be another's for UDP."""

import socket
from contextlib import closing

import pytest

from telemetry.network import door_address
from telemetry.network.door_address import open_pair
from telemetry.network.launch import LOOPBACK

pytestmark = pytest.mark.real_time


@pytest.fixture
def taken():
    """The port of somebody's datagrams, free for TCP."""
    listening, theirs = open_pair(0)
    listening.close()
    with closing(theirs):
        yield theirs.getsockname()[1]


def test_where_the_first_port_is_anothers_for_datagrams_the_pair_has_another(taken, monkeypatch):
    ports, create = iter([taken, 0]), socket.create_server
    monkeypatch.setattr(door_address.socket, "create_server", lambda _: create((LOOPBACK, next(ports))))
    listening, datagrams = open_pair(0)
    with closing(listening), closing(datagrams):
        assert listening.getsockname() == datagrams.getsockname() != (LOOPBACK, taken)


def test_a_port_that_is_named_is_that_one_or_an_error(taken):
    with pytest.raises(OSError, match="in use"):
        open_pair(taken)
    with closing(socket.create_server((LOOPBACK, taken))):
        pass  # nothing was left open
