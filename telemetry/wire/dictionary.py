"""The message dictionary: every message, from the classes and routing rows themselves.

    class             name, id, first sentence           family   its module in `telemetry.messages`
    its fields        annotation as it stands there; meaning and [unit] from the comment beside it
    its row           direction, carrier, nature, senders and receivers

So nothing is stated here, and nothing can differ from what is flown.
"""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import FieldInfo

from telemetry.messages.base import Part, wire_name
from telemetry.messages.joint_state import JointState
from telemetry.wire.kinds import KIND_OF, Kind
from telemetry.wire.schemas import schemas

_UNIT = re.compile(r"\s*\[([^\]]+)\]")
_STAMP = "Nanoseconds"  # the annotation that is a unit by itself


class Field(msgspec.Struct, frozen=True):
    """One key of a map."""

    name: str
    type: str  # annotation, of the words of `telemetry.messages.base`
    unit: str  # empty: a name, a count, a flag
    text: str  # what the comment says beside the unit
    is_required: bool

    @property
    def meaning(self) -> str:
        """Type, unit and text in one line."""
        unit = f" [{self.unit}]" if self.unit else ""
        return f"{self.type}{unit}{': ' if self.text else ''}{self.text}"


class DictionaryEntry(msgspec.Struct, frozen=True):
    """One message, or a part that stands in messages."""

    name: str
    text: str  # the first sentence of its docstring
    fields: tuple[Field, ...]


class MessageRow(msgspec.Struct, frozen=True, kw_only=True):
    """A message with its route."""

    id: int
    apid: int
    name: str
    text: str
    fields: tuple[Field, ...]
    direction: str
    carrier: str
    nature: str
    senders: Sequence[str]
    receivers: Sequence[str]
    across: Sequence[str]


class Dictionary(msgspec.Struct, frozen=True, kw_only=True):
    """All messages, all that stands in them, and a JSON schema of each."""

    families: dict[str, list[MessageRow]]
    parts: list[DictionaryEntry]
    schema: dict[str, object]


def families() -> dict[str, list[Kind]]:
    """Return the kinds of message by family, in the order of their ids."""
    found: dict[str, list[Kind]] = {}
    for kind in sorted(KIND_OF.values(), key=lambda kind: kind.apid):
        found.setdefault(kind.message.__module__.rpartition(".")[2], []).append(kind)
    return found


def parts() -> list[DictionaryEntry]:
    """Return all that stands in messages and is never sent by itself."""
    shown = [part for part in _kinds_of(Part) if part.__module__.startswith("telemetry.messages.")]
    found: list[type[msgspec.Struct]] = [JointState, *shown]
    return [entry(part) for part in sorted(found, key=wire_name)]


def _kinds_of(base: type[Part]) -> Iterator[type[Part]]:
    """Yield the classes below a base that are no base themselves."""
    for kind in base.__subclasses__():
        yield from _kinds_of(kind) if kind.__subclasses__() else (kind,)


def entry(kind: type[msgspec.Struct]) -> DictionaryEntry:
    """Return the entry of a message or part."""
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    bases = [base for base in reversed(kind.__mro__) if issubclass(base, msgspec.Struct)]
    own = (field for base in bases if base is not msgspec.Struct for field in _own_fields(base, known))
    text = (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
    return DictionaryEntry(wire_name(kind), text, (*_tag(kind), *own))


def dictionary() -> Dictionary:
    """Return the whole dictionary."""
    return Dictionary(
        families={name: [_row(kind) for kind in kinds] for name, kinds in families().items()},
        parts=parts(),
        schema=schemas(tuple(KIND_OF)),
    )


def _row(kind: Kind) -> MessageRow:
    found, number = entry(kind.message), int(kind.message.__struct_config__.tag or 0)
    route = kind.route._asdict()
    return MessageRow(
        id=number, apid=kind.apid, **route, name=found.name, text=found.text, fields=found.fields
    )


def _tag(part: type[msgspec.Struct]) -> Iterator[Field]:
    """Yield the key that distinguishes a part of several kinds."""
    key, kind = part.__struct_config__.tag_field, part.__struct_config__.tag
    if key and isinstance(kind, str):
        yield Field(name=key, type=repr(kind), unit="", text="which kind it is", is_required=True)


def _own_fields(base: type[msgspec.Struct], known: dict[str, FieldInfo]) -> Iterator[Field]:
    """Yield what a class itself adds."""
    source = inspect.getsource(base)
    (body,) = ast.parse(source).body
    comments = _comments(source)
    for node in ast.walk(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield _field(node, comments.get(node.end_lineno or 0, ""), known)


def _field(node: ast.AnnAssign, comment: str, known: dict[str, FieldInfo]) -> Field:
    field, annotation = known[ast.unparse(node.target)], ast.unparse(node.annotation)
    unit = _UNIT.search(comment)
    text = _UNIT.sub("", comment, count=1).strip(" ;,")
    return Field(
        name=field.encode_name,
        type=annotation,
        unit=unit.group(1) if unit else "ns" if _STAMP in annotation else "",
        text=text,
        is_required=field.required,
    )


def _comments(source: str) -> dict[int, str]:
    """Return the comments of a source, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
