"""The spacecraft of a run in which HOLD is pressed: it floods the run with reports, and notes each press.

    python -m tests.benchmarks.questions.hold_far_end SETTINGS.json      until its input is closed

A press has come when the kernel took its datagram, by the kernel's own clock: so this process may be late.
What came then stands in a file, one line for the first copy of each press by each sender.  A datagram that
only a relay passed on (`hold_relay`) is noted in the same way: what the machine adds to one process more.
"""

import select
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ground.rehearsal.spacecraft.spacecraft_end import (
    AnsweredStart,
    BegunPass,
    PassEnd,
    RunEnd,
    SpacecraftEnd,
)
from telemetry.agreed.participants import Participants, Speakers
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import read_json
from telemetry.keys.key_file import key_in
from telemetry.life.boot import Boot
from telemetry.life.clock import monotonic_ns
from telemetry.messages.command import HoldCommand
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.packet import HEAD_BYTES
from tests.benchmarks.questions.bursts import telemetry
from tests.benchmarks.questions.hold_relay import PING

SO_TIMESTAMPNS = 35  # not in the socket module
STAMP = struct.Struct("@ll")
LARGEST, AT_ONCE = 2048, 64
RELAY = "relay"  # no participant
SENDER_AT = HEAD_BYTES + 12  # octet of a packet


class FarEndSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is, by which keys it speaks, and how much."""

    own: tuple[str, int]  # where telecommands come
    ground: tuple[str, int]  # where telemetry goes
    key_file: str
    mode: str
    run_id: str | None  # None: it serves passes
    participants: Participants
    per_s: int  # reports
    file: str  # gets `Came`, line by line


class Came(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The first copy of a press."""

    nonce: int
    sender: str
    pressed_ns: int  # UTC, by the program that pressed
    came_ns: int  # UTC, by the kernel


class _Datagram(NamedTuple):
    data: bytes
    came_ns: int  # UTC


class FarEnd:
    """The far end of one run."""

    def __init__(self, settings: FarEndSettings, opened: socket.socket) -> None:
        """Send no report yet."""
        self._settings, self._socket = settings, opened
        self._end = _end(settings)
        self._came = dict[tuple[int, str], Came]()
        self._begun_ns, self._sent = monotonic_ns(), 0

    def serve(self) -> None:
        """Flood and note, until the input is closed."""
        while True:
            readable, _, _ = select.select([self._socket, sys.stdin], [], [], 1.0 / self._settings.per_s)
            for datagram in self._datagrams():
                self._on_datagram(datagram)
            self._send_due()
            if sys.stdin in readable:
                break
        lines = [msgspec.json.encode(came) for came in self._came.values()]
        Path(self._settings.file).write_bytes(b"\n".join(lines))

    def _datagrams(self) -> Iterator[_Datagram]:
        for _ in range(AT_ONCE):
            try:
                data, beside, _, _ = self._socket.recvmsg(LARGEST, 64)
            except BlockingIOError:
                return
            seconds, rest_ns = STAMP.unpack(beside[0][2])
            yield _Datagram(data, seconds * NS_PER_S + rest_ns)

    def _on_datagram(self, datagram: _Datagram) -> None:
        data, came_ns = datagram
        if data.startswith(PING):
            sent_ns = int.from_bytes(data.removeprefix(PING), "big")
            return self._note(Came(nonce=sent_ns, sender=RELAY, pressed_ns=sent_ns, came_ns=came_ns))
        came = self._end.on_packet(data, 0)
        if isinstance(came, AnsweredStart):
            return self._send(came.answer)
        hold = came.command if isinstance(came, BegunPass) else came
        if isinstance(hold, HoldCommand):
            number = int.from_bytes(data[SENDER_AT : SENDER_AT + 2], "big")
            sender = self._settings.participants[number - 1].name
            self._note(Came(nonce=hold.nonce, sender=sender, pressed_ns=hold.pressed_ns, came_ns=came_ns))
        return None

    def _note(self, came: Came) -> None:
        self._came.setdefault((came.nonce, came.sender), came)

    def _send_due(self) -> None:
        now_ns = monotonic_ns()
        due = (now_ns - self._begun_ns) * self._settings.per_s // NS_PER_S
        for _ in range(min(due - self._sent, AT_ONCE)):
            self._send(self._end.packets(report(monotonic_ns()), 0))
        self._sent = due

    def _send(self, packets: list[bytes]) -> None:
        for packet in packets:
            self._socket.sendto(packet, self._settings.ground)


def _end(settings: FarEndSettings) -> SpacecraftEnd:
    ring, run_id = key_in(Path(settings.key_file)).ring, settings.run_id
    known = Speakers(mode=settings.mode, run_id=run_id, participants=settings.participants)
    speakers = replace(known, keys=ring, has_passes=run_id is None)
    boot = Boot(1, 0)
    if run_id is not None:
        return RunEnd(speakers, boot=boot)
    return PassEnd(speakers, boot=boot, rng=np.random.default_rng(1))


def report(now_ns: int) -> Telemetry:
    """Return a report of an arm at rest that is not latched, so that HOLD goes up again and again."""
    still = (0.0,) * 7
    return msgspec.structs.replace(telemetry(), sampled_ns=now_ns, mode="ready", qd=still)


def main(file: str) -> None:
    """Serve as a settings file says."""
    settings = read_json(file, FarEndSettings)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        opened.setblocking(False)
        opened.bind(settings.own)
        print("ready", flush=True)
        FarEnd(settings, opened).serve()


if __name__ == "__main__":
    main(sys.argv[1])
