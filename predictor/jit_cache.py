"""Where machine code is kept: in a folder for each kernel file, named by what its code comes from.

    ~/.cache/farhand/kernels/<state of the compiler>/predictor.collision.sweep_kernels-<digest of its files>/

A changed file of a kernel's code, another compiler, another setting of it begin a new folder, and what lies
in an old one is never read.  Code is run as it is found, so the folder must be the user's own, and nobody
else may write there; else a process keeps its code for itself.
"""

# The compiler has no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, method-assign"

import atexit
import hashlib
import os
import platform
import shutil
import stat
import tempfile
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.codegen import get_host_cpu_features

from predictor.kernel_files import digest_of, digest_of_all

ROOT = Path(__file__).resolve().parents[1]
PRIVATE = 0o700
# Of the compiler's settings, these do not change what it makes.
_OF_NO_MATTER = ("CACHE", "THREAD", "DUMP", "DEBUG", "CPU_COUNT", "WARN", "COLOR", "TRACE", "PROFIL", "HELP")


def compiler_state() -> str:
    """Return a name for what compiles, and how it is told to."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    settings = {
        name: value
        for name, value in vars(numba.config).items()
        if name.isupper() and not any(word in name for word in _OF_NO_MATTER)
        if isinstance(value, (bool, int, float, str, tuple, type(None)))
    }
    told = f"{versions} {sorted(settings.items())} {int(numba.config.OPT)}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Return a folder for machine code, which nobody else may write to.

    It lies in the user's cache; or, if that cannot be written or trusted, it is a private one that the
    process removes.
    """
    try:
        named = Path(environment.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
        folder = base / "farhand" / "kernels"
        for each in (base, folder.parent, folder):
            each.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        untrusted = next((each for each in (folder, folder.parent) if not _is_own(each)), None)
        if untrusted is None:
            with tempfile.TemporaryFile(dir=folder):  # the one sure sign that files can be made there
                return folder
        told = f"{untrusted}: others may write there, so no compiled code is taken from it; chmod go-w it"
        warnings.warn(told, RuntimeWarning, stacklevel=2)
    except (OSError, RuntimeError):  # a RuntimeError tells that there is no home
        pass
    private = Path(tempfile.mkdtemp(prefix="farhand-kernels-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def _is_own(folder: Path) -> bool:
    """Return whether a folder is the user's, and nobody else may write to it."""
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class Locator:
    """Tells the compiler where a function's machine code is kept, and what it must be of."""

    def __init__(self, source: Path, line: int) -> None:
        self._source, self._line = source, line
        self._py_file = str(source)  # as the compiler names it in its warnings
        self._digest = digest_of(source, ROOT)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Self:
        """Return it for a function of a file."""
        return cls(Path(py_file).resolve(), py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """Return the folder of its file."""
        return str(_folder() / f"{_name(self._source)}-{self._digest[:16]}")

    def ensure_cache_path(self) -> None:
        """Make it."""
        Path(self.get_cache_path()).mkdir(mode=PRIVATE, parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return what kept code must have been made of."""
        return f"{compiler_state()} {self._digest}"

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart."""
        return str(self._line)


@cache
def _folder() -> Path:
    folder = cache_folder(os.environ) / compiler_state()
    folder.mkdir(mode=PRIVATE, exist_ok=True)
    return folder


def _name(source: Path) -> str:
    return (
        ".".join(source.relative_to(ROOT).with_suffix("").parts)
        if source.is_relative_to(ROOT)
        else source.stem
    )


def target() -> str:
    """Return what machine code is made for here: a kind of system, and of processor."""
    return f"{llvm.get_process_triple()} {numba.config.CPU_NAME or llvm.get_host_cpu_name()}"


@cache
def machine_code() -> str:
    """Return a digest of the machine code of all kernels: of their sources, compiler and target."""
    features = numba.config.CPU_FEATURES or get_host_cpu_features()
    made_of = f"{digest_of_all(ROOT)} {compiler_state()} {target()} {features}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]
