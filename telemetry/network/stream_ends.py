"""The streams of one participant: a sender to each receiver of the run, and a server, if it has one.

A guest, a sender without a server, is answered on the connection by which it spoke.  Where the run is sealed,
each connection has a session of its own before its first frame.
"""

import asyncio
from collections.abc import Callable, Iterable

from telemetry.agreed.participants import Speakers, playing
from telemetry.messages.base import Message
from telemetry.messages.command import HoldProbe
from telemetry.network.event_log import EventLog
from telemetry.network.launch import Launch
from telemetry.network.stream import Connection, StreamServer
from telemetry.network.stream_sender import OnWayState, StreamSender, unreported
from telemetry.wire.protection.handshake import greeter_of
from telemetry.wire.protection.stream_session import IN_ORDER, WINDOW
from telemetry.wire.routes import ROUTES, exit_of

OnFrame = Callable[[bytes, Connection], None]


class StreamEnds:
    """Senders and server of one participant."""

    def __init__(
        self,
        launch: Launch,
        on_frame: OnFrame,
        log: EventLog,
        *,
        speakers: Speakers,
        report: OnWayState = unreported,
    ) -> None:
        """Prepare everything; nothing is open before `open`.

        `on_frame` gets what comes; `report` how the connections stand by which HOLD is probed.
        """
        self._name, self._addresses = launch.participant, launch.addresses
        window = WINDOW if launch.faults else IN_ORDER  # faults delay single frames
        greeter = greeter_of(speakers, window=window)
        self._server = StreamServer(on_frame, log, greeter)
        probes = exit_of(launch.role, HoldProbe)
        probed = probes.receivers if probes else ()
        self._senders = {
            receiver: StreamSender(
                receiver,
                self._address(receiver),
                log,
                greeter=greeter,
                report=report if receiver in probed else unreported,
            )
            for receiver in _receivers(launch)
        }
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_idle(self) -> bool:
        """True if nothing is left that could still be sent."""
        return all(sender.is_idle for sender in self._senders.values())

    @property
    def dropped(self) -> dict[str, int]:
        """Frames that were not sent, by receiver."""
        return {name: sender.dropped for name, sender in self._senders.items()}

    async def open(self, *, is_receiver: bool) -> None:
        """Listen, if frames come to it, and connect to every receiver; OSError: its address is in use."""
        if is_receiver and self._name in self._addresses.streams:
            await self._server.open(*self._address(self._name))
        self._tasks = [asyncio.create_task(sender.run()) for sender in self._senders.values()]

    def has_way_to(self, receiver: str) -> bool:
        """Return whether a receiver is of this run."""
        return receiver in self._senders

    def send(self, kind: type[Message], untagged: bytes, receivers: Iterable[str]) -> None:
        """Send one frame to each receiver: by the connection to its server, or as an answer to a guest."""
        for receiver in receivers:
            sender = self._senders.get(receiver)
            if sender is not None:
                sender.put(kind, untagged)
            else:
                self._server.answer(receiver, untagged)

    async def close(self) -> None:
        """End every connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.close()

    def _address(self, participant: str) -> tuple[str, int]:
        return self._addresses.host(participant), self._addresses.streams[participant]


def _receivers(launch: Launch) -> list[str]:
    """Return the present participants with a server that receive streams from a process's role."""
    exits = [exit_of(launch.role, kind) for kind in ROUTES]
    roles = {role for exit in exits if exit and exit.carrier == "stream" for role in exit.receivers}
    present = set(playing(roles, launch.addresses.participants)) & set(launch.addresses.streams)
    return sorted(present - {launch.participant})
