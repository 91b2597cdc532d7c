"""Run all participants of a scenario in one thread, in virtual time, from one seed.

    heap of events:  (due, is a tick, order, name, what)   what: a tick, what the bus brings, a result of work

At one instant everything is received before any role ticks, as in real time (`ticker`).  The bus
(`virtual_bus`) carries the encoded bytes; they reach every participant with a receiving role of their route
after the LAN's delay.  `Work` runs at once and answers after the latency that the scenario states.  The
recorder, if there is one, receives all inputs and ticks (`telemetry.recording.given.tap`); the observer
receives the messages, decoded.

Trouble comes in by `seams`, and by `kill` and `start`: who is killed loses what it held and what is
on its way to it, and starts again on its own store or on another one.

Nothing here knows the wall clock, so the same seed gives the same run, byte for byte.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from telemetry.agreed.participants import RECORDER, role_of
from telemetry.drive.factory import AppendStore, begin, speakers_of
from telemetry.drive.persist import persist
from telemetry.drive.seams import LifeChanges, Seams
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_bus import Passage, VirtualBus
from telemetry.drive.witness import Witness
from telemetry.hold.orphan import GUEST_ROLES, ROLES_THAT_STAY
from telemetry.life.boot import Boot, next_boot
from telemetry.life.contract import (
    DRIVER,
    NEVER_NS,
    Effect,
    Effects,
    End,
    Orphaned,
    Persist,
    PersistFailed,
    Role,
    RoleSpec,
    Send,
    Work,
    WorkDone,
)
from telemetry.messages.base import Message
from telemetry.messages.health import Tapped
from telemetry.recording.given.tap import Tap, is_on_record, may_leave_first

Observer = Callable[[int, str, Message], None]


class Timing(NamedTuple):
    """Latencies of the simulated ground segment."""

    lan_ns: int = 300_000  # from sender to receiver
    work_ns: int = 20_000_000  # from `Work` to `WorkDone`


class _DriverInput(NamedTuple):
    """An input that the driver itself makes."""

    what: WorkDone | PersistFailed | Orphaned


class _Written(NamedTuple):
    """A slow store has written a record: what stood behind it goes on."""

    rest: Iterator[Effect]


_Event = Passage | _DriverInput | _Written | None  # None: a tick


class VirtualTime:
    """The deterministic driver."""

    def __init__(
        self,
        specs: Sequence[RoleSpec],
        *,
        seed: int,
        timing: Timing | None = None,
        stores: Callable[[str], AppendStore] = lambda name: MemoryStore(),
        observe: Observer = lambda at_ns, name, message: None,
        mode: str = "rehearsal",
    ) -> None:
        """Build every role by its factory, idle at time zero, with no trouble in sight."""
        self.now_ns = 0
        self.seams = Seams()  # may be changed between runs
        self.witness = Witness()  # the same
        self._timing = timing or Timing()
        self._observe = observe
        self._seed = seed
        self._specs = {spec.participant: spec for spec in specs}
        self._stores = {spec.participant: stores(spec.participant) for spec in specs}
        self._lives = dict.fromkeys(self._specs, 0)  # how often each role has been started
        self._taps: dict[str, Tap] = {}
        speakers = speakers_of(specs, mode=mode)
        self._played = {name: role_of(name, speakers.participants) for name in self._specs}
        self._bus = VirtualBus(list(self._specs), speakers, seed=seed)
        self._roles: dict[str, Role] = {}
        self._due_ns: dict[str, int] = {}
        self._heap: list[tuple[int, bool, int, str, _Event]] = []
        self._order = 0
        for spec in specs:
            self.start(spec.participant)

    def run(self, *, until_ns: int, finished: Callable[[], bool] = lambda: False) -> None:
        """Run events in order until `finished` or the time limit; may be called again to go on.

        Raises:
            RuntimeError: a role did not move its due time forward, and would tick for ever.
        """
        for name in self._roles:
            self._reschedule(name)  # a clock may have been stepped since
        while self._heap and self._heap[0][0] <= until_ns and not finished():
            due_ns, _, _, name, event = heappop(self._heap)
            if event is None and self._due_ns[name] != due_ns:
                continue  # the role has changed its mind since
            self.now_ns = due_ns
            back_ns = self.seams.resumes_ns(name, due_ns)
            if back_ns > due_ns:
                self._postpone(name, back_ns, event)
            else:
                self._do(name, event)

    def role(self, name: str) -> Role | None:
        """Return a role that runs, for tests to look into; None: it was killed."""
        return self._roles.get(name)

    def kill(self, name: str) -> None:
        """End a role at once: what it held, and what is on its way to it, is gone."""
        del self._roles[name]
        self._bus.leave(name)
        self._due_ns[name] = NEVER_NS
        self._heap = [event for event in self._heap if event[3] != name]
        heapify(self._heap)

    def start(self, name: str, store: AppendStore | None = None) -> None:
        """Start a role that does not run, on its own store or, from now on, on another one.

        Its numbers go on above all before, whatever the store knows: how often it was started is its clock.
        """
        spec = self._specs[name]
        self._stores[name] = self._stores[name] if store is None else store
        boot = next_boot(self._stores[name], Boot(self._lives[name])).boot
        self._lives[name] += 1
        begun = begin(spec, self._stores[name], seed=self._seed, boot=boot, keys=self._bus.keys_of(name))
        self._bus.join(name, boot)  # only now: a role that cannot be built receives nothing
        self._roles[name] = begun.role
        self._taps[name] = Tap(name, self._lives[name], self._hand_to_recorder)
        if RECORDER in self._roles:
            self._taps[name].on_driver_input(begun.started(), self.seams.clock_ns(name, self.now_ns))
        self._due_ns[name] = NEVER_NS
        self._reschedule(name)
        if self._lives[name] > 1:
            self.witness.on_started(self.now_ns, name, keeps_store=store is None)

    def kill_and_start(self, deaths: LifeChanges, now_ns: int) -> None:
        """Kill and start the roles whose change is due by now."""
        for change in deaths.take_due(now_ns):
            name, is_there = change.participant, change.participant in self._roles
            self.now_ns = max(self.now_ns, change.at_ns)
            if change.begins and not is_there and name in self._specs:
                self.start(name, None if change.keeps_store else MemoryStore())
            elif not change.begins and is_there:
                self.kill(name)

    @property
    def rejected(self) -> dict[str, int]:
        """How many packets and frames were not taken, by reason."""
        return dict(self._bus.rejected)

    @property
    def running(self) -> list[str]:
        """The roles that have not ended."""
        return list(self._roles)

    def lose_supervisor(self) -> None:
        """Do what the death of the supervisor does: some roles are orphans, all others but guests end."""
        for name in self.running:
            if self._played[name] in ROLES_THAT_STAY:
                self._push(self.now_ns, name, _DriverInput(Orphaned()))
            elif self._played[name] not in GUEST_ROLES:
                self.kill(name)

    def close(self) -> None:
        """Let the recorder write what it still holds; nothing runs after this."""
        for name in self.running:
            self._taps[name].end(self.seams.clock_ns(name, self.now_ns))
        if RECORDER in self._roles:
            self._tick(RECORDER)

    def _postpone(self, name: str, back_ns: int, event: _Event) -> None:
        """Keep an event of a frozen role until it goes on, in order."""
        if event is None:
            self._due_ns[name] = back_ns
        self._push(back_ns, name, event)

    def _do(self, name: str, event: _Event) -> None:
        if isinstance(event, Passage):
            self._deliver(name, event)
        elif isinstance(event, _DriverInput):
            self._give_driver_input(name, event.what)
        elif isinstance(event, _Written):
            self._carry_out(name, event.rest)
        elif self._roles[name].due_ns > self.seams.clock_ns(name, self.now_ns):
            self._reschedule(name)  # its clock was set back
        else:
            self._tick(name)

    def _tick(self, name: str) -> None:
        role, clock_ns = self._roles[name], self.seams.clock_ns(name, self.now_ns)
        self._taps[name].on_tick(clock_ns)
        effects = role.tick(clock_ns)
        if role.due_ns <= clock_ns:
            raise RuntimeError(f"role {name} ticked at {clock_ns} ns and is still due at {role.due_ns} ns")
        self._carry_out(name, effects)

    def _deliver(self, name: str, passage: Passage) -> None:
        received, refused = self._bus.receive(name, passage)
        clock_ns, tap = self.seams.clock_ns(name, self.now_ns), self._taps[name]
        for piece, reason in refused:
            tap.on_refused(piece, clock_ns, carrier=passage.carrier, reason=reason)
        if received is None:
            return
        tap.on_packet(passage.data, clock_ns)
        self.witness.on_received(self.now_ns, name, received.message, sender=received.sender)
        effects = self._roles[name].receive(received.message, received.sender, clock_ns)
        self._observe(self.now_ns, name, received.message)
        self._carry_out(name, effects)

    def _give_driver_input(self, name: str, what: WorkDone | PersistFailed | Orphaned) -> None:
        clock_ns = self.seams.clock_ns(name, self.now_ns)
        self._taps[name].on_driver_input(what, clock_ns)
        self._carry_out(name, self._roles[name].receive(what, DRIVER, clock_ns))

    def _carry_out(self, name: str, effects: Effects) -> None:
        rest = iter(effects)
        for effect in rest:
            if not may_leave_first(effect):
                self._taps[name].hand_over()
            if isinstance(effect, Send):
                self._send(name, effect)
            elif isinstance(effect, Work):
                self._work(name, effect)
            elif isinstance(effect, End):
                self._taps[name].end(self.seams.clock_ns(name, self.now_ns))
                return self.kill(name)
            elif failed := self._persist(name, effect):
                return self._give_driver_input(name, failed)
            elif wait_ns := self.seams.write_delay_ns(name, self.now_ns):
                self._push(self.now_ns + wait_ns, name, _Written(rest))
                break
        return self._reschedule(name)

    def _send(self, sender: str, effect: Send) -> None:
        begin_ns = self.now_ns + self._timing.lan_ns
        for name, late_ns, passage in self._bus.send(sender, effect, seams=self.seams, now_ns=self.now_ns):
            self._push(begin_ns + late_ns, name, passage)
        self.witness.on_sent(self.now_ns, sender, effect.message)
        self._taps[sender].on_sent(effect.message, self.seams.clock_ns(sender, self.now_ns))

    def _persist(self, name: str, effect: Persist) -> PersistFailed | None:
        failed = persist(self._stores[name], effect, self.seams.store_fault(name, self.now_ns))
        if failed is None:
            self.witness.on_persisted(self.now_ns, name, effect)
            self._taps[name].on_persisted(effect, self.seams.clock_ns(name, self.now_ns))
        return failed

    def _work(self, name: str, work: Work) -> None:
        done = WorkDone(work.name, work.function(*work.arguments))
        self._push(self.now_ns + self._timing.work_ns, name, _DriverInput(done))

    def _hand_to_recorder(self, tapped: Tapped) -> None:
        """Hand the recorder a record of a role's input; it asks for nothing in return."""
        if RECORDER in self._roles and is_on_record(self._played[tapped.role]):
            self._roles[RECORDER].receive(tapped, tapped.role, self.now_ns)

    def _reschedule(self, name: str) -> None:
        due_ns = self._roles[name].due_ns
        if due_ns < NEVER_NS:
            due_ns = max(due_ns - self.seams.clock_ns(name, self.now_ns), 0) + self.now_ns
        if due_ns != self._due_ns[name]:
            self._due_ns[name] = due_ns
            if due_ns < NEVER_NS:
                self._push(due_ns, name, None)

    def _push(self, due_ns: int, name: str, event: _Event) -> None:
        self._order += 1
        heappush(self._heap, (due_ns, event is None, self._order, name, event))
