"""The ciphers of one participant in one run, and what they prove.

    tm, image                 one tag, of the group
    tc                        one tag for each receiver, in the order of the table: no receiver of a
                              telecommand can make one that another takes
    the space link            one tag, of the pair: the bridge and the spacecraft, or the second uplink and
                              the spacecraft; what lies between them proves nothing
    streams                   one tag, of the pair and the connection (`stream_session`)

What a confidential set encrypts for several receivers has a tag of its own inside, under the group's key.
"""

from typing import NamedTuple

from telemetry.agreed.keys import TAG_BYTES, Keyring
from telemetry.agreed.participants import Speakers
from telemetry.wire.protection.ciphers import NO_TAG, Cipher, derived
from telemetry.wire.protection.header import HEADER_BYTES, Proof, mode_number, nonce_of, run_octets


class Audience(NamedTuple):
    """The receivers for which the tags of a message are made, on one carrier."""

    carrier: str
    receivers: tuple[str, ...] = ()  # a tag for each; none: one for all of the group


class Seal:
    """What seals the bodies of one sender for one audience."""

    def __init__(self, ciphers: tuple[Cipher, ...], inner: Cipher | None = None) -> None:
        """Add a tag by each cipher; `inner` encrypts, with a tag of its own where there are several."""
        self._inner = inner
        self._outer = () if inner is not None and len(ciphers) == 1 else ciphers
        self.tags = max(1, len(self._outer) + (inner is not None))
        self.added_bytes = HEADER_BYTES + TAG_BYTES * self.tags

    def sealed(self, head: bytes, header: bytes, payload: bytes) -> bytes:
        """Return head, header, payload and tags; the head counts what is added."""
        before = head + header
        nonce, inner = nonce_of(before, len(before)), self._inner
        octets = before + (payload if inner is None else inner.encrypted(nonce, before, payload))
        if inner is None and not self._outer:
            return octets + NO_TAG
        return octets + b"".join([cipher.tag(nonce, octets) for cipher in self._outer])


UNSEALED_SEAL = Seal(())


class _DatagramProof:
    """What proves the bodies of one sender to one receiver."""

    def __init__(self, cipher: Cipher, inner: Cipher | None, *, place: int, tags: int) -> None:
        """Look at the tag in its place, behind the inner one if there are several; `tags` in all."""
        self._cipher, self._inner = cipher, inner
        self._place, self._tail = place, TAG_BYTES * tags

    def payload(self, data: bytes, begin: int, tail: int) -> bytes | None:
        """Return the payload; None: it does not have its tags, or not the right one."""
        if tail != self._tail:
            return None
        nonce, inner, end = nonce_of(data, begin), self._inner, len(data) - tail
        if inner is not None and tail == TAG_BYTES:
            return inner.decrypted(nonce, data[:begin], data[begin:])
        covered = end if inner is None else end + TAG_BYTES
        tag_at = covered + self._place * TAG_BYTES
        if not self._cipher.proves(nonce, data[:covered], data[tag_at : tag_at + TAG_BYTES]):
            return None
        return data[begin:end] if inner is None else inner.decrypted(nonce, data[:begin], data[begin:covered])


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
        tags = [
            self._cipher(audience, sender, receiver, secret=self._secret(receiver)) for receiver in receivers
        ]
        if not receivers:
            tags.append(self._group(audience, sender))
        return Seal(tuple(tags), self._inner(audience, sender, tags[0]))

    def proof(self, sender: str, audience: Audience) -> Proof | None:
        """Return what proves a sender's bodies that come by a way; None: it has no business there."""
        receivers, holder = audience.receivers, self._ring.holder
        if not receivers:
            cipher = self._group(audience, sender)
        elif sender in self._ring.pairs and holder in receivers:
            cipher = self._cipher(audience, sender, holder, secret=self._ring.pairs[sender])
        else:
            return None
        inner = self._inner(audience, sender, cipher)
        tags = len(receivers) + (inner is not None) if len(receivers) > 1 else 1
        place = receivers.index(holder) if receivers else 0
        return _DatagramProof(cipher, inner, place=place, tags=tags)

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

    def _inner(self, audience: Audience, sender: str, only: Cipher) -> Cipher | None:
        """Return what encrypts payloads; None: they stay readable."""
        if not self._ring.is_confidential:
            return None
        return self._group(audience, sender) if len(audience.receivers) > 1 else only


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
