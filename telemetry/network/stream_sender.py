"""TCP frames, the sending side: one connection to each receiver, made again when it is lost.

    connected        all leaves in order
    not connected    state is dropped, an act waits one second at most: nothing comes late after a gap;
                     only what is for the record waits as long as there is room
    too slow         the newest state counts; when only acts wait, the connection is closed and that is logged

Each message's route states its nature; what is for the record is of nature `log`.  Where frames are sealed,
each connection has a session first, and a frame that has waited gets its tag as it leaves.  How the
connection stands is reported as it changes: `WayState`.
"""

import asyncio
import contextlib
from collections.abc import Callable

from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import Way, WayState
from telemetry.messages.base import Message, wire_name
from telemetry.network.backlog import Backlog
from telemetry.network.calling import Called, SessionRefused, call
from telemetry.network.event_log import EventLog
from telemetry.wire.protection.handshake import Greeter
from telemetry.wire.protection.stream_session import with_tag
from telemetry.wire.routes import ROUTES

CAPACITY = 4096  # frames
FRAMES_AT_ONCE = 64  # frames handed to the connection together; the rest stays under the policy
CONNECT_S = 2.0
STALL_S = 3.0  # a receiver that takes nothing for so long loses the connection
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 2.0


OnWayState = Callable[[WayState], None]


def unreported(state: WayState) -> None:
    """Ignore a report."""


class StreamSender:
    """One receiver, as one sender sees it."""

    def __init__(
        self,
        receiver: str,
        address: tuple[str, int],
        log: EventLog,
        *,
        greeter: Greeter | None = None,
        report: OnWayState = unreported,
    ) -> None:
        """Nothing is connected before `run`; `greeter` agrees on sessions, None: nothing is sealed."""
        self._receiver = receiver
        self._address = address
        self._log, self._greeter, self._report = log, greeter, report
        self._way: WayState | None = None  # nothing has been tried
        self._backlog = Backlog[bytes](CAPACITY)
        self._wake, self._has_act = asyncio.Event(), asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None
        self._unheard = 0  # states for which there was no connection

    @property
    def is_connected(self) -> bool:
        """True if frames leave now."""
        return self._writer is not None

    @property
    def is_idle(self) -> bool:
        """True if nothing is left that could still be sent."""
        writer = self._writer
        return writer is None or not (self._backlog or writer.transport.get_write_buffer_size())

    @property
    def dropped(self) -> int:
        """Frames that were not sent, for whatever reason."""
        return self._unheard + self._backlog.dropped

    def put(self, kind: type[Message], untagged: bytes) -> None:
        """Send a frame as soon as it can be, never waiting here."""
        nature = ROUTES[kind].nature
        if self._writer is None and nature == "state":
            self._unheard += 1
            return
        if not self._backlog.put(untagged, nature, monotonic_ns()):
            self._refuse(kind)
        self._wake.set()
        if nature == "act":
            self._has_act.set()

    def _refuse(self, kind: type[Message]) -> None:
        self._log.count(f"{self._receiver} takes nothing:", f"{wire_name(kind)} not sent, connection closed")
        if self._writer is not None:
            self._writer.transport.abort()

    async def run(self) -> None:
        """Connect, send, and connect again, until cancelled."""
        pause_s = FIRST_PAUSE_S
        clock = asyncio.get_running_loop().time
        while True:
            began_s = clock()
            self._has_act.clear()
            await self._connection()
            pause_s = FIRST_PAUSE_S if clock() - began_s > LONGEST_PAUSE_S else pause_s
            await asyncio.sleep(FIRST_PAUSE_S)
            with contextlib.suppress(TimeoutError):  # an act does not wait for the next attempt: HOLD is one
                await asyncio.wait_for(self._has_act.wait(), pause_s - FIRST_PAUSE_S)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _connection(self) -> None:
        try:
            async with asyncio.timeout(CONNECT_S):
                called = await call(self._receiver, self._address, self._greeter)
        except SessionRefused as refused:
            self._on_way("refused", str(refused))
            return self._log.count("no session:", str(refused))
        except TimeoutError:
            return self._on_way("silent")
        except OSError:
            was_there = self._way is not None and self._way.state != "never connected"
            return self._on_way("gone" if was_there else "never connected")
        try:
            self._writer = called.writer
            self._on_way("connected")
            self._log.say(f"connected to {self._receiver}")
            await self._send_until_it_ends(called)
            self._log.say(f"{self._receiver} is gone")
        except OSError as error:
            self._log.say(f"{self._receiver} is gone: {error}")
        finally:
            self._writer = None
            self._on_way("gone")
            called.writer.transport.abort()

    def _on_way(self, state: Way, why: str = "") -> None:
        """Report how the connection stands, if it stands otherwise."""
        before, self._way = self._way, WayState(receiver=self._receiver, state=state, why=why)
        if self._way != before:
            self._report(self._way)

    async def _send_until_it_ends(self, called: Called) -> None:
        end = asyncio.create_task(called.reader.read(1))  # a receiver says nothing: whatever comes is the end
        sending = asyncio.create_task(self._send(called))
        try:
            done, _ = await asyncio.wait({end, sending}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (end, sending):
                task.cancel()
            # a cancellation that comes now must get through, or the sender would never end
            await asyncio.gather(end, sending, return_exceptions=True)

    async def _send(self, called: Called) -> None:
        writer, session = called.writer, called.session
        while True:
            frames = self._backlog.pop_ready(monotonic_ns(), FRAMES_AT_ONCE)
            if frames:
                writer.write(b"".join([with_tag(frame, session) for frame in frames]))
                async with asyncio.timeout(STALL_S):
                    await writer.drain()
            else:
                self._wake.clear()
                await self._wake.wait()
