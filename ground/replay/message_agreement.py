"""Whether a life that was run again says what the recording shows it said.

    recorded   1  2     5  6        numbers of the sender; 3 was heard by nobody who is on record, 4 was none
    again      1  2  3  4  5        in the same order; none can come later than its number says

Octets are compared.  Where they differ, figures may differ by 1e-12, as between two kinds of processor; then
that is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.rerun import RerunWork
from telemetry.messages.base import Message, wire_name
from telemetry.recording.records.sent_messages import ReceivedMessage
from telemetry.wire.kinds import pack_message

FIGURE_TOLERANCE = 1e-12  # absolute, and relative to the greater one
SHOWN_CHARACTERS = 300  # characters of a message in a difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first place where recorded and again do not agree."""

    at_s: float
    what: str
    recorded: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageAgreement:
    """What was compared."""

    compared: int
    by_figures: int = 0  # of them, those whose octets differ and whose figures do not
    unheard: int = 0  # said again, and heard by nobody on record
    beyond: int = 0  # heard after the last thing on record that the participant was given
    difference: Difference | None = None


class _Match(NamedTuple):
    """Where a message is said again."""

    place: int
    is_equal: bool  # in its octets


def message_agreement(
    recorded: Sequence[ReceivedMessage],
    spoken: Sequence[Message],
    *,
    before: int = 0,
    known_until_ns: int | None = None,
) -> MessageAgreement:
    """Compare what was heard with what is said again.

    Args:
        recorded: in the order of their numbers.
        spoken: in order.
        before: the last number before the first.
        known_until_ns: when it was given the last thing that is on record; None: nothing came after that.
    """
    place = by_figures = 0
    for index, record in enumerate(recorded):
        window = spoken[place : max(record.sequence - before, place)]
        found = _match(record, window)
        if found is None:
            is_over = known_until_ns is not None and record.at_ns >= known_until_ns
            return MessageAgreement(
                compared=index,
                by_figures=by_figures,
                unheard=place - index,
                beyond=len(recorded) - index if is_over else 0,
                difference=None if is_over else _difference(record, window),
            )
        by_figures += not found.is_equal
        place += found.place + 1
    return MessageAgreement(
        compared=len(recorded), by_figures=by_figures, unheard=len(spoken) - len(recorded)
    )


def work_difference(works: Sequence[RerunWork]) -> Difference | None:
    """Return the first work whose value is another one now; digests of figures may differ with them."""
    for work in works:
        if msgspec.msgpack.encode(work.recorded) != msgspec.msgpack.encode(work.now):
            recorded, now = (_without_digests(value) for value in (work.recorded, work.now))
            if not is_near(recorded, now):
                at_s = work.at_ns / NS_PER_S
                return Difference(at_s=at_s, what=work.name, recorded=_shown(recorded), now=_shown(now))
    return None


def _without_digests(value: object) -> object:
    """Return a value as plain data, without what is a digest of it."""
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, dict):
        return {key: _without_digests(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_digests(part) for part in value]
    if isinstance(value, str | int | float | None):
        return value
    return _without_digests(msgspec.to_builtins(value, builtin_types=(bytes,)))


def _match(record: ReceivedMessage, window: Sequence[Message]) -> _Match | None:
    """Return where among these messages it is said again."""
    for place, message in enumerate(window):
        if pack_message(message) == record.payload:
            return _Match(place, True)
    for place, message in enumerate(window):
        if wire_name(type(message)) == record.name:
            figures = (msgspec.msgpack.decode(octets) for octets in (record.payload, pack_message(message)))
            if is_near(*figures):
                return _Match(place, False)
    return None


def is_near(one: object, other: object) -> bool:
    """True if two plain values are equal but for figures within `FIGURE_TOLERANCE`."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= FIGURE_TOLERANCE * max(1.0, abs(one), abs(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_near(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(is_near, one, other))
    return bool(one == other)


def _difference(record: ReceivedMessage, window: Sequence[Message]) -> Difference:
    now = next((message for message in window if wire_name(type(message)) == record.name), None)
    return Difference(
        at_s=record.at_ns / NS_PER_S,
        what=f"{record.name} to {record.receiver}",
        recorded=_shown(msgspec.msgpack.decode(record.payload)),
        now=_shown(msgspec.to_builtins(now)) if now else "nothing of the kind",
    )


def _shown(value: object) -> str:
    return str(value)[:SHOWN_CHARACTERS]
