"""Run all roles of a scenario in one thread, in virtual time, from one seed.

    heap of events:  (due, order, role, what)      what: a tick, a message off the bus, a result of work

The bus carries the encoded bytes: each message is encoded by its sender's wire, taken apart again by a reader
and handed to every receiver of its route after the LAN's delay.  `Work` runs at once and answers after the
latency that the scenario states.  The recorder, if there is one, is told what every other role received and
when it ticked; so is the observer, with the decoded message.

Nothing here knows the wall clock, so the same seed gives the same run, byte for byte.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from telemetry.codec import Reader, Received, Wire
from telemetry.contract import (
    NEVER_NS,
    Effects,
    Input,
    Persist,
    PersistFailed,
    Role,
    RoleSpec,
    Send,
    Work,
    WorkDone,
)
from telemetry.factory import AppendStore as AppendStore
from telemetry.factory import load, stream
from telemetry.messages.base import Message
from telemetry.messages.health import Tapped
from telemetry.routes import ROUTES, may_say
from telemetry.store import MemoryStore, StoreError

RECORDER = "recorder"

Observer = Callable[[int, str, Message], None]


class Timing(NamedTuple):
    """Latencies of the simulated ground segment."""

    lan_ns: int = 300_000  # from sender to receiver
    work_ns: int = 20_000_000  # from `Work` to `WorkDone`


class _Delivery(NamedTuple):
    """An event that is not a tick."""

    item: Input
    data: bytes


class VirtualTime:
    """The deterministic driver."""

    def __init__(
        self,
        specs: Sequence[RoleSpec],
        *,
        seed: int,
        timing: Timing | None = None,
        stores: Callable[[str], AppendStore] = lambda role: MemoryStore(),
        observe: Observer = lambda at_ns, role, message: None,
        mode: str = "rehearsal",
    ) -> None:
        """Build every role by its factory, idle at time zero."""
        self.now_ns = 0
        self._timing = timing or Timing()
        self._observe = observe
        self._stores = {spec.name: stores(spec.name) for spec in specs}
        self._mode = mode
        self._wires = {spec.name: Wire(spec.name, mode=mode) for spec in specs}
        self._reader = Reader(mode=mode)
        self._roles: dict[str, Role] = {}
        self._due_ns: dict[str, int] = {}
        self._heap: list[tuple[int, int, str, _Delivery | None]] = []
        self._order = 0
        for spec in specs:
            self._roles[spec.name] = load(spec.factory)(
                spec.settings, self._stores[spec.name], stream(seed, spec.name)
            )
            self._due_ns[spec.name] = NEVER_NS
            self._reschedule(spec.name)

    def run(self, *, until_ns: int, finished: Callable[[], bool] = lambda: False) -> None:
        """Run events in order until `finished` or the time limit; may be called again to go on.

        Raises:
            RuntimeError: a role did not move its due time forward, and would tick for ever.
        """
        while self._heap and self._heap[0][0] <= until_ns and not finished():
            due_ns, _, name, delivery = heappop(self._heap)
            if delivery is None and self._due_ns[name] != due_ns:
                continue  # the role has changed its mind since
            self.now_ns = due_ns
            if delivery is None:
                self._tick(name)
            else:
                self._deliver(name, delivery)

    def close(self) -> None:
        """Let the recorder write what it still holds; nothing runs after this."""
        if RECORDER in self._roles:
            self._tick(RECORDER)

    def _tick(self, name: str) -> None:
        role = self._roles[name]
        effects = role.tick(self.now_ns)
        if role.due_ns <= self.now_ns:
            raise RuntimeError(f"role {name} ticked at {self.now_ns} ns and is still due at {role.due_ns} ns")
        self._tap(name, b"")
        self._carry_out(name, effects)

    def _deliver(self, name: str, delivery: _Delivery) -> None:
        effects = self._roles[name].receive(delivery.item, self.now_ns)
        if isinstance(delivery.item, Message):
            self._observe(self.now_ns, name, delivery.item)
            self._tap(name, delivery.data)
        self._carry_out(name, effects)

    def _carry_out(self, name: str, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self._send(name, effect.message)
            elif isinstance(effect, Persist):
                if not self._persist(name, effect):
                    break
            else:
                self._work(name, effect)
        self._reschedule(name)

    def _send(self, sender: str, message: Message) -> None:
        route = ROUTES[type(message)]
        if not may_say(sender, type(message), self._mode):
            raise RuntimeError(f"{sender} is no sender of {type(message).__name__}; senders: {route.senders}")
        datagrams = self._wires[sender].encode(message, self.now_ns)
        received = None
        for datagram in datagrams:
            received = self._reader.decode(datagram, route.carrier)
        if not isinstance(received, Received):
            raise RuntimeError(
                f"{sender}'s {type(message).__name__} does not survive its own encoding: {received}"
            )
        delivery = _Delivery(received.message, b"".join(datagrams))
        for receiver in route.receivers:
            if receiver in self._roles:
                self._push(self.now_ns + self._timing.lan_ns, receiver, delivery)

    def _persist(self, name: str, effect: Persist) -> bool:
        try:
            self._stores[name].append(effect.key, effect.record)
        except StoreError as error:
            self._push(self.now_ns, name, _Delivery(PersistFailed(effect.key, str(error)), b""))
            return False
        return True

    def _work(self, name: str, work: Work) -> None:
        done = WorkDone(work.name, work.function(*work.arguments))
        self._push(self.now_ns + self._timing.work_ns, name, _Delivery(done, b""))

    def _tap(self, name: str, data: bytes) -> None:
        if RECORDER not in self._roles or (name == RECORDER and not data):
            return  # the recorder's own ticks write the recording; in it they would only tell of themselves
        tapped = Tapped(role=name, at_ns=self.now_ns, packet=data)
        self._carry_out(RECORDER, self._roles[RECORDER].receive(tapped, self.now_ns))

    def _reschedule(self, name: str) -> None:
        due_ns = max(self._roles[name].due_ns, self.now_ns)
        if due_ns != self._due_ns[name]:
            self._due_ns[name] = due_ns
            if due_ns < NEVER_NS:
                self._push(due_ns, name, None)

    def _push(self, due_ns: int, name: str, delivery: _Delivery | None) -> None:
        self._order += 1
        heappush(self._heap, (due_ns, self._order, name, delivery))
