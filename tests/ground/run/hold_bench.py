"""Runs that live, and receivers of HOLD in processes of their own: all that `farhand hold` meets."""

import contextlib
import subprocess
import sys
from pathlib import Path

from ground.run.kept.known_runs import KnownRun, runs_folder, write_run_file
from ground.run.kept.locks import held, lock_path
from telemetry.agreed.participants import PARTICIPANTS
from telemetry.drive.run_clock import RunClock
from telemetry.keys.key_sets import drawn_rings
from telemetry.network.reservation import reserve

ROOT = Path(__file__).resolve().parents[3]
ROLES = ("bridge", "gate", "space_segment", "recorder")

# A receiver in a process of its own: prints what it was told, and answers.
RECEIVER = """
import asyncio, sys
from tests.ground.run.hold_bench import ring_of
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import Speakers
from telemetry.wire.protection.handshake import greeter_of
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.network.event_log import EventLog
from telemetry.messages.command import HoldProbe, ready, taken
from telemetry.network.stream import StreamServer
role, port, mode, run_id, key_set = sys.argv[1:]
ring = ring_of(role, int(key_set)) if int(key_set) else UNSEALED
speakers = Speakers(mode=mode, run_id=run_id, keys=ring)
ear, mouth = Reader(speakers), Wire(role, speakers)
def take(frame, connection):
    received = ear.decode(frame, "stream", connection.session)
    if isinstance(received, Received):
        connection.on_frame_from(received.sender)
        if isinstance(received.message, HoldProbe):
            return server.answer(received.sender, mouth.untagged(ready(received.message, role)))
        server.answer(received.sender, mouth.untagged(taken(received.message, role)))
        print(received.sender, received.message.actor, received.message.nonce, flush=True)
async def run():
    await server.open("127.0.0.1", int(port))
    print("listening", flush=True)
    await asyncio.Event().wait()
server = StreamServer(take, EventLog(role, lambda: 0), greeter_of(speakers))
asyncio.run(run())
"""


def ring_of(name, key_set):
    """The ring of a participant in one of the sets that all have been drawn alike."""
    return drawn_rings(bytes(32), mode="rehearsal", number=key_set, participants=PARTICIPANTS)[name]


class Station:
    """Runs and receivers; a context manager that ends them all."""

    def __init__(self):
        self._ending = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self._ending.close()

    def begin(self, name, *, mode="rehearsal", alive=("supervisor", "bridge"), is_begun=True):
        """Begin a run of which these processes live, before its time zero or after."""
        folder = runs_folder() / name
        (folder / "launch").mkdir(parents=True)
        addresses = self._ending.enter_context(reserve(ROLES)).addresses
        known = KnownRun(
            folder=str(folder),
            mode=mode,
            run_id=f"{name}-id",
            begun="20260131T120000Z",
            up_s=3.5,
            down_s=3.5,
            period_s=0.25,
            addresses=addresses,
        )
        for role in alive:  # first: a run that is announced and does not live is over for good
            self._ending.enter_context(held(lock_path(folder, role)))
        write_run_file(known)
        if is_begun:
            RunClock(folder).begin()
        return known

    def receiver(self, run, role, *, mode=None, run_id=None, key_set=0):
        """Start a receiver of a run, under keys of a set; 0: it has none."""
        port = str(run.addresses.streams[role])
        words = [role, port, mode or run.mode, run_id or run.run_id, str(key_set)]
        process = subprocess.Popen(
            [sys.executable, "-c", RECEIVER, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        self._ending.callback(_end, process)
        assert process.stdout.readline() == "listening\n"
        return process


def _end(process):
    process.kill()
    process.wait()
    process.stdout.close()
