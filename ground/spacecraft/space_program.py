"""The space segment as a program: its role in real time, between the two UDP addresses of its station.

    spacecraft.tc ---> one packet in each datagram ---> Uplink ---> role: link, on board, body
    spacecraft.tm <--- one packet in each datagram <--- Downlink <---'

It has no bus, no supervisor and no run.  What only the record of a rehearsal tells otherwise, a contact, is a
line of its log.
"""

import asyncio
from collections.abc import Callable

import numpy as np

from ground.rehearsal.spacecraft.space_segment import SpaceSegment
from ground.spacecraft.simulated_spacecraft import SimulatedSpacecraft, accepted_sets, store_of
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import StoreError
from telemetry.drive.worker import Worker
from telemetry.files.settings import FileError
from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import DRIVER, Effects, Persist, Send, Work, WorkDone
from telemetry.messages.base import Message
from telemetry.messages.health import Truth
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.network.event_log import EventLog
from telemetry.network.launch import UdpAddress
from telemetry.network.multicast import Datagrams, link_port

REFRESH_NS = NS_PER_S  # between two looks for keys


class SpaceProgram:
    """One life of it."""

    def __init__(self, spacecraft: SimulatedSpacecraft, *, path: str, seed: int) -> None:
        """Open the port, and build the spacecraft; time begins.

        Raises:
            FileError: the port cannot be had.
            SafetyError: there is no key that may be used.
        """
        station = spacecraft.station
        tc, self._tm = (UdpAddress.parse(end).pair for end in (station.spacecraft.tc, station.spacecraft.tm))
        try:
            opened = link_port(*tc)
        except OSError as error:
            why = f"{station.spacecraft.tc} cannot be opened ({error.strerror})"
            raise FileError(path, "spacecraft.tc", f"{why}; it is where this host receives") from None
        self._socket = opened
        self._begun_ns = monotonic_ns()
        self.log = EventLog("spacecraft", self.now_ns)
        self._store = store_of(spacecraft)
        self.end = accepted_sets(spacecraft, self._store, self.log)
        self._role = SpaceSegment(spacecraft.settings, np.random.default_rng(seed), self.end)
        self._refreshed_ns = 0

    def now_ns(self) -> int:
        """Return the time since the program's beginning [ns]."""
        return monotonic_ns() - self._begun_ns

    async def run(self) -> None:
        """Serve passes for ever."""
        loop = asyncio.get_running_loop()

        def wake(call: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(call)

        worker = Worker(wake)
        datagrams = Datagrams(self._socket, lambda data: carry_out(self._receive(Uplink(packet=data))))

        def carry_out(effects: Effects) -> None:
            for effect in effects:
                if isinstance(effect, Send):
                    self._send(effect.message, datagrams)
                elif isinstance(effect, Work):
                    worker.submit(effect, lambda done: carry_out(self._receive(done)))
                elif isinstance(effect, Persist):
                    self._persist(effect)

        await datagrams.open()
        self.log.say("ready: latched, until the ground begins a pass")
        try:
            while True:
                carry_out(self._step())
                await asyncio.sleep(max(0, self._role.due_ns - self.now_ns()) / NS_PER_S)
        finally:
            await datagrams.close()
            worker.close()

    def _step(self) -> Effects:
        now_ns = self.now_ns()
        if now_ns >= self._refreshed_ns + REFRESH_NS:
            self._refreshed_ns = now_ns
            self.end.refresh()
        return self._role.tick(now_ns) if now_ns >= self._role.due_ns else ()

    def _receive(self, message: Uplink | WorkDone) -> Effects:
        return self._role.receive(message, DRIVER, self.now_ns())

    def _send(self, message: Message, datagrams: Datagrams) -> None:
        if isinstance(message, Downlink):
            datagrams.send(message.packet, self._tm, "act")
        elif isinstance(message, Truth):
            for contact in message.contacts:
                self.log.count("CONTACT:", " - ".join(contact.pair))

    def _persist(self, effect: Persist) -> None:
        """Keep a start that was taken; one that cannot be kept is served all the same, and said."""
        try:
            self._store.append(effect.key, effect.record)
        except StoreError as error:
            self.log.count("not durable:", str(error))
