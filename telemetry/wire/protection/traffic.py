"""The ciphers of one participant in one run, and what they prove.

    image                     one tag, of the group
    tm                        the tag of the group, and one for each receiver that decides on motion: to
                              these nobody of the group can say anything in the bridge's name
    tc                        one tag for each receiver, in the order of the table: no receiver of a
                              telecommand can make one that another takes.  Three cost 9 us to make, and 3
                              at each receiver; a signature (Ed25519) would cost 45, and 130 at each
    the space link            one tag, of the pair: the bridge and the spacecraft, or the second uplink and
                              the spacecraft; what lies between them proves nothing
    streams                   one tag, of the pair and the connection (`stream_session`)

The tag of a group stands before those of receivers, which cover it.  A confidential set encrypts the payload
under the key whose tag stands first; for telecommands, that is the key of their group, whose tag is added.
"""

from typing import NamedTuple

from telemetry.agreed.keys import TAG_BYTES, Keyring
from telemetry.agreed.participants import Speakers
from telemetry.wire.protection.ciphers import NO_TAG, Cipher, derived
from telemetry.wire.protection.header import HEADER_BYTES, Proof, mode_number, nonce_of, run_octets


class Audience(NamedTuple):
    """The receivers for which the tags of a message are made, on one carrier."""

    carrier: str
    receivers: tuple[str, ...] = ()  # a tag for each
    is_group: bool = False  # one for everybody of the group, before them


class Seal:
    """What seals the bodies of one sender for one audience."""

    def __init__(
        self, ciphers: tuple[Cipher, ...], first: Cipher | None = None, *, is_confidential: bool = False
    ) -> None:
        """Add the tag of `first`, which may encrypt, and then one by each cipher over all before these."""
        self._first, self._ciphers, self._is_confidential = first, ciphers, is_confidential
        self.tags = max(1, len(ciphers) + (first is not None))
        self.added_bytes = HEADER_BYTES + TAG_BYTES * self.tags

    def sealed(self, head: bytes, header: bytes, payload: bytes) -> bytes:
        """Return head, header, payload and tags; the head counts what is added."""
        before = head + header
        nonce, first = nonce_of(before, len(before)), self._first
        if first is None:
            octets = before + payload
        elif self._is_confidential:
            octets = before + first.encrypted(nonce, before, payload)
        else:
            octets = before + payload
            octets += first.tag(nonce, octets)
        if first is None and not self._ciphers:
            return octets + NO_TAG
        return octets + b"".join([cipher.tag(nonce, octets) for cipher in self._ciphers])


UNSEALED_SEAL = Seal(())


class _DatagramProof:
    """What proves the bodies of one sender to one receiver."""

    def __init__(
        self, own: Cipher | None, first: Cipher | None, *, place: int, tags: int, is_confidential: bool
    ) -> None:
        """Look at the receiver's own tag in its place, or else at the first; `tags` in all."""
        self._own, self._first, self._is_confidential = own, first, is_confidential
        self._place, self._tail = place * TAG_BYTES, tags * TAG_BYTES

    def payload(self, data: bytes, begin: int, tail: int) -> bytes | None:
        """Return the payload; None: it does not have its tags, or not the right one."""
        if tail != self._tail:
            return None
        nonce, end, own, first = nonce_of(data, begin), len(data) - tail, self._own, self._first
        covered = end if first is None else end + TAG_BYTES
        tag_at = covered + self._place
        if own is not None and not own.proves(nonce, data[:covered], data[tag_at : tag_at + TAG_BYTES]):
            return None
        if first is not None and self._is_confidential:
            return first.decrypted(nonce, data[:begin], data[begin:covered])
        if own is None and first is not None and not first.proves(nonce, data[:end], data[end:covered]):
            return None
        return data[begin:end]


class Traffic:
    """The traffic keys of one participant in one run."""

    def __init__(self, ring: Keyring, speakers: Speakers) -> None:
        """Derive none yet.

        Raises:
            ValueError: an unknown mode, or a run without a name.
        """
        if speakers.run_id is None:
            raise ValueError(f"{ring.holder} cannot seal or prove anything of a run without a name")
        self._ring = ring
        self._places, self._seals = speakers.places, dict[Audience, Seal]()
        self._salt = run_octets(speakers.run_id) + bytes((mode_number(speakers.mode),))

    def seal(self, audience: Audience) -> Seal:
        """Return what seals for an audience; ValueError: the ring has not the secrets for it."""
        if audience not in self._seals:
            self._seals[audience] = self._made(audience)
        return self._seals[audience]

    def _made(self, audience: Audience) -> Seal:
        sender, receivers = self._ring.holder, audience.receivers
        ciphers = [
            self._cipher(audience, sender, receiver, secret=self._secret(receiver)) for receiver in receivers
        ]
        first = self._first(audience, sender)
        if first is None and self._ring.is_confidential:
            first = ciphers.pop()  # the only one: it encrypts
        return Seal(tuple(ciphers), first, is_confidential=self._ring.is_confidential)

    def proof(self, sender: str, audience: Audience) -> Proof | None:
        """Return what proves a sender's bodies that come by a way; None: it has no business there."""
        receivers, holder, secrets = audience.receivers, self._ring.holder, self._ring.pairs
        is_confidential, own = self._ring.is_confidential, None
        if holder in receivers:
            if sender not in secrets:
                return None
            own = self._cipher(audience, sender, holder, secret=secrets[sender])
        elif not audience.is_group:
            return None
        first, tags = self._first(audience, sender), len(receivers)
        if first is not None:
            tags += 1
        elif is_confidential:
            first, own = own, None
        place = receivers.index(holder) if own is not None else 0
        return _DatagramProof(own, first, place=place, tags=tags, is_confidential=is_confidential)

    def _secret(self, receiver: str) -> bytes:
        if receiver not in self._ring.pairs:
            raise ValueError(f"{self._ring.holder} has no secret with {receiver}")
        return self._ring.pairs[receiver]

    def _cipher(self, audience: Audience, sender: str, receiver: str, *, secret: bytes) -> Cipher:
        place = self._places.get(audience.carrier, "")
        info = f"{audience.carrier} {sender} > {receiver} {place}"
        return Cipher(derived(secret, salt=self._salt, info=info))

    def _group(self, audience: Audience, sender: str) -> Cipher:
        if audience.carrier not in self._ring.groups:
            raise ValueError(f"{self._ring.holder} has no secret of the group {audience.carrier}")
        return self._cipher(audience, sender, "all", secret=self._ring.groups[audience.carrier])

    def _first(self, audience: Audience, sender: str) -> Cipher | None:
        """Return the cipher of the group, if its tag is among those of the audience."""
        is_hidden = self._ring.is_confidential and len(audience.receivers) > 1
        return self._group(audience, sender) if audience.is_group or is_hidden else None


def traffic_of(holder: str, speakers: Speakers) -> Traffic | None:
    """Return the traffic keys of a participant; None: nothing is sealed.

    Raises:
        ValueError: the ring is another participant's.
    """
    ring = speakers.keys
    if ring is None or not ring.is_sealed:
        return None
    if ring.holder != holder:
        raise ValueError(f"{holder} cannot seal with the ring of {ring.holder}")
    return Traffic(ring, speakers)
