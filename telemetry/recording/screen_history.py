"""What a screen showed at an instant, without all that it had received before.

    acts, logs, the gate's word     ===.==.=====..===.====.==|   all: they make history
    telemetry                       .   .   .   .   . =======|   one in half a second, then every one
    other states                    ......................===|   the end of each stream
    pictures, what is predicted at 100 Hz              ======|   the same, which is read again from the file

A stream is of one kind, one sender and one subject (a camera).  Its end counts however long ago that is: what
has fallen silent still stands on the screen.
"""

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImagePacket, ImageStatus
from telemetry.messages.prediction import CollisionState, PredictedArm
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES

BULK = {  # states that are too many to be kept, and how much of their end counts [s]
    wire_name(ImagePacket): 1.5,  # what is lost of a picture is waited for so long, and longer
    wire_name(PredictedArm): 1.0,
    wire_name(CollisionState): 1.0,
}
STATE_S = 1.0  # of any other stream
CLOCK_S = 14.0  # of telemetry: the clock's 10 s, before the oldest picture that it dates
STEADY_S = 0.5  # between two reports that tell of unbroken contact; less than any limit of silence


class KeptMessage(NamedTuple):
    """One message that a screen received."""

    at_ns: int
    number: int  # of its record: the order of what came at the same time
    message: Message


class Span(NamedTuple):
    """A part of the file that has to be read for one kind of message."""

    from_ns: int
    until_ns: int
    name: str


Stream = tuple[type[Message], str, str]  # kind, sender, subject


class ScreenHistory:
    """All that a screen received but the bulk, to be shown again for any instant."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.history: list[KeptMessage] = []
        self._streams = defaultdict[Stream, list[KeptMessage]](list)
        self._bulk = {name: array("q") for name in BULK}

    def on_message(self, kept: KeptMessage, sender: str) -> None:
        """Keep a message."""
        kind = type(kept.message)
        if ROUTES[kind].nature != "state" or kind is GateStatus:
            self.history.append(kept)
        else:
            self._streams[kind, sender, getattr(kept.message, "camera", "")].append(kept)

    def on_bulk(self, name: str, came_ns: Iterable[int]) -> None:
        """Note when messages of the bulk came."""
        self._bulk[name].extend(came_ns)

    def close(self) -> None:
        """Put all in order, once everything was taken."""
        for stream, received in self._streams.items():
            received.sort(key=time_order)
            if stream[0] is Telemetry:
                self.history += thinned(received)
        self.history.sort(key=time_order)
        for name, instants in self._bulk.items():
            self._bulk[name] = array("q", sorted(instants))

    def all_of(self, kind: type[Message]) -> list[KeptMessage]:
        """Return all states of a kind, in order."""
        streams = (received for stream, received in self._streams.items() if stream[0] is kind)
        return sorted((kept for received in streams for kept in received), key=time_order)

    def known_at(self, at_ns: int) -> list[KeptMessage]:
        """Return in order the messages, but the bulk, that bring a screen to its state at an instant."""
        found = {kept.number: kept for kept in self.history[: _end(self.history, at_ns)]}
        for stream, received in self._streams.items():
            for from_ns, until_ns in self._counts(stream, at_ns):
                for kept in received[_end(received, from_ns - 1) : _end(received, until_ns)]:
                    found[kept.number] = kept
        return sorted(found.values(), key=time_order)

    def spans(self, at_ns: int) -> list[Span]:
        """Return what has to be read of the bulk for the same, in order."""
        found = []
        for name, counts_s in BULK.items():
            instants = self._bulk[name]
            end = bisect_right(instants, at_ns)
            if end:
                found.append(Span(instants[end - 1] - round(counts_s * NS_PER_S), instants[end - 1], name))
        return sorted([*found, *self._old_pictures(at_ns)])

    def _counts(self, stream: Stream, at_ns: int) -> list[tuple[int, int]]:
        """Return the parts of a stream that count, from and until."""
        received = self._streams[stream]
        end = _end(received, at_ns)
        counts_s, ends = STATE_S, [received[end - 1].at_ns] if end else []
        if stream[0] is Telemetry:
            counts_s = CLOCK_S
            ends += [span.until_ns for span in self._old_pictures(at_ns)]
        return [(until_ns - round(counts_s * NS_PER_S), until_ns) for until_ns in ends]

    def _old_pictures(self, at_ns: int) -> Iterator[Span]:
        """Yield when each camera's newest whole picture came, by the image monitor's reports."""
        for (kind, _, _), received in self._streams.items():
            end = _end(received, at_ns)
            if kind is not ImageStatus or not end:
                continue
            number = _number(received[end - 1])
            first = end - 1
            while first and _number(received[first - 1]) == number:
                first -= 1
            if number:
                came_ns = received[first].at_ns
                yield Span(came_ns - NS_PER_S, came_ns, wire_name(ImagePacket))


def thinned(received: Iterable[KeptMessage]) -> Iterator[KeptMessage]:
    """Yield one message in half a second, and both ends of each longer silence."""
    last_ns: int | None = None  # of the one that was yielded last
    for kept, following in pairwise([*received, None]):
        is_needed = following is None or last_ns is None or following.at_ns - last_ns > STEADY_S * NS_PER_S
        if kept is not None and is_needed:
            last_ns = kept.at_ns
            yield kept


def time_order(kept: KeptMessage) -> tuple[int, int]:
    """Return what messages are ordered by."""
    return kept[:2]


def _end(received: list[KeptMessage], at_ns: int) -> int:
    """Return the place behind the last message up to an instant."""
    return bisect_right(received, at_ns, key=lambda kept: kept.at_ns)


def _number(kept: KeptMessage) -> int:
    return kept.message.number if isinstance(kept.message, ImageStatus) else 0
