"""When a role ticks: at its time, after all that has come, and at its end until nothing is due at once.

    set(due_ns) ---> thread sleeps until then ---> wake(), once ---> the role ticks and sets the next instant

The thread, because an asyncio timer alone is a millisecond late, touches nothing of the role: `wake` hands
over to the role's own loop.

    the ticker wakes ---> ask ---> three rounds of the loop ---> step
                                   what the kernel holds is polled, read, and taken from its stream

However long a tick takes, whatever came meanwhile waits for that one alone: a role that is late leaves out
ticks, never messages.  A role that holds what belongs on a disk ends by `last_ticks`.
"""

import asyncio
import threading
from collections.abc import Callable

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS, Effects, Role

LONGEST_SLEEP_S = 60.0


class Ticker:
    """Wakes once for each instant that was set; the instant may be moved earlier or later."""

    def __init__(
        self, wake: Callable[[], None], now_ns: Callable[[], int], nap_s: float = LONGEST_SLEEP_S
    ) -> None:
        """Call `wake` from the thread when `now_ns`, which is asked at least every `nap_s`, is there."""
        self._wake = wake
        self._nap_s = nap_s
        self._now_ns = now_ns
        self._due_ns = NEVER_NS
        self._stopped = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        """Begin to sleep."""
        self._thread.start()

    def set(self, due_ns: int) -> None:
        """Wake at this instant, and not at the one set before."""
        if due_ns == self._due_ns:  # mostly: no lock for it
            return
        with self._changed:
            self._due_ns = due_ns
            self._changed.notify()

    def stop(self) -> None:
        """End the thread; no wake comes after this returns."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        with self._changed:
            while not self._stopped:
                left_ns = self._due_ns - self._now_ns()
                if left_ns > 0:
                    self._changed.wait(min(left_ns / NS_PER_S, self._nap_s))
                    continue
                self._due_ns = NEVER_NS
                self._wake()


RECEIVE_ROUNDS = 3


class TickAfterReceiving:
    """One step that lets what has arrived go first."""

    def __init__(self, step: Callable[[], None]) -> None:
        """Start without a request."""
        self._step = step
        self._waits = False

    def ask(self) -> None:
        """Do the step when what is there now has been received; called in the loop's thread."""
        if not self._waits:
            self._waits = True
            self._wait(RECEIVE_ROUNDS)

    def _wait(self, rounds: int) -> None:
        if rounds:
            asyncio.get_running_loop().call_soon(self._wait, rounds - 1)
        else:
            self._waits = False
            self._step()


NEXT_PART_NS = 2_000_000  # a part after the one before it


def last_ticks(role: Role, perform: Callable[[Effects], None], now_ns: int) -> None:
    """Tick a role now, and then each time that it is due again soon after."""
    perform(role.tick(now_ns))
    while role.due_ns <= now_ns + NEXT_PART_NS:
        now_ns = role.due_ns
        perform(role.tick(now_ns))
