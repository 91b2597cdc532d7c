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
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import DEVICE, RECORDER, Speakers, playing
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.life.contract import DriverInput
from telemetry.messages.base import Message, wire_name
from telemetry.messages.device import DeviceForce, DeviceRefused, DeviceState
from telemetry.messages.health import Tapped
from telemetry.network.device_door import DeviceDoor
from telemetry.network.event_log import EventLog
from telemetry.network.far_end import BridgeEnd, FarSeams, far_end
from telemetry.network.gaps import Gaps
from telemetry.network.joined_packets import JoinedPackets
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
from telemetry.network.stream import Connection
from telemetry.network.stream_ends import StreamEnds
from telemetry.wire.codec import Opened, Reader, Received, Rejected, Wire
from telemetry.wire.packet import without_tags
from telemetry.wire.protection.arrival import Arrival
from telemetry.wire.protection.heard_numbers import HeardNumbers
from telemetry.wire.routes import AS_THEY_ARE, GROUPS, LINK_ENDS, ROUTES, Carrier, exit_of

COUNTED = ("tm", "tc")  # whose senders are of the station
FLUSH_S = 0.5

Deliver = Callable[[Received, bytes], None]
OnBytes = Callable[[bytes], None]
Arriving = Callable[[Carrier, OnBytes], OnBytes]
Refuse = Callable[[Carrier, bytes, str], None]


def pass_through(carrier: Carrier, on_bytes: OnBytes) -> OnBytes:
    """Return what gets the bytes that come by a carrier: `on_bytes` itself."""
    return on_bytes


class Identity(NamedTuple):
    """What a participant seals and proves by on its bus."""

    speakers: Speakers  # with its own ring
    boot: Boot = FIRST_BOOT  # where what it sends begins to count
    numbers: HeardNumbers | None = None  # that lives before this one have had; None: none


class Bus:
    """Sockets of one participant."""

    def __init__(
        self,
        launch: Launch,
        deliver: Deliver,
        log: EventLog,
        *,
        identity: Identity | None = None,
        arriving: Arriving = pass_through,
        refuse: Refuse = lambda carrier, data, reason: None,
    ) -> None:
        """Prepare everything; nothing is open before `open`.

        What comes passes `arriving` before anything is made of it: there trouble can be let in.  `refuse` is
        called with what was not accepted, and why; `on_state` with how a pass or HOLD's way stands.
        """
        self._launch, self._role, self._addresses = launch, launch.role, launch.addresses
        self._name, self._all = launch.participant, launch.addresses.participants
        self._deliver, self._log, self._arriving, self._refuse = deliver, log, arriving, refuse
        identity = self._identity = identity or Identity(launch.speakers)
        self._wire = Wire(self._name, identity.speakers, boot=identity.boot)
        self._reader = Reader(identity.speakers, identity.numbers)
        self.on_state: Callable[[DriverInput], None] = lambda state: None
        self._streams = StreamEnds(launch, self._frame, log, speakers=identity.speakers, report=self._report)
        self._received = frozenset(kind for kind, route in ROUTES.items() if self._role in route.receivers)
        self._exits = {kind: exit for kind in ROUTES if (exit := exit_of(self._role, kind))}
        self._gaps, self._joined = Gaps(), JoinedPackets()
        seams = FarSeams(log, self._report, self._send_over_link, deliver)
        self._far = far_end(launch, seams, boot=identity.boot)
        self._door: DeviceDoor | None = None
        self._datagrams: list[Datagrams] = []
        self._to_groups: Datagrams | None = None
        self._to_link: Datagrams | None = None

    async def open(self) -> None:
        """Open every socket.

        Raises:
            OSError: an address is not there or in use.
        """
        await self._open_datagrams()
        await self._streams.open(is_receiver=self._receives("stream"))
        if self._addresses.device_port and self._role in ROUTES[DeviceState].receivers:
            await self._open_door()

    def send(self, message: Message, now_ns: int, to: str = "") -> None:
        """Put a message on its carrier; `to` names the only one of its receivers that is meant.

        Raises:
            RuntimeError: the role is no sender of it.
        """
        if self._far is not None and self._far.sends(message):
            return self._far.send(message)
        kind = type(message)
        carrier, receivers = self._wire.exit(kind)
        if self._door is not None and isinstance(message, DeviceForce):
            return self._door.send(message)
        if carrier == "stream":
            untagged = self._wire.untagged(message)
            named = [
                name for name in playing(receivers, self._all) if to in ("", name) and name != self._name
            ]
            return self._streams.send(kind, untagged, named)
        encoded = self._wire.encode(message, now_ns)
        opened, address = self._socket_to(carrier)
        if not all(opened.send(packet, address, ROUTES[kind].nature) for packet in encoded):
            self._log.count(f"{carrier} takes nothing: {wire_name(kind)} not sent")
        return None

    def tap(self, tapped: Tapped) -> None:
        """Hand the recorder what the role received, or that it ticked; while it is away, the newest waits."""
        if self._streams.has_way_to(RECORDER):
            self._streams.send(Tapped, self._wire.untagged(tapped), [RECORDER])

    @property
    def missed(self) -> int:
        """Datagrams of the station's own senders that were lost on the network."""
        return self._gaps.missed

    @property
    def dropped(self) -> dict[str, int]:
        """What was not sent, lost on the network or not handed on, by where."""
        found = {f"to {name}": count for name, count in self._streams.dropped.items()}
        found["arrived"] = sum(opened.counts.arrived_dropped for opened in self._datagrams)
        found["on the network"] = self._gaps.missed
        found["leaving"] = sum(opened.counts.leaving_dropped for opened in self._datagrams)
        found["errors"] = sum(opened.counts.errors for opened in self._datagrams)
        return {name: count for name, count in found.items() if count}

    async def close(self) -> None:
        """Flush what waits, half a second at most, and close every socket."""
        clock = asyncio.get_running_loop().time
        until_s = clock() + FLUSH_S
        leaving: list[Datagrams | StreamEnds] = [*self._datagrams, self._streams]
        while clock() < until_s and not all(end.is_idle for end in leaving):
            await asyncio.sleep(0.01)
        if self._far is not None:
            self._far.keeper.stop()
        await self._streams.close()
        if self._door is not None:
            await self._door.close()
        for opened in self._datagrams:
            await opened.close()

    async def _open_door(self) -> None:
        unsealed = replace(self._launch.speakers, keys=UNSEALED)  # it does not leave this process
        wire, reader = Wire(DEVICE, unsealed, boot=self._identity.boot), Reader(unsealed)
        door = DeviceDoor(partial(self._on_device, wire, reader), self._log)
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
        if self._far is not None:
            self._datagrams += await self._far.open()

    async def _open(self, opened: socket.socket, carrier: Carrier | None) -> Datagrams:
        """Run one socket; without a carrier nothing is expected from it."""
        granted = granted_buffer(opened)
        if carrier is not None and granted < RECEIVE_BUFFER:
            self._log.say(f"receive buffer of {carrier}: {granted} bytes of {RECEIVE_BUFFER} granted")
        decode: OnBytes = partial(self._decode_packet, carrier) if carrier else _ignore
        datagrams = Datagrams(opened, self._arriving(carrier, decode) if carrier else decode)
        self._datagrams.append(datagrams)
        await datagrams.open()
        return datagrams

    def _receives(self, carrier: Carrier) -> bool:
        return any(ROUTES[kind].carrier == carrier for kind in self._received)

    def _sends(self, carrier: Carrier) -> bool:
        return any(exit.carrier == carrier for exit in self._exits.values())

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

    def _send_over_link(self, packet: bytes) -> None:
        opened, address = self._socket_to("link")
        if not opened.send(packet, address, "act"):
            self._log.count("link takes nothing: a packet is not sent")

    def _on_device(self, wire: Wire, reader: Reader, message: DeviceState | DeviceRefused) -> None:
        self._arriving("stream", partial(self._decode_frame, reader, None))(wire.frame(message))

    def _frame(self, frame: bytes, connection: Connection) -> None:
        self._arriving("stream", partial(self._decode_frame, self._reader, connection))(frame)

    def _decode_frame(self, reader: Reader, connection: Connection | None, frame: bytes) -> None:
        session = None if connection is None else connection.session
        opened = reader.open(frame, way="stream", session=session)
        received = self._valid(reader.admit(opened, "stream", session).result, "stream", frame)
        if received is None or not isinstance(opened, Opened):
            return
        if connection is not None:
            connection.on_frame_from(received.sender)  # first: the role's answer goes to who speaks
        self._hand_over(received, opened.data)

    def _decode_packet(self, carrier: Carrier, data: bytes) -> None:
        reader: Reader | None = self._reader
        if carrier == "link" and isinstance(self._far, BridgeEnd):
            reader = self._far.reader_of(data)
        if reader is None:
            return
        opened = reader.open(data, carrier)
        result, arrival = reader.admit(opened, carrier)
        readable = data
        if isinstance(opened, Opened) and arrival is not None:
            readable = without_tags(opened.data)
            if carrier in COUNTED:
                self._count(carrier, opened, arrival)
            elif isinstance(self._far, BridgeEnd):
                self._far.on_proven()
        whole = readable if carrier in AS_THEY_ARE else self._joined.on_packet(readable, result)
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

    def _report(self, state: DriverInput) -> None:
        self.on_state(state)

    def _hand_over(self, received: Received, data: bytes) -> None:
        if type(received.message) in self._received:
            self._deliver(received, data)


def _ignore(data: bytes) -> None:
    """Drop what comes to a socket that only sends."""
