"""Packets made with every key that predictor, haptics, recorder, console and observer hold, all together.

In the name of the gate to the bridge, of the bridge and the second uplink to the spacecraft, of the
spacecraft to the bridge, of the bridge to the gate by telemetry; and in their own names, what only others may
say.  Not made here: telemetry for the others of its group, which whoever is on it can make (the guide's page
says so), and for the predictor, which would deceive itself.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import numpy as np

from telemetry.agreed.keys import Keyring
from telemetry.agreed.participants import SECOND_UPLINK, SPACECRAFT, number_of, role_of
from telemetry.messages.base import Message
from telemetry.wire.kinds import unpack_message
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.routes import DECIDING, ROUTES
from telemetry.wire.way_proofs import command_receivers
from tests.forgery.alterations import Offer
from tests.forgery.captured import Capture
from tests.forgery.sealing_anew import SENDER, Parts, Sealer, taken_apart

ATTACKERS = ("predictor", "haptics", "recorder", "console", "observer")
COMMANDED = ("bridge", "gate")
OWN_NAME, OWN_CONNECTION = "a command in their own name", "by their own connection"
PROVEN = (OWN_NAME, OWN_CONNECTION)  # refused for what they say; their makers' own numbers move


class Forgers:
    """All of them, with whatever they hold, in one flight."""

    def __init__(self, flown: Capture, *, seed: int) -> None:
        """Gather their secrets, and what others say."""
        self._flown, self._rng, self._turn = flown, np.random.default_rng(seed), count()
        rings = [flown.rings[name] for name in ATTACKERS]
        self.secrets = sorted(
            {key for ring in rings for key in (*ring.pairs.values(), *ring.groups.values())}
        )
        self._commands = [each for each in flown.came if each.way == "tc" and each.receiver == "bridge"]
        self._up = [each for each in flown.came if each.way == "up"]
        self._down = [each for each in flown.came if each.way == "link" and each.receiver == "bridge"]
        self._told = [each for each in flown.came if each.way == "tm" and each.receiver == "gate"]
        self._said = [each for each in flown.came if each.way == "stream" and each.receiver in COMMANDED]
        self._later = count()
        self._own: dict[str, Sealer] = {}

    def next(self) -> Offer:
        """Return the next forgery."""
        return FORGERIES[next(self._turn) % len(FORGERIES)](self)

    def _any(self, of):
        return of[int(self._rng.integers(len(of)))]

    def _stolen(self, holder: str, peers: tuple[str, ...], *, like: str = "") -> Sealer:
        """Return a sealer in another's name, with stolen secrets in place of its own."""
        pairs = {peer: self._any(self.secrets) for peer in peers}
        groups = self._flown.rings["console"].groups  # which they have as they are
        key_id = self._flown.rings[holder].key_id
        ring = Keyring(holder=holder, key_id=key_id, pairs=pairs, groups=groups)
        return Sealer(holder, replace(self._flown.speakers, keys=ring), like=like)

    def _as_the_gate(self) -> Offer:
        came = self._any(self._commands)
        receivers = command_receivers(self._flown.speakers.participants)
        data = self._stolen("gate", receivers).sealed(taken_apart(came).later(next(self._later)), came)
        return Offer("as the gate", data, "bridge", "tc", "gate")

    def _as_the_bridge(self) -> Offer:
        came = self._any(self._told)
        data = self._stolen("bridge", DECIDING).sealed(taken_apart(came).later(next(self._later)), came)
        return Offer("as the bridge", data, came.receiver, "tm", "bridge")

    def _up_to_the_spacecraft(self) -> Offer:
        came, name = self._any(self._up), self._any(("bridge", SECOND_UPLINK))
        parts = self._named(taken_apart(came).later(next(self._later)), name)
        data = self._stolen(name, (SPACECRAFT,), like="bridge").sealed(parts, came)
        return Offer("up to the spacecraft", data, SPACECRAFT, "up", name)

    def _down_to_the_bridge(self) -> Offer:
        came = self._any(self._down)
        data = self._stolen(SPACECRAFT, ("bridge",)).sealed(taken_apart(came).later(next(self._later)), came)
        return Offer("down to the bridge", data, "bridge", "link", SPACECRAFT)

    def _command_in_own_name(self) -> Offer:
        """Seal a command of the gate's by one's own key with the bridge, where there is one."""
        came, name = self._any(self._commands), self._any(ATTACKERS)
        own = self._flown.rings[name]
        receivers = command_receivers(self._flown.speakers.participants)
        pairs = {peer: own.pairs.get(peer) or self._any(self.secrets) for peer in receivers}
        ring = Keyring(holder=name, key_id=own.key_id, pairs=pairs)
        as_gate = Sealer("gate", replace(self._flown.speakers, keys=replace(ring, holder="gate")))
        own_name = Sealer(name, replace(self._flown.speakers, keys=ring), like="gate")
        parts = self._named(taken_apart(came).later(next(self._later)), name)
        data = self._any((as_gate, own_name)).sealed(parts, came)
        return Offer(OWN_NAME, data, "bridge", "tc", name)

    def _by_own_connection(self) -> Offer:
        """Say by one's own connection what only others may say, in one's own name or in theirs."""
        while True:
            came, name = self._any(self._said), self._any(ATTACKERS)
            parts = taken_apart(came)
            if came.receiver not in self._flown.rings[name].pairs or came.sender == name:
                continue
            is_own_name = bool(self._rng.integers(2))
            if is_own_name and self._may_say(name, parts.payload):
                continue
            parts = self._named(parts.later(next(self._later)), name if is_own_name else came.sender)
            data = self._sealer(name).frame(parts, came.receiver)
            return Offer(OWN_CONNECTION, data, came.receiver, "stream", name)

    def _may_say(self, name: str, payload: bytes) -> bool:
        message: Message | Rejection = unpack_message(payload)
        role = role_of(name, self._flown.speakers.participants)
        return not isinstance(message, Rejection) and role in ROUTES[type(message)].senders

    def _sealer(self, name: str) -> Sealer:
        return self._own.setdefault(name, Sealer(name, self._flown.of(name)))

    def _named(self, parts: Parts, name: str) -> Parts:
        number = number_of(name, self._flown.speakers.participants)
        return parts.with_field(SENDER, number.to_bytes(2, "big"))


FORGERIES: tuple[Callable[[Forgers], Offer], ...] = (
    Forgers._as_the_gate,
    Forgers._as_the_bridge,
    Forgers._up_to_the_spacecraft,
    Forgers._down_to_the_bridge,
    Forgers._command_in_own_name,
    Forgers._by_own_connection,
)
