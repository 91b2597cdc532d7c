"""The decorators of compiled kernels.

A kernel takes scalars and C-contiguous arrays, writes into `out_*` arrays of its caller, raises nothing and
logs nothing; division by zero gives inf or NaN as in numpy, and what is not a number stays so.  What
processes without a compiler need as well stays a plain function in a file of its own, and kernels have it
`compiled_too`.

    kernel              Python calls it; it makes no array
    part                only kernels call it; it makes no array, and is compiled within each of them
    inlined_part        a part that is put into each place where it is called, so that loops run on vectors
    array_kernel, array_part                     a kernel and a part that may make arrays
    lane_kernel, lane_part, inlined_lane_part    the same as the first three, of loops over lanes: a product
                                                 may be fused with the sum that it goes into
    replaceable_kernel  a part whose place another takes, if the class of its first argument has one

Kernels stand in files named `*_kernels.py` alone (`predictor.compiler.kernel_files`).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numba.extending
import numpy as np
from numba.core.ccallback import CFunc
from numpy.typing import NDArray

from predictor.compiler.jit_parts import KernelCode, KernelCompiler, PartCode, PartCompiler, part_of
from predictor.compiler.jit_shortcuts import save_repeated_work

Function = TypeVar("Function", bound=Callable[..., Any])

# No entry for C: nothing calls it, and it is a tenth of what compiling costs.
_MAKES_ARRAYS: dict[str, object] = {
    "fastmath": False,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "_nrt": True,  # the uses of an array are counted
}
# Not where none is made: that is dear in small functions.
_OPTIONS = _MAKES_ARRAYS | {"_nrt": False}
# A product may be fused with the sum that it goes into, which rounds once less.  Other threads of Python run
# meanwhile.
_IN_LANES = _OPTIONS | {"fastmath": {"contract"}, "nogil": True}
_FLOAT = np.dtype(np.float64)
_COMPILED_TOO = set[object]()
_njit: Callable[..., Any] = numba.njit  # its types know no options of the compiler itself

save_repeated_work()


def _compiled(function: Function, options: Mapping[str, object]) -> Function:
    """Compile a function at its first call; a constant in a kernel's call of it is a value like any other.

    The compiler alone takes each constant for a type, and compiles the function once more for it.
    """
    dispatcher = _njit(pipeline_class=KernelCompiler, **options)(function)
    dispatcher._cache = KernelCode(function)
    return cast(Function, _of_plain_types(dispatcher))


def _within(function: Function, options: Mapping[str, object]) -> Function:
    """Compile a function within each kernel that calls it."""
    without_entry = {**options, "no_cpython_wrapper": True}
    dispatcher = _njit(pipeline_class=PartCompiler, **without_entry)(function)
    dispatcher._cache = PartCode(function)
    kind: Any = type(dispatcher)
    dispatcher.__class__ = part_of(kind)
    return cast(Function, _of_plain_types(dispatcher))


def _of_plain_types(dispatcher: Any) -> object:
    """Return a dispatcher that takes constants for values of their type."""
    typed = dispatcher.get_call_template

    def get_call_template(args: Sequence[object], kws: Mapping[str, object]) -> object:
        plain: Callable[[object], object] = numba.types.unliteral
        return typed([plain(kind) for kind in args], {name: plain(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def kernel(function: Function) -> Function:
    """Compile what Python calls and what makes no array to machine code, or load it."""
    return _compiled(function, _OPTIONS)


def part(function: Function) -> Function:
    """Compile what only kernels call, and what makes no array, within them."""
    return _within(function, _OPTIONS)


def inlined_part(function: Function) -> Function:
    """Put a part into each place where it is called, so that loops around it can run on vectors."""
    return _within(function, _OPTIONS | {"forceinline": True})


def array_kernel(function: Function) -> Function:
    """Compile what Python calls and what makes arrays."""
    return _compiled(function, _MAKES_ARRAYS)


def array_part(function: Function) -> Function:
    """Compile what only kernels call, and what makes arrays, within them."""
    return _within(function, _MAKES_ARRAYS)


def lane_kernel(function: Function) -> Function:
    """Compile a function that Python calls and that loops over lanes; it makes no array."""
    return _compiled(function, _IN_LANES)


def lane_part(function: Function) -> Function:
    """Compile a part of lane kernels, once in each of them."""
    return _within(function, _IN_LANES)


def inlined_lane_part(function: Function) -> Function:
    """Put a part of lane kernels into each place where it is called."""
    return _within(function, _IN_LANES | {"forceinline": True})


def compiled_too(function: Function) -> Function:
    """Let kernels call a plain function, and with it the plain ones that it calls; return it as it was."""
    if function not in _COMPILED_TOO:
        _COMPILED_TOO.add(function)
        numba.extending.register_jitable(pipeline_class=PartCompiler, **_MAKES_ARRAYS)(function)
        for name in function.__code__.co_names:
            called = function.__globals__.get(name)
            if isinstance(called, FunctionType):
                compiled_too(called)
    return function


def replaceable_kernel(function: Function) -> Function:
    """Compile a function into the kernels that call it, which alone can, or what takes its place.

    That is the kernel of the same name in the class of the first argument, a NamedTuple, if it has one.
    """

    def choose(first: object, *_: object) -> object:
        own = getattr(getattr(first, "instance_class", None), function.__name__, None)
        return function if own is None else own.py_func

    options = cast(Any, _OPTIONS | {"pipeline_class": PartCompiler})
    numba.extending.overload(function, jit_options=options, strict=False)(choose)
    return function


def called_by_address(function: Function, takes: Sequence[object]) -> Function:
    """Compile a kernel that takes such arguments and gives a float, as an argument of other kernels.

    They call it where it stands.  What a kernel calls by its name is optimised anew inside of it, and again
    in each kernel above that; this costs them nothing to compile, and their calls a few nanoseconds.
    """
    return cast(Function, _at_address(function, numba.float64(*map(numba.typeof, takes))))


def direct_entry(function: Function, takes: Sequence[object]) -> Function:
    """Compile a kernel for such arguments, and return the entry that takes no others: it does not check them.

    To find out what nested tuples hold costs a call a thousand times what it costs to hand them over.
    """
    signature = tuple(map(numba.typeof, takes))
    compiled: Any = function
    compiled.compile(signature)
    return cast(Function, compiled.overloads[signature].entry_point)


@cache
def _at_address(function: Any, signature: Any) -> object:
    options = {name: value for name, value in _OPTIONS.items() if name != "no_cfunc_wrapper"}
    takes = signature.args, signature.return_type
    compiler: Any = KernelCompiler
    compiled: Any = CFunc(function.py_func, takes, {}, options, pipeline_class=compiler)
    compiled._cache = KernelCode(function.py_func)
    compiled.compile()
    return compiled


def kernel_array(values: object) -> NDArray[np.float64]:
    """Return numbers as float64 in C order, and writable: kernels are compiled again for any other kind."""
    array = np.ascontiguousarray(values, _FLOAT)
    return array if array.flags.carray else array.copy()
