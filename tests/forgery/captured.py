"""What a flight in virtual time brings to each receiver by each way, sealed as it was.

The flight has no pictures and nobody who presses HOLD, so some of both are sealed beside it, in the names and
with the keys of those who would send them.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ground.rehearsal.roles import roles
from ground.scenario.scenario import run_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.keys import Keyring
from telemetry.agreed.participants import SECOND_UPLINK, SPACECRAFT, Speakers, playing
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive import virtual_time
from telemetry.drive.virtual_bus import Passage, VirtualBus, rings_of_seed
from telemetry.life.boot import Boot
from telemetry.messages.command import HoldCommand
from telemetry.messages.images import Image, ImagePacket
from telemetry.wire.codec import Wire
from telemetry.wire.kinds import unpack_message
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection.header import HEADER_BYTES, tail_bytes
from telemetry.wire.protection.stream_session import LENGTH_BYTES, StreamSession
from telemetry.wire.routes import ROUTES, Way
from tests.picture_packets import packets_of

RUN, OTHER_RUN = "flown", "another"
LOOKERS = ("console", "observer")  # who receive by the groups, and fly in no virtual time
LATER = 1 << 40  # above the numbers of the flight


class Came(NamedTuple):
    """One packet or frame that came to one receiver."""

    sender: str
    receiver: str
    way: Way
    data: bytes


class Capture(NamedTuple):
    """What came, in order, and what it takes to judge it anew."""

    came: tuple[Came, ...]
    speakers: Speakers  # of the run, with no keys
    rings: dict[str, Keyring]
    seed: int

    def of(self, holder: str) -> Speakers:
        """Return the speakers with the keys of one participant."""
        return replace(self.speakers, keys=self.rings[holder])


def fresh_of(lives: tuple[int, int]) -> list[bytes]:
    """Return what is fresh in a connection of two participants in these lives."""
    return [life.to_bytes(4, "big") for life in lives]


FIRST_LIVES = fresh_of((1, 1))


def captured(scenario: Scenario, *, seconds: float, seed: int = 1, most: int = 40) -> Capture:
    """Fly for so long, and return what came to whom: at most so many of each message, from each to each."""
    settings = run_settings(scenario, seed=seed, run_id=RUN)
    with tapped() as came:
        driver = virtual_time.VirtualTime(roles(scenario, settings), seed=seed)
        driver.run(until_ns=round(seconds * NS_PER_S))
    speakers = replace(settings.speakers, keys=None)
    flown = Capture((), speakers, rings_of_seed(seed, settings.speakers), seed)
    seen = [copy for each in came for copy in (each, *_looked_on(each, flown))]
    times = Counter[tuple[object, ...]]()
    kept = []
    for each in seen:
        times[kind := (*each[:3], message_of(each))] += 1
        kept += [each] if times[kind] <= most else []
    return flown._replace(came=(*kept, *beside(flown)))


def message_of(came: Came) -> str:
    """Return what kind of message it is, or is a part of."""
    at = (LENGTH_BYTES if came.way == "stream" else HEAD_BYTES) + HEADER_BYTES
    return type(unpack_message(came.data[at : -tail_bytes(came.data[at - HEADER_BYTES : at])])).__name__


@contextmanager
def tapped() -> Iterator[list[Came]]:
    """Let every bus of virtual time note what comes to its receivers."""
    came: list[Came] = []

    class Tapped(VirtualBus):
        """A bus that notes it."""

        def receive(self, name: str, passage: Passage):
            for piece, opened in zip(passage.pieces, passage.opened, strict=True):
                came.extend(_entries(opened.body.sender.name, name, passage.carrier, piece))
            return super().receive(name, passage)

    genuine, virtual_time.VirtualTime.bus_kind = virtual_time.VirtualTime.bus_kind, Tapped
    try:
        yield came
    finally:
        virtual_time.VirtualTime.bus_kind = genuine


def _entries(sender: str, receiver: str, way: Way, data: bytes) -> list[Came]:
    """Return who judges what came: the spacecraft what its end of the link got."""
    if way == "link" and receiver == "space_segment":
        return [Came(sender, SPACECRAFT, "up", data)]
    return [Came(sender, receiver, way, data)]


def _looked_on(each: Came, flown: Capture) -> Iterator[Came]:
    """Yield the same datagram as those get it who look on: once, from the first of its receivers."""
    if each.way == "tm" and each.receiver == "predictor":
        yield from (each._replace(receiver=name) for name in LOOKERS if name in flown.rings)


def beside(flown: Capture) -> Iterator[Came]:
    """Yield pictures, and presses of HOLD by each who may press, as they would have come."""
    yield from _pictures(flown)
    route = ROUTES[HoldCommand]
    for sender in playing(route.senders, flown.speakers.participants):
        for receiver in route.receivers:
            if receiver in flown.rings[sender].pairs:
                yield press(flown, sender, receiver)
    uplink = Wire(SECOND_UPLINK, flown.of(SECOND_UPLINK), boot=Boot(0, LATER))
    for packet in uplink.packets(hold("hold"), 0):
        yield Came(SECOND_UPLINK, SPACECRAFT, "up", packet)


def hold(actor: str) -> HoldCommand:
    return HoldCommand(actor=actor, pressed_ns=1, nonce=7)


def press(flown: Capture, sender: str, receiver: str) -> Came:
    """Return a press of HOLD by the connection of two."""
    wire = Wire(sender, flown.of(sender), boot=Boot(0, LATER))
    session = StreamSession(flown.of(sender), receiver, fresh=FIRST_LIVES)
    return Came(sender, receiver, "stream", session.sealed(wire.untagged(hold(sender))))


def _pictures(flown: Capture) -> Iterator[Came]:
    pixels = np.random.default_rng(flown.seed).integers(0, 256, 64 * 48, dtype=np.uint8).tobytes()
    image = Image(camera="global", number=1, sampled_ns=1, width=64, height=48, pixels=pixels)
    onboard = Wire(SPACECRAFT, flown.of(SPACECRAFT), boot=Boot(0, LATER))
    bridge = Wire("bridge", flown.of("bridge"), boot=Boot(0, LATER))
    for packet in packets_of(image, wire=onboard):
        yield Came(SPACECRAFT, "bridge", "link", packet)
        (sealed,) = bridge.encode(ImagePacket(packet=packet), 0)
        yield from (Came("bridge", name, "image", sealed) for name in ("image_monitor", *LOOKERS))
