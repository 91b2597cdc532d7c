"""The laws of shape: short files and functions, named arguments, and fields in place of open tables."""

import ast
from pathlib import Path

import pytest

from tests.house.syntax import (
    MEASURING,
    ROOT,
    SOURCES,
    functions,
    is_kernel,
    lines_of,
    nodes,
    offenders,
)

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
LONGEST_KERNEL = 60
MOST_PARAMETERS = 6
MOST_POSITIONAL = 3
# These hold a `dict[str, Any]`: where a format, a library or a compiler has tables of anything. It only gets
# shorter: what is told of something has fields, of a class beside what computes it.
OPEN_TABLES = (
    "ground/console/facts/console_state.py",
    "ground/console/facts/snapshot.py",
    "ground/export/plain_messages.py",
    "ground/export/schemas.py",
    "ground/rehearsal/summing_up.py",
    "telemetry/wire/schemas.py",
)


def too_long(path: Path) -> list[str]:
    """Functions of too many lines or parameters, and the file itself if it has too many lines."""
    found = ["the file"] if len(path.read_text().splitlines()) > LONGEST_FILE else []
    for function in functions(nodes(path)):
        longest = LONGEST_KERNEL if is_kernel(function) else LONGEST_FUNCTION
        names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
        parameters = len([name for name in names if name not in ("self", "cls")])
        is_long = function.end_lineno - function.lineno + 1 > longest
        if is_long or (parameters > MOST_PARAMETERS and not is_kernel(function)):
            found.append(function.name)
    return found


def test_files_and_functions_stay_short():
    assert offenders(too_long, [*SOURCES, *MEASURING]) == {}


def by_position(found: list[ast.AST]) -> list[str]:
    """Functions that take too many arguments by position; a kernel may, it is called by its wrapper alone."""
    return [each.name for each in functions(found) if not is_kernel(each) and is_crowded(each)]


def is_crowded(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len([name for name in names if name not in ("self", "cls")]) > MOST_POSITIONAL


def test_what_is_beyond_three_arguments_is_named_by_the_caller():
    assert offenders(lambda path: by_position(nodes(path)), [*SOURCES, *MEASURING]) == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def crowded(a, b, c, d): ...", ["crowded"]),
        ("async def crowded(a, b, c, d=1): ...", ["crowded"]),
        ("class C:\n    def __init__(self, a, b, c, d): ...", ["__init__"]),
        ("class C:\n    def named(self, a, b, c, *, d): ...", []),
        ("@kernel\ndef distance(a, b, c, d): ...", []),
    ],
)
def test_the_law_sees_a_fourth_argument_by_position(source, found):
    assert by_position([*ast.walk(ast.parse(source))]) == found


def is_open_table(node: ast.AST) -> bool:
    """Whether it is the annotation of a table of anything."""
    is_dict = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "dict"
    return is_dict and ast.unparse(node.slice) in ("(str, Any)", "str, Any")


def test_what_is_told_has_fields_and_only_listed_files_hold_a_table_of_anything():
    holding = {str(path.relative_to(ROOT)) for path in SOURCES if lines_of(path, is_open_table)}
    assert holding == {*OPEN_TABLES}, "list no other file; take out what holds none any more"


def test_the_law_sees_a_table_of_anything():
    assert any(map(is_open_table, ast.walk(ast.parse("def told() -> list[dict[str, Any]]: ..."))))


def forbidden(node: ast.AST) -> bool:
    """Whether it is an assert, a bare except, or a call of eval or exec."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("eval", "exec")
    return isinstance(node, ast.Assert) or (isinstance(node, ast.ExceptHandler) and node.type is None)


def test_no_assert_no_eval_and_no_bare_except_in_the_product():
    assert offenders(lambda path: lines_of(path, forbidden), [*SOURCES, *MEASURING]) == {}


@pytest.mark.parametrize("text", ["assert True", "eval('1')", "try:\n    f()\nexcept:\n    g()"])
def test_the_law_sees_what_is_forbidden(text):
    assert any(map(forbidden, ast.walk(ast.parse(text))))
