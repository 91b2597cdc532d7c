"""The order in which the gate was given things and sent them, from a recording of what all others received.

    gate       tick ---- message --- tick - Persisted ----- tick
    received         | ActReply         |         Motion |
    placed           '--> message       '--> tick that wrote its record

What the gate sends follows from something that it was given: a reply from its act, an entry from its
proposal, a set-point or resume from what wrote its record.  All else left before it was received, in the
order of the gate's own numbers; its status no earlier than the tick before.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ground.audit.gate_records import PERSISTED, RELEASE_LOG, TICKED, GateInput, GateLife, GateRecords, Sent
from ground.audit.law import SECOND
from ground.audit.observer import Audit
from ground.audit.written import record_digest

NEVER_NS = -(2**62)  # before everything
IN_A_TICK = ("GateStatus", "Keep", "CommandChanges", "Motion")  # as far as nothing else names their cause
Key = tuple[object, ...]


class Placed(NamedTuple):
    """What happens at the gate at one instant."""

    at_ns: int
    inputs: list[GateInput]
    sent: list[Sent]


def feed(audit: Audit, records: GateRecords) -> None:
    """Feed the audit with what is on record."""
    up = sorted(records.up, key=lambda each: each.at_ns)
    for number, (life, after) in enumerate(pairwise([*records.lives, None])):
        if life is None:
            break
        if number:
            audit.on_restart(life.begins_ns, keeps_store=life.keeps_store)
        for placed in placements(life, _sent_in(life, after, records)):
            while up and up[0].at_ns + SECOND < placed.at_ns:  # by another host's clock, perhaps
                _feed_up(audit, up.pop(0))
            _feed_placed(audit, placed)
    for each in up:
        _feed_up(audit, each)


def _sent_in(life: GateLife, after: GateLife | None, records: GateRecords) -> list[Sent]:
    """Return what was sent in a life: by its boot epoch, and if two should have one, by time."""
    sent = records.sent.get(life.boot_epoch, {}).values()
    same = [each for each in records.lives if each.boot_epoch == life.boot_epoch]
    if len(same) == 1:
        return list(sent)
    begins_ns = life.begins_ns if life is not same[0] else NEVER_NS
    until_ns = after.begins_ns if after and life is not same[-1] else -NEVER_NS
    return [each for each in sent if begins_ns <= each.at_ns < until_ns]


def _feed_up(audit: Audit, each: Sent) -> None:
    audit.at(each.place)
    audit.on_sent(each.at_ns, "bridge", each.name, body=each.body)


def _feed_placed(audit: Audit, placed: Placed) -> None:
    for item in placed.inputs:
        audit.at(item.place)
        if item.name == PERSISTED:
            audit.on_persisted(item.body["key"], item.body["sha256"])
        elif item.name != TICKED:
            audit.on_heard(item.at_ns, item.name, body=item.body, speaker=item.sender)
    for each in placed.sent:
        audit.at(each.place)
        audit.on_sent(placed.at_ns, "gate", each.name, body=each.body)


def placements(life: GateLife, sent: Iterable[Sent]) -> Iterator[Placed]:
    """Return what happened in a life, in order."""
    inputs, ordered = life.inputs, sorted(sent)
    causes = _Causes(inputs)
    sent_at = causes.places(ordered)
    rows: dict[int, list[Sent]] = {}
    for place, each in zip(sent_at, ordered, strict=True):
        rows.setdefault(place, []).append(each)
    first = causes.rows[0] if causes.rows else len(inputs)
    yield Placed(inputs[0].at_ns if inputs else 0, inputs[:first], rows.get(-1, []))
    for place, begin in enumerate(causes.rows):
        end = causes.rows[place + 1] if place + 1 < len(causes.rows) else len(inputs)
        yield Placed(inputs[begin].at_ns, inputs[begin:end], rows.get(place, []))


class _Causes:
    """What the gate may have acted on, numbered from 0; -1 stands for its beginning."""

    def __init__(self, inputs: Sequence[GateInput]) -> None:
        self.rows = [row for row, each in enumerate(inputs) if each.is_cause]
        newest_ns = accumulate((inputs[row].at_ns for row in self.rows), max)
        self._until_ns = list(newest_ns)
        self._ticks = [place for place, row in enumerate(self.rows) if inputs[row].name == TICKED]
        self._known: dict[Key, list[int]] = {}
        for row, each in enumerate(inputs):
            self._known.setdefault(_key_of(each), []).append(bisect_right(self.rows, row) - 1)

    def places(self, ordered: Sequence[Sent]) -> list[int]:
        """Return for each message, in the order of their numbers, the cause that it follows from."""
        limits_ns = list(accumulate(reversed([each.at_ns for each in ordered]), min))[::-1]
        sure = [self._sure(each, limit_ns) for each, limit_ns in zip(ordered, limits_ns, strict=True)]
        bounds = [len(self.rows) if place is None else place for place in sure]
        latest = list(accumulate(reversed(bounds), min))[::-1]
        found, before = [], -1
        for each, place, limit_ns, bound in zip(ordered, sure, limits_ns, latest, strict=True):
            guess = min(self._guess(each, limit_ns), bound) if place is None else place
            before = max(before, guess)
            found.append(before)
        return found

    def _sure(self, sent: Sent, limit_ns: int) -> int | None:
        """Return the newest cause that names a message, of those before it was received."""
        newest = self._until(limit_ns)
        known = [place for place in self._known.get(_cause_key(sent), ()) if place <= newest]
        return known[-1] if known else None

    def _guess(self, sent: Sent, limit_ns: int) -> int:
        newest = self._until(limit_ns)
        if sent.name not in IN_A_TICK:
            return newest
        tick = bisect_right(self._ticks, newest) - 1
        return self._ticks[tick] if tick >= 0 else newest

    def _until(self, limit_ns: int) -> int:
        return bisect_right(self._until_ns, limit_ns) - 1


def _key_of(given: GateInput) -> Key:
    """Return by what a message names that it follows from this."""
    body = given.body
    if given.name == PERSISTED:
        return body["key"], body["sha256"]
    if given.name == "Proposal":
        return "Queued", body["entry"]["epoch"], body["entry"]["seq"], repr(body["entry"]["state"])
    if number := body.get("number"):
        return given.name, given.sender, number
    return ()


def _cause_key(sent: Sent) -> Key:
    body = sent.body
    match sent.name:
        case "Motion":
            return RELEASE_LOG, record_digest(body["set_point"])
        case "ResumeCommand":
            return RELEASE_LOG, record_digest(body)
        case "Queued":
            return "Queued", body["entry"]["epoch"], body["entry"]["seq"], repr(body["entry"]["state"])
        case "ActReply" if body.get("number"):
            return body["act"], body["to"], body["number"]
    return ("nothing that was given",)
