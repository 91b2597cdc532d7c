"""One end of the space link to a spacecraft that is elsewhere, beside the sockets of its bus.

    bridge    BridgeEnd      what goes up is sealed, what comes down is proven, under the keys of its pass
    adapter   StationPort    packets as they are, over UDP, one in each datagram; HOLD under a pass of its own

A station's spacecraft is spoken to as Yamcs's UDP links, cFS (`CI_LAB`, `TO_LAB`) and `fprime-comm-bridge`
do: telecommands go to its address from the port at which telemetry comes in; nothing is added to a space
packet.  What is none is counted and goes no farther; what telemetry is worth is proven where it is acted on.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from telemetry.agreed.participants import SECOND_UPLINK, SPACECRAFT
from telemetry.keys.set_folder import OwnKeys
from telemetry.life.boot import Boot
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand, Telecommand
from telemetry.messages.spacecraft import PASS_NONCE_BYTES, Downlink, Uplink
from telemetry.network.event_log import EventLog
from telemetry.network.launch import FarSpacecraft, Launch
from telemetry.network.multicast import Datagrams, link_port
from telemetry.network.pass_keeper import OnPassState, PassKeeper
from telemetry.wire.codec import Reader, Received
from telemetry.wire.packet import Packet, unpack, without_tags
from telemetry.wire.pass_link import PassLink
from telemetry.wire.routes import LINK_ENDS

BRIDGE = "bridge"


class FarSeams(NamedTuple):
    """What an end is connected to."""

    log: EventLog
    report: OnPassState  # takes how far the pass is
    send: Callable[[bytes], None]  # takes packets to the other end of the link
    deliver: Callable[[Received, bytes], None]  # takes what comes in from the spacecraft


class BridgeEnd:
    """The bridge's end."""

    def __init__(self, end: PassLink, seams: FarSeams) -> None:
        """Ask for nothing yet."""
        self._seams = seams
        self.keeper = PassKeeper(end, send=seams.send, report=seams.report, now_ns=seams.log.now_ns)

    async def open(self) -> list[Datagrams]:
        """Begin to ask; it has no socket beside the link port of the bus."""
        self.keeper.start()
        return []

    def sends(self, message: Message) -> bool:
        """True if a message leaves by this end."""
        return isinstance(message, Telecommand)

    def send(self, message: Message) -> None:
        """Send a telecommand up; nothing leaves while no pass stands."""
        for packet in self.keeper.end.packets(message, self._seams.log.now_ns()):
            self._seams.send(packet)

    def reader_of(self, packet: bytes) -> Reader | None:
        """Return what proves a packet that has come down; None: an answer, or nothing can be proven."""
        return None if self.keeper.on_packet(packet) else self.keeper.end.reader

    def on_proven(self) -> None:
        """Note that a packet which has come down was proven."""
        self.keeper.end.on_proven(self._seams.log.now_ns())


class StationPort:
    """The adapter's end."""

    def __init__(self, spacecraft: FarSpacecraft, end: PassLink, seams: FarSeams) -> None:
        """Open nothing yet."""
        self._spacecraft, self._seams = spacecraft, seams
        self.keeper = PassKeeper(end, send=self._send, report=seams.report, now_ns=seams.log.now_ns)
        self._datagrams: Datagrams | None = None

    async def open(self) -> list[Datagrams]:
        """Open the port and begin to ask; OSError: its address is not there or in use."""
        self._datagrams = Datagrams(link_port(*self._spacecraft.tm.pair), self._on_datagram)
        await self._datagrams.open()
        self.keeper.start()
        return [self._datagrams]

    def sends(self, message: Message) -> bool:
        """True if a message leaves by this end."""
        return isinstance(message, Uplink | HoldCommand)

    def send(self, message: Message) -> None:
        """Send what goes up: a packet as it is; HOLD while a pass stands."""
        if isinstance(message, Uplink):
            self._send(message.packet)
        else:
            for packet in self.keeper.end.packets(message, self._seams.log.now_ns()):
                self._send(packet)

    def _send(self, packet: bytes) -> None:
        if self._datagrams is None or not self._datagrams.send(packet, self._spacecraft.tc.pair, "act"):
            self._seams.log.count("the spacecraft's port takes nothing: a telecommand is not sent")

    def _on_datagram(self, data: bytes) -> None:
        packet = unpack(data)
        if not isinstance(packet, Packet):
            self._seams.log.count(f"rejected from the spacecraft's port: {packet.value}")
        elif packet.is_command:
            self._seams.log.count("rejected from the spacecraft's port: a telecommand")
        elif not self.keeper.on_packet(data):
            received = Received(SPACECRAFT, Downlink(packet=data), packet.sequence_count)
            self._seams.deliver(received, without_tags(data))


FarEnd = BridgeEnd | StationPort


def far_end(launch: Launch, seams: FarSeams, *, boot: Boot) -> FarEnd | None:
    """Return the end of a participant; None: it is none, or the spacecraft is simulated.

    Raises:
        SafetyError: it has no key that may be used.
    """
    spacecraft = launch.addresses.spacecraft
    if spacecraft is None or launch.role not in LINK_ENDS:
        return None
    is_bridge = launch.role == BRIDGE
    name = launch.participant if is_bridge else SECOND_UPLINK
    speakers = launch.speakers
    if launch.keys is not None:
        keys = OwnKeys(place=launch.keys, mode=launch.mode, participants=launch.addresses.participants)
        speakers = replace(speakers, keys=keys.ring(name))
        if not is_bridge:  # who is no participant of a process has numbers of its own all the same
            reserved = keys.reserve(name)
            boot = reserved.boot
            if reserved.problem:
                seams.log.say(reserved.problem)
    chance = secrets.token_bytes(PASS_NONCE_BYTES)
    end = PassLink(name, speakers, boot=boot, link=spacecraft.link, chance=chance)
    return BridgeEnd(end, seams) if is_bridge else StationPort(spacecraft, end, seams)
