"""What one connection of two participants is sealed under: keys of its own in each direction.

    session keys   HKDF(the pair's secret, salt: run | mode | what is fresh of either side, info: direction)

What is fresh are random octets that either side has drawn for this connection, or in virtual time the lives
of the two: so nothing of an earlier connection is accepted, and no number has to be remembered for it.
"""

from collections.abc import Sequence

from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.participants import Speakers
from telemetry.wire.protection.arrival import Arrival, Window
from telemetry.wire.protection.ciphers import NO_TAG, Cipher, derived
from telemetry.wire.protection.header import HEADER_BYTES, Body, Proof, mode_number, nonce_of, run_octets

LENGTH_BYTES = 4  # before the body of a frame
WINDOW = 1 << 14  # numbers: virtual time delays single frames, and so do faults
IN_ORDER = 1  # a connection delays none
ACCEPTED: tuple[Arrival, ...] = ("new", "late")


class StreamSession:
    """One side of a connection: seals what leaves by it, and proves what comes."""

    def __init__(
        self, speakers: Speakers, peer: str, *, fresh: Sequence[bytes], window: int = WINDOW
    ) -> None:
        """Derive the keys; `fresh`: of the participant whose name comes first, then of the other.

        A number is accepted once, and within a window below the newest.

        Raises:
            ValueError: the two have no secret, or the run has no name.
        """
        ring = speakers.keys
        if ring is None or speakers.run_id is None or peer not in ring.pairs:
            raise ValueError(f"no secret with {peer}, or the run has no name")
        salt = b"".join((run_octets(speakers.run_id), bytes((mode_number(speakers.mode),)), *fresh))
        self.peer = peer
        self._out, self._into = (
            Cipher(derived(ring.pairs[peer], salt=salt, info=f"stream {sender} > {receiver}"))
            for sender, receiver in ((ring.holder, peer), (peer, ring.holder))
        )
        self._is_confidential = ring.is_confidential
        self._numbers = Window(window)
        self._sent = b""  # nonce of the newest frame

    def sealed(self, untagged: bytes) -> bytes:
        """Return a frame with its tag, which its length counts already.

        Raises:
            ValueError: its number is not above that of the frame before: no nonce is used twice.
        """
        begin = LENGTH_BYTES + HEADER_BYTES
        nonce = nonce_of(untagged, begin)
        if nonce <= self._sent:
            raise ValueError(
                f"number {nonce.hex()} is not above {self._sent.hex()}, the last of this session"
            )
        self._sent = nonce
        if self._is_confidential:
            before = untagged[:begin]
            return before + self._out.encrypted(nonce, before, untagged[begin:])
        return untagged + self._out.tag(nonce, untagged)

    def proof_of(self, sender: str) -> Proof | None:
        """Return what proves a frame of this sender; None: it is not the one at the other end."""
        return self if sender == self.peer else None

    def payload(self, data: bytes, begin: int, tail: int) -> bytes | None:
        """Return the payload of a frame; None: its tag is not right."""
        nonce = nonce_of(data, begin)
        if tail != TAG_BYTES:
            return None
        if self._is_confidential:
            return self._into.decrypted(nonce, data[:begin], data[begin:])
        return data[begin:-tail] if self._into.proves(nonce, data[:-tail], data[-tail:]) else None

    def is_new(self, body: Body) -> bool:
        """Return whether a proven body has come for the first time."""
        return self._numbers.on_number(number_in_window(body)) in ACCEPTED


def number_in_window(body: Body) -> int:
    """Return by what a body is told from the others of its sender on a connection."""
    return body.boot_epoch << 64 | body.sequence


def with_tag(untagged: bytes, session: StreamSession | None) -> bytes:
    """Return a frame as it leaves by a connection; None: one on which nothing is sealed."""
    return untagged + NO_TAG if session is None else session.sealed(untagged)
