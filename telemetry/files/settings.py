"""The one door for files that are read, and strict TOML and JSON behind it: unknown keys are named.

    open_file    only regular files: a FIFO or a device would hang the reader, or never end
    read_file    at most so many bytes
    read_toml    one typed structure;  read_json  the same for files that the suite itself writes

FileError: arm.toml: joint[2].speed_mx_deg: unknown key; did you mean 'speed_max_deg'?
"""

import difflib
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TypeVar, get_origin

import msgspec

MORE_PROBLEMS = 12  # problems of a file beside the first
LARGEST_FILE = 1_000_000  # bytes; robot, scene and scenario files are far smaller
FILE_NAME = r"^[A-Za-z0-9][A-Za-z0-9 ._+-]*\Z"  # a name that stays where it is put
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]+\Z"
TEXT = r"^[^\x00-\x1f\x7f-\x9f]*\Z"  # the same, or empty
_FORMS = {
    FILE_NAME: "a name of letters, digits, blanks and . _ + -, that begins with a letter or digit",
    PRINTABLE: "a name of printable characters",
    TEXT: "a text of printable characters",
}
_INSTANT = "an instant of UTC such as 2026-11-24T10:00:00Z"
NO_FILES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every structure that is read from a file: unknown keys are errors."""


T = TypeVar("T", bound=Table)
S = TypeVar("S", bound=msgspec.Struct)


class FileReader(Protocol):
    """What gives the bytes of a file, as `read_file` does; FileError: it cannot."""

    def __call__(self, path: Path | str, *, at_most: int = LARGEST_FILE) -> bytes: ...


class FileError(ValueError):
    """A file that cannot be used: which file, where in it, why, and what would be right."""

    def __init__(
        self, path: Path | str, where: str, problem: str, *, parts: "tuple[FileError, ...]" = ()
    ) -> None:
        """State the file, the key (or empty) and the problem with its remedy; `parts`: all, if several."""
        self.path, self.where, self.problem, self.parts = str(path), where, problem, parts
        super().__init__(_one_line(": ".join(part for part in (str(path), where, problem) if part)))


def open_file(path: Path | str) -> BinaryIO:
    """Open a regular file for reading, without ever waiting for a writer.

    Raises:
        FileError: it is not there, is no regular file, or may not be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        raise FileError(path, "", f"cannot be read ({error.strerror})") from None
    except ValueError as error:  # a NUL in the name
        raise FileError(path, "", f"is no name of a file ({error})") from None
    kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
    if kind == stat.S_IFREG:
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    raise FileError(path, "", f"cannot be read (is {NO_FILES.get(kind, 'no file')}); name a regular file")


def read_file(path: Path | str, *, at_most: int = LARGEST_FILE) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        FileError: it cannot be read, or is larger than `at_most` bytes.
    """
    with open_file(path) as file:
        try:
            data = file.read(at_most + 1)
        except OSError as error:
            raise FileError(path, "", f"cannot be read ({error.strerror})") from None
    if len(data) > at_most:
        raise FileError(path, "", f"larger than {at_most} bytes")
    return data


def file_beside(path: Path | str, name: str, where: str) -> Path:
    """Return the file that another file names, which must lie in that one's folder or below it.

    Raises:
        FileError: it is an address or an absolute path, or leads out of the folder, also by a link.
    """
    folder = Path(path).parent
    if "://" in name or Path(name).is_absolute():
        raise FileError(path, where, f"{name!r} must be a file of this folder, named from here")
    try:
        is_inside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a NUL in the name
        raise FileError(path, where, f"{name!r} is no name of a file ({error})") from None
    if not is_inside:
        raise FileError(path, where, f"{name!r} leads out of this folder; put the file into it")
    return folder / name


def read_toml(path: Path | str, kind: type[T]) -> T:
    """Read a TOML file into `kind`.

    Raises:
        FileError: missing, too large, not TOML, an unknown or missing key, a value out of range.
    """
    return parse_toml(read_file(path), kind, path)


def parse_toml(content: bytes, kind: type[T], path: Path | str) -> T:
    """Return the content of a TOML file as `kind`; `path` is what a FileError names."""
    data = _load(content, path)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        where, problem = _explain(str(error), data, kind)
        missing = re.search(r"missing required field `(.+?)`", problem)
        named = (where, f"{where}.{missing[1]}".lstrip(".") if missing else where)
        others = [each for each in _problems(data, kind) if each[0] not in named]
        also = [f"; also {key}: {what}" for key, what in others[:MORE_PROBLEMS]]
        more = [f"; and {len(others) - MORE_PROBLEMS} more"] if len(others) > MORE_PROBLEMS else []
        raise FileError(path, where, "".join([problem, *also, *more])) from None
    except OverflowError:
        raise FileError(path, "", "holds a number that is out of any range") from None


def read_json(path: Path | str, kind: type[S], *, at_most: int = LARGEST_FILE) -> S:
    """Read a JSON file that this suite wrote into `kind`.

    Raises:
        FileError: missing, too large, or not of this version.
    """
    try:
        return msgspec.json.decode(read_file(path, at_most=at_most), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise FileError(path, "", f"is no {kind.__name__} of this version ({error})") from None


def _load(content: bytes, path: Path | str) -> dict[str, object]:
    try:
        return _tables(content)
    except UnicodeDecodeError:
        raise FileError(path, "", "is not UTF-8 text; save it as UTF-8 without a byte order mark") from None
    except RecursionError:
        raise FileError(path, "", "is not TOML: nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and what it lets through: a number of 5,000 digits
        raise FileError(path, "", f"is not TOML: {error}") from None


@lru_cache(maxsize=4)
def _tables(content: bytes) -> dict[str, object]:
    """Return the tables of a text, which are only read: many a file is asked for more than one thing."""
    return tomllib.loads(content.decode("utf-8").replace("\r\n", "\n"))


def _one_line(text: str) -> str:
    """Return a text without what would break its line or a terminal."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _problems(data: object, kind: object, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a table and all below it: key path, and problem; each missing key too."""
    tables, found = _tables_in(_kind_of(data, kind)), False
    is_one, tag = len(tables) == 1, tables[0].__struct_config__.tag_field if tables else None
    if isinstance(data, dict) and (is_one or tag):  # with a tag, but not one: it names none of several
        fields = {field.encode_name: field for table in tables for field in msgspec.structs.fields(table)}
        required = [name for name, field in fields.items() if field.required] if is_one else [tag or ""]
        missing = [name for name in required if name not in data]
        for key in [*missing, *(key for key in data if key != tag or not is_one)]:
            place = f"{where}.{key}".lstrip(".")
            if key in missing:
                below: Iterable[tuple[str, str]] = [(place, "is missing")]
            elif key in fields:
                below = _problems(data[key], fields[key].type, place) if is_one else ()
            elif key == tag:
                below = _own_problem(data, kind, where)
            else:
                below = [(place, "unknown key" + nearest(key, [*fields, *([] if is_one else [tag or ""])]))]
            for problem in below:
                found = True
                yield problem
    elif isinstance(data, list) and tables:
        for index, each in enumerate(data):
            for problem in _problems(each, reduce(or_, tables), f"{where}[{index}]"):
                found = True
                yield problem
    if not found:
        yield from _own_problem(data, kind, where)


def _own_problem(data: object, kind: object, where: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a value itself, if anything is."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        below, problem = _explain(str(error), data, kind)
        yield (f"{where}.{below}" if where and below and below[0] != "[" else where + below), problem
    except OverflowError:
        yield where, "is out of any range"


def _explain(message: str, data: object, kind: object) -> tuple[str, str]:
    """Turn a validation error into (key path, problem with the nearest valid key)."""
    problem, _, where = message.partition(" - at `$")
    where = where.rstrip("`").lstrip(".")
    unknown = re.search(r"unknown field `(.+?)`", problem)
    if unknown:
        name = unknown.group(1)
        key = f"{where}.{name}" if where else name
        return key, "unknown key" + nearest(name, _keys_near(data, kind, where))
    misnamed = re.search(r"^Invalid (enum )?value '(.*)'", problem)
    if misnamed:
        of, name = where if misnamed[1] else where.rpartition(".")[0], misnamed[2]  # else it chooses a table
        return where, f"unknown value {name!r}" + nearest(name, _names_in(_kind_at(data, kind, of)))
    for pattern, form in _FORMS.items():
        if problem.endswith(f"matching regex {pattern!r}"):
            return where, f"must be {form}"
    return where, problem[:1].lower() + problem[1:].replace("`datetime`", _INSTANT)


def with_extra(name: str) -> str:
    """Return how an extra is installed: from the clone, as no registry has farhand."""
    return f"`pip install '.[{name}]'` in the clone's folder"


def nearest(name: str, valid: list[str]) -> str:
    """Return '; did you mean ...?' with the nearest valid name, or the list of all."""
    close = difflib.get_close_matches(name, valid, n=1, cutoff=0.4)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; valid are {', '.join(valid)}" if valid else ""


def _keys_near(data: object, kind: object, where: str) -> list[str]:
    """Return the valid keys at a key path."""
    tables = _tables_in(_kind_at(data, kind, where))
    return [field.encode_name for table in tables[:1] for field in msgspec.structs.fields(table)]


def _names_in(kind: object) -> list[str]:
    """Return the names that an annotation such as Literal["a", "b"] | None allows, or that choose a table."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return [each.value for each in kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [str(kind.__struct_config__.tag)]
    inner = getattr(kind, "__args__", ())
    is_list = get_origin(kind) is Literal
    return list(inner) if is_list else [name for part in inner for name in _names_in(part)]


def _kind_at(data: Any, kind: object, where: str) -> object:
    """Walk the structure types along a key path and return the annotation there."""
    for step in re.findall(r"[A-Za-z_]\w*|\d+", where.replace("[...]", "")):
        if step.isdigit():
            data = data[int(step)]
        else:
            fields = msgspec.structs.fields(_tables_in(kind)[0])
            kind = next((field.type for field in fields if field.encode_name == step), None)
            data = data.get(step)
        kind = _kind_of(data, kind)
    return kind


def _kind_of(data: object, kind: object) -> object:
    """Return the table that the tag in the data names among several; else the annotation as it is."""
    for table in _tables_in(kind):
        config = table.__struct_config__
        if config.tag_field and isinstance(data, dict) and data.get(config.tag_field) == config.tag:
            return table
    return kind


def _tables_in(kind: object) -> list[type[msgspec.Struct]]:
    """Return the structures inside an annotation; none of one with names of its own for keys."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [kind]
    if get_origin(kind) is dict:
        return []
    return [table for inner in getattr(kind, "__args__", ()) for table in _tables_in(inner)]
