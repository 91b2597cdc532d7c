"""The kinds of alteration: each makes of what came something else, which its receiver must refuse.

Every kind turns through all that it can change: each bit, each length, each value of each field of one or two
octets; of longer fields it draws values, and takes the neighbours, none and all ones.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import numpy as np

from telemetry.agreed.keys import TAG_BYTES
from telemetry.keys.key_sets import drawn_rings
from telemetry.wire.protection.header import mode_number, run_octets
from telemetry.wire.routes import Way
from telemetry.wire.way_proofs import audience_on
from tests.forgery.captured import OTHER_RUN, Came, Capture
from tests.forgery.sealing_anew import KEY_ID, RUN, SENDER, TAGS_MODE, Sealer, head_bytes, taken_apart

OTHER_SET = 2  # number of a key set; that of virtual time is 1
OTHER_MODES = ("live", "replay")
GROUPS = ("tm", "tc", "image")
OTHER_PLACES = {carrier: f"239.192.9.9:{9000 + place}" for place, carrier in enumerate(GROUPS)}


class Offer(NamedTuple):
    """What is offered to whom, and how."""

    kind: str
    data: bytes
    receiver: str
    way: Way
    sender: str  # at the other end of the connection, if it is a stream


class Field(NamedTuple):
    """A field of a packet or frame: where it begins and how long it is, in bits."""

    name: str
    at: int
    bits: int


PRIMARY = (
    Field("packet version", 0, 3), Field("packet type", 3, 1), Field("secondary header", 4, 1),
    Field("APID", 5, 11), Field("sequence flags", 16, 2), Field("sequence count", 18, 14),
    Field("packet length", 32, 16), Field("time P-field", 48, 8), Field("time", 56, 56),
)  # fmt: skip
LENGTH = (Field("frame length", 0, 32),)
PROTECTION = (
    Field("protection version", 0, 8), Field("tags", 8, 4), Field("mode", 12, 4), Field("key id", 16, 16),
    Field("run", 32, 64), Field("sender", 96, 16), Field("boot epoch", 112, 32), Field("sequence", 144, 64),
)  # fmt: skip


def fields(way: Way) -> list[Field]:
    """Return all fields before the payload."""
    begin = 8 * head_bytes(way)
    inner = [each._replace(at=each.at + begin) for each in PROTECTION]
    return [*(LENGTH if way == "stream" else PRIMARY), *inner]


class Alterations:
    """Makes alterations of what came in one flight."""

    def __init__(self, flown: Capture, *, seed: int) -> None:
        """Derive the keys of other modes, runs, sets and groups."""
        self._flown, self._rng = flown, np.random.default_rng(seed)
        self._turn = count()
        self._values: dict[tuple[Way, str], Iterator[int]] = {}
        self._sealers: dict[tuple[str, str], Sealer] = {}
        table = flown.speakers.participants
        self._senders = [number.to_bytes(2, "big") for number in range(1, len(table) + 1)]
        self._other_sets = {
            mode: drawn_rings(bytes(range(32)), mode=mode, number=OTHER_SET, participants=table)
            for mode in ("rehearsal", *OTHER_MODES)
        }

    def of(self, came: Came) -> Offer:
        """Return the next alteration of what came."""
        kind = KINDS[next(self._turn) % len(KINDS)]
        while not self._matters(data := kind(self, came), came):
            pass
        return Offer(kind.__name__.strip("_"), data, came.receiver, came.way, came.sender)

    def _matters(self, data: bytes, came: Came) -> bool:
        """Return whether anything is changed of what its receiver looks at: not another's tag alone."""
        if came.way not in GROUPS or len(data) != len(came.data):
            return data != came.data
        audience = audience_on(came.way, came.receiver, self._flown.speakers.participants)
        covered = len(data) - TAG_BYTES * len(audience.receivers)  # the tag of a group stands before theirs
        own = covered
        if came.receiver in audience.receivers:
            own += TAG_BYTES * audience.receivers.index(came.receiver)
        looked_at = slice(covered), slice(own, own + TAG_BYTES * (came.receiver in audience.receivers))
        return any(data[part] != came.data[part] for part in looked_at)

    def _draw(self, below: int) -> int:
        return int(self._rng.integers(below))

    def _sealer(self, holder: str, what: str) -> Sealer:
        """Return a sealer of a participant's own, in other circumstances."""
        known = self._sealers.get((holder, what))
        if known is not None:
            return known
        speakers = self._flown.of(holder)
        if what == "other run":
            speakers = replace(speakers, run_id=OTHER_RUN)
        elif what == "other group":
            speakers = replace(speakers, places=OTHER_PLACES)
        elif what == "other set":
            speakers = replace(speakers, keys=self._other_sets["rehearsal"][holder])
        else:
            ring = replace(speakers.keys, key_id=self._other_sets[what][holder].key_id)
            speakers = replace(speakers, mode=what, keys=ring)  # the same secrets, if they were shared
        return self._sealers.setdefault((holder, what), Sealer(holder, speakers))

    def _bit_flipped(self, came: Came) -> bytes:
        at = self._next(came.way, "bit") % (8 * len(came.data))
        return _with_bits(came.data, at, 1, _bits(came.data, at, 1) ^ 1)

    def _bits_flipped(self, came: Came) -> bytes:
        data = np.frombuffer(came.data, np.uint8).copy()
        places = self._rng.choice(data.size, 1 + self._draw(8), replace=False)
        data[places] ^= self._rng.integers(1, 256, places.size, dtype=np.uint8)
        return data.tobytes()

    def _cut(self, came: Came) -> bytes:
        return came.data[: self._next(came.way, "cut") % len(came.data)]

    def _cut_and_mended(self, came: Came) -> bytes:
        return _length_mended(self._cut(came), came.way)

    def _extended(self, came: Came) -> bytes:
        return came.data + self._rng.bytes(1 + self._next(came.way, "extended") % 600)

    def _extended_and_mended(self, came: Came) -> bytes:
        return _length_mended(self._extended(came), came.way)

    def _field_changed(self, came: Came) -> bytes:
        known = fields(came.way)
        field = known[self._next(came.way, "field") % len(known)]
        genuine, step = _bits(came.data, field.at, field.bits), self._next(came.way, field.name)
        if field.bits <= 16:
            value = (genuine + 1 + step % ((1 << field.bits) - 1)) % (1 << field.bits)
        else:
            drawn = int.from_bytes(self._rng.bytes(8), "big")
            value = (genuine + 1, genuine - 1, 0, -1, genuine + 64, genuine + (1 << 14), drawn)[step % 7]
            value %= 1 << field.bits
        if value == genuine:
            value = (genuine + 2) % (1 << field.bits)
        return _with_bits(came.data, field.at, field.bits, value)

    def _tags_exchanged(self, came: Came) -> bytes:
        """Let each tag stand in another's place, be doubled, or be all that is there."""
        parts = taken_apart(came).later() if len(came.data) % 2 else taken_apart(came)
        tags = [parts.tags[at : at + TAG_BYTES] for at in range(0, len(parts.tags), TAG_BYTES)]
        step = self._next(came.way, "tags")
        if len(tags) == 1 or step % 3 == 2:  # another number of tags
            wanted = (len(tags) + 1 + step % 14) % 16 + 1
            wanted += wanted == len(tags)
            tags = [tags[place % len(tags)] for place in range(wanted)]
            mode = parts.header[TAGS_MODE] & 0xF
            parts = parts.with_field(TAGS_MODE, bytes([(wanted - 1 & 0xF) << 4 | mode]))
        elif step % 3 == 1:
            tags = [tags[step % len(tags)]] * len(tags)
            parts = parts.later() if b"".join(tags) == parts.tags else parts
        else:
            tags = [*tags[1:], tags[0]]
        return _length_mended(parts._replace(tags=b"".join(tags)).whole, came.way)

    def _tag_of_another(self, came: Came) -> bytes:
        """Let it have the tags of another packet of the flight, or random ones."""
        parts, other = taken_apart(came), self._flown.came[self._draw(len(self._flown.came))]
        wanted = len(parts.tags)
        tags = (other.data[-wanted:] if len(other.data) > wanted else b"").rjust(wanted, b"\1")
        return parts._replace(tags=self._rng.bytes(wanted) if tags == parts.tags else tags).whole

    def _unsealed(self, came: Came) -> bytes:
        """Let it say that nothing is sealed."""
        parts = taken_apart(came).later()
        parts = parts.with_field(KEY_ID, bytes(2)) if self._draw(2) else parts
        return parts._replace(tags=bytes(len(parts.tags))).whole

    def _other_mode(self, came: Came) -> bytes:
        mode = OTHER_MODES[self._draw(2)]
        sealer, parts = self._sealer(came.sender, mode), taken_apart(came).later()
        tags = parts.header[TAGS_MODE] & 0xF0
        if self._draw(2):  # it says so, or does not
            parts = parts.with_field(TAGS_MODE, bytes([tags | mode_number(mode)]))
        if self._draw(2):
            key_id = self._other_sets[mode][came.sender].key_id
            parts = parts.with_field(KEY_ID, key_id.to_bytes(2, "big"))
        return sealer.sealed(parts, came)

    def _other_key(self, came: Came) -> bytes:
        sealer, parts = self._sealer(came.sender, "other set"), taken_apart(came).later()
        if self._draw(2):
            key_id = self._other_sets["rehearsal"][came.sender].key_id
            parts = parts.with_field(KEY_ID, key_id.to_bytes(2, "big"))
        return sealer.sealed(parts, came)

    def _other_run(self, came: Came) -> bytes:
        sealer, parts = self._sealer(came.sender, "other run"), taken_apart(came).later()
        parts = parts.with_field(RUN, run_octets(OTHER_RUN)) if self._draw(2) else parts
        return sealer.sealed(parts, came)

    def _other_group(self, came: Came) -> bytes:
        """Let it be sealed for the group at another address; what knows no group is of another run."""
        if came.way not in GROUPS:
            return self._other_run(came)
        return self._sealer(came.sender, "other group").sealed(taken_apart(came).later(), came)

    def _sender_renamed(self, came: Came) -> bytes:
        """Let it bear another participant's name, under the tags it has."""
        parts = taken_apart(came)
        parts = parts.later() if self._draw(2) else parts
        others = [each for each in self._senders if each != parts.header[SENDER : SENDER + 2]]
        return parts.with_field(SENDER, others[self._next(came.way, "sender's name") % len(others)]).whole

    def _next(self, way: Way, what: str) -> int:
        return next(self._values.setdefault((way, what), count()))


Kind = Callable[[Alterations, Came], bytes]
KINDS: tuple[Kind, ...] = (
    Alterations._bit_flipped,
    Alterations._bits_flipped,
    Alterations._cut,
    Alterations._cut_and_mended,
    Alterations._extended,
    Alterations._extended_and_mended,
    Alterations._field_changed,
    Alterations._tags_exchanged,
    Alterations._tag_of_another,
    Alterations._unsealed,
    Alterations._other_mode,
    Alterations._other_key,
    Alterations._other_run,
    Alterations._other_group,
    Alterations._sender_renamed,
)


def _bits(data: bytes, at: int, bits: int) -> int:
    end = -(-(at + bits) // 8)
    return int.from_bytes(data[at // 8 : end], "big") >> (8 * end - at - bits) & (1 << bits) - 1


def _with_bits(data: bytes, at: int, bits: int, value: int) -> bytes:
    begin, end = at // 8, -(-(at + bits) // 8)
    shift = 8 * end - at - bits
    known = int.from_bytes(data[begin:end], "big") & ~(((1 << bits) - 1) << shift)
    return data[:begin] + (known | value << shift).to_bytes(end - begin, "big") + data[end:]


def _length_mended(data: bytes, way: Way) -> bytes:
    """Return it with a length field that says how long it is now, if it has one."""
    if way == "stream":
        return (len(data) - 4).to_bytes(4, "big") + data[4:] if len(data) >= 4 else data
    return (
        data[:4] + (max(len(data) - 7, 0) & 0xFFFF).to_bytes(2, "big") + data[6:] if len(data) >= 6 else data
    )
