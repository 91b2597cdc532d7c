"""The server never waits for a client: who does not read loses the oldest, and others are told in time."""

import json
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from ground.export.sample import Sample, Topic
from ground.export.stream_server import BACKLOG, StreamServer
from telemetry.network.launch import LOOPBACK

pytestmark = pytest.mark.real_time

TOPIC = Topic("/many", "farhand.Many", b'{"type":"object"}')
LONG = "x" * 20_000


@pytest.fixture
def server():
    opened = StreamServer("test", [TOPIC], host=LOOPBACK, port=0)
    yield opened
    opened.stop()


@contextmanager
def subscribed(server):
    """A client that wants everything, and has been heard."""
    address = f"ws://{LOOPBACK}:{server.port}"
    with connect(address, subprotocols=["foxglove.sdk.v1"], max_size=None, close_timeout=0.1) as client:
        while "channels" not in (told := json.loads(client.recv())):
            pass
        rows = [{"id": 1, "channelId": channel["id"]} for channel in told["channels"]]
        client.send(json.dumps({"op": "subscribe", "subscriptions": rows}))
        client.ping().wait()
        yield client


def put(server, numbers):
    rows = (json.dumps({"number": number, "long": LONG}).encode() for number in numbers)
    server.put(Sample(TOPIC, number, row) for number, row in enumerate(rows))


def read(client, until):
    """Read on until a number; return all that came."""
    numbers = [-1]
    while numbers[-1] < until:
        numbers.append(json.loads(client.recv()[13:])["number"])
    return numbers[1:]


def test_a_client_that_does_not_read_loses_the_oldest_and_holds_up_nobody(server):
    with subscribed(server) as lazy, subscribed(server) as quick:
        for first in range(0, 3 * BACKLOG, 100):
            put(server, range(first, first + 100))
            assert len(read(quick, first + 99)) == 100
        assert len(read(lazy, first + 99)) < first + 100
