"""The queue of one epoch: entries in order, their chain, and how far they are verified.

    released | head ... newest          V: every number up to it has a positive verdict of this epoch,
             |  o  o  o  o              for this chain, world and configuration
    numbers  seq ->

What may leave is the policy's to say: `planner.gate.set_points.policy`.
"""

from collections import deque
from dataclasses import dataclass

from planner.gate.set_points.copies_and_keys import StateKey
from telemetry.agreed import chains
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Entry, Queued, Verdict

CHAINS_MAX = 256  # entries back to which a verdict is recognised


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An entry in the queue."""

    entry: Entry
    previous: JointState
    chain_before: bytes
    chain: bytes  # up to and with this entry
    tick: int  # the last tick before it arrived


class CommandQueue:
    """Entries, numbers, chain and watermark of one epoch."""

    def __init__(self, configuration: bytes) -> None:
        """Start empty and without an epoch: nothing may be pushed before `begin`."""
        self._configuration = configuration
        self.epoch = 0
        self.waiting: deque[Waiting] = deque()
        self.is_retreat = False  # what is pushed is judged as a way out
        self.next_seq = 1  # of the next entry
        self.verified_until = 0
        self.released_until = 0
        self._verified_beyond_gap: set[int] = set()  # positive verdicts beyond a gap
        self.clear_from: int | None = None  # the first entry of a retreat that is clear of all, with its stop
        self._chains: dict[int, bytes] = {}  # of everything in this epoch that a verdict may still speak of
        self._newest: JointState | None = None
        self._chain = b""

    @property
    def newest(self) -> JointState:
        """The newest queued state, or the one that everything queued was taken from."""
        if self._newest is None:
            raise ValueError("an epoch has not begun: call `begin` first")
        return self._newest

    def begin(self, epoch: int, r: JointState, *, is_retreat: bool = False) -> None:
        """Begin an epoch with an empty queue from `r`."""
        self.clear(epoch)
        self.is_retreat = is_retreat
        self._newest = r
        self._chain = chains.queue_start(self._newest, epoch)

    def clear(self, epoch: int) -> list[Entry]:
        """Empty the queue into a new epoch; returns what was in it."""
        dropped = [waiting.entry for waiting in self.waiting]
        self.epoch, self.next_seq, self.verified_until, self.released_until = epoch, 1, 0, 0
        self.waiting.clear()
        self._verified_beyond_gap.clear()
        self.clear_from = None
        self._chains.clear()
        self._newest = None
        return dropped

    def push(self, entry: Entry, tick: int) -> Queued:
        """Append an entry and return what its verdict depends on."""
        after = chains.queue_next(self._chain, entry, self._configuration, previous=self.newest)
        waiting = Waiting(entry=entry, previous=self.newest, chain_before=self._chain, chain=after, tick=tick)
        self.waiting.append(waiting)
        self._chains[entry.seq] = after
        if len(self._chains) > CHAINS_MAX:
            del self._chains[next(iter(self._chains))]
        self._chain, self._newest = after, entry.state
        self.next_seq += 1
        return self._queued(waiting)

    def _queued(self, waiting: Waiting) -> Queued:
        return Queued(
            entry=waiting.entry,
            previous=waiting.previous,
            chain_before=waiting.chain_before,
            configuration=self._configuration,
            retreat=self.is_retreat,
        )

    def is_about(self, verdict: Verdict, world: int | None) -> bool:
        """True if a verdict is for an entry of this epoch, with its whole chain, in this world and model."""
        return (
            verdict.epoch == self.epoch
            and verdict.world == world
            and verdict.configuration == self._configuration
            and self._chains.get(verdict.seq) == verdict.chain
        )

    def chain_of(self, seq: int) -> bytes:
        """Return the chain up to a number of this epoch; nothing, if that is not known any more."""
        return self._chains.get(seq, b"")

    def verify(self, seq: int) -> None:
        """Take a positive verdict; the watermark goes on as far as there is no gap."""
        if seq > self.verified_until:
            self._verified_beyond_gap.add(seq)
        while self.verified_until + 1 in self._verified_beyond_gap:
            self.verified_until += 1
            self._verified_beyond_gap.discard(self.verified_until)

    def void(self) -> list[Queued]:
        """Forget all verdicts on what has not left; returns what has to be judged again."""
        self.verified_until, self.clear_from = self.released_until, None
        self._verified_beyond_gap.clear()
        return [self._queued(waiting) for waiting in self.waiting]

    def is_clear_from(self, seq: int) -> None:
        """Take that this entry of a retreat is clear of all, with its stop."""
        self.clear_from = min(seq, self.clear_from or seq)

    @property
    def is_clear(self) -> bool:
        """True if what has left ends a retreat."""
        return self.clear_from is not None and self.clear_from <= self.released_until

    def take_head(self) -> Entry:
        """Take the head, which leaves."""
        entry = self.waiting.popleft().entry
        self.released_until = entry.seq
        return entry

    def oldest_age(self, tick: int) -> int:
        """Return how many ticks the head has waited; 0 if the queue is empty."""
        return tick - self.waiting[0].tick if self.waiting else 0

    def key(self, epoch: int, tick: int) -> StateKey:
        """Return what waits and how far it is verified; the chain follows from that and what has left."""
        if self.epoch != epoch or self._newest is None:
            return ()
        waiting = tuple((item.entry.state, item.entry.source, tick - item.tick) for item in self.waiting)
        numbers = (self.next_seq, self.verified_until, self.released_until)
        return (
            waiting,
            self._newest,
            (self.is_retreat, self.clear_from),
            numbers,
            frozenset(self._verified_beyond_gap),
            tuple(self._chains),
        )
