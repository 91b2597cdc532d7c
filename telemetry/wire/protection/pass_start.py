"""How a pass begins: ground and spacecraft agree on keys that nothing recorded before was sealed under.

    ground                                                              spacecraft
    PassStart: pass, nonce of the ground, trial  ---------------------> newer than all it has taken?
               again after a round trip and 1 s, a few times            answered, and nothing else
    agreed  <---------------- PassAnswer: the same, nonce of the spacecraft
    PassStart once more, under the keys of the pass ------------------> the pass begins: latched
               a few times; whatever comes first under them begins it

Start and answer are sealed under the pair's own secret with zeros in place of the run.  From then on
everything between these two is sealed under

    pass secret   HKDF-SHA256(pair's secret, salt: nonce of the ground | nonce of the spacecraft,
                  info: "pass " and the pass id)

as under a pair's secret, with the pass id in place of the run id.  Each nonce differs in every life of who
made it, so the keys do whichever of the two starts anew, and an old answer fits no start.

A start that is asked for again, as its answer was lost, is answered with the same nonce: whichever answer
comes, the keys are the same.  If the spacecraft was restarted between two trials they are not, and the answer
to the later trial counts.  Only a pass that has begun replaces the one of its sender before, and latches the
arm; so a start that somebody has kept and sends later begins nothing, as nobody but its sender has the keys.
One that is not newer than the newest taken of its sender is not even answered.  What was taken is durable.
Numbers of a life that does not know its own (`telemetry.life.boot`) are random, so the newest few of those
are known one by one.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal, NamedTuple

import msgspec

from telemetry.agreed.keys import Keyring
from telemetry.agreed.participants import Speakers
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.life.contract import NEVER_NS
from telemetry.messages.spacecraft import PASS_NONCE_BYTES, PassAnswer, PassStart
from telemetry.wire.protection.ciphers import derived
from telemetry.wire.protection.header import BETWEEN_RUNS

STARTS_LOG = "pass_starts"  # on board: what was taken
TRIALS = 5
PATIENCE_NS = NS_PER_S  # beyond the expected round trip
UNNUMBERED_KNOWN = 16  # lives without numbers, of each sender, whose starts are known on board

StartNumber = tuple[int, int]  # boot epoch and sequence of the packet with a start


class Agreed(NamedTuple):
    """What both ends agreed on."""

    pass_id: str
    nonce_ground: bytes
    nonce_spacecraft: bytes


def start_speakers(speakers: Speakers, peer: str = "") -> Speakers:
    """Return the speakers of starts and of answers to `peer`: of no run, under the same secrets."""
    return replace(speakers, run_id=BETWEEN_RUNS, pass_peer=peer)


def pass_speakers(speakers: Speakers, agreed: Agreed, peer: str) -> Speakers:
    """Return the speakers of a pass as one end of it has them, with secrets for its `peer` alone.

    To these the space link is sealed as that of a run: whatever comes by it is proven.
    """
    keys = None if speakers.keys is None else pass_ring(speakers.keys, agreed, peer)
    return replace(speakers, run_id=agreed.pass_id, keys=keys, pass_peer=peer, has_passes=False)


def pass_ring(ring: Keyring, agreed: Agreed, peer: str) -> Keyring:
    """Return the ring of one end for a pass; that of an unsealed run stays as it is.

    Raises:
        KeyError: it has no secret with this peer.
    """
    if not ring.is_sealed:
        return ring
    salt = agreed.nonce_ground + agreed.nonce_spacecraft
    secret = derived(ring.pairs[peer], salt=salt, info=f"pass {agreed.pass_id}")
    return replace(ring, pairs={peer: secret}, groups={})


def fresh_nonce(boot: Boot, count: int, chance: bytes) -> bytes:
    """Return the nonce of a life's start number `count`: never the same again, whatever `chance` is."""
    life = boot.epoch.to_bytes(4, "big") + boot.sequence.to_bytes(8, "big") + count.to_bytes(4, "big")
    return hashlib.sha256(life + chance).digest()[:PASS_NONCE_BYTES]


class StartProgress(NamedTuple):
    """How far the start of a pass is, for people."""

    state: Literal["asking", "agreed", "given up"]
    trial: int  # of this start, from 1; 0: nothing has been sent
    trials: int
    elapsed_s: float  # since the first trial
    round_trip_s: float | None  # measured; None: nothing has been answered


class GroundStart:
    """The ground's end: one start at a time, for one participant."""

    def __init__(self, pass_id: str, nonce: bytes, *, round_trip_ns: int, trials: int = TRIALS) -> None:
        """Ask when first due, which is at once; `nonce` is of this life alone (`fresh_nonce`)."""
        self.due_ns = 0  # of the next trial, or of giving up
        self._pass_id, self._nonce = pass_id, nonce
        self._again_ns, self._trials = round_trip_ns + PATIENCE_NS, trials
        self._sent: dict[int, int] = {}  # trials of this start, and when each was sent
        self._last_trial = self._answered = 0  # of this life
        self._state: Literal["asking", "agreed", "given up"] = "asking"
        self._ended_ns = 0
        self._round_trip_ns: int | None = None

    def begin_again(self, now_ns: int) -> None:
        """Start anew, as after a restart of the spacecraft, or when it was given up."""
        self._sent, self._state, self.due_ns = {}, "asking", now_ns

    def tick(self, now_ns: int) -> PassStart | None:
        """Return the next trial if it is due; give up after the last."""
        if now_ns < self.due_ns:
            return None
        if len(self._sent) >= self._trials:
            self._end("given up", now_ns)
            return None
        self._last_trial += 1
        self._sent[self._last_trial] = now_ns
        self.due_ns = now_ns + self._again_ns
        return self._start(self._last_trial)

    @property
    def begins(self) -> PassStart:
        """What begins the pass that was agreed, under its keys."""
        return self._start(self._answered)

    def on_answer(self, answer: PassAnswer, now_ns: int) -> Agreed | None:
        """Return what is agreed by the answer to the latest trial of this start; others change nothing."""
        sent_ns = self._sent.get(answer.trial)
        is_ours = answer.pass_id == self._pass_id and answer.nonce_ground == self._nonce
        is_later = answer.trial > self._answered
        if self._state == "given up" or sent_ns is None or not (is_ours and is_later):
            return None
        self._answered, self._round_trip_ns = answer.trial, now_ns - sent_ns
        self._end("agreed", now_ns)
        return Agreed(self._pass_id, self._nonce, answer.nonce)

    def progress(self, now_ns: int) -> StartProgress:
        """Return how far it is."""
        begun_ns = min(self._sent.values(), default=now_ns)
        until_ns = now_ns if self._state == "asking" else self._ended_ns
        round_trip_ns = self._round_trip_ns
        return StartProgress(
            state=self._state,
            trial=len(self._sent),
            trials=self._trials,
            elapsed_s=(until_ns - begun_ns) / NS_PER_S,
            round_trip_s=None if round_trip_ns is None else round_trip_ns / NS_PER_S,
        )

    def _start(self, trial: int) -> PassStart:
        return PassStart(pass_id=self._pass_id, nonce=self._nonce, trial=trial)

    def _end(self, state: Literal["agreed", "given up"], now_ns: int) -> None:
        self._state, self._ended_ns, self.due_ns = state, now_ns, NEVER_NS


class StartTaken(NamedTuple):
    """A start that the spacecraft has taken: how it is answered, and what waits to begin."""

    answer: PassAnswer
    agreed: Agreed
    is_new: bool  # False: it was taken before, and its answer was lost, or the pass has begun
    record: bytes  # of `STARTS_LOG`


class _Record(msgspec.Struct, frozen=True, array_like=True):
    """A start that was taken, as it is kept."""

    key_id: int  # under another one numbers begin anew
    sender: str
    epoch: int
    sequence: int


class OnBoardStarts:
    """The spacecraft's end: which start of each sender is the newest."""

    def __init__(self, key_id: int, draw: Callable[[], bytes], records: Iterable[bytes] = ()) -> None:
        """Go on after what was taken before; `draw` returns a nonce that never comes again."""
        self._key_id, self._draw = key_id, draw
        self._taken: dict[str, list[StartNumber]] = {}  # the newest with a number, then lives without
        self._waiting, self._begun = dict[str, Agreed](), dict[str, Agreed]()  # of each sender
        for record in map(msgspec.msgpack.Decoder(_Record).decode, records):
            if record.key_id == key_id:
                self._note(record.sender, (record.epoch, record.sequence))

    def on_start(self, start: PassStart, sender: str, number: StartNumber) -> StartTaken | None:
        """Take a start that was proven to be of its sender; None: it is not newer than those taken."""
        if not self._is_newer(sender, number):
            return None
        self._note(sender, number)
        known = [passes[sender] for passes in (self._begun, self._waiting) if sender in passes]
        agreed = next((each for each in known if each[:2] == (start.pass_id, start.nonce)), None)
        is_new = agreed is None
        if agreed is None:
            agreed = self._waiting[sender] = Agreed(start.pass_id, start.nonce, self._draw())
        answer = PassAnswer(
            to=sender,
            pass_id=start.pass_id,
            nonce_ground=start.nonce,
            nonce=agreed.nonce_spacecraft,
            trial=start.trial,
        )
        record = _Record(self._key_id, sender, *number)
        return StartTaken(answer, agreed, is_new, msgspec.msgpack.encode(record))

    def on_begun(self, sender: str) -> Agreed:
        """Note that the pass of a sender which waited has begun, and return it."""
        self._begun[sender] = self._waiting.pop(sender)
        return self._begun[sender]

    def forget(self, sender: str) -> None:
        """Forget the pass of a sender, which is over; not which starts were taken."""
        self._begun.pop(sender, None)

    def _is_newer(self, sender: str, number: StartNumber) -> bool:
        return all(number > other for other in self._taken.get(sender, ()) if _are_ordered(number, other))

    def _note(self, sender: str, number: StartNumber) -> None:
        others = [other for other in self._taken.get(sender, ()) if not _are_ordered(number, other)]
        numbered = [other for other in others if other[0] < UNNUMBERED]
        unnumbered = [other for other in others if other[0] >= UNNUMBERED]
        self._taken[sender] = [*numbered, *unnumbered[1 - UNNUMBERED_KNOWN :], number]


def _are_ordered(one: StartNumber, other: StartNumber) -> bool:
    """Return whether the greater of two numbers is the later one: not of two lives that know none."""
    return one[0] == other[0] or max(one[0], other[0]) < UNNUMBERED
