"""What a participant can say with its own keys, in its own name or another's, and what receivers take of it.

speaker    whose keys seal: it has no others; without a secret with a receiver it takes one that it has
claimed    in whose name it speaks: in the header of each packet and frame
session    of a connection the receiver knows by the handshake with whom: in truth, or as it is claimed
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from typing import NamedTuple

from telemetry.agreed.participants import (
    PARTICIPANTS,
    ROLES,
    SECOND_UPLINK,
    SPACECRAFT,
    Speakers,
    playing,
    role_of,
)
from telemetry.drive.virtual_bus import rings_of_seed
from telemetry.life.boot import Boot
from telemetry.messages.base import Message
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.kinds import Kind
from telemetry.wire.protection.stream_session import StreamSession
from telemetry.wire.protection.traffic import Audience, Seal
from telemetry.wire.routes import DECIDING, GROUPS, ROUTES, Way, senders_by_way
from telemetry.wire.way_proofs import audience_on
from tests.forgery.captured import FIRST_LIVES
from tests.telemetry.wire.test_codec import CARRIED, example

RUN = Speakers(run_id="doors", keys=None)
RINGS = rings_of_seed(1, RUN)
STATION = tuple(playing((role,))[0] for role in ROLES)  # the first of each role
SPEAKERS = (*STATION, SPACECRAFT, SECOND_UPLINK)  # one of each set of keys
_LIVES = count(1)


class Door(NamedTuple):
    """Where a message is proven: the way, and who receives by it."""

    message: type[Message]
    way: Way
    receiver: str


def doors() -> list[Door]:
    """Return each way of each message with each of its receivers that proves who speaks."""
    return [
        Door(message, way, receiver)
        for message, route in ROUTES.items()
        if message not in CARRIED
        for way in senders_by_way(message)
        for receiver in _proving(message, way, route.receivers)
    ]


def _proving(message: type[Message], way: Way, roles: tuple[str, ...]) -> tuple[str, ...]:
    """Return who proves, by a way, who says a message.

    Nobody does by the key of a group, which all on it have, nor where packets are only carried on.
    """
    match way:
        case "stream" | "tc":
            return tuple(name for name in STATION if role_of(name) in roles)
        case "tm":
            return tuple(name for name in STATION if role_of(name) in roles and role_of(name) in DECIDING)
        case "up":
            return (SPACECRAFT,)
        case "link" if ROUTES[message].direction == "down":
            return ("bridge",)
        case _:
            return ()


def shares_a_secret(speaker: str, door: Door) -> bool:
    """Return whether the speaker has keys by which this receiver knows it."""
    return door.receiver in RINGS[speaker].pairs


def taken_from(speaker: str, claimed: str, door: Door) -> list[str]:
    """Return in whose name a receiver takes what a speaker says in that name, each time that it does."""
    lies = _frames(speaker, claimed, door) if door.way == "stream" else _packets(speaker, claimed, door)
    return [taken for taken in lies if taken]


def _frames(speaker: str, claimed: str, door: Door) -> Iterator[str]:
    """By its own connection in another's name, and by one that it opens as the other."""
    for peer in dict.fromkeys((speaker, claimed)):
        ends = _connection(speaker, peer, door.receiver, claimed)
        if ends is not None:
            out, into = ends
            frame = out.sealed(_wire(speaker, claimed).untagged(example(door.message)))
            yield _taken(_reader(door.receiver).decode(frame, "stream", into))


def _packets(speaker: str, claimed: str, door: Door) -> Iterator[str]:
    wire = _wire(speaker, claimed)
    wire.audience = audience_on(door.way, door.receiver, RUN.participants)
    for packet in wire.packets(example(door.message), 0):
        yield _taken(_reader(door.receiver).decode(packet, door.way))


def _taken(result: object) -> str:
    return result.sender if isinstance(result, Received) else ""


@cache
def _connection(
    speaker: str, peer: str, receiver: str, claimed: str
) -> tuple[StreamSession, StreamSession] | None:
    """Return both ends of a connection that the receiver has with `peer`; None: the two have no secret.

    One for each name that is claimed: numbers of a connection only grow.
    """
    if peer not in RINGS[receiver].pairs:
        return None
    secret = RINGS[speaker].pairs.get(receiver) or _any_secret(speaker)
    ring = replace(RINGS[speaker], holder=peer, pairs={receiver: secret})
    out = StreamSession(replace(RUN, keys=ring), receiver, fresh=FIRST_LIVES)
    return out, StreamSession(replace(RUN, keys=RINGS[receiver]), peer, fresh=FIRST_LIVES)


class _AnyAudience(Wire):
    """Seals for whom it is to deceive, whatever its role and the message."""

    audience: Audience

    def _seal(self, kind: Kind) -> Seal:
        return self._traffic.seal(self.audience)


@cache
def _wire(speaker: str, claimed: str) -> _AnyAudience:
    """Return what seals in a name with the secrets of a speaker; each has numbers that nobody had before."""
    own, spare = RINGS[speaker], _any_secret(speaker)
    pairs = {row.name: own.pairs.get(row.name, spare) for row in PARTICIPANTS}
    groups = {way: own.groups.get(way, spare) for way in GROUPS}
    ring = replace(own, holder=claimed, pairs=pairs, groups=groups)
    return _AnyAudience(claimed, replace(RUN, keys=ring), boot=Boot(next(_LIVES), 0))


def _any_secret(speaker: str) -> bytes:
    return next(iter(RINGS[speaker].pairs.values()), b"\x5a" * 32)


@cache
def _reader(receiver: str) -> Reader:
    return Reader(replace(RUN, keys=RINGS[receiver]))
