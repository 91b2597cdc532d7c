"""Strict TOML files: one typed structure, unknown keys named with their nearest valid neighbour.

FileError: arm.toml: joint[2].speed_mx_deg: unknown key; did you mean 'speed_max_deg'?
"""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

LARGEST_FILE = 1_000_000  # bytes; robot, scene and scenario files are far smaller


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every structure that is read from a file: unknown keys are errors."""


T = TypeVar("T", bound=Table)


class FileError(ValueError):
    """A file that cannot be used: which file, where in it, why, and what would be right."""

    def __init__(self, path: Path | str, where: str, problem: str) -> None:
        """State the file, the key (or empty) and the problem with its remedy."""
        self.path, self.where, self.problem = str(path), where, problem
        super().__init__(": ".join(part for part in (str(path), where, problem) if part))


def read_toml(path: Path | str, kind: type[T]) -> T:
    """Read a TOML file into `kind`.

    Raises:
        FileError: missing, too large, not TOML, an unknown or missing key, a value out of range.
    """
    data = _load(Path(path))
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise FileError(path, *_explain(str(error), data, kind)) from None


def _load(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FileError(path, "", f"larger than {LARGEST_FILE} bytes")
        text = path.read_bytes().decode("utf-8")
        return tomllib.loads(text.replace("\r\n", "\n"))
    except OSError as error:
        raise FileError(path, "", f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise FileError(path, "", "is not UTF-8 text; save it as UTF-8 without a byte order mark") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(path, "", f"is not TOML: {error}") from None


def _explain(message: str, data: Any, kind: type[Table]) -> tuple[str, str]:
    """Turn a validation error into (key path, problem with the nearest valid key)."""
    problem, _, where = message.partition(" - at `$")
    where = where.rstrip("`").lstrip(".")
    unknown = re.search(r"unknown field `(.+?)`", problem)
    if unknown:
        name = unknown.group(1)
        key = f"{where}.{name}" if where else name
        return key, "unknown key" + nearest(name, _keys_near(kind, where))
    return where, problem[:1].lower() + problem[1:]


def nearest(name: str, valid: list[str]) -> str:
    """Return '; did you mean ...?' with the nearest valid name, or the list of all."""
    close = difflib.get_close_matches(name, valid, n=1, cutoff=0.4)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; valid are {', '.join(valid)}" if valid else ""


def _keys_near(kind: Any, where: str) -> list[str]:
    """Walk the structure types along a key path and return the valid keys there."""
    for step in re.findall(r"[A-Za-z_]\w*", where.replace("[...]", "")):
        kind = next((f.type for f in msgspec.structs.fields(_table_in(kind)) if f.encode_name == step), None)
    table = _table_in(kind)
    return [field.encode_name for field in msgspec.structs.fields(table)] if table else []


def _table_in(kind: Any) -> Any:
    """Find the structure inside an annotation such as tuple[Joint, ...] or Joint | None."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    for inner in getattr(kind, "__args__", ()):
        found = _table_in(inner)
        if found:
            return found
    return None
