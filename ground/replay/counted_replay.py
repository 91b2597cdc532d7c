"""Play a recording in virtual time and count what a screen receives: the proof that a replay shows the pass.

    recording --> playback --> [expected: count, digest]
                     `----> replay role --> bus of mode replay, encoded --> screen --> [shown: count, digest]

The screen receives what a console receives, and shows nothing.  A digest is SHA-256 over every message in
order, so two replays and the recording compare.
"""

import hashlib
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np

from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.files.settings import FileError
from telemetry.life.contract import NEVER_NS, Effects, Input, RoleSpec, Store
from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImagePacket
from telemetry.messages.replay import Replayed
from telemetry.recording.playback import Playback
from telemetry.wire.kinds import pack_message, unpack_message
from telemetry.wire.packet import Packet, unpack
from telemetry.wire.protection.header import payload_of

DURATION_DIGITS = 4


class BlankScreen:
    """Hears, shows nothing, says nothing."""

    def __init__(self) -> None:
        """Want no tick."""
        self.due_ns = NEVER_NS

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take a message."""
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Do nothing: no tick is ever due."""
        return ()


def blank_screen(settings: object, store: Store, rng: np.random.Generator) -> BlankScreen:
    """Make the screen."""
    return BlankScreen()


class Tally:
    """Counts messages by name, and digests them in order."""

    def __init__(self) -> None:
        """Start with none."""
        self._counts: Counter[str] = Counter()
        self._digest = hashlib.sha256()

    def add(self, message: Message) -> None:
        """Count one message."""
        self._counts[wire_name(type(message))] += 1
        content = (
            self._content_of_packet(message) if isinstance(message, ImagePacket) else pack_message(message)
        )
        self._digest.update(len(content).to_bytes(4, "big") + content)

    @property
    def messages(self) -> dict[str, int]:
        """How many there are, by name."""
        return dict(sorted(self._counts.items()))

    @property
    def sha256(self) -> str:
        """Digest of all so far, hexadecimal."""
        return self._digest.hexdigest()

    def _content_of_packet(self, message: ImagePacket) -> bytes:
        """Return a packet without the header that names mode, run and sender: these differ by intention."""
        packet = unpack(message.packet)
        if not isinstance(packet, Packet):
            return b""
        head = f"{packet.apid} {packet.segment} {packet.sequence_count} {packet.at_ns} "
        return head.encode() + payload_of(packet.body)


class CountedReplay(msgspec.Struct, frozen=True, kw_only=True):
    """What was shown."""

    recording: str
    screen: str
    from_s: float
    duration_s: float
    messages: dict[str, int]  # NAME -> count
    sha256: str
    same: bool  # as what was recorded
    damage: str | None


def play_through(recording: Path, *, from_s: float = 0.0) -> CountedReplay:
    """Play from `from_s` to the end and return what was shown, and whether it is what was recorded.

    Raises:
        FileError: there is no such recording, or nothing of it can be shown from there on.
    """
    playback = Playback(recording)
    from_ns = round(from_s * NS_PER_S)
    if from_ns > playback.duration_ns:
        raise behind_the_end(recording, from_s=from_s, duration_s=playback.duration_ns / NS_PER_S)
    expected, shown = Tally(), Tally()
    for frame in playback.frames(from_ns):
        expected.add(frame.message)
    if not expected.messages:
        raise FileError(recording, "", playback.damage or "holds nothing that a screen was shown")
    _play(recording, from_ns=from_ns, duration_ns=playback.duration_ns, shown=shown)
    return CountedReplay(
        recording=str(recording),
        screen=playback.screen,
        from_s=from_s,
        duration_s=round(playback.duration_ns / NS_PER_S, DURATION_DIGITS),
        messages=shown.messages,
        sha256=shown.sha256,
        same=(shown.messages, shown.sha256) == (expected.messages, expected.sha256),
        damage=playback.damage or None,
    )


def behind_the_end(recording: Path, *, from_s: float, duration_s: float) -> FileError:
    """Return what is wrong with a beginning."""
    return FileError(recording, "", f"ends at {duration_s:.1f} s, before {from_s:g} s")


def _play(recording: Path, *, from_ns: int, duration_ns: int, shown: Tally) -> None:
    def observe(at_ns: int, role: str, message: Message) -> None:
        for recorded_ns, payload in message.told if isinstance(message, Replayed) else ():
            again = unpack_message(payload)
            if isinstance(again, Message) and recorded_ns >= from_ns:  # before: what the place was built from
                shown.add(again)

    settings = ReplaySettings(
        recording=str(recording), run_id=f"replay-{recording.stem}", from_s=from_ns / NS_PER_S
    )
    specs = [
        RoleSpec(REPLAY, "replay", settings),
        RoleSpec("console", "ground.replay.counted_replay:blank_screen", None),
    ]
    driver = VirtualTime(specs, seed=0, timing=Timing(lan_ns=0), observe=observe, mode=REPLAY)
    driver.run(until_ns=max(duration_ns - from_ns, 0) + NS_PER_S)
