"""The grammar of VRML 97: a text becomes nodes with fields; nothing is known here of what they mean.

    DEF Arm Transform { translation 0 0 1  children [ USE Link  Shape { geometry Box { size 1 1 1 } } ] }

A field is a list of numbers, of nodes, or one word; prototypes, scripts' code and routes hold no shape that
could be read, and prototypes are refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from predictor.geometry.formats.limits import numbers
from predictor.geometry.mesh import Array, MeshError

HEADER = "#VRML V2.0 utf8"
DEEPEST = 100
MOST_NODES = 300_000
MOST_WORDS = 1_000_000  # besides long lists of numbers, which are taken as one
_TOKEN = re.compile(r'[\s,]*(?:#[^\n]*[\s,]*)*("(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,\[\]{}"#]+)')
_LIST = re.compile(r"[^\[\]{}\"#A-DF-Za-df-z]*\]")  # of numbers alone; an E is part of one
_NUMBER = re.compile(r"[-+.\d]")


@dataclass(slots=True)
class VrmlNode:
    """One node: its kind and what its fields hold."""

    kind: str
    values: dict[str, Array] = field(default_factory=dict)  # numbers
    nodes: dict[str, list["VrmlNode"]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # TRUE, FALSE, NULL and strings


def parse_vrml(content: bytes) -> list[VrmlNode]:
    """Return the nodes of a file.

    Raises:
        MeshError: it is no VRML 97, or is damaged.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise MeshError("is no text in UTF-8; export it again as VRML 97, not compressed") from None
    if not text.startswith(HEADER):
        raise MeshError(f"does not begin with {HEADER!r}; export it as VRML 97, not compressed")
    return _Parser(text).nodes_until("")


class _Parser:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._named: dict[str, VrmlNode] = {}
        self._depth, self._count, self._words = 0, 0, 0

    def nodes_until(self, end: str) -> list[VrmlNode]:
        """Return nodes up to a closing bracket, or to the end of the file."""
        found = []
        while (word := self._next()) != end:
            if word == "ROUTE":  # ROUTE A.x TO B.y
                self._next(), self._next(), self._next()
            elif word != "NULL":
                found.append(self._node(word))
        return found

    def _next(self) -> str:
        """Return the next word; an empty one at the end."""
        match = _TOKEN.match(self._text, self._at)
        self._words += 1
        if self._words > MOST_WORDS:
            raise self._damaged(f"more than {MOST_WORDS} words")
        if match is None:
            left = re.sub(r"#[^\n]*", "", self._text[self._at :][:1000]).strip(" \t\r\n,")
            if left:
                raise self._damaged("a string does not end")
            self._at = len(self._text)
            return ""
        self._at = match.end()
        return match[1]

    def _peek(self) -> str:
        at = self._at
        word = self._next()
        self._at = at
        return word

    def _damaged(self, why: str) -> MeshError:
        line = self._text.count("\n", 0, self._at) + 1
        return MeshError(f"line {line}: {why}; export it again as VRML 97")

    def _node(self, word: str) -> VrmlNode:
        """Return the node that begins with this word."""
        if word == "USE":
            name = self._next()
            if name not in self._named:
                raise self._damaged(f"USE {name} comes before its DEF")
            return self._named[name]
        name = ""
        if word == "DEF":
            name, word = self._next(), self._next()
        if word in ("PROTO", "EXTERNPROTO") or not word[:1].isalpha() or self._next() != "{":
            raise self._damaged(f"{word or 'the end of the file'!r} is no node that is read")
        node = self._fields(VrmlNode(word))
        if name:
            self._named[name] = node
        return node

    def _fields(self, node: VrmlNode) -> VrmlNode:
        self._depth, self._count = self._depth + 1, self._count + 1
        if self._depth > DEEPEST or self._count > MOST_NODES:
            raise self._damaged(f"more than {MOST_NODES} nodes, or {DEEPEST} in one another")
        while (name := self._next()) != "}":
            if not name[:1].isalpha():
                raise self._damaged(f"{name or 'the end of the file'!r} is no field of a {node.kind}")
            self._value(node, name)
        self._depth -= 1
        return node

    def _value(self, node: VrmlNode, name: str) -> None:
        word = self._peek()
        if _NUMBER.match(word):
            node.values[name] = numbers(" ".join(self._numbers()))
        elif word == "[":
            self._next()
            self._list(node, name)
        elif word.startswith('"') or word in ("TRUE", "FALSE", "NULL"):
            node.words[name] = self._next()
        else:
            node.nodes[name] = [self._node(self._next())]

    def _numbers(self) -> Iterator[str]:
        while _NUMBER.match(self._peek()):
            yield self._next()

    def _list(self, node: VrmlNode, name: str) -> None:
        plain = _LIST.match(self._text, self._at)
        if plain is not None:
            node.values[name] = numbers(plain[0][:-1].replace(",", " "))
            self._at = plain.end()
        elif _NUMBER.match(self._peek()):  # with comments in between
            node.values[name] = numbers(" ".join(self._numbers()))
            if self._next() != "]":
                raise self._damaged(f"the list {name} is no list of numbers")
        elif self._peek().startswith('"'):
            while self._next() not in ("]", ""):
                pass
        else:
            node.nodes[name] = self.nodes_until("]")


def field_of(node: VrmlNode, name: str, default: tuple[float, ...]) -> Array:
    """Return a field of so many numbers as its default has."""
    values = node.values.get(name, np.array(default))
    if len(values) != len(default) or not np.isfinite(values).all():
        raise MeshError(f"{node.kind}.{name} is not {len(default)} numbers; export it again as VRML 97")
    return values
