"""Receive before the tick: what has come while a role was busy is with it before it ticks again.

    the ticker wakes ---> ask ---> three rounds of the loop ---> step
                                   what the kernel holds is polled, read, and taken from its stream

However long a tick takes, whatever came meanwhile waits for that one alone: a role that is late leaves out
ticks, never messages.  Whoever asks again while the step waits asks for the same one.
"""

import asyncio
from collections.abc import Callable

ROUNDS = 3


class TickAfterReceiving:
    """One step that lets what has arrived go first."""

    def __init__(self, step: Callable[[], None]) -> None:
        """Have nothing to do."""
        self._step = step
        self._waits = False

    def ask(self) -> None:
        """Do the step when what is there now has been received; called in the loop's thread."""
        if not self._waits:
            self._waits = True
            self._wait(ROUNDS)

    def _wait(self, rounds: int) -> None:
        if rounds:
            asyncio.get_running_loop().call_soon(self._wait, rounds - 1)
        else:
            self._waits = False
            self._step()
