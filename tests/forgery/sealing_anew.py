"""Packets and frames taken apart, and sealed once more by whatever keys, in whatever name, mode, run."""

from typing import NamedTuple

from telemetry.agreed.participants import Speakers, role_of
from telemetry.wire.kinds import BY_APID
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.header import HEADER_BYTES, tail_bytes
from telemetry.wire.protection.stream_session import LENGTH_BYTES, StreamSession
from telemetry.wire.protection.traffic import Traffic
from telemetry.wire.routes import Way
from telemetry.wire.way_proofs import audience_of
from tests.forgery.captured import FIRST_LIVES, Came

VERSION, TAGS_MODE, KEY_ID, RUN, SENDER, EPOCH, SEQUENCE = 0, 1, 2, 4, 12, 14, 18  # places in the header
HIGHER = 1 << 42  # than any number of the flight: only its tag can refuse it


class Parts(NamedTuple):
    """A packet or frame, taken apart."""

    head: bytes
    header: bytes
    payload: bytes
    tags: bytes

    @property
    def whole(self) -> bytes:
        """All of it."""
        return b"".join(self)

    def with_field(self, at: int, value: bytes) -> "Parts":
        """Return it with another value in a place of the header."""
        return self._replace(header=self.header[:at] + value + self.header[at + len(value) :])

    def later(self, more: int = 0) -> "Parts":
        """Return it with a number that its receiver has not had."""
        number = int.from_bytes(self.header[SEQUENCE:], "big") + HIGHER * (1 + more)
        return self.with_field(SEQUENCE, number.to_bytes(8, "big"))


def head_bytes(way: Way) -> int:
    """Return how much stands before the protection header."""
    return LENGTH_BYTES if way == "stream" else HEAD_BYTES


def taken_apart(came: Came) -> Parts:
    """Take apart what came."""
    data, begin = came.data, head_bytes(came.way)
    end = begin + HEADER_BYTES
    tail = tail_bytes(data[begin:end])
    return Parts(data[:begin], data[begin:end], data[end:-tail], data[-tail:])


class Sealer:
    """Seals parts as one participant would, by the ring of its speakers."""

    def __init__(self, holder: str, speakers: Speakers, *, like: str = "") -> None:
        """Derive no key yet; `like`: for those for whom another one seals."""
        self._speakers = speakers
        self._role = role_of(like or holder, speakers.participants)
        self._traffic = Traffic(speakers.keys, speakers)
        self._sessions: dict[str, StreamSession] = {}

    def sealed(self, parts: Parts, came: Came) -> bytes:
        """Return them sealed for whom they came to, on the way by which they came."""
        if came.way == "stream":
            return self.frame(parts, came.receiver)
        apid = int.from_bytes(parts.head[:2], "big") & 0x7FF
        audience = audience_of(BY_APID[apid].route, self._role, self._speakers)
        return self._traffic.seal(audience).sealed(parts.head, parts.header, parts.payload)

    def frame(self, parts: Parts, peer: str) -> bytes:
        """Return them as a frame on the connection with another."""
        session = self._sessions.get(peer)
        if session is None:
            session = self._sessions[peer] = StreamSession(self._speakers, peer, fresh=FIRST_LIVES)
        session._sent = b""  # who forges does not keep to growing numbers
        return session.sealed(parts.head + parts.header + parts.payload)
