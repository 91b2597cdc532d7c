"""What an export or a stream consists of: encoded messages, each on a topic with a schema.

    stream's role --- samples ---> outlet ---> target (`stream_server`), if there is one

The role and the server meet at the outlet alone: neither imports the other.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Protocol

import msgspec

from ground.export.schemas import PREFIX, Known, json_schema

LOG, FRAMES = "/log", "/tf"
encode = msgspec.json.Encoder().encode


class Topic(NamedTuple):
    """Where messages of one kind appear."""

    name: str
    schema_name: str
    schema: bytes  # JSON schema


class Sample(NamedTuple):
    """One message of a topic."""

    topic: Topic
    utc_ns: int  # when it was first given to somebody, since 1970
    data: bytes  # JSON


def known_sample(topic: str, utc_ns: int, message: Known) -> Sample:
    """Return a well-known message on a topic."""
    return Sample(known_topic(topic, type(message)), utc_ns, encode(message))


@cache
def known_topic(name: str, kind: type[Known]) -> Topic:
    """Return a topic of well-known messages."""
    return Topic(name, f"{PREFIX}.{kind.__name__}", encode(json_schema(kind)))


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
