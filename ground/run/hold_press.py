"""HOLD, straight to each role that can stop the arm, with everything else dead.

    frame ---> bridge          which sends it up at once, and again until the latch is seen
          ---> gate            which stops releasing
          ---> space segment   the second copy, for the case that the bridge is dead
          <--- HoldTaken       of this very press, from each that has taken it

Each press is new, from whatever process: its time and a random number tell it from every other.  A program
that stands by keeps a session with each receiver, and probes every second whether a press would get there, so
that wrong keys or a dead receiver show before one.  Nothing here reads or writes a file.
"""

import asyncio
import secrets
import threading
from collections.abc import Sequence

from ground.run.guest import Answer, GuestLine
from telemetry.agreed.participants import Speakers
from telemetry.life.boot import boot_at
from telemetry.life.clock import utc_ns
from telemetry.messages.command import (
    HOLD_RECEIVERS,
    REACHES_SPACE,
    HoldCommand,
    HoldProbe,
    ready,
    taken,
)
from telemetry.network.launch import Addresses
from telemetry.wire.codec import Wire

NONCE_BITS = 63
HOLD = "hold"  # in whose name every program presses, whoever its actor is
AGAIN_S = 0.25  # between two attempts to get a session that is kept
PROBE_S = 1.0  # between two probes
NO_PASS = "no pass with the spacecraft stands, or the process is stopped"
PRESS_LIMIT_S = 6.0  # after which a thread that presses stands still


class HoldLine:
    """One program's presses: each to all receivers at once."""

    def __init__(self, addresses: Addresses, speakers: Speakers, *, actor: str) -> None:
        """Open no connection yet; `actor` is the participant that presses."""
        self._actor, self._has_passes = actor, addresses.has_passes
        wire = Wire(HOLD, speakers, boot=boot_at(utc_ns()))
        present = [name for name in HOLD_RECEIVERS if name in addresses.streams]
        self._lines = [GuestLine(name, addresses, speakers, wire=wire) for name in present]
        self._probed = dict[str, Answer]()  # by receiver: what became of the newest probe

    async def press(self) -> list[Answer]:
        """Send HOLD to every receiver and return what became of it; takes 4 s at most."""
        hold = HoldCommand(actor=self._actor, pressed_ns=utc_ns(), nonce=secrets.randbits(NONCE_BITS))
        asked = (line.ask(hold, taken(hold, line.receiver)) for line in self._lines)
        return [self._with_why(answer) for answer in await asyncio.gather(*asked)]

    async def probe(self) -> list[Answer]:
        """Ask every receiver whether a press would come, and return who does not answer; 2 s at most."""
        await asyncio.gather(*(self._probe(line) for line in self._lines))
        return self.unreached

    @property
    def unreached(self) -> list[Answer]:
        """The receivers that did not answer the newest probe."""
        return [answer for answer in self._probed.values() if answer.outcome != "took it"]

    @property
    def is_under_wrong_keys(self) -> bool:
        """True if every receiver refused the newest probe: trying again changes nothing."""
        return len(self.unreached) == len(self._lines) > 0 and all(
            row.outcome == "refused" and row.why for row in self.unreached
        )

    async def keep_open(self) -> None:
        """Keep a session with every receiver, and probe it, again and again; never returns.

        No receiver waits for another, which may be stopped.
        """
        keeping = (each(line) for line in self._lines for each in (self._keep_standing, self._keep_probing))
        await asyncio.gather(*keeping)

    async def _probe(self, line: GuestLine) -> None:
        probe = HoldProbe(number=secrets.randbits(NONCE_BITS))
        self._probed[line.receiver] = self._with_why(await line.probe(probe, ready(probe, line.receiver)))

    def _with_why(self, answer: Answer) -> Answer:
        """Return an answer with what is likely where a role listens and yet takes nothing: it has no pass."""
        is_mute = answer.outcome in ("gives no sign", "refused") and not answer.why
        if not (is_mute and self._has_passes and answer.receiver in REACHES_SPACE):
            return answer
        return answer._replace(why=NO_PASS)

    async def _keep_standing(self, line: GuestLine) -> None:
        while True:
            await line.stand_by()
            await asyncio.sleep(AGAIN_S)

    async def _keep_probing(self, line: GuestLine) -> None:
        while True:
            await self._probe(line)
            await asyncio.sleep(PROBE_S)

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
    others += _whys(answers)
    taken_by = f"{', '.join(took)} took it" if took else "nobody took it"
    beside = f" ({', '.join(others)})" if others else ""
    left = "HOLD was sent" if goes_up(answers) else "HOLD did not leave"
    return f"{left}: {taken_by}{beside}"


def unreached_text(unreached: Sequence[Answer]) -> str:
    """Return whom a press would not reach, and why, as one clause; empty: it would reach all."""
    if not unreached:
        return ""
    named = [f"{row.receiver.replace('_', ' ')} {row.outcome}" for row in unreached]
    return f"HOLD would not reach all: {', '.join((*named, *_whys(unreached)))}"


def _whys(answers: Sequence[Answer]) -> list[str]:
    return list(dict.fromkeys(answer.why for answer in answers if answer.why))


def press_once(addresses: Addresses, speakers: Speakers, *, actor: str) -> list[Answer]:
    """Press HOLD once and return what became of it at each receiver."""
    return asyncio.run(HoldLine(addresses, speakers, actor=actor).press())


class StandingHold:
    """HOLD's sessions kept ready in a thread of their own, for a program that has no loop."""

    def __init__(self, addresses: Addresses, speakers: Speakers, *, actor: str) -> None:
        """Open no connection yet."""
        self._line = HoldLine(addresses, speakers, actor=actor)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="HOLD", daemon=True)

    def __enter__(self) -> "StandingHold":
        """Keep sessions from now on."""
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """Close them."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    @property
    def unreached(self) -> str:
        """Whom a press would not reach by the newest probe, as one clause; empty: it would reach all."""
        return unreached_text(self._line.unreached)

    def probe(self) -> str:
        """Probe now, and return whom a press would not reach; takes 2 s at most."""
        asyncio.run_coroutine_threadsafe(self._line.probe(), self._loop).result(PRESS_LIMIT_S)
        return self.unreached

    def press(self) -> list[Answer]:
        """Press HOLD and return what became of it; takes 4 s at most.

        Raises:
            TimeoutError: the thread stands still.
        """
        return asyncio.run_coroutine_threadsafe(self._line.press(), self._loop).result(PRESS_LIMIT_S)

    def _run(self) -> None:
        keeping = self._loop.create_task(self._line.keep_open())
        self._loop.run_forever()
        keeping.cancel()
        self._loop.run_until_complete(asyncio.gather(keeping, return_exceptions=True))
        self._loop.run_until_complete(self._line.close())
        self._loop.close()
