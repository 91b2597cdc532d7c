"""Receive before the tick: a role busy for longer than its period hears first what has come meanwhile."""

import socket
import threading
from itertools import pairwise

import msgspec
import pytest

from telemetry.drive import ticker
from telemetry.life.contract import NEVER_NS
from telemetry.messages.command import BridgeReport
from telemetry.network.launch import LOOPBACK
from telemetry.wire.codec import Wire
from tests.telemetry.drive.probe_roles import report
from tests.telemetry.drive.runtime_bench import Bench, wait_for

pytestmark = pytest.mark.real_time

TICKS, CONNECTED = 20, 8  # what comes by a connection that was just opened may need a round more
BUSY_S = 0.02  # of each tick, twice the time after which the role is due again
TRIES = 20  # on a busy machine what has come may be heard in time by chance


class SlowWorld:
    """Is busy in each tick, in which an entry comes for it; notes in which order it is called."""

    def __init__(self, port):
        self.due_ns, self.calls, self._ticks = 0, [], 0
        self._port, self._wire, self.socket = port, None, None

    def tick(self, now_ns):
        self.calls.append(("tick", self._ticks))
        self.socket = self.socket or socket.create_connection((LOOPBACK, self._port))
        self._wire = self._wire or Wire("bridge")
        if self._ticks >= CONNECTED:
            self.socket.sendall(self._wire.encode(report(self._ticks), now_ns)[0])
        threading.Event().wait(BUSY_S)
        self._ticks += 1
        self.due_ns = now_ns + 1 if self._ticks < TICKS else NEVER_NS
        return []

    def receive(self, message, sender, now_ns):
        if isinstance(message, BridgeReport):
            self.calls.append(("heard", message.epoch))
        return []


class SlowSettings(msgspec.Struct):
    port: int


def build(settings: SlowSettings, store, rng):
    return SlowWorld(settings.port)


def order_of(bench):
    """How the role was called, from when its connection stands."""
    bench.own = "tests.telemetry.drive.test_turn:build"
    with bench.in_thread("gate", port=bench.addresses.streams["gate"]) as gate:
        wait_for(lambda: ("heard", TICKS - 1) in gate.role.calls)
        gate.role.socket.close()
        return [call for call in gate.role.calls if call[1] >= CONNECTED]


def test_what_comes_during_a_tick_is_heard_before_the_next_one_however_late_that_is(tmp_path):
    calls = order_of(Bench(tmp_path))
    assert calls == [(what, k) for k in range(CONNECTED, TICKS) for what in ("tick", "heard")]


def test_without_its_turn_a_late_tick_comes_first(tmp_path, monkeypatch):
    monkeypatch.setattr(ticker, "RECEIVE_ROUNDS", 0)
    flights = (order_of(Bench(tmp_path / str(number))) for number in range(TRIES))
    assert any(first[0] == second[0] == "tick" for calls in flights for first, second in pairwise(calls))
