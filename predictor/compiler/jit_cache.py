"""Where machine code is kept: in a folder for each kernel file, named by what its code comes from.

    ~/.cache/farhand/kernels/<state of the compiler>/predictor.rays.cast_kernels-<digest of its files>/
    predictor/compiled/<the same>      read alone; in a wheel that was made with kernels

A changed file of a kernel's code, another compiler, another setting of it begin a new folder, and what lies
in an old one is never read.  Code is run as it is found, so a folder must be the user's own, or come with the
software, and no other user may write there; else a process keeps its code for itself.

Of one file's folders, and of all states of the compiler, the newest few stay, and whatever was used within a
day; older ones go when a new one is made.  Nothing is taken away but what a process of this user's has made
there, and a process whose files go while it runs compiles again.
"""

import atexit
import hashlib
import os
import re
import shutil
import stat
import tempfile
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

from predictor.compiler.jit_target import compiler_state, features, target
from predictor.compiler.kernel_files import digest_of, digest_of_all

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = Path("predictor", "compiled")  # below the root, in a wheel that was made with kernels
PRIVATE = 0o700
KERNELS = "kernels"  # name of the folder in the user's cache
OF_THE_SYSTEM = 0  # the user who installs software for all


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Return a folder for machine code to which no other user may write.

    It lies in the user's cache; or, if that cannot be written or trusted, it is a private one that the
    process removes.
    """
    try:
        named = Path(environment.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
        folder = base / "farhand" / KERNELS
        for each in (base, folder.parent, folder):
            each.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        if _are_trusted(folder, folder.parent):
            with tempfile.TemporaryFile(dir=folder):  # the one sure sign that files can be made there
                return folder
    except (OSError, RuntimeError):  # a RuntimeError tells that there is no home
        pass
    private = Path(tempfile.mkdtemp(prefix="farhand-kernels-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def shipped_folder(root: Path) -> Path | None:
    """Return the folder of machine code that came with the software below `root`; None: there is none."""
    folder = root / SHIPPED / compiler_state()
    try:
        is_good = folder.is_dir() and _are_trusted(folder, *folder.parents[:2], also=OF_THE_SYSTEM)
    except OSError:
        return None
    return folder if is_good else None


def _are_trusted(*folders: Path, also: int | None = None) -> bool:
    """Return whether folders are the user's own, or another's, and no other user may write to them."""
    for each in folders:
        found = each.stat()
        is_own = found.st_uid in (os.getuid(), also)
        if not is_own or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            problem = f"{each}: others may write there, so no compiled code is taken from it; chmod go-w it"
            warnings.warn(problem, RuntimeWarning, stacklevel=3)
            return False
    return True


class Locator:
    """Tells the compiler where a function's machine code is kept, and what it must be of."""

    def __init__(self, source: Path, line: int) -> None:
        self._line = line
        self._py_file = str(source)  # as the compiler names it in its warnings
        self._digest = digest_of(source, ROOT)
        self._name = f"{_name(source)}-{self._digest[:16]}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Self:
        """Return it for a function of a file."""
        return cls(Path(py_file).resolve(), py_func.__code__.co_firstlineno)

    @property
    def folders(self) -> list[Path]:
        """The folder of its file, and whatever came with the software."""
        return [folder / self._name for folder in (_folder(), _shipped()) if folder is not None]

    def get_cache_path(self) -> str:
        """Return the folder of its file."""
        folder = _folder() / self._name
        note_use(folder)
        return str(folder)

    def ensure_cache_path(self) -> None:
        """Make it, if that can be."""
        with suppress(OSError):
            _make(_folder() / self._name)

    def get_source_stamp(self) -> str:
        """Return what kept code must have been made of."""
        return f"{compiler_state()} {self._digest}"

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart."""
        return str(self._line)


@cache
def _folder() -> Path:
    folder = cache_folder(os.environ) / compiler_state()
    _make(folder)
    note_use(folder)
    return folder


@cache
def _shipped() -> Path | None:
    return shipped_folder(ROOT)


def _make(folder: Path) -> None:
    """Make a folder; if it is new, what is left over of others like it goes."""
    if not folder.exists():
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        clear_old_folders(folder)


def _name(source: Path) -> str:
    return (
        ".".join(source.relative_to(ROOT).with_suffix("").parts)
        if source.is_relative_to(ROOT)
        else source.stem
    )


def are_missing(source: Path) -> bool:
    """Return whether nothing is kept of a kernel file where other processes could find it."""
    is_private = _folder().parent.name != KERNELS
    return not is_private and not any(folder.is_dir() for folder in Locator(source, 0).folders)


@cache
def machine_code() -> str:
    """Return a digest of the machine code of all kernels: of their sources, compiler and target."""
    made_of = f"{digest_of_all(ROOT)} {compiler_state()} {target()} {features()}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]


KEPT = 4
IN_USE_S = 86_400.0
SUFFIXES = (".code", ".nbi", ".nbc")  # the last two: of versions before 0.13
_OURS = re.compile(r"(?:([\w.]+)-)?[0-9a-f]{16}")


@cache
def note_use(folder: Path) -> None:
    """Note that a folder is in use, if it is there."""
    with suppress(OSError):
        os.utime(folder)


def clear_old_folders(made: Path) -> None:
    """Remove what is left over of folders that differ from one just made in the digest alone."""
    name = _name_without_digest(made)
    with suppress(OSError):
        now_s = made.stat().st_mtime
        like = [(each.lstat(), each) for each in made.parent.iterdir() if _OURS.fullmatch(each.name)]
        own = [
            (found.st_mtime, each)
            for found, each in like
            if _name_without_digest(each) == name
            and stat.S_ISDIR(found.st_mode)
            and found.st_uid == os.getuid()
        ]
        for used_s, each in sorted(own, reverse=True)[KEPT:]:
            if now_s - used_s > IN_USE_S:
                _remove(each)


def _name_without_digest(folder: Path) -> str:
    found = _OURS.fullmatch(folder.name)
    return (found[1] or "") if found else ""


def _remove(folder: Path) -> None:
    """Remove a folder with what is ours in it; if there is more, that stays."""
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink() and _OURS.fullmatch(each.name):
            _remove(each)
        elif SUFFIXES.count(each.suffix) and each.is_file():
            each.unlink(missing_ok=True)
    with suppress(OSError):  # something else is in it
        folder.rmdir()
