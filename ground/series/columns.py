"""A class of messages as the columns of a table: flat, each of one type, with its unit in the header.

    q: Joints            q.joint_1 [rad]  q.joint_2 [rad]  ...      one for each joint, or q[1]  q[2]  ...
    p_base_tool: Vector  p_base_tool.x [m]  .y  .z                  quaternions: .w .x .y .z
    last: JointState     last.q.joint_1 [rad]  ...
    a list of parts      one column, JSON                           so is one of several kinds of part

What is absent is empty.  Units are those of the dictionary of messages.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import inspect

from telemetry.messages.base import Joints, Quaternion, Vector
from telemetry.wire.dictionary import entry

Kind = Literal["text", "whole", "real", "flag"]
Getter = Callable[[Any], Any]

_KINDS: tuple[tuple[type[inspect.Type], Kind], ...] = (
    (inspect.BoolType, "flag"),
    (inspect.IntType, "whole"),
    (inspect.FloatType, "real"),
    (inspect.StrType, "text"),
    (inspect.EnumType, "text"),
    (inspect.LiteralType, "text"),
)
_ROWS: tuple[tuple[object, tuple[str, ...], Kind], ...] = (  # annotation, what is in it, kind
    (Joints, (), "real"),  # those of the arm's joints
    (tuple[bool, ...], (), "flag"),
    (Vector, (".x", ".y", ".z"), "real"),
    (Quaternion, (".w", ".x", ".y", ".z"), "real"),
)


class Column(NamedTuple):
    """One column of a table."""

    name: str
    unit: str  # empty: a name, a count, a flag
    kind: Kind
    get: Getter  # from the whole message

    @property
    def header(self) -> str:
        """What stands above it."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def columns_of(kind: type[msgspec.Struct], joints: Sequence[str]) -> list[Column]:
    """Return the columns of a message or part; `joints`: what stands behind a name for each of the arm's."""
    return list(_struct(kind, "", lambda message: message, joints=joints))


def _struct(
    kind: type[msgspec.Struct], prefix: str, whole: Getter, *, joints: Sequence[str]
) -> Iterator[Column]:
    units = {field.name: field.unit for field in entry(kind).fields}
    info = inspect.type_info(kind)
    for field in info.fields if isinstance(info, inspect.StructType) else ():
        get = _attribute_of(whole, field.name)
        name, field_type = f"{prefix}{field.encode_name}", _without_none(field.type)
        if isinstance(field_type, inspect.StructType):
            yield from _struct(field_type.cls, f"{name}.", get, joints=joints)
        else:
            yield from _values(
                Column(name, units.get(field.encode_name, ""), "text", get), field_type, joints
            )


def _values(column: Column, field_type: inspect.Type, joints: Sequence[str]) -> Iterator[Column]:
    """Return the columns of what is no struct."""
    for annotation, axes, kind in _ROWS:
        names = axes or joints
        if names and field_type == inspect.type_info(annotation):
            for index, name in enumerate(names):
                yield column._replace(name=f"{column.name}{name}", kind=kind, get=_item_of(column.get, index))
            return
    for plain, kind in _KINDS:
        if isinstance(field_type, plain):
            yield column._replace(kind=kind)
            return
    yield column._replace(get=_text_of(column.get))


def _without_none(kind: inspect.Type) -> inspect.Type:
    """Return the only other type of what may be absent."""
    if isinstance(kind, inspect.UnionType):
        others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return others[0] if len(others) == 1 else kind
    return kind


def _attribute_of(whole: Getter, name: str) -> Getter:
    def get(message: Any) -> Any:
        part = whole(message)
        return None if part is None else getattr(part, name)

    return get


def _item_of(whole: Getter, index: int) -> Getter:
    def get(message: Any) -> Any:
        row = whole(message)
        return None if row is None or index >= len(row) else row[index]

    return get


def _text_of(whole: Getter) -> Getter:
    def get(message: Any) -> str | None:
        value = whole(message)
        if value is None or isinstance(value, str):
            return value
        return value.hex() if isinstance(value, bytes) else json.dumps(msgspec.to_builtins(value))

    return get
