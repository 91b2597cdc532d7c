"""How two participants agree on a session: three greetings, by which each proves to the other who it is.

    caller --- hello    16 random octets, proof ----------> receiver
           <-- answer   16 random octets of its own, proof
           --- confirm  those of hello again, proof ------>            then frames, either way

    octets  0      4         5      6        8      16       18         20     21       37      69
            +------+---------+------+--------+------+--------+----------+------+--------+-------+
            | u32  | version | mode | key id | run  | sender | receiver | step | random | proof |
            +------+---------+------+--------+------+--------+----------+------+--------+-------+

    version  0x81, which no header of a message has; the rest as in `header`
    proof    HMAC-SHA256 of all greetings so far, under a key that is derived of the pair's secret

Who has lost all that it ever stored agrees on a session as well as any other: so HOLD leaves by one.  What is
refused is not answered, and no hello is answered twice in one life of its receiver; one that was recorded in
an earlier life is, and the answer is of no use without the key.  Nothing here reads or writes;
`telemetry.network` carries the octets.
"""

import hmac
import secrets
import struct
from collections.abc import Callable
from typing import NamedTuple

from telemetry.agreed.keys import Keyring, key_text
from telemetry.agreed.participants import Speakers, number_of
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.ciphers import derived
from telemetry.wire.protection.header import mode_number, run_octets
from telemetry.wire.protection.stream_session import IN_ORDER, LENGTH_BYTES, StreamSession

RANDOM_BYTES = 16

_VERSION = 0x81
_HELLO, _ANSWER, _CONFIRM = 1, 2, 3  # steps
_FIELDS = struct.Struct("!BBH8sHHB16s")
_PROOF_BYTES = 32
HELLOS_KNOWN = 4096  # of the newest, which are not answered again
GREETING_BYTES = _FIELDS.size + _PROOF_BYTES  # of the body

RandomOctets = Callable[[int], bytes]


class Refusal(NamedTuple):
    """Why a greeting was not accepted."""

    reason: Rejection
    text: str  # for people; names the key


class Greeting(NamedTuple):
    """The fields of one greeting; what differs from the side that reads it is a refusal."""

    version: int
    mode: int
    key_id: int
    run: bytes
    sender: int
    receiver: int
    step: int
    random: bytes


class Greeter:
    """What one participant of a run greets by."""

    def __init__(
        self,
        speakers: Speakers,
        *,
        window: int = IN_ORDER,
        random_octets: RandomOctets = secrets.token_bytes,
    ) -> None:
        """Greet in the name of the holder of the keys; frames of a session may be late within a window.

        Raises:
            ValueError: there are no keys, no run, or the holder is no participant.
        """
        if speakers.keys is None or speakers.run_id is None:
            raise ValueError("what is on record has no run and no keys, and agrees on no session")
        self.ring: Keyring = speakers.keys
        self._speakers, self._window, self._random_octets = speakers, window, random_octets
        self._answered: dict[bytes, None] = {}  # random octets of each hello, the oldest first
        self._own = number_of(self.ring.holder, speakers.participants)
        self._mode, self._run = mode_number(speakers.mode), run_octets(speakers.run_id)

    def call(self, receiver: str) -> "Call":
        """Begin a session with a receiver; ValueError: the ring has no secret with it."""
        return Call(self, receiver)

    def welcome(self) -> "Welcome":
        """Wait for whoever calls."""
        return Welcome(self)

    def fields(self, peer: str, step: int, random: bytes = b"") -> Greeting:
        """Return what a greeting to a peer says, with new random octets unless they are given."""
        to = number_of(peer, self._speakers.participants)
        random = random or self._random_octets(RANDOM_BYTES)
        return Greeting(_VERSION, self._mode, self.ring.key_id, self._run, self._own, to, step, random)

    def frame(self, peer: str, greeting: Greeting, before: bytes = b"") -> bytes:
        """Return a greeting as it leaves; `before`: the greetings before it."""
        octets = GREETING_BYTES.to_bytes(LENGTH_BYTES, "big") + _FIELDS.pack(*greeting)
        return octets + self._proof(peer, before + octets)

    def read(self, frame: bytes, step: int) -> tuple[str, Greeting] | Refusal:
        """Return who greets, and its greeting, of which no proof is looked at yet; or why it is refused."""
        if len(frame) < LENGTH_BYTES + _FIELDS.size:
            return Refusal(Rejection.LENGTH, "too short for a greeting")
        greeting = Greeting(*_FIELDS.unpack_from(frame, LENGTH_BYTES))
        if greeting.mode != self._mode:
            return Refusal(Rejection.MODE, f"of another mode, under {key_text(greeting.key_id)}")
        if greeting.key_id != self.ring.key_id:
            return Refusal(
                Rejection.KEY, f"under {key_text(greeting.key_id)}, and here is {key_text(self.ring.key_id)}"
            )
        if greeting.version != _VERSION or greeting.step != step or len(frame) != self._greeting_bytes:
            return Refusal(Rejection.NO_SESSION, f"no greeting of step {step}, under {self._key_text}")
        if greeting.run != self._run:
            return Refusal(Rejection.OTHER_RUN, f"of another run, under {self._key_text}")
        peer = self._peer(greeting.sender)
        if peer not in self.ring.pairs or greeting.receiver != self._own:
            return Refusal(
                Rejection.SENDER, f"{peer or 'nobody'} has no business here, under {self._key_text}"
            )
        return peer, greeting

    def is_proven(self, peer: str, frame: bytes, before: bytes = b"") -> bool:
        """Return whether a greeting is the peer's own, and follows those before it."""
        octets, proof = frame[:-_PROOF_BYTES], frame[-_PROOF_BYTES:]
        return hmac.compare_digest(proof, self._proof(peer, before + octets))

    def is_first(self, greeting: Greeting) -> bool:
        """Note a hello that was proven; return whether it has come for the first time."""
        if greeting.random in self._answered:
            return False
        self._answered[greeting.random] = None
        if len(self._answered) > HELLOS_KNOWN:
            del self._answered[next(iter(self._answered))]
        return True

    def wrong_proof(self, peer: str) -> Refusal:
        """Return the refusal of a greeting that does not prove its sender."""
        return Refusal(Rejection.TAG, f"a greeting of {peer} is not proven under {self._key_text}")

    def session(self, peer: str, own: bytes, others: bytes) -> StreamSession:
        """Return the session of two random values."""
        drawn = {self.ring.holder: own, peer: others}
        fresh = [drawn[name] for name in sorted(drawn)]
        return StreamSession(self._speakers, peer, fresh=fresh, window=self._window)

    def _proof(self, peer: str, octets: bytes) -> bytes:
        salt = self._run + bytes((self._mode,))
        return hmac.digest(derived(self.ring.pairs[peer], salt=salt, info="greeting"), octets, "sha256")

    def _peer(self, number: int) -> str:
        table = self._speakers.participants
        return table[number - 1].name if 0 < number <= len(table) else ""

    @property
    def _key_text(self) -> str:
        return key_text(self.ring.key_id)

    _greeting_bytes = LENGTH_BYTES + GREETING_BYTES


def greeter_of(speakers: Speakers, *, window: int = IN_ORDER) -> Greeter | None:
    """Return the greeter of a ring's holder; None: nothing is sealed."""
    is_sealed = speakers.keys is not None and speakers.keys.is_sealed
    return Greeter(speakers, window=window) if is_sealed else None


class AgreedSession(NamedTuple):
    """A session, and the caller's last greeting, which leaves before its first frame."""

    session: StreamSession
    confirm: bytes


class Call:
    """The side of a session that has connected."""

    def __init__(self, greeter: Greeter, receiver: str) -> None:
        """Prepare the first greeting."""
        if receiver not in greeter.ring.pairs:
            raise ValueError(f"{greeter.ring.holder} has no secret with {receiver}")
        self._greeter, self._receiver = greeter, receiver
        hello = greeter.fields(receiver, _HELLO)
        self._random = hello.random
        self.hello = greeter.frame(receiver, hello)

    @property
    def refused(self) -> str:
        """Why no answer came, as one clause."""
        own = key_text(self._greeter.ring.key_id)
        return f"{self._receiver} refuses {own} of this process: it has another, or is of another run or mode"

    def on_answer(self, answer: bytes) -> AgreedSession | Refusal:
        """Return the session if the answer proves the receiver."""
        greeter, receiver = self._greeter, self._receiver
        found = greeter.read(answer, _ANSWER)
        if isinstance(found, Refusal):
            return found._replace(text=f"who answers for {receiver} is another: {found.text}")
        peer, greeting = found
        if peer != receiver or not greeter.is_proven(receiver, answer, self.hello):
            return greeter.wrong_proof(receiver)
        confirm = greeter.fields(receiver, _CONFIRM, self._random)
        return AgreedSession(
            greeter.session(receiver, self._random, greeting.random),
            greeter.frame(receiver, confirm, self.hello + answer),
        )


class Welcome:
    """The side of a session that was called."""

    def __init__(self, greeter: Greeter) -> None:
        """Wait for the first greeting."""
        self._greeter = greeter
        self._peer, self._before, self._own, self._others = "", b"", b"", b""

    def on_frame(self, frame: bytes) -> bytes | StreamSession | Refusal:
        """Return the answer to the first greeting, the session after the second, or why it is refused."""
        greeter, before = self._greeter, self._before
        found = greeter.read(frame, _CONFIRM if before else _HELLO)
        if isinstance(found, Refusal):
            return found
        peer, greeting = found
        if self._peer not in ("", peer) or not greeter.is_proven(peer, frame, before):
            return greeter.wrong_proof(peer)
        if before:
            return greeter.session(peer, self._own, self._others)
        if not greeter.is_first(greeting):
            return Refusal(Rejection.REPLAY, f"a hello of {peer} that has come before")
        answer = greeter.fields(peer, _ANSWER)
        self._peer, self._own, self._others = peer, answer.random, greeting.random
        octets = greeter.frame(peer, answer, frame)
        self._before = frame + octets
        return octets
