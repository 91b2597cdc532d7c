"""Parts of kernels: compiled as far as kernels that call them need it, and no farther.

    part     Python's bytecode ---> types ---> LLVM's code, which goes into each kernel that calls it
    kernel   the same, with all its parts ---> optimised once ---> machine code, and an entry for Python

By itself the compiler makes machine code of every function, optimises what it calls anew in each caller, and
builds entries that nothing calls.
"""

# The compiler has no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, assignment"

from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba import _dynfunc
from numba.core import caching, codegen, compiler, typed_passes, untyped_passes
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment

from predictor.compiler.jit_cache import Locator
from predictor.compiler.jit_entries import CodeFiles
from predictor.compiler.kernel_news import announce

# What our kernels have none of: expressions of whole arrays, and functions within functions.
_NOT_NEEDED = (typed_passes.NopythonRewrites, untyped_passes.InlineClosureLikes)
_ENVIRONMENT = "_ZN08NumbaEnv"  # begin of the names of what a function finds its constants by


class _PartLibrary(codegen.JITCodeLibrary):
    """Code that is linked into the kernels that call it, and optimised there."""

    def _optimize_final_module(self) -> None:
        """Leave it to them."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(typed_passes.NativeLowering):
    """The last pass of a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library, state.flags.no_compile = library, True
        super().run_pass(state)
        library.finalize()
        lowered = state["cr"]
        entry = _no_entry(lowered.fndesc, lowered.env, library)
        state.targetctx.insert_user_function(entry, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(typed_passes.NativeLowering):
    """The last pass of a kernel."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        if state.flags.no_compile:  # it is called by its address
            return True
        for variable in state.library._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if variable.name.startswith(_ENVIRONMENT) and environment is not None:
                state.library.codegen.set_env(variable.name, environment)
        return True


class _Compiler(compiler.CompilerBase):
    """The usual passes, but for what is not needed and for the last."""

    lowering: type[typed_passes.NativeLowering]
    not_needed: tuple[Any, ...] = _NOT_NEEDED

    def define_pipelines(self) -> list[Any]:
        """Return them."""
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes[:] = [
            (self.lowering if each is typed_passes.NativeLowering else each, title)
            for each, title in usual.passes
            if each not in self.not_needed
        ]
        return [usual]


class KernelCompiler(_Compiler):
    """What makes a kernel."""

    lowering = _KernelLowering


class PartCompiler(_Compiler):
    """What makes a part."""

    lowering = _PartLowering


class BuiltinCompiler(PartCompiler):
    """What makes a part of what is no kernel of ours."""

    not_needed = ()


class _KernelForm(caching.CompileResultCacheImpl):
    """How a kernel is kept on disk."""

    _locator_classes = [Locator]  # noqa: RUF012  # as the compiler has it


class _PartForm(caching.CompileResultCacheImpl):
    """How a part is kept on disk."""

    _locator_classes = [Locator]  # noqa: RUF012  # as the compiler has it

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        """Return what is written."""
        cres.fndesc.typemap = cres.fndesc.calltypes = None
        code = cres.library._final_module.as_bitcode()
        return cres.library.name, code, cres.fndesc, cres.environment, cres.signature

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        """Return what was compiled, from what was read."""
        name, code, fndesc, environment, signature = payload
        library = _PartLibrary(target_context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library._finalized = True
        return compiler.compile_result(
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=_no_entry(fndesc, environment, library),
            typing_error=None,
            type_annotation=None,
            library=library,
            call_helper=None,
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=fndesc,
            environment=environment,
            metadata=None,
            reload_init=[],
        )


def _no_entry(fndesc: Any, environment: Any, library: Any) -> Any:
    """Return what stands for a part where the compiler looks for a function: Python cannot call it."""
    name = fndesc.qualname.split(".")[-1]
    return _dynfunc.make_function(
        fndesc.lookup_module(), name, "a part of kernels", 0, environment, (library,)
    )


class _KeptCode(caching.Cache):
    """What is kept on disk of a kernel or a part."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        found = self._impl
        stamp = found.locator.get_source_stamp()
        self._cache_file = CodeFiles(found.locator.folders, found.filename_base, stamp)
        self._name = f"{py_func.__module__}.{py_func.__qualname__}"

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        loaded = super()._load_overload(sig, target_context)
        if loaded is not None:
            announce(self._name)
        return loaded

    def _save_overload(self, sig: Any, data: Any) -> None:
        super()._save_overload(sig, data)
        announce(self._name)


class KernelCode(_KeptCode):
    """A kernel's machine code on disk."""

    _impl_class = _KernelForm


class PartCode(_KeptCode):
    """A part's code on disk."""

    _impl_class = _PartForm


@cache
def part_of(kind: type) -> type:
    """Return the class of functions that Python must not call."""

    def refuse(self: Any, *_: object, **__: object) -> None:
        raise TypeError(f"{self.py_func.__name__} is a part of kernels, which only they can call")

    return type("Part", (kind,), {"__call__": refuse})
