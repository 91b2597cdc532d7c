"""What the screens of a run were shown: the part of a recording that a replay plays again, and its lanes.

    instant(t)    what it takes to know at once what the screen knew at t      |
    frames(t)     all that came at t and later                                 `== ==== == ===>

The screen is a console that was there from the beginning, else the operator.  What a console receives and the
operator does not (pictures, beats, the world, the recorder's health) other roles received as well, and it is
on record there: it stands for what an open screen would have received.  Time counts from the start of the
run, as in summaries and logs.
"""

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush, merge
from pathlib import Path
from typing import NamedTuple

from telemetry.agreed.participants import CONSOLE, SEATS, playing
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.link.delay_lanes import lanes_of
from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImageStatus
from telemetry.recording.given.driver_records import is_driver_record
from telemetry.recording.given.received import MessageOpener
from telemetry.recording.reading.deliveries import Deliveries, read_deliveries
from telemetry.recording.reading.mcap_reading import Reading
from telemetry.recording.records.record import About, Mark, Record, damage_text
from telemetry.recording.screen_history import BULK, KeptMessage, ScreenHistory, Span, time_order
from telemetry.wire.routes import ROUTES

DISORDER_NS = NS_PER_S  # far more than the taps of several processes arrive out of order
EARLY_NS = 5 * NS_PER_S  # after the first screen: later, a console was opened in the middle of the run

OPERATOR, SUPERVISOR = "operator", "supervisor"

NamedRecord = tuple[Record, str]  # a record with its message's name


def _stand_ins() -> dict[str, frozenset[str]]:
    """Return by role the messages in which it stands for a console: those that the operator did not get."""
    found = defaultdict[str, set[str]](set)
    for kind, route in ROUTES.items():
        if CONSOLE in route.receivers and OPERATOR not in route.receivers:
            others = [role for role in route.receivers if role not in (*SEATS, SUPERVISOR)]
            for role in others[:1]:
                found[role].add(wire_name(kind))
    return {role: frozenset(names) for role, names in found.items()}


STAND_INS = _stand_ins()


class Frame(NamedTuple):
    """One message that a screen had received."""

    at_ns: int  # from the start of the run
    message: Message


class _Inputs:
    """What one participant was given off the bus."""

    def __init__(self, first_ns: int) -> None:
        self.first_ns = first_ns
        self.records: list[Record] = []  # but the bulk
        self.bulk = {name: array("q") for name in BULK}  # when it came


class Playback:
    """A recording, looked through once, to be played from anywhere."""

    def __init__(self, path: Path) -> None:
        """Look through the recording; FileError: there is none, or nothing in it is readable."""
        deliveries = read_deliveries(path)
        self._chapters: list[tuple[Reading, Mark]] = []
        self._begins_ns: list[int] = []  # of the chapters, ascending
        self.duration_ns = 0
        self._roles: dict[str, str] = {}  # of each participant
        inputs = self._look_through(deliveries)
        for reading in deliveries.readings:
            for mark in reading.marks:
                self._chapters.append((reading, mark))
                self._begins_ns.append(max(mark.at_ns, *self._begins_ns[-1:], 0))
        self.about = deliveries.about
        self.damage = damage_text(deliveries.damage)
        if not self._chapters:
            raise FileError(path, "", self.damage or "holds no records")
        self.screen = _screen(playing((CONSOLE,), self.about.participants), inputs)
        self._history = self._screen_history(inputs)
        kept = merge(self._history.history, self._history.all_of(ImageStatus), key=time_order)
        self.lanes = lanes_of((each.at_ns, each.message) for each in kept)

    def frames(self, from_ns: int = 0) -> Iterator[Frame]:
        """Return what was shown at `from_ns` and later, in the order of time."""
        opener = self._opener()
        for record, _ in _in_order_of_time(self._records(from_ns)):
            message = opener.open(record.role, record.packet) if record.at_ns >= from_ns else None
            if message is not None:
                yield Frame(record.at_ns, message)

    def instant(self, at_ns: int) -> Iterator[Frame]:
        """Return the messages that bring a screen to its state at `at_ns`, in the order of time."""
        for kept in merge(self._history.known_at(at_ns), self._bulk(at_ns), key=time_order):
            yield Frame(kept.at_ns, kept.message)

    def _look_through(self, deliveries: Deliveries) -> dict[str, _Inputs]:
        """Read everything once; return what those were given that may be the screen."""
        inputs: dict[str, _Inputs] = {}
        for record, name in deliveries.records():
            self.duration_ns = max(self.duration_ns, record.at_ns)
            self._roles = self._roles or dict(deliveries.about.participants)
            role = self._roles.get(record.role, "")
            is_shown = role in (CONSOLE, OPERATOR) or name in STAND_INS.get(role, ())
            if not is_shown or is_driver_record(record.packet):
                continue
            known = inputs.get(record.role) or inputs.setdefault(record.role, _Inputs(record.at_ns))
            if name in BULK:
                known.bulk[name].append(record.at_ns)
            else:
                known.records.append(record)
        return inputs

    def _screen_history(self, inputs: dict[str, _Inputs]) -> ScreenHistory:
        """Return all that the screen received, to be shown again for any instant."""
        opener, instants = self._opener(), ScreenHistory()
        for role, known in inputs.items():
            for name, came_ns in known.bulk.items():
                if self._is_shown(role, name):
                    instants.on_bulk(name, came_ns)
            is_shown = role == self.screen or (self.screen == OPERATOR and self._roles[role] in STAND_INS)
            for record in known.records if is_shown else ():
                received = opener.received(record.role, record.packet)
                if received is not None:
                    instants.on_message(
                        KeptMessage(record.at_ns, record.number, received.message), received.sender
                    )
        instants.close()
        return instants

    def _bulk(self, at_ns: int) -> Iterator[KeptMessage]:
        """Yield what has to be read again from the file, in the order of time."""
        opener = self._opener()
        for from_ns, until_ns, spans in _together(self._history.spans(at_ns)):
            for record, name in _in_order_of_time(self._records(from_ns)):
                if record.at_ns > until_ns:
                    break
                if any(span.name == name and span.from_ns <= record.at_ns <= span.until_ns for span in spans):
                    message = opener.open(record.role, record.packet)
                    if message is not None:
                        yield KeptMessage(record.at_ns, record.number, message)

    def _opener(self) -> MessageOpener:
        return MessageOpener(self.about.speakers)

    def _records(self, from_ns: int) -> Iterator[NamedRecord]:
        """Return the records of the screens from a little before `from_ns`."""
        index = max(bisect_right(self._begins_ns, from_ns - DISORDER_NS) - 1, 0)
        begun: set[Path] = set()
        for reading, mark in self._chapters[index:]:
            if reading.path in begun:
                continue  # reading goes on to the end of a file by itself
            begun.add(reading.path)
            for record, name in reading.records(mark):
                if not is_driver_record(record.packet) and self._is_shown(record.role, name):
                    yield record, name

    def _is_shown(self, participant: str, name: str) -> bool:
        """Return whether what a participant was given is shown: it is the screen, or stands for one."""
        if participant == self.screen:
            return True
        return self.screen == OPERATOR and name in STAND_INS.get(self._roles.get(participant, ""), ())


def about_of(path: Path) -> About:
    """Return the facts of a recording's run; FileError: there is none, or nothing in it is readable."""
    deliveries = read_deliveries(path)
    if next(deliveries.records(), None) is None:
        raise FileError(path, "", damage_text(deliveries.damage) or "holds no records")
    return deliveries.about


def _screen(consoles: tuple[str, ...], inputs: dict[str, _Inputs]) -> str:
    """Return whose screen is played: a console that was there from the beginning, else the operator's."""
    candidates = [name for name in (*consoles, OPERATOR) if name in inputs]
    begin_ns = min((inputs[name].first_ns for name in candidates), default=0)
    early = (name for name in candidates if inputs[name].first_ns <= begin_ns + EARLY_NS)
    return next(early, OPERATOR)


def _together(spans: list[Span]) -> Iterator[tuple[int, int, list[Span]]]:
    """Yield the parts of the file that cover spans, each with those in it."""
    part: list[Span] = []
    for span in spans:
        if part and span.from_ns > max(each.until_ns for each in part) + DISORDER_NS:
            yield part[0].from_ns, max(each.until_ns for each in part), part
            part = []
        part.append(span)
    if part:
        yield part[0].from_ns, max(each.until_ns for each in part), part


def _in_order_of_time(records: Iterator[NamedRecord]) -> Iterator[NamedRecord]:
    """Put right what the taps of several processes brought out of order; equal times keep their order."""
    waiting: list[tuple[int, int, NamedRecord]] = []
    for named in records:
        record = named[0]
        heappush(waiting, (record.at_ns, record.number, named))
        while waiting[0][0] < record.at_ns - DISORDER_NS:
            yield heappop(waiting)[2]
    while waiting:
        yield heappop(waiting)[2]
