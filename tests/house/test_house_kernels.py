"""The laws of kernels: where they stand, and what a file of kernels may hold and import."""

import ast
from functools import cache

import pytest

from tests.house.syntax import (
    ROOT,
    functions,
    is_kernel,
    module_name,
    nodes,
    offenders,
)

KERNELS_MAY_IMPORT = ("numpy", "numpy.typing", "typing", "math", "collections.abc", "predictor.compiler.jit")
# Kernels have functions of these `compiled_too`.
PLAIN_LAWS = (
    "predictor.motion.stop",
    "predictor.motion.motion",
    "predictor.model.quaternions",
)


def is_of_kernels(module: str) -> bool:
    return module.endswith("_kernels")


def holds_constants_alone(source: str) -> bool:
    """True of a file of constants and of named tuples, which imports no others than such files."""
    body = ast.parse(source).body
    plain = (ast.Expr, ast.Assign, ast.AnnAssign, ast.ClassDef, ast.Import, ast.ImportFrom)
    return all(isinstance(each, plain) for each in body) and all(map(may_kernels_import, modules_of(body)))


def modules_of(body: list[ast.stmt]) -> list[str]:
    plain = [alias.name for each in body if isinstance(each, ast.Import) for alias in each.names]
    return [*plain, *(each.module or "" for each in body if isinstance(each, ast.ImportFrom))]


@cache
def may_kernels_import(module: str) -> bool:
    if module in (*KERNELS_MAY_IMPORT, *PLAIN_LAWS) or is_of_kernels(module):
        return True
    path = ROOT / (module.replace(".", "/") + ".py")
    return path.is_file() and holds_constants_alone(path.read_text())


def broken_laws_of_kernels(module: str, found: list[ast.AST]) -> list[str]:
    """What is no kernel, constant or named tuple in a kernel file; kernels anywhere else."""
    if not is_of_kernels(module):
        return sorted({each.name for each in functions(found) if is_kernel(each)})
    body = found[0].body
    plain = [each.name for each in functions(body) if not is_kernel(each)]
    return plain + [name for name in modules_of(body) if not may_kernels_import(name)]


def test_kernels_stand_in_kernel_files_alone_and_these_import_nothing_else():
    law = lambda path: broken_laws_of_kernels(module_name(path), nodes(path))  # noqa: E731
    assert offenders(law) == {}


@pytest.mark.parametrize(
    ("module", "source", "told"),
    [
        ("planner.role", "@kernel\ndef f(x):\n    return x\n", ["f"]),
        ("planner.some_kernels", "def f(x):\n    return x\n", ["f"]),
        ("planner.some_kernels", "from planner.role import KEPT_PLANS\n", ["planner.role"]),
        ("planner.some_kernels", "from predictor.model import tree_layout\n", ["predictor.model"]),
        ("planner.some_kernels", "from predictor.collision.capsules.arm_and_scene.tables import WIDE\n", []),
    ],
)
def test_what_breaks_the_law_of_kernels_is_told(module, source, told):
    assert broken_laws_of_kernels(module, [*ast.walk(ast.parse(source))]) == told
