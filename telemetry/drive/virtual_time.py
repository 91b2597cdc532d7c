"""Run all participants of a scenario in one thread, in virtual time, from one seed.

    agenda:  a tick, what the bus brings, a result of work; at one instant a tick comes last (`agenda`)

The bus (`virtual_bus`) carries the encoded bytes; they reach every participant with a receiving role of their
route after the LAN's delay.  `Work` runs at once and answers after the latency that the scenario states.  The
recorder, if there is one, receives all inputs and ticks (`telemetry.recording.given.tap`); the observer
receives the messages, decoded.

Trouble comes in by `seams`, and by `kill` and `start`: who is killed loses what it held and what is
on its way to it, and starts again on its own store or on another one.

Nothing here knows the wall clock, so the same seed gives the same run, byte for byte.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from telemetry.agreed.participants import RECORDER, role_of
from telemetry.drive.agenda import Agenda, DriverMade, Event, ForAll, Written
from telemetry.drive.factory import AppendStore, begin, speakers_of
from telemetry.drive.persist import persist
from telemetry.drive.seams import LifeChanges, Seams
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_bus import Calm, OnItsWay, Passage, Uncoded, VirtualBus
from telemetry.drive.witness import Witness
from telemetry.hold.orphan import GUEST_ROLES, ROLES_THAT_STAY
from telemetry.life.boot import Boot, next_boot
from telemetry.life.contract import (
    DRIVER,
    NEVER_NS,
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
from telemetry.recording.given.tap import AnyTap, Tap, is_on_record, may_leave_first
from telemetry.recording.records.record import VIRTUAL_ZERO_NS

PASSAGES = Passage, Uncoded, Calm
Observer = Callable[[int, str, Message], None]


class Timing(NamedTuple):
    """Latencies of the simulated ground segment."""

    lan_ns: int = 300_000  # from sender to receiver
    work_ns: int = 20_000_000  # from `Work` to `WorkDone`


class VirtualTime:
    """The deterministic driver."""

    bus_kind = VirtualBus

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
        self.empty_store: Callable[[str], AppendStore] = lambda name: MemoryStore()  # for one that was lost
        self._timing, self._observe = timing or Timing(), observe
        self._seed = seed
        self._specs = {spec.participant: spec for spec in specs}
        self._stores = {spec.participant: stores(spec.participant) for spec in specs}
        self._lives = dict.fromkeys(self._specs, 0)  # how often each role has been started
        self._taps: dict[str, AnyTap] = {}
        speakers = speakers_of(specs, mode=mode)
        self._played = {name: role_of(name, speakers.participants) for name in self._specs}
        self._bus = self.bus_kind(list(self._specs), speakers, seed=seed)
        self._roles: dict[str, Role] = {}
        self._due_ns: dict[str, int] = {}
        self._agenda, self._is_calm = Agenda(), False
        for spec in specs:
            self.start(spec.participant)

    def run(self, *, until_ns: int, finished: Callable[[], bool] = lambda: False) -> None:
        """Run events in order until `finished` or the time limit; may be called again to go on.

        Raises:
            RuntimeError: a role did not move its due time forward, and would tick for ever.
        """
        self._is_calm = type(self.seams) is Seams  # no trouble at all: most runs
        for name in self._roles:
            self._reschedule(name)  # a clock may have been stepped since
        agenda, meet = self._agenda, self._do if self._is_calm else self._meet
        deliver = self._deliver if self._is_calm else self._meet
        while agenda.heap and agenda.heap[0][0] <= until_ns and not finished():
            due_ns, _, _, name, event = agenda.pop()
            if event is None and self._due_ns[name] != due_ns:
                continue  # the role has changed its mind since
            self.now_ns = due_ns
            if isinstance(event, ForAll):
                for receiver, _, passage in event.arriving:
                    deliver(receiver, passage)
            else:
                meet(name, event)

    def role(self, name: str) -> Role | None:
        """Return a role that runs, for tests to look into; None: it was killed."""
        return self._roles.get(name)

    def kill(self, name: str) -> None:
        """End a role at once: what it held, and what is on its way to it, is gone."""
        del self._roles[name]
        self._bus.leave(name)
        self._due_ns[name] = NEVER_NS
        self._agenda.forget(name)

    def start(self, name: str, store: AppendStore | None = None) -> None:
        """Start a role that does not run, on its own store or, from now on, on another one.

        Its numbers go on above all before, whatever the store knows: how often it was started is its clock.
        """
        spec = self._specs[name]
        self._stores[name] = self._stores[name] if store is None else store
        boot = next_boot(self._stores[name], Boot(self._lives[name])).boot
        self._lives[name] += 1
        begun = begin(
            spec, self._stores[name], seed=self._seed, boot=boot, keys=self._bus.keys_of(name),
            zero_utc_ns=lambda: VIRTUAL_ZERO_NS,
        )  # fmt: skip
        self._bus.join(name, boot)  # only now: a role that cannot be built receives nothing
        self._roles[name] = begun.role
        self._taps[name] = self._tap(name)
        if RECORDER in self._roles:
            self._taps[name].on_driver_input(begun.started(), self._clock_ns(name))
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
                self.start(name, None if change.keeps_store else self.empty_store(name))
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
                self._agenda.push(self.now_ns, name, DriverMade(Orphaned()))
            elif self._played[name] not in GUEST_ROLES:
                self.kill(name)

    def close(self) -> None:
        """Let the recorder write what it still holds; nothing runs after this."""
        for name in self.running:
            self._taps[name].end(self._clock_ns(name))
        if RECORDER in self._roles:
            self._tick(RECORDER)

    def _tap(self, name: str) -> AnyTap:
        return Tap(name, self._lives[name], self._hand_to_recorder)

    def _meet(self, name: str, event: Event) -> None:
        """Do what is due for a role, or keep it, in order, until a role that is frozen goes on."""
        if (back_ns := self.seams.resumes_ns(name, self.now_ns)) <= self.now_ns:
            return self._do(name, event)
        if event is None:
            self._due_ns[name] = back_ns
        return self._agenda.push(back_ns, name, event)

    def _do(self, name: str, event: Event) -> None:
        if event is None:
            if self._roles[name].due_ns > self._clock_ns(name):
                self._reschedule(name)  # its clock was set back
            else:
                self._tick(name)
        elif isinstance(event, PASSAGES):
            self._deliver(name, event)
        elif isinstance(event, DriverMade):
            self._give_driver_input(name, event.what)
        elif isinstance(event, Written):
            self._carry_out(name, event.rest)

    def _clock_ns(self, name: str) -> int:
        return self.now_ns if self._is_calm else self.seams.clock_ns(name, self.now_ns)

    def _tick(self, name: str) -> None:
        role, clock_ns = self._roles[name], self._clock_ns(name)
        self._taps[name].on_tick(clock_ns)
        effects = role.tick(clock_ns)
        if role.due_ns <= clock_ns:
            raise RuntimeError(f"role {name} ticked at {clock_ns} ns and is still due at {role.due_ns} ns")
        self._carry_out(name, effects)

    def _deliver(self, name: str, passage: OnItsWay) -> None:
        received, refused = self._bus.receive(name, passage)
        clock_ns, tap = self._clock_ns(name), self._taps[name]
        for piece, reason in refused:
            tap.on_refused(piece, clock_ns, carrier=passage.carrier, reason=reason)
        if received is None:
            return
        tap.on_packet(passage.data, clock_ns)
        self.witness.on_received(self.now_ns, name, received.message, sender=received.sender)
        role = self._roles[name]
        effects = role.receive(received.message, received.sender, clock_ns)
        self._observe(self.now_ns, name, received.message)
        if effects or not self._is_calm or role.due_ns != self._due_ns[name]:
            self._carry_out(name, effects)

    def _give_driver_input(self, name: str, what: WorkDone | PersistFailed | Orphaned) -> None:
        clock_ns = self._clock_ns(name)
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
                self._taps[name].end(self._clock_ns(name))
                return self.kill(name)
            elif failed := self._persist(name, effect):
                return self._give_driver_input(name, failed)
            elif wait_ns := self.seams.write_delay_ns(name, self.now_ns):
                self._agenda.push(self.now_ns + wait_ns, name, Written(rest))
                break
        return self._reschedule(name)

    def _send(self, sender: str, effect: Send) -> None:
        arriving = self._bus.send(sender, effect, seams=self.seams, now_ns=self.now_ns)
        self._agenda.push_all(self.now_ns + self._timing.lan_ns, arriving)
        self.witness.on_sent(self.now_ns, sender, effect.message)
        self._taps[sender].on_sent(effect.message, self._clock_ns(sender))

    def _persist(self, name: str, effect: Persist) -> PersistFailed | None:
        failed = persist(self._stores[name], effect, self.seams.store_fault(name, self.now_ns))
        if failed is None:
            self.witness.on_persisted(self.now_ns, name, effect)
            self._taps[name].on_persisted(effect, self._clock_ns(name))
        return failed

    def _work(self, name: str, work: Work) -> None:
        done = WorkDone(work.name, work.function(*work.arguments))
        self._agenda.push(self.now_ns + self._timing.work_ns, name, DriverMade(done))

    def _hand_to_recorder(self, tapped: Tapped) -> None:
        """Hand the recorder a record of a role's input; it asks for nothing in return."""
        if RECORDER in self._roles and is_on_record(self._played[tapped.role]):
            self._roles[RECORDER].receive(tapped, tapped.role, self.now_ns)

    def _reschedule(self, name: str) -> None:
        due_ns = self._roles[name].due_ns
        if due_ns < NEVER_NS:
            due_ns = max(due_ns - self._clock_ns(name), 0) + self.now_ns
        if due_ns != self._due_ns[name]:
            self._due_ns[name] = due_ns
            if due_ns < NEVER_NS:
                self._agenda.push(due_ns, name, None)
