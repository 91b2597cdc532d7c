"""A twin of an object: what can change is copied, what cannot is shared.

Containers and plain objects are copied with all that hangs on them, each once, so that a twin's parts know
one another as the original's do.  Numbers, texts, functions, tuples, frozen structs and frozen dataclasses
are shared: none of them may hold what changes.
"""

from collections import deque
from types import FunctionType
from typing import Any, TypeVar, cast

import msgspec

Copied = TypeVar("Copied")

_SHARED = (type(None), int, float, str, bytes, tuple, frozenset, msgspec.Struct, FunctionType)


def deep_copy(original: Copied) -> Copied:
    """Return an independent object that is in the same state."""
    return cast(Copied, _copied(original, {}))


def _copied(value: Any, known: dict[int, Any]) -> Any:
    if isinstance(value, _SHARED) or _is_frozen(value):
        return value
    if id(value) in known:
        return known[id(value)]
    same = known[id(value)] = _empty_copy(value)
    if isinstance(value, dict):
        same.update((name, _copied(held, known)) for name, held in value.items())
    elif isinstance(value, list | deque):
        same.extend(_copied(held, known) for held in value)
    elif isinstance(value, set):
        same.update(value)
    else:
        vars(same).update((name, _copied(held, known)) for name, held in vars(value).items())
    return same


def _empty_copy(value: Any) -> Any:
    if isinstance(value, deque):
        return deque(maxlen=value.maxlen)
    return type(value)() if isinstance(value, dict | list | set) else object.__new__(type(value))


def _is_frozen(value: Any) -> bool:
    parameters = getattr(value, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
