"""The log of a participant's process, for people: one line for an event.

12.345 s gate: connected to planner
"""

import os
import sys
from collections.abc import Callable
from typing import TextIO

from telemetry.agreed.run_settings import NS_PER_S

QUIET_NS = NS_PER_S  # between two lines of one kind


def drop_unwritten() -> None:
    """Write what is left of the log, or drop it: what cannot be written must not change the exit code."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (the interpreter flushes it at exit)


class EventLog:
    """The log of one participant."""

    def __init__(self, participant: str, now_ns: Callable[[], int], output: TextIO | None = None) -> None:
        """Date lines by the run's clock; `output` None: standard error."""
        self._output = output
        self._participant = participant
        self.now_ns = now_ns
        self._said_ns: dict[str, int] = {}
        self._unsaid: dict[str, int] = {}
        self.counts: dict[str, int] = {}

    def say(self, text: str) -> None:
        """Write one line."""
        line = " ".join(text.split())
        try:
            print(
                f"{self.now_ns() / NS_PER_S:.3f} s {self._participant}: {line}",
                file=self._output or sys.stderr,
                flush=True,
            )
        except (OSError, ValueError):
            return  # the pipe has no reader, or the output is closed; a role does not depend on its log

    def count(self, kind: str, text: str = "") -> None:
        """Count an event that may come in thousands; write at most one line a second for each kind."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        now_ns = self.now_ns()
        if now_ns - self._said_ns.get(kind, -QUIET_NS) < QUIET_NS:
            self._unsaid[kind] = self._unsaid.get(kind, 0) + 1
            return
        self._said_ns[kind] = now_ns
        more = self._unsaid.pop(kind, 0)
        self.say(f"{kind} {text}".rstrip() + (f" (and {more} more before)" if more else ""))
