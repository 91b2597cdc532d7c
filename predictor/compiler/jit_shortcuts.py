"""Shortcuts in the compiler: what it finds out again and again it finds out once, and nothing is in vain.

By itself it reads all flags one by one whenever it looks up what it knows, tries a dozen ways to add two
numbers for each sum anew, colours its messages about those that do not fit, measures the wait for each lock,
simplifies functions that stand elsewhere, makes machine code of each `max`, and loads scipy, if it is there,
for products of matrices.
"""

# The compiler has no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, method-assign"

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from llvmlite.binding import ffi
from numba.core import codegen, errors, types
from numba.core.targetconfig import TargetConfig
from numba.core.typing import templates
from numba.np import linalg

from predictor.compiler.jit_parts import BuiltinCompiler

Resolve = Callable[..., Any]  # finds the types that a function gives for types
Decorate = Callable[..., object]  # compiles functions with options

# What functions of these modules give depends on the types alone that they are given.
_OF_NUMBERS = frozenset({"builtins", operator.add.__module__, math.__name__})


def save_repeated_work() -> None:
    """Take the shortcuts in this process."""
    TargetConfig.values = _values
    types.Function.get_call_type = _remembered(types.Function.get_call_type)
    if hasattr(errors, "HighlightColorScheme"):
        errors.HighlightColorScheme._markup = _plain
    ffi.lib._lock._cblist.clear()  # they measure how long each call of LLVM waits for the one before
    codegen.CPUCodeLibrary._optimize_functions = _optimize_own_functions
    linalg.ensure_blas = _no_products
    template = templates._OverloadFunctionTemplate
    template._get_jit_decorator = _of_parts(template._get_jit_decorator)


@cache
def _usual(kind: Any) -> dict[str, object]:
    """Return all options of a kind of the compiler's flags, as they are where nothing else is set."""
    return {name: option.default for name, option in kind.options.items()}


def _values(flags: Any) -> dict[str, object]:
    """Return all options of the compiler's flags."""
    kind: Any = type(flags)
    return {**_usual(kind), **flags._values}


def _no_products() -> None:
    """Refuse to multiply matrices, as where scipy is not installed."""
    raise ImportError("kernels write products of matrices as loops")


def _plain(_: object, text: str, *__: object) -> str:
    """Return a message as it is, without colours."""
    return text


def _optimize_own_functions(library: Any, ll_module: Any) -> None:
    """Simplify the functions of a module, but not those that it only names."""
    ll_module.data_layout = library._codegen._data_layout
    manager, builder = library._codegen._function_pass_manager()
    for function in ll_module.functions:
        if not function.is_declaration:
            manager.run(function, builder)


def _remembered(resolve: Resolve) -> Resolve:
    """Return what remembers which types a function of numbers gives for such types."""

    def get_call_type(
        self: Any, context: object, args: Iterable[object], kws: Mapping[str, object]
    ) -> object:
        if kws or getattr(self.typing_key, "__module__", "") not in _OF_NUMBERS:
            return resolve(self, context, args, kws)
        known: dict[object, object] = vars(self).setdefault("_known", {})
        asked = tuple(args)
        if asked not in known:
            known[asked] = resolve(self, context, args, kws)
        return known[asked]

    return get_call_type


def _of_parts(decorator_of: Callable[[Any], Decorate]) -> Callable[[Any], Decorate]:
    """Return what compiles functions that come with the compiler as parts of those that call them."""

    def get_jit_decorator(self: object) -> Decorate:
        decorate = decorator_of(self)
        return lambda **options: decorate(**{"pipeline_class": BuiltinCompiler, **options})

    return get_jit_decorator
