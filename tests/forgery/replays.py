"""What came, unaltered, but again: later, after restarts, or where it was not meant to come."""

from collections.abc import Iterator

from telemetry.agreed.participants import SPACECRAFT
from telemetry.wire.routes import Way
from tests.forgery.alterations import OTHER_PLACES, Offer
from tests.forgery.captured import OTHER_RUN, Came, Capture
from tests.forgery.sealing_anew import EPOCH, Sealer, taken_apart
from tests.forgery.victims import Victims

WAYS: tuple[Way, ...] = ("tm", "tc", "image", "link", "up", "down", "stream")
Scene = tuple[str, Victims, list[Offer]]  # of its name: who is offered what


def scenes(flown: Capture, victims: Victims) -> Iterator[Scene]:
    """Yield every way to replay a flight to those who have had it; each goes on from the one before."""
    again = [_offer("again, at the end", came) for came in flown.came]
    yield "again, at the end", victims, again
    restarted = Victims(flown, life=2, known=victims.newest)
    yield "after the receiver's restart", restarted, _named(again, "after the receiver's restart")
    elsewhere = {
        "in another run": {"run_id": OTHER_RUN},
        "in another mode": {"mode": "replay"},
        "on another group": {"places": OTHER_PLACES},
    }
    for name, changes in elsewhere.items():
        wanted = [each for each in again if name != "on another group" or each.way in OTHER_PLACES]
        yield name, Victims(flown, life=9, **changes), _named(wanted, name)
    yield "by another way", Victims(flown), [*_by_other_ways(flown)]
    yield "in the other direction", Victims(flown), [*_reflected(flown)]
    yield "to another receiver", Victims(flown), [*_to_others(flown)]


def after_restarts(flown: Capture, victims: Victims) -> Iterator[tuple[str, Victims, list[Came]]]:
    """Yield victims, and what their senders say first in a new life; then all before it is replayed."""
    newer = first_words(flown, epochs=1)
    victims.reconnected(3)
    yield "after the sender's restart", victims, newer
    both = Victims(flown, life=4, known=victims.newest)
    yield "after the sender's restart, then the receiver's", both, []
    other = Victims(flown, life=5, known=both.newest)
    yield "after the receiver's restart, then the sender's", other, first_words(flown, epochs=2)


def first_words(flown: Capture, *, epochs: int) -> list[Came]:
    """Return a packet of a later life of each sender, by each way to each receiver; connections have none."""
    first = {(came.sender, came.receiver, came.way): came for came in flown.came if came.way != "stream"}
    return [_in_later_life(flown, came, epochs) for came in first.values()]


def _in_later_life(flown: Capture, came: Came, epochs: int) -> Came:
    parts = taken_apart(came)
    epoch = int.from_bytes(parts.header[EPOCH : EPOCH + 4], "big") + epochs
    sealer = Sealer(came.sender, flown.of(came.sender))
    return came._replace(data=sealer.sealed(parts.with_field(EPOCH, epoch.to_bytes(4, "big")), came))


def _offer(name: str, came: Came) -> Offer:
    return Offer(name, came.data, came.receiver, came.way, came.sender)


def _named(offers: list[Offer], name: str) -> list[Offer]:
    return [each._replace(kind=name) for each in offers]


def _by_other_ways(flown: Capture) -> Iterator[Offer]:
    for came in flown.came:
        ring = flown.rings[came.receiver]
        for way in WAYS:
            is_on = way not in ("tm", "image") or way in ring.groups
            across = ("up", "link", "down")
            is_same = way == came.way or (way in across and came.way in across)
            if is_on and not is_same and (way != "stream" or came.sender in ring.pairs):
                yield Offer("by another way", came.data, came.receiver, way, came.sender)


def _reflected(flown: Capture) -> Iterator[Offer]:
    for came in flown.came:
        if came.way == "stream":
            yield Offer("in the other direction", came.data, came.sender, "stream", came.receiver)
        elif came.way == "link":
            yield Offer("in the other direction", came.data, SPACECRAFT, "up", came.receiver)
        elif came.way == "up" and came.sender == "bridge":
            yield Offer("in the other direction", came.data, "bridge", "link", came.receiver)


def _to_others(flown: Capture) -> Iterator[Offer]:
    """Yield frames on connections of the same sender with others."""
    for came in flown.came:
        if came.way == "stream":
            for other in flown.rings[came.sender].pairs:
                if other != came.receiver and came.sender in flown.rings[other].pairs:
                    yield Offer("to another receiver", came.data, other, "stream", came.sender)
