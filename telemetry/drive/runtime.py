"""Run one role in one process, in real time: the driver that flies.

    build (warm-up) -> open sockets -> ready -> time zero -> tick until stopped -> flush, close

    loop's thread     the role, its effects, the sockets; never waits
    ticker            sleeps until the role is due and wakes the loop, which hands on what has come, and ticks
    worker            one thread for `Work`; its value comes back into the loop

Time is the run's (`telemetry.drive.run_clock`): 0 until all roles are ready.  What comes before, as a HOLD
may, is received at 0, and nothing ticks.  An exception of the role or of its work, or a due time that stands
still, ends the process with one line and exit code 1: it comes back idle and disarmed.  The process also ends
when the pipe to its supervisor is closed; if the run has begun and its role is to stay, it is `Orphaned`.
"""

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TextIO

from telemetry.agreed.participants import RECORDER
from telemetry.drive.factory import begin, spec_of
from telemetry.drive.persist import close, identity_of, persist, rings_of, store_of
from telemetry.drive.run_clock import RunClock
from telemetry.drive.task import BEAT_S, Heartbeat, explain
from telemetry.drive.ticker import TickAfterReceiving, Ticker, last_ticks
from telemetry.drive.trouble import Trouble
from telemetry.drive.worker import Worker
from telemetry.hold.orphan import ROLES_THAT_STAY
from telemetry.life.contract import (
    DRIVER,
    DriverInput,
    Effects,
    Orphaned,
    Persist,
    PersistFailed,
    Role,
    Send,
    Work,
    WorkDone,
)
from telemetry.messages.base import Message
from telemetry.messages.health import Tapped
from telemetry.network.bus import Bus
from telemetry.network.event_log import EventLog
from telemetry.network.launch import Launch
from telemetry.recording.given.tap import LifeReport, Tap, is_on_record, may_leave_first
from telemetry.wire.codec import Received
from telemetry.wire.routes import Carrier

DONE, DIED = 0, 1

RoleCall = Callable[[int], Effects]


def _later(wait_s: float, step: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(wait_s, step)


class Runtime:
    """One role of a run; `run` blocks, in any thread."""

    def __init__(
        self, launch: Launch, heartbeat: Heartbeat | None = None, log: TextIO | None = None, *, role: str = ""
    ) -> None:
        """Build the role, which is its warm-up; whatever its factory raises comes out here.

        `log` None: standard error.  `role` empty: the installed one that the participant plays.
        """
        self._launch = launch
        self._heartbeat = heartbeat or Heartbeat(None)
        self.clock = RunClock(launch.folder)
        self._trouble = Trouble(launch, self.clock.now_ns, self._do)
        self._now_ns = self._trouble.now_ns if launch.faults else self.clock.now_ns
        self._log = EventLog(launch.participant, self._now_ns, log)
        self._store = store_of(launch)
        for complaint in getattr(self._store, "complaints", tuple)():
            self._log.say(complaint)
        spec = spec_of(launch.participant, role or launch.role, launch.settings)
        self._own = identity_of(launch, self._store, self._log.say)
        self._begun = begin(
            spec, self._store, seed=launch.seed, boot=self._own.boot, keys=rings_of(launch),
            zero_utc_ns=self.clock.zero_utc_ns,
        )  # fmt: skip
        self.role: Role = self._begun.role
        self._life = self.clock.now_ns()  # as the recorder numbers it
        self._tap = Tap(*(life := (launch.participant, self._life)), self._hand_to_recorder, later=_later)
        self._is_on_record = launch.role == RECORDER or is_on_record(launch.role)
        self._report = LifeReport(*life)
        self._bus: Bus | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        turn = TickAfterReceiving(lambda: self._guarded(self._tick))
        self._ticker = Ticker(lambda: self._in_loop(turn.ask), self._now_ns, self._trouble.nap_s)
        self._worker = Worker(lambda answer: self._in_loop(partial(self._guarded, answer)))
        self._stop_asked = self._stopping = False  # from any thread; and: nothing more reaches the role
        self._ended: asyncio.Event | None = None
        self._submitted: deque[RoleCall] = deque()  # by other threads
        self._is_open = False  # the sockets are
        self._code = DONE

    @property
    def is_working(self) -> bool:
        """True if a `Work` still runs; nothing can end it but the end of the process."""
        return self._worker.is_working

    def run(self) -> int:
        """Run until stopped; return the exit code."""
        return asyncio.run(self._run())

    def stop(self) -> None:
        """Ask for the end, from any thread or signal handler."""
        self._stop_asked = True
        self._in_loop(self._end)

    def submit(self, step: RoleCall) -> None:
        """Let the role's own thread call `step(now_ns)` and carry out its effects; from any thread."""
        self._submitted.append(step)
        self._in_loop(self._run_submitted)

    def send(self, message: Message) -> None:
        """Send in the role's name, from any thread."""
        self.submit(lambda now_ns: (Send(message),))

    def _in_loop(self, step: Callable[[], None]) -> None:
        if (loop := self._loop) is not None:
            with contextlib.suppress(RuntimeError):  # the loop has closed meanwhile
                loop.call_soon_threadsafe(step)

    async def _run(self) -> int:
        self._ended, self._loop = asyncio.Event(), asyncio.get_running_loop()
        launch, arriving, own, refuse = self._launch, self._trouble.arriving, self._own, self._refuse
        self._bus = Bus(launch, self._deliver, self._log, identity=own, arriving=arriving, refuse=refuse)
        self._bus.on_state = self._submit_input
        self._tap.on_driver_input(self._begun.started(), self._now_ns())  # before anything off the bus
        beating: asyncio.Task[None] | None = None
        try:
            await self._bus.open()
            self._is_open = True
            if self._stop_asked or not (self._heartbeat.ready() or self._stays):
                return self._code
            beating = asyncio.create_task(self._beat())
            self._log.say(f"ready, process {os.getpid()}, UTC read to {self.clock.reading.uncertainty_ns} ns")
            self._run_submitted()
            await self.clock.time_zero(unless=self._ended)
            self._report.begin(self.role.due_ns, self._now_ns())
            self._ticker.start()
            self._ticker.set(self.role.due_ns)
            await self._ended.wait()
        except Exception as error:  # an address in use, or one that the launch file does not have
            self._die(error)
        finally:
            if beating is not None:
                beating.cancel()
            await self._close(self._bus)
        return self._code

    async def _close(self, bus: Bus) -> None:
        self._ticker.stop()
        self._stopping = True
        self._tap.end(self._now_ns(), in_order=self._code == DONE)
        if self._launch.role == RECORDER and self._code == DONE:
            self._last_tick()
        await bus.close()
        close(self._store, self._log.say)
        self._worker.close()
        lost = ", ".join(f"{count} {name}" for name, count in bus.dropped.items())
        self._log.say("stopped" + (f"; dropped: {lost}" if lost else ""))
        self._loop = None

    def _last_tick(self) -> None:
        try:  # what the recorder holds belongs on the disk, whether its time has come or not
            last_ticks(self.role, self._perform, self._now_ns())
        except Exception as error:  # the same as in any other tick
            self._die(error)

    async def _beat(self) -> None:
        while self._heartbeat.beat():
            await asyncio.sleep(BEAT_S)
        if not self._stays:
            self._log.say("the supervisor is gone")
            return self.stop()
        self._log.say("the supervisor is gone; this process stays, for HOLD")
        return self._submit_input(Orphaned())

    @property
    def _stays(self) -> bool:
        return self._launch.role in ROLES_THAT_STAY and self.clock.has_time_zero()  # else nothing to hold

    def _end(self) -> None:
        self._stopping = True
        if self._ended is not None:
            self._ended.set()

    def _die(self, error: BaseException) -> None:
        self._log.say(f"died: {explain(error)}")
        self._code = DIED
        self._end()

    def _guarded(self, step: Callable[[], None]) -> None:
        """Do one step of the role, now or when trouble lets it."""
        if not self._trouble.defers(step):
            self._do(step)

    def _do(self, step: Callable[[], None]) -> None:
        """Do a step, then sleep until the role is due; nothing more once the end has begun."""
        if self._stopping:
            return
        try:
            step()
        except Exception as error:  # whatever it is, it is a broken invariant of the role
            self._die(error)
        else:
            self._report.set_due(due_ns := self.role.due_ns, self._now_ns())
            self._ticker.set(due_ns)

    def _tick(self) -> None:
        now_ns, due_ns = self._now_ns(), self.role.due_ns
        if due_ns > now_ns:
            return  # the role has changed its mind since
        self._tap.on_tick(now_ns)
        self._report.on_tick(now_ns)
        effects = self.role.tick(now_ns)
        if self.role.due_ns <= due_ns:
            raise RuntimeError(f"ticked at {now_ns} ns and is still due at {self.role.due_ns} ns")
        self._perform(effects)

    def _deliver(self, received: Received, data: bytes) -> None:
        self._guarded(partial(self._receive, received, data))

    def _receive(self, received: Received, data: bytes) -> None:
        now_ns = self._now_ns()
        if not isinstance(received.message, Tapped):
            self._tap.on_packet(data, now_ns)
        self._perform(self.role.receive(received.message, received.sender, now_ns))

    def _refuse(self, carrier: Carrier, data: bytes, reason: str) -> None:
        self._tap.on_refused(data, self._now_ns(), carrier=carrier, reason=reason)

    def _give_driver_input(self, what: DriverInput, now_ns: int) -> Effects:
        """Hand the role an input that the driver itself makes."""
        if self._is_on_record:  # what observers work out is shown, and may be anything
            self._tap.on_driver_input(what, now_ns)
        return self.role.receive(what, DRIVER, now_ns)

    def _hand_to_recorder(self, tapped: Tapped) -> None:
        """Hand the recorder a record of the role's input; it asks for nothing in return."""
        if self._launch.role == RECORDER:
            self.role.receive(tapped, RECORDER, self._now_ns())
        elif self._bus is not None and self._is_on_record:
            self._bus.tap(tapped)
            for message in self._report.due_messages(self._bus.missed, now_ns := self._now_ns()):
                self._bus.send(message, now_ns)

    def _submit_input(self, what: DriverInput) -> None:
        self.submit(partial(self._give_driver_input, what))

    def _run_submitted(self) -> None:
        while self._submitted and self._is_open:
            self._guarded(partial(self._do_submitted, self._submitted.popleft()))

    def _do_submitted(self, step: RoleCall) -> None:
        self._perform(step(self._now_ns()))

    def _perform(self, effects: Effects) -> None:
        """Carry out effects in order; a record that fails drops the rest and is reported first."""
        while (failed := self._perform_until_failure(effects)) is not None:
            effects = self._give_driver_input(failed, self._now_ns())

    def _perform_until_failure(self, effects: Effects) -> PersistFailed | None:
        rest = iter(effects)
        for effect in rest:
            if not may_leave_first(effect):
                self._tap.hand_over()
            if isinstance(effect, Send):
                self._bus_or_raise().send(effect.message, self._now_ns(), effect.to)
                self._tap.on_sent(effect.message, self._now_ns())
            elif isinstance(effect, Persist):
                failed = persist(self._store, effect, self._trouble.store_fault())
                if failed is not None:
                    self._log.count("not durable:", failed.reason)
                    return failed
                self._tap.on_persisted(effect, self._now_ns())
                if self._trouble.delays_write(partial(self._perform, rest)):
                    return None
            elif isinstance(effect, Work):
                self._worker.submit(effect, self._worked)
            else:
                self._log.say("nothing more to do")
                self.stop()
        return None

    def _bus_or_raise(self) -> Bus:
        if self._bus is None:
            raise RuntimeError("the bus is not open")
        return self._bus

    def _worked(self, done: WorkDone) -> None:
        self._perform(self._give_driver_input(done, self._now_ns()))
