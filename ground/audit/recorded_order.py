"""The order in which the gate was given things and sent them, from a recording of what all others received.

    gate       tick ---- message --- tick - Persisted ----- tick
    received         | ActReply         |         Motion |
    placed           '--> message       '--> tick that wrote its record

What the gate sends follows from something that it was given: a reply from its act, an entry from its
proposal, a roll-back from a bad verdict, a set-point or resume from what wrote its record; and it left before
whatever answers it: a verdict, a report of the bridge.  All else keeps the order of the gate's own numbers,
and left before it stands in the recording as received: which is no proof, as each participant hands in its
own records, and the recorder may hear one before another.  Each tick sends one packet at most, and one
status.  No clock is asked: the gate's may be stepped, and so may any other.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ground.audit.gate_clock import OwnClock, Shown, run_times
from ground.audit.gate_records import PERSISTED, RELEASE_LOG, TICKED, GateInput, GateLife, GateRecords, Sent
from ground.audit.observer import Audit
from ground.audit.written import record_digest

IN_A_TICK = ("GateStatus", "Keep", "CommandChanges", "Motion")  # as far as nothing else names their cause
PACKETS = "Keep", "Motion"
ONE_A_TICK = PACKETS, ("GateStatus",)
Key = tuple[object, ...]


class Placed(NamedTuple):
    """What happens at the gate at one instant."""

    at_ns: int  # by the clock of the run
    own_ns: int  # by its own
    inputs: list[GateInput]
    sent: list[Sent]


def feed(audit: Audit, records: GateRecords, own_clock: OwnClock) -> None:
    """Feed the audit with what is on record; what went up last, as all that it may repeat is known then."""
    for number, (life, after) in enumerate(pairwise([*records.lives, None])):
        if life is None:
            break
        if number:
            audit.on_restart(life.begins_ns, keeps_store=life.keeps_store)
        for placed in placements(life, _sent_in(life, after, records)):
            own_clock.note(placed.at_ns, placed.own_ns)
            _feed_placed(audit, placed)
    for each in records.up:
        audit.at(each.place)
        audit.on_sent(each.at_ns, "bridge", each.name, body=each.body)


def _sent_in(life: GateLife, after: GateLife | None, records: GateRecords) -> list[Sent]:
    """Return what was sent in a life: by its boot epoch, and if two should have one, by where it stands."""
    sent = records.sent.get(life.boot_epoch, {}).values()
    same = [each for each in records.lives if each.boot_epoch == life.boot_epoch]
    if len(same) == 1:
        return list(sent)
    begins = life.record if life is not same[0] else 0
    until = after.record if after and life is not same[-1] else None
    return [each for each in sent if begins <= each.place.record and (not until or each.place.record < until)]


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
    ordered = sorted(sent, key=lambda each: each.sequence)
    causes = _Causes(life.inputs)
    rows: dict[int, list[Sent]] = {}
    for place, each in zip(causes.places(ordered), ordered, strict=True):
        rows.setdefault(place, []).append(each)
    own_ns = [each.at_ns for each in life.inputs]
    times_ns = run_times(own_ns, list(_shown(causes, rows)))
    inputs = life.inputs
    if times_ns != own_ns:
        inputs = [each._replace(at_ns=at_ns) for each, at_ns in zip(inputs, times_ns, strict=True)]
    begins = [0, *causes.rows]
    for place, (begin, end) in enumerate(pairwise([*begins, len(inputs)]), -1):
        if begin < end or place in rows:
            at = min(begin, len(inputs) - 1)
            of_life = (times_ns[at], own_ns[at]) if inputs else (life.begins_ns, life.begins_ns)
            yield Placed(*of_life, inputs[begin:end], rows.get(place, []))


def _shown(causes: "_Causes", rows: dict[int, list[Sent]]) -> Iterator[Shown]:
    """Return the statuses, which all receive: what they show of the gate's clock."""
    for place, sent in rows.items():
        for each in sent:
            if each.name == "GateStatus" and place >= 0:
                yield Shown(causes.rows[place], each.received_ns)


class _Causes:
    """What the gate may have acted on, numbered from 0; -1 stands for its beginning."""

    def __init__(self, inputs: Sequence[GateInput]) -> None:
        self.rows = [row for row, each in enumerate(inputs) if each.is_cause]
        self._records = [inputs[row].place.record for row in self.rows]
        self._ticks = [place for place, row in enumerate(self.rows) if inputs[row].name == TICKED]
        self._known: dict[Key, list[int]] = {}
        self._answered: dict[Key, int] = {}  # what has left before this
        place = -1
        for each in inputs:
            place += each.is_cause
            self._known.setdefault(_key_of(each), []).append(place)
            self._answered.setdefault(_answered_by(each), place - 1)

    def places(self, ordered: Sequence[Sent]) -> list[int]:
        """Return for each message, in the order of their numbers, the cause that it follows from."""
        limits = list(accumulate(reversed([each.place.record for each in ordered]), min))[::-1]
        sure = list(self._all_sure(ordered, limits))
        bounds = [len(self.rows) if place is None else place for place in sure]
        latest = list(accumulate(reversed(bounds), min))[::-1]
        found, before, newest = [], -1, dict.fromkeys(ONE_A_TICK, -1)
        for each, place, limit, bound in zip(ordered, sure, limits, latest, strict=True):
            kinds = next((names for names in ONE_A_TICK if each.name in names), None)
            after = newest[kinds] if kinds else -1
            guess = min(self._guess(each, limit, after), bound) if place is None else place
            before = max(before, guess)
            if kinds:
                newest[kinds] = before
            found.append(before)
        return found

    def _all_sure(self, ordered: Sequence[Sent], limits: Sequence[int]) -> Iterator[int | None]:
        """Yield for each message the cause that names it; None: none does.

        A console that starts again numbers its acts anew: what left later follows from none before the cause
        of a message that has no other.
        """
        least = -1
        for each, limit in zip(ordered, limits, strict=True):
            causes = self._known.get(_cause_key(each), ())
            place = self._sure(each, [place for place in causes if place >= least], limit)
            if place is not None and len(causes) == 1:
                least = place
            yield place

    def _sure(self, sent: Sent, causes: Sequence[int], limit: int) -> int | None:
        """Return which of the causes that name a message it follows from, as no answer shows it to be later.

        It is the newest that stands before the message; or the next one: a recorder may hear of what others
        received before it hears of what the gate was given.
        """
        most = self._answered.get(_answer_key(sent), len(self.rows))
        known = [place for place in causes if place <= most]
        return known[max(bisect_right(known, self._until(limit)) - 1, 0)] if known else None

    def _guess(self, sent: Sent, limit: int, after: int) -> int:
        """Return the newest cause or tick on record; a tick that has sent one of these sends no other."""
        newest = self._until(limit)
        if sent.name not in IN_A_TICK:
            return newest
        tick = bisect_left(self._ticks, newest + 1) - 1
        if tick < 0:
            return newest
        if self._ticks[tick] > after:
            return self._ticks[tick]
        later = bisect_right(self._ticks, after)
        follows = self._ticks[later : later + 1]
        is_next = follows == [newest + 1] or (follows and sent.name in PACKETS)
        return follows[0] if is_next else newest

    def _until(self, limit: int) -> int:
        """Return the newest cause that stands before a record."""
        return bisect_left(self._records, limit) - 1


def _key_of(given: GateInput) -> Key:
    """Return by what a message names that it follows from this."""
    body = given.body
    if given.name == PERSISTED:
        return body["key"], body["sha256"]
    if given.name == "Proposal":
        return "Queued", body["entry"]["epoch"], body["entry"]["seq"], repr(body["entry"]["state"])
    if given.name == "Verdict" and (not body["ok"] or body["clearance"] < body["required"]):
        return "RollBack", body["epoch"], body["seq"]
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
        case "RollBack":
            return "RollBack", body["epoch"] - 1, body["seq"]  # it tells the new one
        case "ActReply" if body.get("number"):
            return body["act"], body["to"], body["number"]
    return ("nothing that was given",)


def _answered_by(given: GateInput) -> Key:
    """Return what must have left before this was given."""
    body = given.body
    if given.name == "Verdict":
        return "Queued", body["epoch"], body["seq"]
    if given.name == "BridgeReport" and body["seq"] and not body.get("kind"):
        return "Motion", body["epoch"], body["seq"]
    return ()


def _answer_key(sent: Sent) -> Key:
    """Return by what an answer names a message."""
    inner = {"Queued": "entry", "Motion": "set_point"}.get(sent.name)
    return (sent.name, sent.body[inner]["epoch"], sent.body[inner]["seq"]) if inner else ("no answer",)
