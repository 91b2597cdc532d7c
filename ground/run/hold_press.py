"""HOLD, straight to each role that can stop the arm, with everything else dead.

    frame ---> bridge          which sends it up at once, and again until the latch is seen
          ---> gate            which stops releasing
          ---> space segment   the second copy, for the case that the bridge is dead
          <--- HoldTaken       of this very press, from each that has taken it

Each press is new, from whatever process: its time and a random number tell it from every other.
"""

import asyncio
import secrets
from collections.abc import Sequence

from ground.run.guest import Answer, GuestLine
from telemetry.agreed.participants import Speakers
from telemetry.life.boot import boot_at
from telemetry.life.clock import utc_ns
from telemetry.messages.command import REACHES_SPACE, HoldCommand, taken
from telemetry.network.launch import Addresses
from telemetry.wire.codec import Wire

RECEIVERS = ("bridge", "gate", "space_segment")
NONCE_BITS = 63


class HoldLine:
    """One program's presses: each the same frame to all receivers at once."""

    def __init__(self, addresses: Addresses, speakers: Speakers, *, actor: str) -> None:
        """Open no connection yet; `actor` is the participant that presses."""
        self._actor = actor
        self._wire = Wire("hold", speakers, boot=boot_at(utc_ns()))
        present = [name for name in RECEIVERS if name in addresses.streams]
        self._lines = [GuestLine(name, addresses, speakers) for name in present]

    async def press(self) -> list[Answer]:
        """Send HOLD to every receiver and return what became of it; takes 3 s at most."""
        hold = HoldCommand(actor=self._actor, pressed_ns=utc_ns(), nonce=secrets.randbits(NONCE_BITS))
        frame = self._wire.frame(hold)
        asked = (line.ask(frame, taken(hold, line.receiver).__eq__) for line in self._lines)
        return list(await asyncio.gather(*asked))

    async def keep_open(self) -> None:
        """Keep a connection to every receiver, again and again; never returns."""
        await asyncio.gather(*(line.keep_open() for line in self._lines))

    async def close(self) -> None:
        """Close what is kept open."""
        await asyncio.gather(*(line.close() for line in self._lines))

    @property
    def connected(self) -> list[str]:
        """The receivers to which a connection stands."""
        return [line.receiver for line in self._lines if line.is_open]


def goes_up(answers: Sequence[Answer]) -> bool:
    """True if one of those that reach the spacecraft took it."""
    return any(answer.receiver in REACHES_SPACE and answer.outcome == "took it" for answer in answers)


def press_text(answers: Sequence[Answer]) -> str:
    """Return the outcome of a press as one clause."""
    named = [(answer.receiver.replace("_", " "), answer.outcome) for answer in answers]
    took = [name for name, outcome in named if outcome == "took it"]
    others = [f"{name} {outcome}" for name, outcome in named if outcome != "took it"]
    taken_by = f"{', '.join(took)} took it" if took else "nobody took it"
    beside = f" ({', '.join(others)})" if others else ""
    left = "HOLD was sent" if goes_up(answers) else "HOLD did not leave"
    return f"{left}: {taken_by}{beside}"


def press_once(addresses: Addresses, speakers: Speakers, *, actor: str) -> list[Answer]:
    """Press HOLD once and return what became of it at each receiver."""
    return asyncio.run(HoldLine(addresses, speakers, actor=actor).press())
