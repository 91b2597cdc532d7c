"""One participant's seams in real time: what its process asks of `seams` before anything reaches the role.

    bytes off a socket -> arriving ---> bus, reader      lost, late, doubled, damaged, an old one
    a step of the role ---> keeps  ---> the role         later, in order: it is frozen, or its disk writes
    the run's time     ---> now_ns ---> role, records    offset or stepped
    a record           ---> store_fault, slow disk

The launch file's `faults` say what happens, in time of the run; without any only the clock is asked.  While a
role is frozen its heartbeat goes on: a process that stands still as a whole is for its supervisor to see.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.factory import load
from telemetry.drive.installed import SEAMS
from telemetry.drive.seams import Parcel, Seams, StoreFault
from telemetry.drive.ticker import LONGEST_SLEEP_S
from telemetry.messages.health import Tapped
from telemetry.network.launch import Launch
from telemetry.wire.codec import Reader, Received
from telemetry.wire.routes import Carrier

NAP_S = 0.01  # of the ticker at most, so that it sees a clock that is stepped

Step = Callable[[], None]
OnBytes = Callable[[bytes], None]


class Trouble:
    """The seams of one process; everything here happens in its loop's thread."""

    def __init__(self, launch: Launch, run_ns: Callable[[], int], do: Callable[[Step], None]) -> None:
        """Make seams of a launch file's faults; `run_ns` is the run's time, `do` does a deferred step."""
        self._name, self._run_ns = launch.participant, run_ns
        self._is_ahead = bool(launch.faults)
        self.nap_s = NAP_S if launch.faults else LONGEST_SLEEP_S
        self._seams: Seams = load(SEAMS)(launch.faults, launch.seed) if launch.faults else Seams()
        self._reader = Reader(launch.speakers.proven)
        self._pieces: dict[tuple[Carrier, bytes], list[bytes]] = {}  # of messages that are not whole yet
        self._do = do
        self._waiting: deque[Step] = deque()

    def now_ns(self) -> int:
        """Return what the participant's clock shows [ns]."""
        return self._seams.clock_ns(self._name, self._run_ns())

    def store_fault(self) -> StoreFault | None:
        """Return what the disk does to a record that is written now."""
        return self._seams.store_fault(self._name, self._run_ns())

    def arriving(self, carrier: Carrier, on_bytes: OnBytes) -> OnBytes:
        """Return what gets the bytes that come by a carrier, for `on_bytes`; that itself without trouble."""
        return partial(self._arrive, carrier, on_bytes) if self._is_ahead else on_bytes

    def _arrive(self, carrier: Carrier, on_bytes: OnBytes, data: bytes) -> None:
        """Hand on what has come, or what becomes of it; the segments of a message together."""
        stream = carrier, data[:2]
        pieces = self._pieces.setdefault(stream, [])
        pieces.append(data)
        result = self._reader.decode(data, carrier)
        if result is None:
            return None  # the other segments are on their way
        del self._pieces[stream]
        if not isinstance(result, Received) or isinstance(result.message, Tapped):
            return _hand_on_all(on_bytes, pieces)
        parcel = Parcel(result.sender, self._name, result.message, tuple(pieces))
        for late_ns, copied in self._seams.copies(parcel, self._run_ns()):
            if late_ns:
                asyncio.get_running_loop().call_later(late_ns / NS_PER_S, _hand_on_all, on_bytes, copied)
            else:
                _hand_on_all(on_bytes, copied)
        return None

    def defers(self, step: Step) -> bool:
        """Keep a step of the role that cannot be done now; False: it can."""
        if not self._is_ahead or (not self._waiting and self._left_ns() <= 0):
            return False
        self._waiting.append(step)
        self._wake_later()
        return True

    def delays_write(self, rest: Step) -> bool:
        """Defer `rest` until a slow disk has written; False: the disk is not slow."""
        if not self._seams.write_delay_ns(self._name, self._run_ns()):
            return False
        self._waiting.appendleft(rest)
        self._wake_later()
        return True

    def _left_ns(self) -> int:
        now_ns = self._run_ns()
        return self._seams.resumes_ns(self._name, now_ns) - now_ns

    def _wake_later(self) -> None:
        asyncio.get_running_loop().call_later(max(0, self._left_ns()) / NS_PER_S, self._go_on)

    def _go_on(self) -> None:
        """Do what has waited, in order, until something has to wait again."""
        while self._waiting and self._left_ns() <= 0:
            self._do(self._waiting.popleft())
        if self._waiting:
            self._wake_later()


def _hand_on_all(on_bytes: OnBytes, pieces: Sequence[bytes]) -> None:
    for piece in pieces:
        on_bytes(piece)
