"""The compiler, its settings and its target: the highest level of processors that is here.

    x86-64-v4    AVX-512           on such a processor within 3 % of code for it alone
    x86-64-v3    AVX2, FMA         the same where there is no AVX-512; there 3 to 12 % slower
    else         this processor

So code is the same on all processors of a level: figures compare, and what was compiled elsewhere can be used
here.  A processor named by the compiler's own variables (`NUMBA_CPU_NAME`) stands.
"""

# The compiler has no types.
# mypy: disable-error-code="no-untyped-call, attr-defined"

import hashlib
import sys
from functools import cache

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.codegen import get_host_cpu_features

# System V ABI, AMD64 supplement 1.0, table 3.1; as LLVM names what a processor can do.
_V3 = (
    "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,"
    "+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+xsave"
)
_V4 = f"{_V3},+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl"
LEVELS = {"x86-64-v4": _V4, "x86-64-v3": _V3}  # the highest first
# Of the compiler's settings, these do not change what it makes.  Some tell what else is installed.
_OF_NO_MATTER = (
    "CACHE", "THREAD", "DUMP", "DEBUG", "CPU_COUNT", "WARN", "COLOR", "TRACE", "PROFIL", "HELP",
    "GDB", "CUDA", "YAML",
)  # fmt: skip


def levels_here() -> list[str]:
    """Return the levels that this processor is of, the highest first."""
    has = set(get_host_cpu_features().split(","))
    return [level for level, needs in LEVELS.items() if has.issuperset(needs.split(","))]


def pin() -> None:
    """Compile for a level of processors from now on, if this one has any and no other is named."""
    config = numba.config
    if config.CPU_NAME is None and config.CPU_FEATURES is None:
        config.CPU_NAME = next(iter(levels_here()), None)
        config.CPU_FEATURES = LEVELS.get(config.CPU_NAME)


pin()


@cache
def compiler_state() -> str:
    """Return a name for the compiler and its settings in this process."""
    python, numpy = sys.implementation.cache_tag, np.__version__.split(".")[:2]
    versions = (numba.__version__, llvmlite.__version__, numpy, python)
    settings = {
        name: value
        for name, value in vars(numba.config).items()
        if name.isupper() and not any(word in name for word in _OF_NO_MATTER)
        if isinstance(value, (bool, int, float, str, tuple, type(None)))
    }
    described = f"{versions} {sorted(settings.items())} {int(numba.config.OPT)}"
    return hashlib.sha256(described.encode()).hexdigest()[:16]


def target() -> str:
    """Return what machine code is made for here: a kind of system, and of processor."""
    return f"{llvm.get_process_triple()} {numba.config.CPU_NAME or llvm.get_host_cpu_name()}"


def features() -> str:
    """Return what that processor can do, as LLVM names it."""
    return str(numba.config.CPU_FEATURES or get_host_cpu_features())
