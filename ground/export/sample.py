"""What an export or a stream consists of: encoded messages, each on a topic with a schema."""

from functools import cache
from typing import NamedTuple

import msgspec

from ground.export.schemas import PREFIX, Known, json_schema

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


encode = msgspec.json.Encoder().encode


def known_sample(topic: str, utc_ns: int, message: Known) -> Sample:
    """Return a well-known message on a topic."""
    return Sample(known_topic(topic, type(message)), utc_ns, encode(message))


@cache
def known_topic(name: str, kind: type[Known]) -> Topic:
    """Return a topic of well-known messages."""
    return Topic(name, f"{PREFIX}.{kind.__name__}", encode(json_schema(kind)))
