"""The alarm clock of a role: a sleeping thread, because an asyncio timer alone is a millisecond late.

    set(due_ns) ---> thread sleeps until then ---> wake(), once ---> the role ticks and sets the next instant

The thread touches nothing of the role: `wake` hands over to the role's own loop.
"""

import threading
from collections.abc import Callable

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS

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
        with self._changed:
            if due_ns != self._due_ns:
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
