"""The digest of all decisions of a flight: each release, verdict, refusal, hold and answer, in order.

Two flights with one digest have decided the same at the same instants, by whatever machine code: its name,
which a certificate carries, is left out.  Kept one by one as well, the first decision that differs can be
named.
"""

import hashlib
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.witness import Witness
from telemetry.messages.acts import ActReply
from telemetry.messages.base import Message, wire_name
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.messages.queue import HoldNotice, PlanSource, Proposal, RollBack, Verdict

DECISIONS = (
    Motion, ResumeCommand, HoldCommand, Verdict, Proposal, RollBack, HoldNotice, ActReply, PlanReady,
    PlanRefused,
)  # fmt: skip
DIGEST_BYTES, SHORT_BYTES = 16, 6
_ENCODE = msgspec.msgpack.Encoder().encode


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """One decision, as far as it has to be known elsewhere to be compared."""

    at_ns: int
    sender: str
    name: str
    digest: str

    @property
    def text(self) -> str:
        """When, by whom and what."""
        return f"{self.name} of the {self.sender} at {self.at_ns / NS_PER_S:.3f} s"


class DecisionWitness(Witness):
    """Sees what is decided."""

    def __init__(self, *, keeps: bool = False) -> None:
        """Begin before the first; `keeps`: each one by itself too."""
        self._all = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self._keeps = keeps
        self.kept: list[Decision] = []
        self.count = 0

    @property
    def digest(self) -> str:
        """Of all so far, in hexadecimal digits."""
        return self._all.hexdigest()

    def on_sent(self, at_ns: int, sender: str, message: Message) -> None:
        """Take what is a decision."""
        if not isinstance(message, DECISIONS):
            return
        self.count += 1
        content = f"{at_ns} {sender} ".encode() + _ENCODE(_decided(message))
        self._all.update(len(content).to_bytes(4, "big") + content)
        if self._keeps:
            short = hashlib.blake2b(content, digest_size=SHORT_BYTES).hexdigest()
            self.kept.append(Decision(at_ns, sender, wire_name(type(message)), short))


def _decided(message: Message) -> Message:
    """Return a decision without the name of the machine code that made it, and the digests over it."""
    if isinstance(message, PlanReady):
        certificate = message.certificate
        evidence = certificate.evidence and replace(certificate.evidence, machine_code="", target="")
        return replace(message, certificate=replace(certificate, evidence=evidence, digest=b""))
    if isinstance(message, Proposal) and isinstance(message.entry.source, PlanSource):
        return replace(
            message, entry=replace(message.entry, source=replace(message.entry.source, certificate=b""))
        )
    if isinstance(message, Verdict):
        return replace(message, chain=b"")  # over the proposals, which are decisions themselves
    return message


class FirstDifference(NamedTuple):
    """The first decision in which two flights differ."""

    number: int  # from 1
    here: Decision | None  # None: there is no further one
    there: Decision | None

    @property
    def text(self) -> str:
        """What differs, in one line."""
        here, there = (each.text if each else "nothing more" for each in (self.here, self.there))
        what = f"{here}, in another content" if here == there else f"{here} here, {there} there"
        return f"decision {self.number} is the first that differs: {what}"


def first_difference(here: Sequence[Decision], there: Sequence[Decision]) -> FirstDifference | None:
    """Return the first decision that differs; None: all are the same."""
    pairs = enumerate(zip_longest(here, there), 1)
    return next((FirstDifference(number, one, other) for number, (one, other) in pairs if one != other), None)
