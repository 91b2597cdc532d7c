"""Write moves as a plan file: the same moves always as the same text, and read again as the same."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from telemetry.plan.move_table import MoveTable

BARE = re.compile(r"[A-Za-z0-9_-]+\Z")  # a key that needs no quotes


def plan_text(name: str, summary: str, moves: Sequence[MoveTable]) -> str:
    """Return the plan file of moves: it says nothing of arm, scene and start, so that it begins anywhere."""
    head = [f"name = {_value(name)}", f"summary = {_value(summary)}"]
    return "\n".join([*head, *(line for move in moves for line in _rows(move))]) + "\n"


def _rows(move: MoveTable) -> Iterator[str]:
    yield "\n[[move]]"
    for key, value in _given(move).items():
        yield f"{_key(key)} = {_value(value)}"


def _given(table: msgspec.Struct) -> dict[str, object]:
    """Return what a table says beyond its defaults."""
    fields = {field.name: field for field in msgspec.structs.fields(table)}
    values = msgspec.structs.asdict(table)
    return {
        fields[name].encode_name: value for name, value in values.items() if value != fields[name].default
    }


def _value(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        value = _given(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if BARE.match(key) else json.dumps(key, ensure_ascii=False)
