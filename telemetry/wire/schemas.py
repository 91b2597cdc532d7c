"""JSON schemas of messages and records, under the names that they have on the wire.

classes ---> schemas by msgspec, whose keys are the wire's ---> titles and references by `on_wire`
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from telemetry.messages.base import NAMES
from telemetry.wire.kinds import BY_NAME

_REFERENCE = "#/$defs/"


def schemas(kinds: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    """Return the schemas of classes and of all in them, by name; what states none keeps its own."""
    names = {kind.__name__: name for kind, name in NAMES.items()}
    _, found = msgspec.json.schema_components(kinds, ref_template=f"{_REFERENCE}{{name}}")
    return {names.get(name, name): _renamed(schema, names) for name, schema in found.items()}


def schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a class; it begins with an object, as readers ask, and not with a reference."""
    definitions = schemas((kind,))
    own: dict[str, Any] = definitions.pop(NAMES.get(kind, kind.__name__))
    return {**own, "$defs": definitions} if definitions else own


def _renamed(part: object, names: dict[str, str]) -> object:
    if isinstance(part, dict):
        return {key: (_named if key == "title" else _renamed)(value, names) for key, value in part.items()}
    if isinstance(part, str) and part.startswith(_REFERENCE):
        name = part.removeprefix(_REFERENCE)
        return _REFERENCE + names.get(name, name)
    return [_renamed(each, names) for each in part] if isinstance(part, list) else part


def _named(title: object, names: dict[str, str]) -> object:
    return names.get(title, title) if isinstance(title, str) else _renamed(title, names)


SCHEMA_ENCODING = "jsonschema"


def schema_of(kind: str | type[msgspec.Struct]) -> bytes:
    """Return the schema of a class, also by its name; empty: this version knows no such class."""
    if isinstance(kind, str):
        return schema_of(BY_NAME[kind].message) if kind in BY_NAME else b""
    return msgspec.json.encode(schema(kind))
