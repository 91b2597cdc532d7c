"""A spacecraft of a station: an arm at rest that takes passes, HOLD and RESUME over UDP, in a thread."""

import socket
import threading
import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ground.rehearsal.spacecraft.spacecraft_end import AnsweredStart, BegunPass, PassEnd
from telemetry.agreed.participants import SPACECRAFT, Speakers
from telemetry.life.boot import Boot
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand, ResumeCommand
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.packet import HEAD_BYTES

PERIOD_S = 0.1
LARGEST = 2048


class CameUp(NamedTuple):
    """A telecommand, as it came."""

    at_ns: int  # monotonic
    sender: str
    message: Message


class FarSpacecraft:
    """One life of it; a context manager."""

    def __init__(self, station, ring, q, *, life=1):
        """Be where a station file says, with the spacecraft's ring."""
        self._tc, self._tm = station.spacecraft.tc, station.spacecraft.tm
        speakers = Speakers(mode=station.mode, run_id=None, participants=station.participants)
        rng = np.random.default_rng(life)
        self.end = PassEnd(replace(speakers, keys=ring, has_passes=True), boot=Boot(life, 0), rng=rng)
        self._participants = station.participants
        assert ring.holder == SPACECRAFT
        self._q, self.latched, self.epoch = tuple(q), True, 0
        self.came, self.packets, self.begun = [], 0, []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        host, _, port = self._tc.partition(":")
        self._socket.bind((host, int(port)))
        self._thread.start()
        return self

    def __exit__(self, *raised):
        self._ended.set()
        self._thread.join()
        self._socket.close()

    def of(self, sender, kind):
        """Return what came of a sender."""
        return [row for row in list(self.came) if row.sender == sender and isinstance(row.message, kind)]

    def _run(self):
        host, _, port = self._tm.partition(":")
        due_s = time.monotonic()
        while not self._ended.is_set():
            left_s = due_s - time.monotonic()
            if left_s <= 0.0:
                due_s += PERIOD_S
                for packet in self.end.packets(self._report(), 0):
                    self._socket.sendto(packet, (host, int(port)))
                continue
            self._socket.settimeout(left_s)
            try:
                data = self._socket.recv(LARGEST)
            except TimeoutError:
                continue
            self._on_packet(data, time.monotonic_ns(), (host, int(port)))

    def _on_packet(self, data, at_ns, ground):
        self.packets += 1
        message = self.end.on_packet(data, 0)
        if isinstance(message, AnsweredStart):
            for answer in message.answer:
                self._socket.sendto(answer, ground)
            return
        if isinstance(message, BegunPass):
            self.latched = True
            self.begun.append(message.sender)
            message = message.command
        if message is not None:
            self.came.append(CameUp(at_ns, self._sender(data), message))
            if isinstance(message, HoldCommand):
                self.latched = True
            if isinstance(message, ResumeCommand):
                self.latched, self.epoch = False, message.epoch

    def _sender(self, data):
        number = int.from_bytes(data[HEAD_BYTES + 12 : HEAD_BYTES + 14], "big")
        return self._participants[number - 1].name

    def _report(self):
        still = (0.0,) * len(self._q)
        return Telemetry(
            sampled_ns=time.monotonic_ns(), mode="latched" if self.latched else "ready", q=self._q, qd=still,
            currents=still, temperatures=(293.15,) * len(still), brakes_on=self.latched,
            locked=(False,) * len(still), gripper=0.0, quat_world_base=(1.0, 0.0, 0.0, 0.0),
            p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0), buffer=0, epoch=self.epoch, accepted=0,
            accepted_at_ns=0, executed_epoch=0, executed=0, refused_epoch=0, refused=0, refusal="",
            latched=self.latched, latch_reason="hold_commanded" if self.latched else "", hold_q=self._q,
        )  # fmt: skip
