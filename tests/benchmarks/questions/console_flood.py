"""Who speaks to a console that is measured: pictures, telemetry, predictions and the gate, over real sockets.

    python -m tests.benchmarks.questions.console_flood FOLDER NAME ...

Processes of their own, with a runtime for each sender.  What is said beyond a usual flight fills the rate:
range samples on the group of telemetry.  Each gate's status bears, as its round trip, the instant at which it
was made; when a HOLD came stands in FOLDER/holds.json once the process is told to end.
"""

import json
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from ground.console.facts.settings import ConsoleSettings
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.runtime import Runtime
from telemetry.life.contract import Effects, Input, Send
from telemetry.messages.base import Message
from telemetry.messages.command import CommandState, HoldCommand, taken
from telemetry.messages.images import Image, ImagePacket, ImageShard
from telemetry.messages.past import PastRequest
from telemetry.messages.queue import HoldNotice, SetPointArguments, TeleopSource
from telemetry.messages.spacecraft import RangeSample
from telemetry.network.launch import Launch
from telemetry.recording.pass_book import PassBook
from telemetry.wire.codec import Wire
from telemetry.wire.shards import shards

# The console's tests share what they draw; each of these imports the other by its bare name.
sys.path.append(str(Path(__file__).resolve().parents[2] / "ground" / "console"))
from scene_bench import plan
from screen_bench import (
    HOME,
    RUN,
    SPACECRAFT_AHEAD,
    S,
    arm,
    bridge,
    change,
    collisions,
    gate,
    telemetry,
    verdict,
)

PROCESSES = (("bridge",), ("gate", "planner", "predictor", "recorder"))
SENDERS = tuple(name for names in PROCESSES for name in names)
FLOWN = RUN
CAMERAS = ("hand_eye_a", "hand_eye_b", "global")
PACKETS_A_SECOND = 10_000
WIDTH, HEIGHT = 320, 240
DOWN_NS = 7 * S // 2
RATES_NS = {"bridge": S // 200, "gate": S // 4, "planner": S, "recorder": S, "predictor": S // 100}
HAND = SetPointArguments(source=TeleopSource(sample=1, dead_man_age=0.0), q=HOME, largest=(0, 0.01))
HOLDS: list[int] = []  # when each came, run's time [ns]


class Speaker:
    """One sender: says what is due."""

    def __init__(self, name: str) -> None:
        """Prepare what it says."""
        self.due_ns, self._name, self._ticks = 0, name, 0
        self._past = PassBook(life=1)
        self._wire = Wire("space_segment", RUN.speakers)
        rng = np.random.default_rng(1)
        self._shards = {
            camera: shards(_picture(camera, rng)) for camera in (CAMERAS if name == "bridge" else ())
        }
        self._packets: list[ImagePacket] = []  # of pictures, that are still to leave
        self._owed = 0.0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Answer a HOLD, and who asks for what has been."""
        if isinstance(message, PastRequest) and self._name == "recorder":
            part = self._past.on_request(message, now_ns)
            return [Send(part, to=sender)] if part else ()
        if not isinstance(message, HoldCommand):
            return ()
        if self._name == "gate":
            HOLDS.append(now_ns)
        return [Send(taken(message, self._name))]

    def tick(self, now_ns: int) -> Effects:
        """Say what is due."""
        self.due_ns = now_ns + RATES_NS[self._name]
        self._ticks += 1
        return [Send(message) for message in getattr(self, f"_of_{self._name}")(now_ns)]

    def _of_bridge(self, now_ns: int) -> list[Message]:
        messages: list[Message] = []
        if self._ticks % 20 == 1:
            messages.append(telemetry(now_ns - DOWN_NS, _pose(now_ns), executed=self._ticks // 50))
        if self._ticks % 50 == 1:
            self._take_pictures(now_ns)
        if self._ticks % 200 == 1:
            messages.append(bridge(received=self._ticks // 20 + 1, lost=0))
        due, self._packets = self._packets[:20], self._packets[20:]
        messages += due
        self._owed += PACKETS_A_SECOND / 200 - 1.0 - len(messages)  # one: what the others say meanwhile
        more, self._owed = max(int(self._owed), 0), self._owed - max(int(self._owed), 0)
        sample = RangeSample(sampled_ns=now_ns - DOWN_NS + SPACECRAFT_AHEAD, distance=0.4)
        return [*messages, *[sample] * more]

    def _take_pictures(self, now_ns: int) -> None:
        for symbols in self._shards.values():
            for shard in symbols:
                of = msgspec.structs.replace(
                    shard.of,
                    number=self._ticks,
                    sampled_ns=now_ns - DOWN_NS + SPACECRAFT_AHEAD,
                )
                packet = self._wire.packets(ImageShard(of=of, data=shard.data), now_ns)[0]
                self._packets.append(ImagePacket(packet=packet))

    def _of_predictor(self, now_ns: int) -> list[Message]:
        judged = [verdict(seq=self._ticks // 25)] if self._ticks % 25 == 0 else []
        return [arm(now_ns, _pose(now_ns), _pose(now_ns - 2 * DOWN_NS)), collisions(now_ns), *judged]

    def _of_gate(self, now_ns: int) -> list[Message]:
        seq, steps = self._ticks, list[Message]()
        for state, behind in LIFE:
            if seq > behind:
                more = {"arguments": HAND} if state is CommandState.PROPOSED else {}
                more |= {"executes_ns": now_ns + DOWN_NS + S} if state is CommandState.RELEASED else {}
                steps.append(change(state, seq - behind, **more))
        if seq % 3 == 0:
            detail = f"{now_ns / NS_PER_S}"
            steps.append(HoldNotice(epoch=1, reason="operator_hold", detail=detail, rest_q=None))
        made = gate("teleop", round_trip=now_ns / NS_PER_S, verified_until=seq, window_closes_ns=10**6 * S)
        return [*steps, made]

    def _of_recorder(self, now_ns: int) -> list[Message]:
        return []

    def _of_planner(self, now_ns: int) -> list[Message]:
        return [plan()] if self._ticks == 1 else []


LIFE = (  # states, and how many set-points later each comes
    (CommandState.PROPOSED, 0),
    (CommandState.WAITING, 0),
    (CommandState.VERIFIED, 1),
    (CommandState.RELEASED, 4),
    (CommandState.AT_STATION, 4),
    (CommandState.ON_AIR, 4),
    (CommandState.ACCEPTED, 32),
    (CommandState.CONFIRMED, 36),
)


def _pose(at_ns: int) -> tuple[float, ...]:
    return (0.3 * float(np.sin(at_ns / NS_PER_S)), *HOME[1:])


def _picture(camera: str, rng: np.random.Generator) -> Image:
    pixels = rng.integers(0, 255, WIDTH * HEIGHT, dtype=np.uint8).tobytes()
    return Image(camera=camera, number=1, sampled_ns=0, width=WIDTH, height=HEIGHT, pixels=pixels)


def build(settings: ConsoleSettings, store: object, rng: object) -> Speaker:
    """Make a sender, by the participant that its settings name."""
    return Speaker(settings.participant)


def main(folder: Path, names: Sequence[str]) -> None:
    """Speak in some names until told to end."""
    launches = [msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Launch) for name in names]
    runtimes = [Runtime(launch, role=f"{build.__module__}:build") for launch in launches]
    threads = [threading.Thread(target=runtime.run) for runtime in runtimes]
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    for thread in threads:
        thread.start()
    ended.wait()
    for runtime in runtimes:
        runtime.stop()
    for thread in threads:
        thread.join()
    if "gate" in names:
        (folder / "holds.json").write_text(json.dumps(HOLDS))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
