"""A plain WebSocket client reads the run, and whatever it sends changes nothing there."""

import json
import struct
from contextlib import contextmanager

import msgspec
import pytest
from websockets.sync.client import connect

from ground.cli import main
from ground.command_list import USAGE
from ground.console.facts.settings import ConsoleSettings
from ground.export.live_stream import LiveStream
from telemetry.agreed.participants import OBSERVER
from telemetry.files.settings import FileError
from telemetry.network.launch import LOOPBACK
from tests.ground.export.export_bench import RUN
from tests.ground.operator.fake_gate import telemetry
from tests.telemetry.drive.runtime_bench import Bench, wait_for

pytestmark = pytest.mark.real_time

PROTOCOL = "foxglove.sdk.v1"
TOLD = struct.Struct("<BIQ")  # a message: kind, subscription, time
HOLD = b'{"id":23,"actor":"client","pressed_ns":0,"nonce":1}'


@contextmanager
def streaming(tmp_path):
    """A run with a bridge and a gate that note all they hear, and a stream of it."""
    bench = Bench(tmp_path, roles=("bridge", "gate", "space_segment", OBSERVER))
    (tmp_path / "log").mkdir()
    told = msgspec.structs.replace(
        bench.launch(OBSERVER),
        settings=msgspec.Raw(msgspec.json.encode(ConsoleSettings(run=RUN, participant=OBSERVER))),
    )
    (tmp_path / "launch.json").write_bytes(msgspec.json.encode(told))
    with bench.in_thread("bridge") as bridge, bench.in_thread("gate") as gate:
        stream = LiveStream(tmp_path / "launch.json", host=LOOPBACK, port=0)
        stream.start()
        try:
            yield stream, bridge, gate
        finally:
            stream.stop()


class Client:
    """Somebody with a WebSocket and the words of its protocol."""

    def __init__(self, socket):
        self._socket, self.topics, self.refused = socket, {}, []
        self.server = json.loads(socket.recv())

    def say(self, told):
        self._socket.send(told if isinstance(told, bytes) else json.dumps(told))

    def read(self):
        """Take what comes; return a message of a run, as topic and values."""
        told = self._socket.recv(timeout=0.05)
        if isinstance(told, bytes):
            _, number, _ = TOLD.unpack_from(told)
            return self.topics[number], json.loads(told[TOLD.size :])
        answer = json.loads(told)
        if answer["op"] == "advertise":
            self._subscribe(answer["channels"])
        else:
            self.refused.append(answer)
        return None

    def _subscribe(self, channels):
        numbers = {channel["id"]: channel["topic"] for channel in channels}
        self.topics.update(numbers)
        rows = [{"id": number, "channelId": number} for number in numbers]
        self.say({"op": "subscribe", "subscriptions": rows})


@contextmanager
def client_of(stream):
    with connect(f"ws://{LOOPBACK}:{stream.port}", subprotocols=[PROTOCOL]) as opened:
        yield Client(opened)


def heard(client, topic, bridge):
    """Let the bridge tell the arm's state until the client has been told of a topic."""

    def told():
        try:
            found = client.read()
        except TimeoutError:  # all has been read: no client has to be slow
            return bridge.send(telemetry(0, latched=False))
        return found[1] if found and found[0] == topic else None

    return wait_for(told)


ATTEMPTS = {  # to say something, or to have something done
    "advertise": {
        "op": "advertise",
        "channels": [{"id": 1, "topic": "/hold", "encoding": "json", "schemaName": "farhand.HoldCommand"}],
    },
    "publish": struct.pack("<BI", 1, 1) + HOLD,
    "call a service": struct.pack("<BIII", 2, 1, 1, 4) + b"json" + HOLD,
    "set a parameter": {"op": "setParameters", "parameters": [{"name": "hold", "value": True}]},
    "ask for a file": {"op": "fetchAsset", "uri": "file:///etc/passwd", "requestId": 1},
}


def test_a_client_reads_joints_and_what_it_publishes_or_calls_changes_nothing(tmp_path):
    with streaming(tmp_path) as (stream, bridge, gate), client_of(stream) as client:
        joints = heard(client, "/joints/measured", bridge)["joints"]
        assert [joint["name"] for joint in joints] == [f"joint_{number}" for number in range(1, 7)]
        assert client.server["capabilities"] == []
        for attempt in ATTEMPTS.values():
            client.say(attempt)
        wait_for(lambda: heard(client, "/joints/measured", bridge) and len(client.refused) >= len(ATTEMPTS))
        assert stream.is_alive
        assert {type(message).__name__ for message in gate.role.seen} == {"Telemetry"}
        assert bridge.role.seen == []


def test_who_comes_later_is_told_the_shapes_again(tmp_path):
    with streaming(tmp_path) as (stream, bridge, _):
        for _ in range(2):
            with client_of(stream) as client:
                assert heard(client, "/scene", bridge)["entities"]


def test_a_port_that_is_taken_is_one_line(tmp_path):
    with streaming(tmp_path) as (stream, _, _), pytest.raises(FileError, match=r"choose another --host or"):
        LiveStream(tmp_path / "launch.json", host=LOOPBACK, port=stream.port)


def test_without_a_run_or_the_library_one_line_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["stream"]) == USAGE
    assert "farhand rehearse" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["stream"]) == USAGE
    assert "pip install '.[foxglove]'" in capsys.readouterr().err
