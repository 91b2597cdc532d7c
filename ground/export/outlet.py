"""The joint between the stream's role and the server that puts samples out; neither imports the other.

role --- samples ---> outlet ---> target (`stream_server`), if there is one
"""

from collections.abc import Iterable
from typing import Protocol

from ground.export.sample import Sample


class SampleTarget(Protocol):
    """Where samples go; it never waits for a client."""

    def put(self, samples: Iterable[Sample]) -> None:
        """Put samples out."""
        ...

    def begin_anew(self) -> None:
        """Let all clients forget what was put out."""
        ...


class Outlet:
    """The way out of one role."""

    def __init__(self) -> None:
        """Lead nowhere."""
        self._target: SampleTarget | None = None
        self.zero_utc_ns = 0  # time zero of what is told, since 1970

    def open(self, target: SampleTarget, *, zero_utc_ns: int) -> None:
        """Lead there from now on."""
        self.zero_utc_ns = zero_utc_ns
        self._target = target

    def put(self, samples: Iterable[Sample]) -> None:
        """Put samples out; what leads nowhere is not even made."""
        if self._target is not None:
            self._target.put(samples)

    def begin_anew(self) -> None:
        """Let all clients forget what was put out."""
        if self._target is not None:
            self._target.begin_anew()


PROCESS_OUTLET = (
    Outlet()
)  # of this process: one role and one server, made by a factory that knows only settings
