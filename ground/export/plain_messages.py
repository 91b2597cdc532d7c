"""Every message as it was said, as JSON by its own keys, with its sender: `/messages/<Class>`.

What carries packets or messages of others is left out: what is in them is said by itself.  A message of a
class that this version does not know is there too, by whatever keys it has.
"""

import base64
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ground.export.sample import Sample, Topic, encode
from ground.export.schemas import json_schema
from telemetry.messages.base import Message, wire_name
from telemetry.messages.health import Tapped
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.messages.queue import CommandChange, CommandChanges
from telemetry.messages.replay import Replayed
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.wire.dictionary import entry

CARRIERS = (ImageShard, ImagePacket, Uplink, Downlink, Tapped, Replayed)
COMMANDS = "/commands"
UNKNOWN_TOPIC = Topic("/messages/unknown", "farhand.unknown", encode({"type": "object"}))


def plain_samples(message: Message, sender: str, utc_ns: int) -> Iterator[Sample]:
    """Return a message as it was said; of a list of commands also each one by itself."""
    if isinstance(message, CARRIERS):
        return
    yield _sample(message, sender, utc_ns)
    for change in message.changes if isinstance(message, CommandChanges) else ():
        yield _sample(change, sender, utc_ns)


def plain_topic(kind: type[msgspec.Struct]) -> Topic:
    """Return where messages of a class appear."""
    return _topic(COMMANDS if kind is CommandChange else f"/messages/{wire_name(kind)}", kind)


def unknown_sample(values: Mapping[str, object], sender: str, utc_ns: int) -> Sample:
    """Return a message of a class that this version does not know, by its keys."""
    keyed = {"sender": sender, **{str(key): plain(value) for key, value in values.items()}}
    return Sample(UNKNOWN_TOPIC, utc_ns, encode(keyed))


def _sample(message: msgspec.Struct, sender: str, utc_ns: int) -> Sample:
    """Return a message with its sender before its own keys, of which it has one at least."""
    data = b'{"sender":' + encode(sender) + b"," + encode(message)[1:]
    return Sample(plain_topic(type(message)), utc_ns, data)


@cache
def _topic(name: str, kind: type[msgspec.Struct]) -> Topic:
    schema = json_schema(kind, sender={"type": "string"})
    return Topic(name, f"farhand.{wire_name(kind)}", encode(_explained(schema, kind)))


def _explained(schema: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Add to each key what the dictionary of messages says of it."""
    for field in entry(kind).fields:
        unit = f"[{field.unit}] " if field.unit else ""
        if field.name in schema["properties"] and (unit or field.text):
            schema["properties"][field.name]["description"] = f"{unit}{field.text}".strip()
    return schema


def plain(value: object) -> object:
    """Return a value of msgpack as JSON has it."""
    match value:
        case bytes():
            return base64.b64encode(value).decode()
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case None | bool() | int() | float() | str():
            return value
        case _:  # an extension type
            return repr(value)
