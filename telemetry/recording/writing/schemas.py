"""The JSON schema of each class of message: what its keys are and mean, for whoever reads a recording."""

import msgspec

from telemetry.wire.kinds import BY_NAME
from telemetry.wire.schemas import schema

SCHEMA_ENCODING = "jsonschema"


def schema_of(kind: str | type[msgspec.Struct]) -> bytes:
    """Return the schema of a class, also by its name; empty: this version knows no such class."""
    if isinstance(kind, str):
        return schema_of(BY_NAME[kind].message) if kind in BY_NAME else b""
    return msgspec.json.encode(schema(kind))
