"""One participant's ends of every carrier, by the routing table and the addresses of the run.

    joins     the groups of tm, tc and image in whose rows its role receives
    binds     the link port, if it is an end of the link; a TCP server, if it receives streams
    connects  to the server of each participant of the run that receives what it sends; to the recorder
              for the tap
    answers   a guest, a sender without a server, on the connection by which it spoke
    opens     the door of the handle, if it receives from the device: a device's states are put into frames in
              its name first, so that they are recorded and delivered like all messages

What comes is decoded, checked against its route and delivered; what is bad is counted by reason and dropped.
What was lost on the groups tm and tc shows by the counts of those who speak there.
Everything happens in the loop's thread, and nothing here waits.
"""

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

from telemetry.agreed.participants import DEVICE, RECORDER, playing
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.messages.base import Message, wire_name
from telemetry.messages.device import DeviceForce, DeviceRefused, DeviceState
from telemetry.messages.health import Tapped
from telemetry.network.device_door import DeviceDoor
from telemetry.network.event_log import EventLog
from telemetry.network.gaps import Gaps
from telemetry.network.launch import Launch
from telemetry.network.multicast import (
    RECEIVE_BUFFER,
    Address,
    Datagrams,
    granted_buffer,
    group_receiver,
    group_sender,
    link_port,
)
from telemetry.network.stream import Connection, StreamServer
from telemetry.network.stream_sender import StreamSender
from telemetry.wire.arrival import Arrival, Rejection
from telemetry.wire.codec import Opened, Reader, Received, Rejected, Wire
from telemetry.wire.packet import Segment
from telemetry.wire.routes import AS_THEY_ARE, GROUPS, LINK_ENDS, ROUTES, Carrier, exit_of

COUNTED = ("tm", "tc")  # whose senders are of the station
FLUSH_S = 0.5

Deliver = Callable[[Received, bytes], None]
OnBytes = Callable[[bytes], None]
Arrive = Callable[[Carrier, bytes, OnBytes], None]
Refuse = Callable[[Carrier, bytes, str], None]


def pass_through(carrier: Carrier, data: bytes, on_bytes: OnBytes) -> None:
    """Hand on what has come, as it is."""
    on_bytes(data)


class Bus:
    """Sockets of one participant."""

    def __init__(
        self,
        launch: Launch,
        deliver: Deliver,
        log: EventLog,
        *,
        boot: Boot = FIRST_BOOT,
        arrive: Arrive = pass_through,
        refuse: Refuse = lambda carrier, data, reason: None,
    ) -> None:
        """Prepare everything, to be numbered from `boot` on; nothing is open before `open`.

        What comes passes `arrive` before anything is made of it: there trouble can be let in.  `refuse` is
        called with what was not accepted, and why.
        """
        self._launch, self._role, self._addresses = launch, launch.role, launch.addresses
        self._name, self._all = launch.participant, launch.addresses.participants
        self._deliver, self._log, self._arrive, self._refuse = deliver, log, arrive, refuse
        self._wire = Wire(self._name, launch.speakers, boot=boot)
        self._reader = Reader(launch.speakers)
        self._exits = {kind: exit for kind in ROUTES if (exit := exit_of(self._role, kind))}
        self._gaps = Gaps()
        self._segments: dict[bytes, list[bytes]] = {}
        self._senders = {
            receiver: StreamSender(
                receiver, (self._addresses.host(receiver), self._addresses.streams[receiver]), self._log
            )
            for receiver in self._stream_receivers()
        }
        self._server: StreamServer | None = None
        self._door: DeviceDoor | None = None
        self._boot = boot
        self._datagrams: list[Datagrams] = []
        self._to_groups: Datagrams | None = None
        self._to_link: Datagrams | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open every socket.

        Raises:
            OSError: an address is not there or in use.
        """
        await self._open_datagrams()
        if self._receives("stream") and self._name in self._addresses.streams:
            self._server = StreamServer(self._frame, self._log)
            await self._server.open(self._addresses.host(self._name), self._addresses.streams[self._name])
        if self._addresses.device_port and self._role in ROUTES[DeviceState].receivers:
            await self._open_door()
        self._tasks = [asyncio.create_task(sender.run()) for sender in self._senders.values()]

    def send(self, message: Message, now_ns: int, to: str = "") -> None:
        """Put a message on its carrier; `to` names the only one of its receivers that is meant.

        Raises:
            RuntimeError: the role is no sender of it.
        """
        kind = type(message)
        encoded = self._wire.encode(message, now_ns)
        if self._door is not None and isinstance(message, DeviceForce):
            return self._door.send(message)
        carrier, receivers = self._exits[kind]
        if carrier == "stream":
            for receiver in playing(receivers, self._all):
                if to not in ("", receiver) or receiver == self._name:
                    continue
                if receiver in self._senders:
                    self._senders[receiver].put(kind, encoded[0])
                elif self._server is not None:
                    self._server.answer(receiver, encoded[0])
            return None
        opened, address = self._socket_to(carrier)
        if not all(opened.send(packet, address, ROUTES[kind].nature) for packet in encoded):
            self._log.count(f"{carrier} takes nothing: {wire_name(kind)} not sent")
        return None

    def tap(self, tapped: Tapped) -> None:
        """Hand the recorder what the role received, or that it ticked; while it is away, the newest waits."""
        recorder = self._senders.get(RECORDER)
        if recorder is not None:
            recorder.put(Tapped, self._wire.frame(tapped))

    @property
    def missed(self) -> int:
        """Datagrams of the station's own senders that were lost on the network."""
        return self._gaps.missed

    @property
    def dropped(self) -> dict[str, int]:
        """What was not sent, lost on the network or not handed on, by where."""
        found = {f"to {name}": sender.dropped for name, sender in self._senders.items()}
        found["arrived"] = sum(opened.counts.arrived_dropped for opened in self._datagrams)
        found["on the network"] = self._gaps.missed
        found["leaving"] = sum(opened.counts.leaving_dropped for opened in self._datagrams)
        found["errors"] = sum(opened.counts.errors for opened in self._datagrams)
        return {name: count for name, count in found.items() if count}

    async def close(self) -> None:
        """Flush what waits, half a second at most, and close every socket."""
        clock = asyncio.get_running_loop().time
        until_s = clock() + FLUSH_S
        leaving: list[Datagrams | StreamSender] = [*self._datagrams, *self._senders.values()]
        while clock() < until_s and not all(end.is_idle for end in leaving):
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._server is not None:
            await self._server.close()
        if self._door is not None:
            await self._door.close()
        for opened in self._datagrams:
            await opened.close()

    async def _open_door(self) -> None:
        wire = Wire(DEVICE, self._launch.speakers, boot=self._boot)
        door = DeviceDoor(partial(self._on_device, wire), self._log)
        try:
            await door.open(self._addresses.device_port, Path(self._launch.folder))
        except OSError as error:  # flying goes on without a device
            self._log.say(f"haptic: no device can be the handle: {error}")
            return await door.close()
        self._door = door
        return None

    async def _open_datagrams(self) -> None:
        host = self._addresses.host(self._name)
        for carrier in GROUPS:
            if self._receives(carrier):
                group, port = self._group(carrier)
                await self._open(group_receiver(group, port, host), carrier)
        if any(self._sends(carrier) for carrier in GROUPS):
            self._to_groups = await self._open(group_sender(host, self._addresses.ttl), None)
        if self._role in LINK_ENDS:
            opened = link_port(host, self._addresses.link_ports[self._role])
            self._to_link = await self._open(opened, "link")

    async def _open(self, opened: socket.socket, carrier: Carrier | None) -> Datagrams:
        """Run one socket; without a carrier nothing is expected from it."""
        granted = granted_buffer(opened)
        if carrier is not None and granted < RECEIVE_BUFFER:
            self._log.say(f"receive buffer of {carrier}: {granted} bytes of {RECEIVE_BUFFER} granted")
        on_bytes: OnBytes = partial(self._packet, carrier) if carrier else _ignore
        datagrams = Datagrams(opened, on_bytes)
        self._datagrams.append(datagrams)
        await datagrams.open()
        return datagrams

    def _receives(self, carrier: Carrier) -> bool:
        return any(self._role in route.receivers for route in ROUTES.values() if route.carrier == carrier)

    def _sends(self, carrier: Carrier) -> bool:
        return any(exit.carrier == carrier for exit in self._exits.values())

    def _stream_receivers(self) -> list[str]:
        """Return the present participants with a server that receive streams from this role."""
        roles = {role for exit in self._exits.values() if exit.carrier == "stream" for role in exit.receivers}
        present = set(playing(roles, self._all)) & set(self._addresses.streams)
        return sorted(present - {self._name})

    def _group(self, carrier: Carrier) -> Address:
        return self._addresses.groups[carrier], self._addresses.group_ports[carrier]

    def _socket_to(self, carrier: Carrier) -> tuple[Datagrams, Address]:
        if carrier == "link" and self._to_link is not None:
            peer = LINK_ENDS[self._role]
            host = self._addresses.host(playing((peer,), self._all)[0])
            return self._to_link, (host, self._addresses.link_ports[peer])
        if self._to_groups is None:
            raise RuntimeError(f"{self._role} has no way onto the carrier {carrier}")
        return self._to_groups, self._group(carrier)

    def _on_device(self, wire: Wire, message: DeviceState | DeviceRefused) -> None:
        self._arrive("stream", wire.frame(message), partial(self._decode_frame, None))

    def _frame(self, frame: bytes, connection: Connection) -> None:
        self._arrive("stream", frame, partial(self._decode_frame, connection))

    def _decode_frame(self, connection: Connection | None, frame: bytes) -> None:
        received = self._valid(self._reader.decode(frame, "stream"), "stream", frame)
        if received is None:
            return
        if connection is not None:
            connection.on_frame_from(received.sender)  # first: the role's answer goes to who speaks
        self._hand_over(received, frame)

    def _packet(self, carrier: Carrier, data: bytes) -> None:
        self._arrive(carrier, data, partial(self._decode_packet, carrier))

    def _decode_packet(self, carrier: Carrier, data: bytes) -> None:
        opened = self._reader.open(data, carrier)
        if isinstance(opened, Opened):
            arrival = self._reader.on_number(opened, carrier)
            if carrier in COUNTED:
                self._count(carrier, opened, arrival)
        result = self._reader.result_of(opened)
        whole = data if carrier in AS_THEY_ARE else self._joined(data, result)
        received = self._valid(result, carrier, data)
        if received is not None:
            self._hand_over(received, whole)

    def _count(self, carrier: Carrier, opened: Opened, arrival: Arrival) -> None:
        missed = self._gaps.on_datagram(opened, arrival)
        if missed > 0:
            self._log.count(f"lost on {carrier}:", f"{missed} of {opened.body.sender.name}")

    def _valid(self, result: Received | Rejected | None, carrier: Carrier, data: bytes) -> Received | None:
        """Return a message that came whole and by its route; others are logged, and counted by reason."""
        if isinstance(result, Rejected):
            self._refuse(carrier, data, result.reason)
            self._log.count(f"rejected on {carrier}: {result.reason}")
            return None
        return result

    def _hand_over(self, received: Received, data: bytes) -> None:
        if self._role in ROUTES[type(received.message)].receivers:
            self._deliver(received, data)

    def _joined(self, data: bytes, result: Received | Rejected | None) -> bytes:
        """Return the packets of a message that has come in segments, joined as they came."""
        if isinstance(result, Rejected) and result.reason != Rejection.SEGMENT_LOST:
            return data
        stream, segment = data[:2], data[2] >> 6
        if segment == Segment.WHOLE:
            return data
        if segment == Segment.FIRST:
            self._segments[stream] = []
        self._segments.setdefault(stream, []).append(data)
        return b"".join(self._segments.pop(stream)) if isinstance(result, Received) else data


def _ignore(data: bytes) -> None:
    """Drop what comes to a socket that only sends."""
