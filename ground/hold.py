"""HOLD, straight to whoever can stop the arm, with everything else dead.

    frame ---> bridge          which sends it up at once, and again until the latch is seen
          ---> gate            which stops releasing
          ---> space segment   the second copy, for the case that the bridge is dead

A receiver has taken it when it closes its side after ours: it has then read everything before.  One that is
stopped accepts the connection (its host does) and never closes.  Nothing heavy is imported here.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Literal

from telemetry.addresses import Addresses
from telemetry.clock import monotonic_ns
from telemetry.codec import Wire
from telemetry.messages.command import HoldCommand

RECEIVERS = ("bridge", "gate", "space_segment")
REACHES_SPACE = ("bridge", "space_segment")
CONNECT_S = 1.0
CLOSE_S = 1.0
AGAIN_S = 0.5  # between two attempts to get a connection that is kept
NS_PER_S = 1_000_000_000

Outcome = Literal["took it", "gives no sign", "cannot be reached"]
_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a HOLD at one receiver."""

    receiver: str
    outcome: Outcome


class HoldLine:
    """One sender's presses: each the same frame to all receivers at once."""

    def __init__(
        self, addresses: Addresses, *, sender: Literal["hold", "supervisor"], mode: str, run_id: str
    ) -> None:
        """Connect to nobody yet."""
        # a later program of the same host begins a newer boot epoch, so its numbers are newer too
        self._wire = Wire(sender, mode=mode, run_id=run_id, boot_epoch=monotonic_ns() // NS_PER_S)
        self._sender, self._presses = sender, 0
        self._lines = [_Line(name, addresses) for name in RECEIVERS if name in addresses.streams]

    async def press(self) -> list[Taken]:
        """Send HOLD to every receiver and return what became of it; takes 2 s at most."""
        frame = self.frame()
        return list(await asyncio.gather(*(line.send(frame) for line in self._lines)))

    def frame(self) -> bytes:
        """Return the frame of the next press."""
        self._presses += 1
        return self._wire.frame(HoldCommand(actor=self._sender, number=self._presses))

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


@dataclass(slots=True)
class _Line:
    """The way to one receiver."""

    receiver: str
    addresses: Addresses
    _kept: _Streams | None = field(default=None)

    @property
    def is_open(self) -> bool:
        """True if a connection stands ready."""
        return self._kept is not None

    async def send(self, frame: bytes) -> Taken:
        """Send by the connection that stands ready, or else by a new one."""
        kept, self._kept = self._kept, None
        outcome: Outcome = "cannot be reached" if kept is None else await _deliver(kept, frame)
        if outcome == "cannot be reached":
            fresh = await self._connect()
            outcome = await _deliver(fresh, frame) if fresh else "cannot be reached"
        return Taken(self.receiver, outcome)

    async def keep_open(self) -> None:
        """Connect whenever no connection stands, and notice when the receiver ends it."""
        while True:
            if self._kept is None:
                self._kept = await self._connect()
            elif self._kept[0].at_eof():
                await self.close()
            await asyncio.sleep(AGAIN_S)

    async def close(self) -> None:
        """Close the connection that stands ready."""
        kept, self._kept = self._kept, None
        if kept is not None:
            await _close(kept[1])

    async def _connect(self) -> _Streams | None:
        host, port = self.addresses.host(self.receiver), self.addresses.streams[self.receiver]
        try:
            return await asyncio.wait_for(asyncio.open_connection(host, port), CONNECT_S)
        except (OSError, TimeoutError):
            return None


async def _deliver(streams: _Streams, frame: bytes) -> Outcome:
    """Send, close our side, and wait for the other side to do the same."""
    reader, writer = streams
    try:
        writer.write(frame)
        await writer.drain()
        writer.write_eof()
        await asyncio.wait_for(reader.read(), CLOSE_S)
    except TimeoutError:
        return "gives no sign"
    except OSError:
        return "cannot be reached"
    finally:
        await _close(writer)
    return "took it"


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):  # how it ended is known already
        await writer.wait_closed()


def press_once(
    addresses: Addresses, *, sender: Literal["hold", "supervisor"], mode: str, run_id: str
) -> list[Taken]:
    """Press HOLD once and return what became of it at each receiver."""
    return asyncio.run(HoldLine(addresses, sender=sender, mode=mode, run_id=run_id).press())
