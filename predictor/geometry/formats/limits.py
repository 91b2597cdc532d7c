"""How much a mesh file may hold, so that no file takes longer than 10 s to read or more than 1 GiB."""

import io
from collections.abc import Iterator

import numpy as np

from predictor.geometry.mesh import Array, Integers, MeshError

LARGEST_FILE = 64_000_000  # bytes
MOST_TRIANGLES = 500_000
MOST_VERTICES = 3 * MOST_TRIANGLES
LONGEST_LINE = 100_000  # bytes
MOST_LINES = 4_000_000
MOST_NUMBERS = 10_000_000  # of one list
_AT_ONCE = 1_000_000  # characters of a text that are taken apart in one go


def check_triangles(count: int) -> None:
    """Raise a MeshError if a file has more triangles than are of use for collision."""
    if count > MOST_TRIANGLES:
        raise MeshError(
            f"holds {count:,} triangles, at most {MOST_TRIANGLES:,} are read; export it with fewer"
        )


def check_vertices(count: int) -> None:
    """Raise a MeshError if a file has more vertices than so many triangles need."""
    if count > MOST_VERTICES:
        raise MeshError(f"holds {count:,} vertices, at most {MOST_VERTICES:,} are read; export it with fewer")


def lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the lines of a text with their numbers, from 1.

    Raises:
        MeshError: a line is longer than any that a program writes, or there are more than any mesh needs.
    """
    if content.count(b"\n") > MOST_LINES:
        raise MeshError(f"has more than {MOST_LINES:,} lines; export the surface alone")
    for number, line in enumerate(io.BytesIO(content), start=1):
        if len(line) > LONGEST_LINE:
            raise MeshError(f"line {number} is longer than {LONGEST_LINE} bytes; export it again")
        yield number, line


def numbers(text: str) -> Array:
    """Return the numbers of a text, separated by blanks.

    Raises:
        MeshError: a word is no number, or there are more than any mesh needs.
    """
    parts, start, count = [np.zeros(0)], 0, 0
    while start < len(text):
        end = start + _AT_ONCE
        while end < len(text) and not text[end].isspace():
            end += 1
        try:
            parts.append(np.array([float(word) for word in text[start:end].split()]))
        except ValueError as error:
            raise MeshError(f"a list of numbers is damaged ({error}); export it again") from None
        start, count = end, count + len(parts[-1])
        if count > MOST_NUMBERS:
            raise MeshError(f"a list has more than {MOST_NUMBERS:,} numbers; export it with fewer triangles")
    return np.concatenate(parts)


def indices(text: str) -> Integers:
    """Return the whole numbers of a text, separated by blanks."""
    found = numbers(text)
    if not (np.abs(found) < 2**31).all() or (found != np.round(found)).any():
        raise MeshError("a list of indices is damaged; export it again")
    return found.astype(np.int64)
