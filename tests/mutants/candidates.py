"""Which test files can reach a source file: those that import it, themselves or by what they import.

What pytest gives the tests of a folder, in its `conftest.py`, is theirs as well.
"""

import ast
from functools import cache
from pathlib import Path


def candidates(root: Path, sources, among):
    """Return the test files among folders and files that import any of the sources (paths below the root)."""
    tests = sorted({file for place in among for file in _tests(root / place)})
    wanted = {root / each for each in sources}
    return [str(file) for file in tests if not wanted.isdisjoint(_reachable(root, file))]


def _tests(place):
    return [place] if place.is_file() else place.rglob("test_*.py")


def is_of(root: Path, file: Path, sources):
    """True if a file imports any of the sources, or is one (paths): what it keeps may come of them."""
    return file.is_relative_to(root) and file.is_file() and not sources.isdisjoint(_all_imports(root, file))


def _reachable(root, test):
    beside = [folder / "conftest.py" for folder in test.parents if folder.is_relative_to(root)]
    files = [test, *(file for file in beside if file.is_file())]
    return frozenset().union(*(_all_imports(root, file) for file in files))


@cache
def _all_imports(root, file):
    """Return all files below the root that a file imports in the end, and itself."""
    found, waiting = set(), [file]
    while waiting:
        newest = waiting.pop()
        if newest not in found:
            found.add(newest)
            waiting += _imports(root, newest)
    return frozenset(found)


@cache
def _imports(root, file):
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    paths = [root / f"{name.replace('.', '/')}.py" for name in names]
    return [path for path in paths if path.is_file()]
