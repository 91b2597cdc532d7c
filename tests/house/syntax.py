"""The product's files and folders as their syntax trees: what the laws of the house are read off."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("ground", "telemetry", "planner", "predictor", "haptics")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
BENCHMARKS = ROOT / "tests" / "benchmarks"
MEASURING = sorted(
    {*BENCHMARKS.rglob("*.py")} - {*(BENCHMARKS / "tests").rglob("*.py")}
)  # short like SOURCES


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text()))]


def offenders(law: Callable[[Path], list[str]], paths: list[Path] = SOURCES) -> dict[str, list[str]]:
    """What breaks a law, by module; nothing, if it holds everywhere."""
    return {module_name(path): found for path in paths if (found := law(path))}


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_under(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


DECORATORS = {
    "kernel", "part", "inlined_part", "array_kernel", "array_part",
    "lane_kernel", "lane_part", "inlined_lane_part", "replaceable_kernel",
}  # fmt: skip


def imported_modules() -> dict[str, set[str]]:
    """What every module imports of ours when it is loaded."""
    names = {module_name(path) for path in (*SOURCES, *MEASURING)}
    graph = {}
    for path in (*SOURCES, *MEASURING):
        needed = {part for name in imports(path) for part in (name, name.rpartition(".")[0])}
        graph[module_name(path)] = (needed & names) - {module_name(path)}
    return graph


def is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator) in DECORATORS for decorator in function.decorator_list)


def functions(found: list[ast.AST]) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def lines_of(path: Path, is_wrong: Callable[[ast.AST], bool]) -> list[str]:
    return [f"line {node.lineno}" for node in nodes(path) if is_wrong(node)]
