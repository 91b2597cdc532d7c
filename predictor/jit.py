"""The one decorator of compiled kernels, and where their machine code is kept.

A kernel takes scalars and C-contiguous arrays, writes into `out_*` arrays of its caller, raises nothing and
logs nothing; division by zero gives inf or NaN as in numpy.  What processes without a compiler need as well
stays a plain function in a file of its own, and a file with kernels has it `compiled_too`.

The compiler's own cache does not see a change in a function of another file, so the folder is named after a
digest of every file that speaks of kernels: any change there begins a new folder.  A constant that a kernel
uses therefore lives in such a file.
"""

import atexit
import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numba.extending
import numpy as np
from numba.core.targetconfig import TargetConfig
from numpy.typing import NDArray

PACKAGES_WITH_KERNELS = ("predictor", "planner", "haptics")
# Every file with a kernel imports the decorator by this name; plain files that kernels call say it too.
WORD = b"kernel"

Function = TypeVar("Function", bound=Callable[..., Any])

# No door for C: nobody comes in by it, and it is a tenth of what compiling costs.
_OPTIONS: dict[str, Any] = {"fastmath": False, "error_model": "numpy", "no_cfunc_wrapper": True}
_FLOAT = np.dtype(np.float64)
_COMPILED_TOO: set[Callable[..., Any]] = set()


@cache
def _usual(kind: Any) -> dict[str, Any]:
    """Return all options of a kind of the compiler's flags, as they are where nothing else is set."""
    return {name: option.default for name, option in kind.options.items()}


def _values(flags: Any) -> dict[str, Any]:
    """Return all options of the compiler's flags."""
    kind: Any = type(flags)
    return {**_usual(kind), **flags._values}


# The compiler looks up whatever it has found before by its flags, and takes a tenth of its time to read all
# their options one by one.
TargetConfig.values = _values  # type: ignore[method-assign]


def _compiled(function: Function, options: Mapping[str, Any]) -> Function:
    """Compile a function at its first call; a constant in a kernel's call of it is a value like any other.

    The compiler alone takes each constant for a type, and compiles the function once more for it.
    """
    dispatcher: Any = numba.njit(cache=True, **options)(function)
    typed = dispatcher.get_call_template

    def get_call_template(args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        plain: Any = numba.types.unliteral
        return typed([plain(kind) for kind in args], {name: plain(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return cast(Function, dispatcher)


def kernel(function: Function) -> Function:
    """Compile a function to machine code at its first call, or load it from the cache."""
    return _compiled(function, _OPTIONS)


# Of loops over lanes, many numbers side by side and none of them NaN: a product may be fused with the sum
# that it goes into, which rounds once less, and a least or greatest be found in any order.  All arrays are
# the caller's: nobody counts who uses them, which costs more than the loops.  Other threads of Python run
# meanwhile.
_IN_LANES = _OPTIONS | {"fastmath": {"contract", "nnan", "nsz"}, "_nrt": False, "nogil": True}


def lane_kernel(function: Function) -> Function:
    """Compile a function that loops over lanes; it makes no array."""
    return _compiled(function, _IN_LANES)


def inner_lane_kernel(function: Function) -> Function:
    """Compile a part of lane kernels into each kernel that calls it; Python cannot call it."""
    return _compiled(function, _IN_LANES | {"forceinline": True, "no_cpython_wrapper": True})


def lane_part_kernel(function: Function) -> Function:
    """Compile a part of lane kernels, once for all of them; Python cannot call it."""
    return _compiled(function, _IN_LANES | {"no_cpython_wrapper": True})


def bare_kernel(function: Function) -> Function:
    """Compile a function that makes no array: it does not count who uses one, which is dear in small ones."""
    return _compiled(function, _OPTIONS | {"_nrt": False})


def inner_kernel(function: Function) -> Function:
    """Compile a part of kernels that makes no array; Python cannot call it, and pays for no door to it."""
    return _compiled(function, _OPTIONS | {"_nrt": False, "no_cpython_wrapper": True})


def inlined_inner_kernel(function: Function) -> Function:
    """Compile such a part into every kernel that calls it, so that loops there can run on vectors."""
    return _compiled(function, _OPTIONS | {"_nrt": False, "no_cpython_wrapper": True, "forceinline": True})


def compiled_too(function: Function) -> Function:
    """Let kernels call a plain function, and with it the plain functions that it calls; return it as it was.

    Raises:
        ValueError: its file does not speak of kernels, so that a change there would not be seen.
    """
    source = Path(function.__code__.co_filename)
    if WORD not in source.read_bytes():
        raise ValueError(f"{source.name} must speak of the kernels that call its {function.__name__}")
    if function not in _COMPILED_TOO:
        _COMPILED_TOO.add(function)
        numba.extending.register_jitable(**_OPTIONS)(function)
        for name in function.__code__.co_names:
            called = function.__globals__.get(name)
            if isinstance(called, FunctionType):
                compiled_too(called)
    return function


def inlined_kernel(function: Function) -> Function:
    """Compile a function into every kernel that calls it, so that loops around it can run on vectors."""
    return _compiled(function, _OPTIONS | {"forceinline": True})


def replaceable_kernel(function: Function) -> Function:
    """Compile a function into the bare kernels that call it, which alone can, or what takes its place.

    That is the bare kernel of the same name in the class of the first argument, a NamedTuple, if it has one.
    """

    def choose(first: Any, *_: Any) -> Callable[..., Any]:
        own = getattr(getattr(first, "instance_class", None), function.__name__, None)
        return function if own is None else cast(Callable[..., Any], own.py_func)

    options = cast(Any, _OPTIONS | {"_nrt": False})
    numba.extending.overload(function, jit_options=options, strict=False)(choose)
    return function


def called_by_address(function: Function, takes: Sequence[object]) -> Function:
    """Compile a bare kernel that takes such arguments and gives a float, as an argument of other kernels.

    They call it where it stands.  What a kernel calls by its name is optimised anew inside of it, and again
    in each kernel above that; this costs them nothing to compile, and their calls a few nanoseconds.
    """
    return cast(Function, _at_address(function, numba.float64(*map(numba.typeof, takes))))


def called_unasked(function: Function, takes: Sequence[object]) -> Function:
    """Compile a kernel for such arguments, and return the door that takes no others: it does not ask.

    To find out what nested tuples hold costs a call a thousand times what it costs to hand them over.
    """
    signature = tuple(map(numba.typeof, takes))
    compiled: Any = function
    compiled.compile(signature)
    return cast(Function, compiled.overloads[signature].entry_point)


@cache
def _at_address(function: Any, signature: Any) -> Any:
    options: dict[str, Any] = {"fastmath": False, "error_model": "numpy", "_nrt": False}
    return numba.cfunc(signature, cache=True, **options)(function.py_func)


def as_kernels_take(values: object) -> NDArray[np.float64]:
    """Return numbers as float64 in C order, and writable: kernels are compiled again for any other kind."""
    array = np.ascontiguousarray(values, _FLOAT)
    return array if array.flags.carray else array.copy()


def source_digest(root: Path) -> str:
    """Return a name for the state of all kernel sources below `root` and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    for package in PACKAGES_WITH_KERNELS:
        for path in sorted((root / package).rglob("*.py")):
            source = path.read_bytes()
            if WORD in source:
                digest.update(f"\0{path.relative_to(root).as_posix()}\0{len(source)}\0".encode())
                digest.update(source)
    return digest.hexdigest()[:16]


def cache_folder(root: Path, environment: Mapping[str, str]) -> Path:
    """Return a writable folder for the machine code of the sources below `root`.

    It lies in the user's cache, or, if that cannot be written, in a private folder that the process removes.
    """
    try:
        named = Path(environment.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
        folder = base / "farhand" / "kernels" / source_digest(root)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):  # the one sure sign that files can be made there
            return folder
    except (OSError, RuntimeError):  # a RuntimeError tells that there is no home
        private = Path(tempfile.mkdtemp(prefix="farhand-kernels-"))
        atexit.register(shutil.rmtree, private, ignore_errors=True)
        return private


# Set before any decorator runs; the environment variable would be too late once the compiler is imported.
_FOLDER = cache_folder(Path(__file__).resolve().parents[1], os.environ)
numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]  # made at run time from a table
