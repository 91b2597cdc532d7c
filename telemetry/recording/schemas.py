"""The JSON schema of each class of message: what its keys are and mean, for whoever reads a recording."""

from typing import Any

import msgspec

from telemetry.wire.routes import ROUTES

SCHEMA_ENCODING = "jsonschema"
_CLASSES: dict[str, type[msgspec.Struct]] = {kind.__name__: kind for kind in ROUTES}


def schema_of(kind: str | type[msgspec.Struct]) -> bytes:
    """Return the schema of a class, also by its name; empty: this version knows no such class."""
    known = _CLASSES.get(kind) if isinstance(kind, str) else kind
    return msgspec.json.encode(_whole(known)) if known else b""


def _whole(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a schema that begins with an object, as readers ask, and not with a reference to one."""
    schema = msgspec.json.schema(kind)
    definitions = schema.pop("$defs")
    own = definitions.pop(kind.__name__)
    return {**own, "$defs": definitions} if definitions else own
