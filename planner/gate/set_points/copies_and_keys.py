"""Copies and keys of the gate, by which a model check drives and compares this very gate.

A copy goes on by itself.  Containers and plain objects are copied with all that hangs on them, each once, so
that the parts of a copy know one another as the original's do.  Numbers, texts, functions, tuples, frozen
structs and frozen dataclasses are shared: none of them may hold what changes.

A key holds what decides how a part goes on, its instants as ages, relative to now.  Beyond some limit all
ages are alike, as nothing asks by how much it is passed; and what is too old to count is as if it had never
been received.
"""

from collections import deque
from types import FunctionType
from typing import TypeVar, cast

import msgspec

StateKey = tuple[object, ...]  # hashable: what decides how a part of the gate goes on
Copied = TypeVar("Copied")
_SHARED = (type(None), int, float, str, bytes, tuple, frozenset, msgspec.Struct, FunctionType)


def age_ns(since_ns: int | None, now_ns: int, *, most_ns: int) -> int | None:
    """Return how long ago something was; `most_ns` if longer."""
    return None if since_ns is None else min(now_ns - since_ns, most_ns)


def fresh_age_ns(heard_ns: int | None, now_ns: int, *, limit_ns: int) -> int | None:
    """Return the age of a sign; None if there was none, or too long ago to count."""
    if heard_ns is None or now_ns - heard_ns > limit_ns:
        return None
    return now_ns - heard_ns


def deep_copy(original: Copied) -> Copied:
    """Return an independent object that is in the same state."""
    return cast(Copied, _copied(original, {}))


def _copied(value: object, known: dict[int, object]) -> object:
    if isinstance(value, _SHARED) or _is_frozen(value):
        return value
    if id(value) in known:
        return known[id(value)]
    if isinstance(value, dict):
        table = known[id(value)] = type(value)()
        table.update((name, _copied(held, known)) for name, held in value.items())
    elif isinstance(value, list | deque):
        row = known[id(value)] = deque(maxlen=value.maxlen) if isinstance(value, deque) else type(value)()
        row.extend(_copied(held, known) for held in value)
    elif isinstance(value, set):
        known[id(value)] = value.copy()
    else:
        same = known[id(value)] = object.__new__(type(value))
        vars(same).update((name, _copied(held, known)) for name, held in vars(value).items())
    return known[id(value)]


def _is_frozen(value: object) -> bool:
    parameters = getattr(value, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
