"""What an export or a stream consists of: encoded messages, each on a topic with a schema."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

import msgspec

from ground.export.schemas import PREFIX, Known, json_schema
from telemetry.messages.base import Message

LOG, FRAMES = "/log", "/tf"


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


class SaidMessage(Protocol):
    """A message with its sender and time, from a recording or from the bus."""

    @property
    def utc_ns(self) -> int:
        """When it was first given to a participant, since 1970."""
        ...

    @property
    def sender(self) -> str:
        """The participant that said it."""
        ...

    @property
    def message(self) -> Message | None:
        """The message; None: this version does not know its class."""
        ...

    @property
    def values(self) -> Mapping[str, Any]:
        """Its values by their keys."""
        ...


encode = msgspec.json.Encoder().encode


def known_sample(topic: str, utc_ns: int, message: Known) -> Sample:
    """Return a well-known message on a topic."""
    return Sample(known_topic(topic, type(message)), utc_ns, encode(message))


@cache
def known_topic(name: str, kind: type[Known]) -> Topic:
    """Return a topic of well-known messages."""
    return Topic(name, f"{PREFIX}.{kind.__name__}", encode(json_schema(kind)))
