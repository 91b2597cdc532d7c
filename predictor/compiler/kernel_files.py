"""Which files the code of a kernel comes from: its own, and all of ours that it imports, and they import.

    sweep_kernels.py ---> nearest_pair_kernels.py ---> packed_layout.py ---> tables.py ...  one digest of all

A kernel's machine code is as good as that digest: what is no such file cannot change it.  Where the software
is installed other packages stand beside ours; of these the compiler's state tells the versions.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

# A kernel file names the files that it imports, never a package (a law of the house).
_IMPORT = re.compile(
    rb"^(?:from|import)[ \t]+((?:ground|haptics|planner|predictor|telemetry)\.[\w.]+)", re.MULTILINE
)
_SUFFIX = "_kernels.py"
PACKAGES_WITH_KERNELS = ("predictor", "planner")


def digest_of(source: Path, root: Path) -> str:
    """Return a digest of all that the code of kernels in a file below `root` comes from."""
    return _digest(_closure(source, root), root)


def digest_of_all(root: Path) -> str:
    """Return a digest of all that the code of the kernels of the packages below `root` comes from."""
    sources = set[Path]()
    for package in PACKAGES_WITH_KERNELS:
        for source in (root / package).rglob(f"*{_SUFFIX}"):
            sources |= _closure(source, root)
    return _digest(frozenset(sources), root)


@cache
def _closure(source: Path, root: Path) -> frozenset[Path]:
    """Return a file, all below `root` that it imports, and all that they do."""
    found, waiting = {source}, [source]
    while waiting:
        more = _imported(waiting.pop(), root) - found
        found |= more
        waiting += more
    return frozenset(found)


@cache
def _imported(source: Path, root: Path) -> frozenset[Path]:
    names = (name.decode() for name in _IMPORT.findall(_content(source)))
    paths = (root / (name.replace(".", "/") + ".py") for name in names)
    return frozenset(path for path in paths if path.is_file())


def _digest(sources: frozenset[Path], root: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(sources):
        place = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"\0{place}\0{len(_content(path))}\0".encode())
        digest.update(_content(path))
    return digest.hexdigest()


@cache
def _content(source: Path) -> bytes:
    return source.read_bytes()
